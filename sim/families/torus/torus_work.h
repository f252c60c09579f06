// torus_work.h: runs on a torus, of a broadcast, and of traffic there and on a mesh: PEs, monitors
// and evidence.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_

#include <memory>
#include <optional>
#include <vector>

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
protocols::BroadcastTiming broadcast_timing(const TorusOptions& options, Flits flits);
inline protocols::BroadcastTiming broadcast_timing(const TorusScenario& scenario) {
  return broadcast_timing(scenario.options, scenario.length);
}

/// Whether the node has any message to send.
bool sends_something(const TorusScenario& scenario, Node node);

/// Whether nodes send at their own pace, as soon as they can.
bool sends_at_once(const TorusScenario& scenario);

/// Whether the node, at planned cycles, decides on a message more than a step before its head
/// leaves, so that it could leave earlier. True of nodes at their own pace.
bool can_hurry(const TorusScenario& scenario, Node node);

/// The same of a node that follows a schedule, the heads of whose steps leave in these cycles.
bool sends_something(const TorusSchedule& schedule, Node node);
bool can_hurry(const TorusSchedule& schedule, const std::vector<Step>& heads,
               const protocols::BroadcastTiming& timing, Node node);

/// Where a run is stopped whose messages may wait, and which are done after `expected` steps if
/// they do not; alone one after the other they take `alone` steps. As if every message had the
/// network for itself, at half the rate, or less where credits come back more slowly.
Step limit_of_waiting(const WormScenario& scenario, Step expected, Step alone);

/// Puts the faults that the options ask for around the PEs.
void add_faults(const TorusOptions& options, protocols::Protocols& pes);

/// Its routers. Shape: what a build's options say, and `waves`, are left to the caller.
TorusNetworkConfig worm_network_config(const WormScenario& scenario);

// In all of these but the last, `scenario` is of traffic.

/// Errors: throws std::invalid_argument for a plan that does not fit the network.
std::shared_ptr<const protocols::TorusTraffic> traffic_of(const WormScenario& scenario);

check::MeasuringWindow measuring_window(const WormScenario& scenario);

/// Flits of all packets, those of a node to itself included.
Flits expected_flits(const WormScenario& scenario);

/// Whether expected_flits() takes less than about a second.
bool is_soon_counted(const WormScenario& scenario);

/// Whether a packet leaves the node before the sources stop.
bool begins_packets(const WormScenario& scenario, Node node);

/// PEs, monitors and evidence. `scenario` outlives the work.
std::unique_ptr<Work> make_traffic_work(const WormScenario& scenario, const Options& options,
                                        Events events);

/// PEs, monitors and evidence. `scenario`, which is on a torus, outlives the work.
std::unique_ptr<Work> make_torus_work(const Scenario& scenario, Events events);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
