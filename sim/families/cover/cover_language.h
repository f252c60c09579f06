// cover_language.h: meshes and tori under several trees in the scenario language: words, reader and
// texts.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_LANGUAGE_H_

#include <string>
#include <vector>

#include "sim/families/cover/cover_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/family.h"

namespace flitwise {

/// Values of `network.kind`.
inline constexpr const char* kMeshKind = "mesh";
inline constexpr const char* kTorusKind = "torus-cover";

/// How a mesh is covered.
const std::vector<Choice<CoverShape>>& mesh_cover_words();
/// How a torus is covered.
const std::vector<Choice<CoverShape>>& torus_cover_words();
/// Scatter and gather.
const std::vector<Choice<TreeOperation>>& cover_operation_words();
/// fdf, certification and timetable.
const std::vector<Choice<TreeAlgorithm>>& cover_algorithm_words();

/// For example "torus 8 x 8 joint cover, root (2, 3)".
std::string describe_cover(const CoverScenario& scenario);

/// Every key of a scenario over a cover.
const language::Table& cover_language();

/// Reads everything but the name; see Family::read.
void read_cover_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

FamilyHelp cover_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_LANGUAGE_H_
