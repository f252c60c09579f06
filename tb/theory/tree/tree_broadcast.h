// tree_broadcast.h: closed forms for the broadcast of one message on a tree of bufferless PEs.
//
// Routers copy nothing, so each PE sends its children their copies itself, one child after the
// other where it has one port. Bhatt et al. take this operation as known (section 1.2, "minimum
// broadcast tree") and count B, its time for one flit; the forms for longer messages are worked out
// here. Nothing is shared with the protocols.
#ifndef FLITWISE_TB_THEORY_TREE_TREE_BROADCAST_H_
#define FLITWISE_TB_THEORY_TREE_TREE_BROADCAST_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/events.h"
#include "tb/theory/pace.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// Who is served first.
enum class ChildOrder : std::uint8_t {
  kIndex,         ///< by number
  kLargestFirst,  ///< whose subtree takes longest, ties by number
};

/// `packet` flits go to one child before the next child has its turn; it is 1 to the message's.
/// Latencies and a pace other than a flit a step exclude each other.
struct BroadcastVariant {
  ChildOrder order = ChildOrder::kLargestFirst;
  Flits packet = 1;
  Ports ports = Ports::kSingle;
  Pace pace{};
  TreeLatency latency{};
};

/// What theory says of a broadcast of `length` flits from PE 0. The copy for PE v is message v.
///
/// One port, q flits a packet, m packets, the last of r flits: the first flit reaches child j in
/// step t_c = t_v + 1 + (j - 1) q, whole packets follow in steps of q p_c with p_c the largest
/// number of children on the way down to c, the last one in step l_c = max(l_v, t_v +
/// (m - 2) q max(p_v, d_v) + q d_v) + 1 + (j - 1) r; finish = max(l_v) + r - 1. A port per link:
/// flit k reaches PE v in step depth_v + k - 1.
///
/// Where a message costs beta + L tau, each packet does: a hop takes h = beta + tau steps in place
/// of 1, a turn beta + q tau in place of q, and flits of a packet are tau apart. The bounds are
/// then those of broadcasts in which each PE has every flit from its parent and sets a packet up
/// when its first flit has come: a message sent past a PE would be set up once for many hops.
///
/// With latencies each PE but the root hands a flit on r_v steps after it came, and it is w_c - 1
/// steps more on the link to child c: what arrives at c, and the W that children are ordered by, is
/// so much later, and nothing else changes, since packets of one PE are all late alike.
/// Errors: throws std::invalid_argument unless 1 <= packet <= length and there is a child, or for
///         latencies beside another pace; TopologyError as TreeLatency::check.
Prediction predict_tree_broadcast(const Tree& tree, Flits length, const BroadcastVariant& variant);

/// Every flit on every link, sorted by LinkEvent's order.
/// Errors: as predict_tree_broadcast.
std::vector<LinkEvent> tree_broadcast_events(const Tree& tree, Flits length,
                                             const BroadcastVariant& variant);
/// The same, where no list of them is to be kept.
void visit_tree_broadcast_events(const Tree& tree, Flits length, const BroadcastVariant& variant,
                                 const TakeEvent& take);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_TREE_BROADCAST_H_
