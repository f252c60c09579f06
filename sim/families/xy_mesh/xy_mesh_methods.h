// xy_mesh_methods.h: every algorithm and pattern of traffic on meshes of XY routers, in one row
// each.
#ifndef FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_METHODS_H_
#define FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_METHODS_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/families/torus/torus_methods.h"
#include "sim/families/xy_mesh/xy_mesh_scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/explanation.h"
#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/xy_mesh/mesh_operations.h"

namespace flitwise {

/// A way to broadcast, to scatter or to gather.
struct XyMeshMethod {
  XyMeshAlgorithm algorithm;
  XyMeshOperation operation;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  /// The schedule that the PEs of a broadcast follow; nullptr of others.
  TorusSchedule (*schedule)(const XyMeshScenario&);
  /// What the PEs do.
  std::vector<protocols::WormRole> (*roles)(const XyMeshScenario&);
  /// What theory says of it.
  theory::MeshTiming (*timing)(const XyMeshScenario&);

  std::string operation_word() const;
};

const std::vector<Choice<XyMeshOperation>>& xy_mesh_operation_words();

const std::vector<XyMeshMethod>& xy_mesh_methods();
/// Shape: `mesh` is not of traffic.
const XyMeshMethod& method_of(const XyMeshScenario& mesh);
/// Those of tori that meshes have, too.
const std::vector<TrafficMethod>& xy_mesh_traffic_methods();

/// Of all operations.
std::vector<Explanation> xy_mesh_explanations();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_METHODS_H_
