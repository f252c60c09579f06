// xy_mesh_ledger.h: what theory predicts of a broadcast, a scatter or a gather on a mesh, and what
// a run measured beside it.
#ifndef FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_LEDGER_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/families/xy_mesh/xy_mesh_scenario.h"
#include "sim/run/figures/ledger.h"
#include "systemc/network/torus/torus_routers.h"
#include "tb/check/torus/torus_monitors.h"
#include "tb/check/verdict.h"
#include "tb/theory/xy_mesh/mesh_operations.h"

namespace flitwise {

/// What theory says of the scenario. Shape, as of all here: it is not of traffic.
theory::MeshTiming predict(const XyMeshScenario& scenario);

/// Whether no flit ever waits.
bool is_smooth(const theory::MeshTiming& timing);
inline bool is_smooth(const XyMeshScenario& scenario) { return is_smooth(predict(scenario)); }

/// What must be delivered where.
std::vector<check::ExpectedWorm> expected_worms(const theory::MeshTiming& timing);

/// Whether messages leave in steps that are planned, which count on a flit a step and link.
bool is_planned(const XyMeshScenario& scenario);
/// Flits that queues must hold so that planned steps are kept: the fewest from which on credits
/// keep no tail waiting.
Step depth_for_planned_steps(const XyMeshScenario& scenario);

/// What is known when a run is over.
struct XyMeshFindings {
  const XyMeshScenario& scenario;
  const theory::MeshTiming& timing;
  const check::TorusMeter& meter;
  std::optional<Stalls> stalls{};  ///< own routers do not count them
  bool shows_arrivals = true;
};

/// In the order of the reports.
Ledger xy_mesh_ledger(const XyMeshFindings& findings);
/// The names alone: what a run has that broke off.
Figure::Members blank_xy_mesh_figures(const XyMeshScenario& scenario);

/// Checks beside those of the figures: bounds, arrivals that are not shown.
std::vector<check::Check> xy_mesh_checks(const XyMeshFindings& findings);
std::vector<std::string> xy_mesh_notes(const XyMeshFindings& findings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_LEDGER_H_
