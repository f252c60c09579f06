#include "sim/families/fat_tree/fat_tree_compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_setup.h"
#include "sim/run/family/recipe.h"
#include "tb/theory/fat_tree/fat_tree_conflicts.h"

namespace flitwise {
namespace {

// Leaves with a message, nearer ones first, then by number.
std::vector<Node> nearest_first(const FatTreeScenario& scenario) {
  const FatTree tree = make_fat_tree(scenario);
  const Node source = scenario.roots.front();
  std::vector<Node> order;
  for (Node x = 0; x < tree.leaves(); ++x)
    if (scenario.lengths[static_cast<std::size_t>(x)] > 0) order.push_back(x);
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) {
    return tree.meeting_level(source, a) < tree.meeting_level(source, b);
  });
  return order;
}

Recipe recipe(const char* algorithm) { return {{"order"}, {{"algorithm", algorithm}}}; }

std::vector<Recipe> recipes_for(const Scenario& own) {
  std::vector<Recipe> recipes;
  for (const FatTreeMethod& method : fat_tree_methods())
    if (method.task->operation == own.operation && !method.is_ordered)
      recipes.push_back(recipe(method.word));
  const FatTreeScenario& tree = fat_tree_of(own);
  if (own.operation == Operation::kScatter && tree.roots.size() == 1) {
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
  if (one.operation != Operation::kScatter || own.roots.size() != 2) return false;
  const FatTree tree = make_fat_tree(own);
  return !theory::check_schedule(tree, predict(own, tree).dispatch).conflict_free();
}

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(fat_tree_of(s).algorithm, fat_tree_of(s).orders, fat_tree_variant(s));
  };
  return key(a) == key(b);
}

}  // namespace

std::vector<Scenario> fat_tree_alternatives(const ScenarioReading& own) {
  std::vector<Scenario> known{*own.scenario};
  for (const Recipe& one : recipes_for(*own.scenario)) {
    const auto cooked = cook(*own.families, one, own.values);
    if (!cooked || !collides(*cooked)) add_if_new(known, cooked, is_same);
  }
  known.erase(known.begin());
  return known;
}

std::string describe_leaf_order(const FatTreeScenario& scenario) {
  if (!method_of(scenario).is_ordered) return {};
  if (scenario.roots.size() == 2) return "as given";
  return scenario.orders[0] == nearest_first(scenario) ? "nearest first" : "as given";
}

}  // namespace flitwise
