// xy_mesh_work.h: runs on a mesh, of messages with a plan: PEs, monitors and evidence.
#ifndef FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_WORK_H_
#define FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_WORK_H_

#include <memory>

#include "sim/families/xy_mesh/xy_mesh_scenario.h"
#include "sim/run/work.h"

namespace flitwise {

/// Whether the node has any message to send. Shape, as below: the scenario is not of traffic.
bool sends_something(const XyMeshScenario& scenario, Node node);

/// Whether nodes send at their own pace, as soon as they can.
bool sends_at_once(const XyMeshScenario& scenario);

/// Whether the node, at planned steps, decides on a message more than a step before its head
/// leaves, so that it could leave earlier. True of nodes at their own pace that have a
/// send_overhead.
bool can_hurry(const XyMeshScenario& scenario, Node node);

/// PEs, monitors and evidence. `scenario`, which is on a mesh, outlives the work.
std::unique_ptr<Work> make_xy_mesh_work(const Scenario& scenario, Events events);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_WORK_H_
