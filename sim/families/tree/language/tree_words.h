// tree_words.h: the words of the scenario language on trees, once for reader, reports and help.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_WORDS_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_WORDS_H_

#include <any>
#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/language/scenario_words.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/topology/tree/placed_tree.h"
#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise {

enum class Shape : std::uint8_t { kPath, kComplete, kStar, kCaterpillar, kRandom };

const std::vector<Choice<Operation>>& tree_operation_words();
const std::vector<Choice<TreeAlgorithm>>& tree_algorithm_words();
/// Those and the one that several trees at once have alone.
const std::vector<Choice<TreeAlgorithm>>& all_algorithm_words();
/// Rules whose orders can be kept, whatever the tree.
const std::vector<Choice<CertificationRule>>& rule_words();
/// Those and the printed one.
const std::vector<Choice<CertificationRule>>& single_port_rule_words();
const std::vector<Choice<bool Printed::*>>& printed_words();
const std::vector<Choice<Sync>>& sync_words();
const std::vector<Choice<SortCost>>& sort_cost_words();
const std::vector<Choice<Ports>>& ports_words();
const std::vector<Choice<Shape>>& shape_words();
const std::vector<Choice<RandomShape>>& depth_words();

/// Keys that a shape takes beside `kind` and `shape`.
const std::vector<std::string>& shape_keys(Shape shape);

/// The operation that an algorithm carries out.
Operation operation_of(TreeAlgorithm algorithm);

/// What distinguishes runs of one algorithm, for example "tight, seq" or "end mark"; may be empty.
std::string variant_text(TreeAlgorithm algorithm, const TreeOptions& options, Build build);
std::string tree_variant(const Scenario& scenario);

/// The tree's part of a scenario on a tree.
/// Errors: throw std::bad_any_cast for a scenario of another family.
inline const TreeScenario& tree_of(const Scenario& scenario) {
  return std::any_cast<const TreeScenario&>(scenario.system);
}
inline TreeScenario& tree_of(Scenario& scenario) {
  return std::any_cast<TreeScenario&>(scenario.system);
}

/// The tree in the user's numbers and in those of the formulas, whose root is PE 0.
inline PlacedTree placed_tree(const TreeScenario& scenario) {
  return {scenario.root, scenario.parents};
}

/// Limits of the hardware.
inline constexpr Node kMostChildren = kMaxRouterChildren;
static_assert(kMostPes == kMaxTreePes);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_WORDS_H_
