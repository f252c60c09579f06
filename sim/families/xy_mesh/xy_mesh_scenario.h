// xy_mesh_scenario.h: what a scenario on a mesh of XY routers consists of, beside what all
// scenarios have.
#ifndef FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_SCENARIO_H_

#include <any>
#include <cstdint>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario.h"
#include "systemc/topology/types.h"

namespace flitwise {

enum class XyMeshOperation : std::uint8_t { kBroadcast, kScatter, kGather, kTraffic };

/// How texts and messages are sent, one after the other for each operation.
enum class XyMeshAlgorithm : std::uint8_t {
  kUmesh,
  kSeparate,
  kScatterFurthestFirst,
  kGatherFurthestFirst,
};

/// A mesh and what its PEs do.
///
/// Shape: `lengths` has one entry per PE, 0 of the root, of scatters and gathers; else none.
struct XyMeshScenario : WormScenario {
  XyMeshOperation operation = XyMeshOperation::kBroadcast;
  XyMeshAlgorithm algorithm = XyMeshAlgorithm::kUmesh;  ///< not of traffic
  Node root = 0;
  Flits length = 1;  ///< L, flits of the text of a broadcast
  std::vector<Flits> lengths;

  XyMeshScenario() { is_mesh = true; }
};

/// The mesh's part of a scenario on a mesh.
/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const XyMeshScenario& xy_mesh_of(const Scenario& scenario) {
  return std::any_cast<const XyMeshScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_SCENARIO_H_
