// torus_setup.h: schedule and PEs of a scenario on a torus.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_SETUP_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_SETUP_H_

#include <optional>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario_values.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise {

/// The schedule that the PEs follow; none for a packet tree.
/// Errors: throws TopologyError where the scheme has none.
std::optional<TorusSchedule> make_schedule(const TorusScenario& scenario);

/// Whether the node has any message to send.
bool sends_something(const TorusScenario& scenario, Node node);

/// Whether the node, at planned cycles, decides on a message more than a step before its head
/// leaves, so that it could leave earlier. True of nodes at their own pace.
bool can_hurry(const TorusScenario& scenario, Node node);

/// Its routers. Shape: what a build's options say, and `waves`, are left to the caller.
TorusNetworkConfig torus_network_config(const TorusScenario& scenario);

/// The PEs' protocols, with the faults that the scenario asks for.
protocols::Protocols make_protocols(const TorusScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_SETUP_H_
