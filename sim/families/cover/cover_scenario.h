// cover_scenario.h: what a scenario over several trees consists of, beside what all have.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_SCENARIO_H_

#include <any>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/types.h"

namespace flitwise {

enum class CoverShape : std::uint8_t {
  kMesh,
  kMeshShared,
  kTorusJoint,
  kTorusSpanning,
  kTorusSpanningShort,
  kTorusShared
};

/// Options of trees that run at once: every PE has a port per link.
inline TreeOptions with_all_ports() {
  TreeOptions options;
  options.ports = Ports::kMulti;
  return options;
}

/// A mesh or torus, its cover by trees and the messages on them. The node in row r and column c
/// is PE r * columns + c.
/// Shape: `lengths` has one entry per PE; `algorithm` is kFdf, kCertification or
///        kTimetable.
struct CoverScenario {
  CoverShape shape = CoverShape::kMesh;
  Node rows = 2;
  Node columns = 2;
  Node root_row = 0;
  Node root_column = 0;
  TreeAlgorithm algorithm = TreeAlgorithm::kFdf;
  std::vector<Flits> lengths;
  TreeOptions options = with_all_ports();
};

/// The cover's part of a scenario over one.
/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const CoverScenario& cover_of(const Scenario& scenario) {
  return std::any_cast<const CoverScenario&>(scenario.system);
}

/// Errors: throws TopologyError for sides or a root that cannot be.
Cover make_cover(const CoverScenario& scenario);

bool is_mesh(CoverShape shape);
/// Whether its trees share links.
bool shares_links(CoverShape shape);

/// "(2, 3)", row and column.
std::string coordinates(const Grid& grid, Node v);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_SCENARIO_H_
