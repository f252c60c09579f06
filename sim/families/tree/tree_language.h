// tree_language.h: trees in the scenario language: words, reader, texts, and what compares with
// what.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_LANGUAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/families/tree/tree_keys.h"
#include "sim/families/tree/tree_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_words.h"
#include "sim/run/family/family.h"
#include "sim/run/family/recipe.h"

namespace flitwise {

const std::vector<Choice<Operation>>& tree_operation_words();
const std::vector<Choice<TreeAlgorithm>>& tree_algorithm_words();
/// Rules whose orders can be kept, whatever the tree.
const std::vector<Choice<CertificationRule>>& rule_words();
/// Those and the printed one.
const std::vector<Choice<CertificationRule>>& single_port_rule_words();
const std::vector<Choice<Sync>>& sync_words();
const std::vector<Choice<SortCost>>& sort_cost_words();
const std::vector<Choice<Ports>>& ports_words();
const std::vector<Choice<RandomShape>>& depth_words();
const std::vector<Choice<Spanning>>& spanning_words();

/// What distinguishes runs of one algorithm, for example "tight, seq" or "end mark"; may be empty.
std::string variant_text(TreeAlgorithm algorithm, const TreeOptions& options, Build build);
std::string tree_variant(const Scenario& scenario);

/// Every key of a scenario on a tree.
const language::Table& tree_language();

/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_tree_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// Reads the section `network` alone and builds the tree, for scenarios that run something else on
/// it. Errors: adds a ConfigError for each rule that is broken, and then returns nothing.
std::optional<TreeNetwork> read_tree_network(const Value& section, ErrorList& errors);

FamilyHelp tree_help();

/// Every other algorithm, rule, sync, order and spanning tree of the network that the scenario
/// reader accepts for the scenario, each once. All else stays as it is, but options that belong to
/// another algorithm fall away.
/// Shape: `own` has a scenario, on a tree.
std::vector<Scenario> tree_alternatives(const ScenarioReading& own);
/// The scenario with every sort cost, if it says one itself: what a PE takes to sort is a fact of
/// the machine, which one varies only if one asks.
std::vector<Recipe> sort_cost_recipes(const YamlNode& values);
/// For algorithm order: "by number", "nearest first", "farthest first" or "as given"; else empty.
std::string describe_order(const TreeScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_LANGUAGE_H_
