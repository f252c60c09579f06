// cover_words.h: the words of the scenario language on covers, once for reader, reports and help.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_WORDS_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_WORDS_H_

#include <any>
#include <string>
#include <vector>

#include "sim/families/cover/cover_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "systemc/topology/cover/cover.h"

namespace flitwise {

/// Values of `network.kind`.
inline constexpr const char* kMeshKind = "mesh";
inline constexpr const char* kTorusKind = "torus-cover";

/// How a mesh is covered.
const std::vector<Choice<CoverShape>>& mesh_cover_words();
bool is_mesh(CoverShape shape);
/// Whether its trees share links.
bool shares_links(CoverShape shape);
/// How a torus is covered.
const std::vector<Choice<CoverShape>>& torus_cover_words();
/// Scatter and gather.
const std::vector<Choice<Operation>>& cover_operation_words();
/// fdf, certification and timetable.
const std::vector<Choice<TreeAlgorithm>>& cover_algorithm_words();

/// Errors: throws TopologyError for sides or a root that cannot be.
Cover make_cover(const CoverScenario& scenario);

/// For example "torus 8 x 8 joint cover, root (2, 3)".
std::string describe_cover(const CoverScenario& scenario);
/// "(2, 3)", row and column.
std::string coordinates(const Grid& grid, Node v);

/// The cover's part of a scenario over one.
/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const CoverScenario& cover_of(const Scenario& scenario) {
  return std::any_cast<const CoverScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_WORDS_H_
