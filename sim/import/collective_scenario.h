// collective_scenario.h: what a scenario that runs a schedule from a file consists of: the
// schedule, and its host, the network that carries it.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_SCENARIO_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_SCENARIO_H_

#include <any>
#include <memory>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/protocols/collective/collective_carriage.h"
#include "systemc/topology/collective.h"

namespace flitwise {

/// A schedule and the network that it runs on.
struct CollectiveScenario {
  Scenario host;       ///< the network that carries it, and its routers' options
  std::string format;  ///< word of the schedule's format
  std::shared_ptr<const Collective> schedule;
  std::vector<Node> pe_of;  ///< by rank, none twice
};

/// The schedule's part of a scenario that runs one.
/// Errors: throws std::bad_any_cast for another scenario.
inline const CollectiveScenario& collective_of(const Scenario& scenario) {
  return std::any_cast<const CollectiveScenario&>(scenario.system);
}

/// Flits of all transfers.
Flits flits_of(const Collective& collective);
/// The messages of the schedule, between PEs.
protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_SCENARIO_H_
