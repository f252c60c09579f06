// teccl_demands.h: what a TE-CCL schedule must have brought where in the end.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_TECCL_DEMANDS_H_
#define FLITWISE_SIM_IMPORT_FORMATS_TECCL_DEMANDS_H_

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/language/scenario_values.h"

namespace flitwise {

/// Nodes are numbered as in the file; chunks are numbered by source.
struct TecclDemand {
  std::int64_t at = 0, source = 0, chunk = 0;

  bool operator<(const TecclDemand& other) const {
    return std::tie(at, source, chunk) < std::tie(other.at, other.source, other.chunk);
  }
};
using TecclDemands = std::set<TecclDemand>;

/// TE-CCL copies chunks and never reduces them.
enum class TecclCollective : std::uint8_t { kAllgather, kAlltoall, kBroadcast, kScatter, kGather };

/// The word behind N-Collective, in letters of either case.
/// Errors: throws ConfigError for any other word.
TecclCollective to_teccl_collective(const Value& value);

/// What an all-gather wants: at each of `nodes` the chunks 0 to `chunks` - 1 of each of them.
TecclDemands allgather_demands(const std::vector<std::int64_t>& nodes, std::int64_t chunks);

/// Which part of a collective other than an all-gather `demands` lack or have beyond it; empty if
/// they are its own. A node may demand what it has itself. Whatever the collective, each pair of
/// nodes that it connects has equally many chunks:
///   scatter    from one node to every other, each chunk to one node
///   gather     from every other node to one
///   broadcast  from one node to every other, all of them the same chunks
///   alltoall   from every node to every other, each chunk to one node
std::string misfit(TecclCollective collective, const std::vector<std::int64_t>& nodes,
                   const TecclDemands& demands);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_TECCL_DEMANDS_H_
