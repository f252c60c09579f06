// torus_work.h: runs on a torus, of a broadcast and of traffic: PEs, monitors and evidence.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_

#include <memory>
#include <optional>

#include "sim/families/torus/torus_scenario.h"
#include "sim/run/work.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "tb/check/torus/traffic_meter.h"

namespace flitwise {

/// The schedule that the PEs follow; none for a packet tree.
/// Errors: throws TopologyError where the scheme has none.
std::optional<TorusSchedule> make_schedule(const TorusScenario& scenario);

/// What a step costs its PEs, and its network.
protocols::BroadcastTiming broadcast_timing(const TorusScenario& scenario);

/// Whether the node has any message to send.
bool sends_something(const TorusScenario& scenario, Node node);

/// Whether the node, at planned cycles, decides on a message more than a step before its head
/// leaves, so that it could leave earlier. True of nodes at their own pace.
bool can_hurry(const TorusScenario& scenario, Node node);

/// Its routers. Shape: what a build's options say, and `waves`, are left to the caller.
TorusNetworkConfig torus_network_config(const TorusScenario& scenario);

// In all of these but the last, `scenario` is of traffic.

check::MeasuringWindow measuring_window(const TorusScenario& scenario);

/// Flits of all packets, those of a node to itself included.
Flits expected_flits(const TorusScenario& scenario);

/// Whether a packet leaves the node before the sources stop.
bool begins_packets(const TorusScenario& scenario, Node node);

/// PEs, monitors and evidence. `scenario`, which is on a torus, outlives the work.
std::unique_ptr<Work> make_torus_work(const Scenario& scenario, Events events);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
