// fat_tree_family.cpp: fat trees as a family of networks, and the algorithms that are compared.
#include "sim/families/fat_tree/fat_tree_family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "sim/families/fat_tree/fat_tree_language.h"
#include "sim/families/fat_tree/fat_tree_ledger.h"
#include "sim/families/fat_tree/fat_tree_machine.h"
#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_work.h"
#include "sim/run/family/recipe.h"
#include "tb/theory/fat_tree/fat_tree_conflicts.h"

namespace flitwise {
namespace {

constexpr const char* kFatTreeScenarios = R"(or, on a fat tree, whose leaves are the PEs:
  network: {kind: fat-tree, leaves: 8, arity: 2, capacities: exponential}
                                  # capacities: constant, exponential or a list like [1, 2, 2]
  operation: exchange             # broadcast, scatter, gather, multinode or exchange
  algorithm: optimal-ebft         # broadcast needs none
  root: 0                         # of broadcast, scatter and gather (default 0); a list of two
                                  # leaves scatters from both at once
  lengths: {each: 1}              # scatter and gather only; default one flit each
  options: {depth: 4}             # optional
A switch of a new shape is verilated and compiled on first use, and kept.
)";

// Leaves with a message, nearer ones first, then by number.
std::vector<Node> nearest_first(const FatTreeScenario& scenario) {
  const FatTree tree = make_fat_tree(scenario);
  const Node source = scenario.roots.front();
  std::vector<Node> order;
  for (Node x = 0; x < tree.leaves(); ++x)
    if (scenario.lengths[index_of(x)] > 0) order.push_back(x);
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) {
    return tree.meeting_level(source, a) < tree.meeting_level(source, b);
  });
  return order;
}

Recipe recipe(const char* algorithm) { return {{"order"}, {{"algorithm", algorithm}}}; }

std::vector<Recipe> recipes_for(const Scenario& own) {
  std::vector<Recipe> recipes;
  for (const FatTreeMethod& method : fat_tree_methods())
    if (method.task->operation == operation_of(fat_tree_of(own).algorithm) && !method.is_ordered)
      recipes.push_back(recipe(method.word));
  const FatTreeScenario& tree = fat_tree_of(own);
  if (operation_of(tree.algorithm) == FatTreeOperation::kScatter && tree.roots.size() == 1) {
    Recipe nearest = recipe("order");
    nearest.settings.push_back(
        {"order", fmt::format("[{}]", fmt::join(nearest_first(tree), ", "))});
    recipes.push_back(std::move(nearest));
  }
  return recipes;
}

// Whether two scatters at once collide; that is known before anything runs.
bool collides(const Scenario& one) {
  const FatTreeScenario& own = fat_tree_of(one);
  if (operation_of(own.algorithm) != FatTreeOperation::kScatter || own.roots.size() != 2)
    return false;
  const FatTree tree = make_fat_tree(own);
  return !theory::check_schedule(tree, predict(own, tree).dispatch, latency_of(own))
              .conflict_free();
}

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(fat_tree_of(s).algorithm, fat_tree_of(s).orders, fat_tree_variant(s));
  };
  return key(a) == key(b);
}

// Every other algorithm of the operation that the reader accepts for the scenario, each once; for a
// scatter also nearest leaves first. All else stays as it is, but options that belong to another
// algorithm fall away.
std::vector<Scenario> fat_tree_alternatives(const ScenarioReading& own,
                                            Refusals* refusals = nullptr) {
  std::vector<Scenario> known{*own.scenario};
  for (const Recipe& one : recipes_for(*own.scenario)) {
    const auto cooked = cook(*own.families, one, own.values, refusals);
    if (!cooked || !collides(*cooked)) add_if_new(known, cooked, is_same);
  }
  known.erase(known.begin());
  return known;
}

// "nearest first" or "as given", where the algorithm has an order.
std::string describe_leaf_order(const FatTreeScenario& scenario) {
  if (!method_of(scenario).is_ordered) return {};
  if (scenario.roots.size() == 2) return "as given";
  return scenario.orders[0] == nearest_first(scenario) ? "nearest first" : "as given";
}

class FatTreeFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"fat-tree"};
    return kinds;
  }
  const language::Table* language() const override { return &fat_tree_language(); }
  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_fat_tree_scenario(root, scenario, errors);
  }
  void identify(const Scenario& scenario, Result& result) const override {
    const FatTreeScenario& tree = fat_tree_of(scenario);
    result.algorithm = word_of(tree.algorithm);
    result.variant = fat_tree_variant(scenario);
    result.pes = tree.leaves;
    result.flits = flits_of(tree);
    result.columns = {{"wait", "wait"}};
  }
  Figure::Members blank_figures(const Scenario& scenario) const override {
    return blank_fat_tree_figures(fat_tree_of(scenario));
  }
  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return std::make_unique<FatTreeWork>(scenario, events);
  }

  const language::Table* host_language() const override { return &fat_tree_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_fat_tree_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    const FatTreeScenario& scenario = fat_tree_of(host);
    const FatTree tree = make_fat_tree(scenario);
    FatTreeNetworkConfig config =
        any_traffic_config(tree, scenario.options.depth, scenario.options.backpressure);
    config.policy = static_cast<InputPolicy>(scenario.options.policy);
    config.seed = scenario.options.seed;
    return std::make_unique<FatTreeMachine>(tree, std::move(config));
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return fat_tree_alternatives(own);
  }

  std::function<Step(Node, Node)> link_steps(const Scenario& scenario) const override {
    const FatTreeScenario& own = fat_tree_of(scenario);
    return [latency = latency_of(own), tree = make_fat_tree(own)](Node from, Node to) {
      return latency.link_of(std::max(tree.level(from), tree.level(to)));
    };
  }

  std::vector<RefusedVariant> refused_alternatives(const ScenarioReading& own) const override {
    Refusals refusals;
    fat_tree_alternatives(own, &refusals);
    return std::move(refusals).take();
  }
  std::string distinction(const Scenario& scenario) const override {
    return describe_leaf_order(fat_tree_of(scenario));
  }

  std::string value_name(FlitKind kind) const override {
    if (kind == FlitKind::kData) return "destination";
    return kind == FlitKind::kCopies ? "copies" : "";
  }
  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return fat_tree_places(make_fat_tree(fat_tree_of(scenario)));
  }
  std::vector<std::string> node_labels(const Scenario& scenario) const override {
    return fat_tree_node_names(make_fat_tree(fat_tree_of(scenario)));
  }
  Phases phases(const Scenario& scenario, const Result&) const override {
    return fat_tree_phases(scenario);
  }
  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_fat_tree_waves(scenario, layout);
  }

  std::string title() const override { return "Fat trees"; }
  FamilyHelp help() const override {
    return {kFatTreeScenarios,
            "  wait       fat trees: most packets that ever waited in one output of a switch\n",
            "  on a fat tree, all algorithms of the operation; scatter also nearest first\n"};
  }
  std::vector<Explanation> explanations() const override {
    return explanations_of("fat trees", fat_tree_methods());
  }
};

}  // namespace

const Family& fat_tree_family() {
  static const FatTreeFamily family;
  return family;
}

}  // namespace flitwise
