// star_protocols.h: one protocol per PE for a whole star graph.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PROTOCOLS_H_

#include <memory>
#include <vector>

#include "systemc/protocols/star/star_pe.h"
#include "systemc/protocols/star/star_settings.h"

namespace flitwise::protocols {

/// Entry v is PE v's.
using StarPes = std::vector<std::unique_ptr<StarPe>>;

/// Cycles that each PE starts late, at least 0; empty: all start together.
using StarSkews = std::vector<Step>;

/// What the PEs do.
enum class StarScheme {
  kBroadcast,
  kStatic,        ///< multinode broadcast by a timetable
  kAcknowledged,  ///< multinode broadcast that goes on when acknowledgements come
  kScatter,
  kExchange,
};

/// `source` is that of a broadcast or a scatter; elsewhere every node is one.
/// Errors: throws std::invalid_argument for settings that check_settings refuses, a source that is
///         no node, skews that are not one a node or below 0, spaced slots with acknowledgements or
///         with an exchange whose hops are not whole slots, and, multinode broadcasts excepted,
///         StarBelief::kMajority with packets of one flit, which carry nothing to vote on.
StarPes make_star_pes(StarScheme scheme, const StarSettings& settings, Node source = kNoNode,
                      const StarSkews& skews = {});

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PROTOCOLS_H_
