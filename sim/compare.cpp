#include "sim/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>

#include "sim/scenario_graph.h"
#include "sim/scenario_words.h"
#include "systemc/topology/tree.h"

namespace flitwise {
namespace {

// Changes that make one scenario into another. A variant is read like a scenario of the user's:
// the reader's rules alone decide what can be combined.
struct Recipe {
  Algorithm algorithm;
  std::vector<Setting> settings;
};

void erase_key(YamlNode& map, const std::string& key) {
  const auto is_it = [&](const YamlEntry& entry) { return entry.key == key; };
  map.entries.erase(std::remove_if(map.entries.begin(), map.entries.end(), is_it),
                    map.entries.end());
}

// PEs that have a message, nearer ones first or farther ones first or by number alone.
std::vector<Node> order_by(const Scenario& scenario, const std::function<Node(Node depth)>& rank) {
  const Tree tree(scenario.parents);
  std::vector<Node> order;
  for (Node v = 1; v < tree.size(); ++v)
    if (scenario.lengths[static_cast<std::size_t>(v)] > 0) order.push_back(v);
  std::stable_sort(order.begin(), order.end(),
                   [&](Node a, Node b) { return rank(tree.depth(a)) < rank(tree.depth(b)); });
  return order;
}

std::vector<Node> by_number(const Scenario& scenario) {
  return order_by(scenario, [](Node) { return 0; });
}
std::vector<Node> nearest_first(const Scenario& scenario) {
  return order_by(scenario, [](Node depth) { return depth; });
}
std::vector<Node> farthest_first(const Scenario& scenario) {
  return order_by(scenario, [](Node depth) { return -depth; });
}

Recipe recipe(Algorithm algorithm, std::vector<Setting> settings) {
  settings.push_back({"algorithm", word_for(algorithm_words(), algorithm)});
  return {algorithm, std::move(settings)};
}

Recipe order_recipe(const std::vector<Node>& order) {
  return recipe(Algorithm::kOrder, {{"order", fmt::format("[{}]", fmt::join(order, ", "))}});
}

std::vector<Recipe> recipes_for(const Scenario& base) {
  if (base.operation == Operation::kScatter) {
    std::vector<Recipe> recipes{recipe(Algorithm::kFdf, {})};
    if (base.algorithm == Algorithm::kOrder) recipes.push_back(order_recipe(base.order));
    recipes.push_back(order_recipe(by_number(base)));
    recipes.push_back(order_recipe(nearest_first(base)));
    return recipes;
  }
  std::vector<Recipe> recipes;
  for (const char* end_mark : {"false", "true"})
    recipes.push_back(recipe(Algorithm::kShoulderTap, {{"options.end_mark", end_mark}}));
  for (const std::string& rule : words_of(rule_words())) {
    const Setting rule_setting{"options.rule", rule};
    // Where no sync can be chosen, the one without the key is accepted.
    recipes.push_back(recipe(Algorithm::kCertification, {rule_setting}));
    for (const std::string& sync : words_of(sync_words()))
      recipes.push_back(recipe(Algorithm::kCertification, {rule_setting, {"options.sync", sync}}));
  }
  return recipes;
}

// Names of options that the reader refuses because they belong to another algorithm.
std::vector<std::string> foreign_options(const ScenarioReading& reading) {
  const std::string prefix = "options.";
  std::vector<std::string> names;
  for (const ConfigError& error : reading.errors)
    if (error.key().rfind(prefix, 0) == 0 &&
        error.rule().rfind("is an option of algorithm", 0) == 0)
      names.push_back(error.key().substr(prefix.size()));
  return names;
}

std::optional<Scenario> cook(const Recipe& recipe, YamlNode values) {
  const std::string file = values.place.text->file;
  ErrorList errors;
  erase_key(values, "order");
  if (YamlNode* options = values.find("options")) erase_key(*options, "sync");
  for (const Setting& setting : recipe.settings) apply_setting(setting, file, values, errors);
  if (!errors.empty()) return std::nullopt;
  ScenarioReading reading = read_scenario_values(values);
  const std::vector<std::string> foreign = foreign_options(reading);
  if (!foreign.empty()) {
    for (const std::string& name : foreign) erase_key(*values.find("options"), name);
    reading = read_scenario_values(values);
  }
  return reading.scenario;
}

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(s.algorithm, s.order, s.parents, s.shape, variant_of(s));
  };
  return key(a) == key(b);
}

void add_if_new(std::vector<Variant>& variants, const std::optional<Scenario>& scenario) {
  if (!scenario) return;
  const auto same = [&](const Variant& known) { return is_same(known.scenario, *scenario); };
  if (std::none_of(variants.begin(), variants.end(), same))
    variants.push_back({*scenario, Origin::kAlternative});
}

// The scenario on each network that it can choose: on a graph, on every kind of spanning tree.
std::vector<YamlNode> networks_of(const YamlNode& values) {
  const YamlNode* network = values.find("network");
  const YamlNode* kind = network == nullptr ? nullptr : network->find("kind");
  if (kind == nullptr || kind->text != "graph") return {values};
  std::vector<YamlNode> all;
  for (const std::string& spanning : words_of(spanning_words())) {
    ErrorList errors;
    all.push_back(values);
    apply_setting({"network.spanning", spanning}, values.place.text->file, all.back(), errors);
  }
  return all;
}

}  // namespace

std::vector<Variant> variants_of(const ScenarioReading& own) {
  std::vector<Variant> variants{{*own.scenario, Origin::kOwn}};
  for (const YamlNode& values : networks_of(own.values)) {
    const std::optional<Scenario> base = read_scenario_values(values).scenario;
    if (!base) continue;  // for example more children in this tree than a router has links
    for (const Recipe& recipe : recipes_for(*base)) add_if_new(variants, cook(recipe, values));
  }
  return variants;
}

std::string describe_order(const Scenario& scenario) {
  if (scenario.algorithm != Algorithm::kOrder) return {};
  if (scenario.order == by_number(scenario)) return "by number";
  if (scenario.order == nearest_first(scenario)) return "nearest first";
  return scenario.order == farthest_first(scenario) ? "farthest first" : "as given";
}

std::string label_of(const Scenario& scenario) {
  const std::string order = describe_order(scenario);
  const std::string variant = variant_of(scenario);
  const std::string details = order + (order.empty() || variant.empty() ? "" : ", ") + variant;
  const std::string name = word_for(algorithm_words(), scenario.algorithm);
  return details.empty() ? name : fmt::format("{} ({})", name, details);
}

}  // namespace flitwise
