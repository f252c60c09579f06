// packet_tree_timing.h: the cycles of a broadcast of packets along a shortest-path tree.
//
// With c = os + r + P + orv, n = ceil(L/P) packets of which the last has P' flits, and D the
// distance of a node from the source, the node can use the whole text after
//
//   (n - 1) g + (D - 1) c + os + r + P' + orv cycles,
//
// where g = c in slots, in which a node at distance d sends packet i in slot i + d, and g = os + P
// if every node sends on at its own pace: packets then follow each other as fast as one port lets
// them, and the short one at the end waits for the port like the others.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_PACKET_TREE_TIMING_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_PACKET_TREE_TIMING_H_

#include <vector>

#include "systemc/topology/torus/torus.h"
#include "tb/theory/torus/broadcast/broadcast_timing.h"
#include "tb/theory/torus/cycle_model.h"

namespace flitwise::theory {

/// Packets of `packet` flits down the tree; SendPace::kBarrier are slots. `steps` are slots, n + D
/// - 1 with the largest D, and 0 on a torus of one node. Always exact: every channel of the tree
/// has one sender, whose messages follow each other. Errors: throws std::invalid_argument for a bad
/// model, a packet that is not from 1 to L, and for
///         SendPace::kStarts; TopologyError for a source that is no node.
BroadcastTiming time_packet_tree(const Torus& torus, Node source, const CycleModel& model,
                                 Flits packet, SendPace pace);

/// Every link transfer of it, sorted. The tree is that of a flood (broadcast_plan.h): a node D
/// links from the source begins to send packet i, from 0, to all its children at i g + D c.
/// Messages are named by their sender, and `value` is i modulo 1024.
/// Errors: as above; throws std::invalid_argument for r other than 1, TopologyError for a bad
///         order.
std::vector<LinkEvent> packet_tree_events(const Torus& torus, Node source,
                                          const DimensionOrder& order, const CycleModel& model,
                                          Flits packet, SendPace pace);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_PACKET_TREE_TIMING_H_
