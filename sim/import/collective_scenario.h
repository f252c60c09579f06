// collective_scenario.h: what a scenario that runs a schedule from a file consists of: the
// schedule, and its host, the network that carries it.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_SCENARIO_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_SCENARIO_H_

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/families/star/star_scenario.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/families/tree/tree_scenario.h"
#include "systemc/topology/collective.h"

namespace flitwise {

/// A schedule and the network that it runs on.
struct CollectiveScenario {
  /// Of these, only the network and the options of its routers count.
  using Host = std::variant<TreeScenario, FatTreeScenario, TorusScenario, StarScenario>;
  Host host;
  std::uint32_t slots = 8;  ///< star graphs: packets that an input port can hold
  std::string format;       ///< word of the schedule's format
  std::shared_ptr<const Collective> schedule;
  std::vector<Node> pe_of;  ///< by rank, none twice
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_SCENARIO_H_
