// star_losses.h: which copies are lost because packets arrive damaged.
//
// Every flit has a CRC, and a packet with a bad flit is dropped whole: damage is loss. A packet
// that is lost over a link of its tree is lost to the node behind it and to all below.
// Errors: every function throws std::invalid_argument for a traffic that star_theory.h refuses and
// for a source or link that is not the graph's.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_LOSSES_H_
#define FLITWISE_TB_THEORY_STAR_STAR_LOSSES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_faults.h"

namespace flitwise::theory {

/// Bit errors in what crosses the link from `from` in packet step `step`.
struct StarDamage {
  Step step = 0;
  Node from = kNoNode;
  int dimension = 0;
  bool is_in_head = true;
};

/// What damages leave of one operation's packets.
struct StarLosses {
  /// Its guarantee: the larger of 0 and x less the number of links, either way, with damage.
  StarCopies copies;
  /// Packets that routers drop for their CRC. Multinode broadcast: what a PE has begun to pass on
  /// when it finds a flit behind the head damaged is dropped by its own router, as well.
  std::int64_t dropped = 0;
};

/// Damage where no packet passes, or one that is lost already, changes nothing. Several in one
/// packet are one, in the head if one of them is. `source` is not looked at where every node is
/// one.
/// Errors: also throws std::invalid_argument for StarAlgorithm::kAcknowledged, which stops where a
///         packet is lost, for spaced slots, and for routers that cut through and so pass on what
///         they find damaged too late.
StarLosses star_losses(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
                       Node source, const std::vector<StarDamage>& damages,
                       const StarLatency& latency = {});

/// Words for where copies and dropped packets come from.
std::string losses_source();
std::string dropped_source();

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_LOSSES_H_
