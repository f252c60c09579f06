// missing_transfers.h: of the transfers that never came, or not when they were due, those that the
// others wait for.
#ifndef FLITWISE_SIM_COLLECTIVE_MISSING_TRANSFERS_H_
#define FLITWISE_SIM_COLLECTIVE_MISSING_TRANSFERS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/collective.h"

namespace flitwise {

/// Sentences, one a rank: transfers that never came though all that their sends wait for did. In a
/// run in which nothing moves any more they were lost, or their PE is mute; all other PEs wait for
/// them, if in a circle.
/// Shape: `arrivals` by transfer, and when they were due; empty: nobody says. `name_of` says what
///        messages call a rank's PE.
std::vector<std::string> first_missing_transfers(
    const Collective& schedule, const std::vector<std::optional<std::int64_t>>& arrivals,
    const std::vector<Step>& due, const std::function<std::string(Node rank)>& name_of);

/// A sentence of a run in which all came, none if all came when due: the first transfer that came
/// earlier or later than due though all that its send waits for came when due. Its PE is early or
/// late, or messages of one that is held it up.
/// Shape: `arrivals` and `due` by transfer, all of them.
std::vector<std::string> first_untimely_transfer(
    const Collective& schedule, const std::vector<std::optional<std::int64_t>>& arrivals,
    const std::vector<Step>& due, const std::function<std::string(Node rank)>& name_of);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_MISSING_TRANSFERS_H_
