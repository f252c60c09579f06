// torus_broadcast.h: makes broadcast schedules for tori.
//
// k' is the number of sides larger than 1, n_0 to n_{k'-1} are these sides in the order of routing.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::protocols {

/// How the text spreads. Wormhole schemes work in stages, the last dimension first; a stage gives
/// the text to one node for each value of its index.
enum class BroadcastScheme : std::uint8_t {
  kPaper,     ///< reconstructed, step counts as published, after San-Yuan Wang, Yu-Chee Tseng,
              ///< "Algebraic Foundations and Broadcasting Algorithms for Wormhole-Routed All-Port
              ///< Tori", IEEE Trans. Computers 49(3), 2000: aligned sources use all ports. Helper
              ///< dimensions of stage m are the d > m with n_m | n_d; a stage without any is as in
              ///< kPeel
  kPeel,      ///< no alignment: sum of ceil(log_{2m+3} n_m) steps for any sides
  kBest,      ///< of the two above, the better in each stage
  kFsh,       ///< k' = 2: three rows a unit, no alignment: 2 + ceil(log_5 ceil(n_1 / 3)) +
              ///< ceil(log_3 ceil(n_0 / 5)) steps
  kEdn,       ///< k' = 2 or 3, n_0 = n_1 = 2^d: levels of dominating nodes, d + ceil(log_3 n_2)
              ///< steps, d with two sides: a reconstruction
  kDoubling,  ///< recursive doubling with one port, dimension by dimension: sum of ceil(log_2 n_m)
  kFlood,     ///< hop by hop to all neighbours: sum of floor(n_m / 2)
  kRadix3,    ///< both directions of one dimension at a time: sum of ceil(log_3 n_m)
  kSeparate,  ///< the source sends to every node itself, the shorter way, of two ways as long +;
              ///< the farthest first, of equal ones the smaller seen from it: N - 1 steps
};

/// "paper", "peel", "best", "fsh", "edn", "doubling", "flood", "radix3", "separate".
const char* name_of(BroadcastScheme scheme);

/// The schedule of `scheme` from `source`, for routing by `order` (empty: ascending). Each node
/// gets the text once: what an aligned source would bring again is left out.
/// Errors: throws TopologyError for a source that is no node, for an order that does not name each
///         dimension once, and for kFsh unless there are two sides larger than 1, the first routed
///         at least 4 and the second at least 3, for which a pattern of columns is found (4 x 5 has
///         none); for kEdn unless the first two of two or three sides larger than 1 are the same
///         power of two.
TorusSchedule make_broadcast(const Torus& torus, Node source, BroadcastScheme scheme,
                             const DimensionOrder& order = {});

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_H_
