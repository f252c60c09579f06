// tree_family.cpp: what the command needs to know of trees, and the algorithms and variants that
// could carry out a tree's operation instead.
#include "sim/families/tree/tree_family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>

#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_ledger.h"
#include "sim/families/tree/tree_machine.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/families/tree/tree_work.h"
#include "sim/run/family/recipe.h"

namespace flitwise {

std::vector<Recipe> sort_cost_recipes(const YamlNode& values) {
  const YamlNode* options = values.find("options");
  if (options == nullptr || options->find("sort_cost") == nullptr) return {};
  std::vector<Recipe> recipes;
  for (const auto& cost : sort_cost_words())
    recipes.push_back({{}, {{"options.sort_cost", cost.word}}});
  return recipes;
}

namespace {

// PEs that have a message, nearer ones first or farther ones first or by number alone.
std::vector<Node> order_by(const TreeScenario& scenario,
                           const std::function<Node(Node depth)>& rank) {
  const PlacedTree tree = placed_tree(scenario);
  std::vector<Node> order;
  for (Node v = 0; v < tree.nodes(); ++v)
    if (scenario.lengths[index_of(v)] > 0) order.push_back(v);
  std::stable_sort(order.begin(), order.end(),
                   [&](Node a, Node b) { return rank(tree.depth(a)) < rank(tree.depth(b)); });
  return order;
}

std::vector<Node> by_number(const TreeScenario& scenario) {
  return order_by(scenario, [](Node) { return 0; });
}
std::vector<Node> nearest_first(const TreeScenario& scenario) {
  return order_by(scenario, [](Node depth) { return depth; });
}
std::vector<Node> farthest_first(const TreeScenario& scenario) {
  return order_by(scenario, [](Node depth) { return -depth; });
}

// What a variant chooses by itself, and what the scenario's own choice must not get in the way of.
Recipe recipe(TreeAlgorithm algorithm, std::vector<Setting> settings) {
  settings.push_back({"algorithm", word_for(tree_algorithm_words(), algorithm)});
  return {{"order", "options.sync"}, std::move(settings)};
}

Recipe order_recipe(const std::vector<Node>& order) {
  return recipe(TreeAlgorithm::kOrder, {{"order", fmt::format("[{}]", fmt::join(order, ", "))}});
}

// Each of the recipes for either number of ports.
std::vector<Recipe> in_both_regimes(const std::vector<Recipe>& recipes) {
  std::vector<Recipe> all;
  for (const auto& ports : ports_words()) {
    for (Recipe made : recipes) {
      made.settings.push_back({"options.ports", ports.word});
      all.push_back(std::move(made));
    }
  }
  return all;
}

std::vector<Recipe> scatter_recipes(const TreeScenario& base) {
  std::vector<Recipe> recipes{recipe(TreeAlgorithm::kFdf, {})};
  if (base.algorithm == TreeAlgorithm::kOrder) recipes.push_back(order_recipe(base.order));
  recipes.push_back(order_recipe(by_number(base)));
  recipes.push_back(order_recipe(nearest_first(base)));
  return recipes;
}

std::vector<Recipe> gather_recipes() {
  std::vector<Recipe> recipes;
  for (const char* end_mark : {"false", "true"})
    recipes.push_back(recipe(TreeAlgorithm::kShoulderTap, {{"options.end_mark", end_mark}}));
  for (const std::string& rule : words_of(rule_words())) {
    const Setting rule_setting{"options.rule", rule};
    // Where no sync can be chosen, the one without the key is accepted.
    recipes.push_back(recipe(TreeAlgorithm::kCertification, {rule_setting}));
    for (const std::string& sync : words_of(sync_words()))
      recipes.push_back(
          recipe(TreeAlgorithm::kCertification, {rule_setting, {"options.sync", sync}}));
  }
  return recipes;
}

// Whole messages, flit by flit, and in the packets that the scenario has.
std::vector<Recipe> broadcast_recipes() {
  const auto with = [](TreeAlgorithm algorithm, std::vector<std::string> removed,
                       std::vector<Setting> settings) {
    Recipe made = recipe(algorithm, std::move(settings));
    made.removed.insert(made.removed.end(), removed.begin(), removed.end());
    return made;
  };
  std::vector<Recipe> recipes;
  for (const TreeAlgorithm algorithm : {TreeAlgorithm::kLargestFirst, TreeAlgorithm::kIndex}) {
    recipes.push_back(with(algorithm, {"options.ports"}, {}));
    recipes.push_back(with(algorithm, {"options.ports", "options.packet"}, {}));
    recipes.push_back(with(algorithm, {"options.ports"}, {{"options.packet", "1"}}));
  }
  recipes.push_back(with(TreeAlgorithm::kFlood, {"options.ports", "options.packet"}, {}));
  return recipes;
}

std::vector<Recipe> recipes_for(const TreeScenario& base) {
  if (operation_of(base.algorithm) == TreeOperation::kBroadcast) return broadcast_recipes();
  return in_both_regimes(operation_of(base.algorithm) == TreeOperation::kScatter
                             ? scatter_recipes(base)
                             : gather_recipes());
}

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    const TreeScenario& tree = tree_of(s);
    return std::make_tuple(tree.algorithm, tree.order, tree.parents, s.shape, tree_variant(s));
  };
  return key(a) == key(b);
}

// The scenario on each network that it can choose: on a graph, on every kind of spanning tree and
// on the one that it gives.
std::vector<YamlNode> networks_of(const YamlNode& values) {
  const YamlNode* network = values.find("network");
  const YamlNode* kind = network == nullptr ? nullptr : network->find("kind");
  if (kind == nullptr || kind->text != "graph") return {values};
  std::vector<YamlNode> all;
  if (network->find("parents") != nullptr) all.push_back(values);
  for (const std::string& spanning : words_of(spanning_words())) {
    ErrorList errors;
    all.push_back(values);
    apply_setting({"network.parents", "null"}, values.place.text->file, all.back(), errors);
    apply_setting({"network.spanning", spanning}, values.place.text->file, all.back(), errors);
  }
  return all;
}

// What makes one of these networks of the other.
Recipe spanning_of(const YamlNode& values) {
  const YamlNode* network = values.find("network");
  const YamlNode* spanning = network == nullptr ? nullptr : network->find("spanning");
  if (spanning == nullptr) return {};
  return {{}, {{"network.spanning", spanning->text}}};
}

// Every other algorithm, rule, sync, order and spanning tree of the network that the scenario
// reader accepts for the scenario, each once. All else stays as it is, but options that belong to
// another algorithm fall away. `own` has a scenario, on a tree.
std::vector<Scenario> tree_alternatives(const ScenarioReading& own, Refusals* refusals = nullptr) {
  std::vector<Scenario> known{*own.scenario};
  for (const YamlNode& values : networks_of(own.values)) {
    // For example with more children in this tree than a router has links there is none.
    const std::optional<Scenario> base = cook(*own.families, spanning_of(values), values, refusals);
    if (!base) continue;
    for (const Recipe& recipe : recipes_for(tree_of(*base)))
      add_if_new(known, cook(*own.families, recipe, values, refusals), is_same);
    for (const Recipe& recipe : sort_cost_recipes(values))
      add_if_new(known, cook(*own.families, recipe, values, refusals), is_same);
  }
  known.erase(known.begin());
  return known;
}

// For algorithm order: "by number", "nearest first", "farthest first" or "as given"; else empty.
std::string describe_order(const TreeScenario& scenario) {
  if (scenario.algorithm != TreeAlgorithm::kOrder) return {};
  if (scenario.order == by_number(scenario)) return "by number";
  if (scenario.order == nearest_first(scenario)) return "nearest first";
  return scenario.order == farthest_first(scenario) ? "farthest first" : "as given";
}

class TreeFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"tree", "graph"};
    return kinds;
  }

  const language::Table* language() const override { return &tree_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_tree_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const TreeScenario& tree = tree_of(scenario);
    result.algorithm = method_of(tree.algorithm).word;
    result.variant = tree_variant(scenario);
    result.pes = static_cast<Node>(tree.parents.size());
    result.flits = tree.length > 0
                       ? tree.length
                       : std::accumulate(tree.lengths.begin(), tree.lengths.end(), Flits{0});
    result.columns = {{"T_sync", "t_sync"}};
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    return flitwise::blank_figures(tree_of(scenario));
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return std::make_unique<TreeWork>(scenario, events);
  }

  const language::Table* host_language() const override { return &tree_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_tree_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    const TreeScenario& tree = tree_of(host);
    return std::make_unique<TreeMachine>(placed_tree(tree), tree.options.ports);
  }

  std::vector<std::string> pe_names(const Scenario& scenario) const override {
    return tree_of(scenario).node_names;
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return tree_alternatives(own);
  }

  std::vector<RefusedVariant> refused_alternatives(const ScenarioReading& own) const override {
    Refusals refusals;
    tree_alternatives(own, &refusals);
    return std::move(refusals).take();
  }

  std::string distinction(const Scenario& scenario) const override {
    return describe_order(tree_of(scenario));
  }

  std::string value_name(FlitKind kind) const override {
    const bool has_value =
        kind == FlitKind::kTap || kind == FlitKind::kCertificate || kind == FlitKind::kOrder;
    return has_value ? "value" : "";
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return tree_places(tree_of(scenario).parents);
  }

  Phases phases(const Scenario& scenario, const Result& result) const override {
    return tree_phases(scenario, result);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_tree_waves(scenario, layout);
  }

  std::string title() const override { return "Trees"; }

  FamilyHelp help() const override { return tree_help(); }

  std::vector<Explanation> explanations() const override {
    return explanations_of("trees of bufferless routers", tree_methods());
  }

  bool has_diagram() const override { return true; }

  std::function<Step(Node, Node)> link_steps(const Scenario& scenario) const override {
    return [&tree = tree_of(scenario)](Node from, Node to) {
      const LatencyOption& links = tree.options.link_latency;
      return tree.parents[index_of(to)] == from ? links.of(to).down : links.of(from).up;
    };
  }
};

}  // namespace

const Family& tree_family() {
  static const TreeFamily family;
  return family;
}

}  // namespace flitwise
