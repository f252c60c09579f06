#include "sim/families/torus/language/torus_compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "sim/families/torus/language/torus_words.h"
#include "sim/run/family/recipe.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(torus_of(s).algorithm, torus_variant(torus_of(s)), torus_of(s).order,
                           torus_of(s).options.strict_lanes);
  };
  return key(a) == key(b);
}

// Queues too shallow for a barrier leave the nodes' own pace.
void add_paces(const ScenarioReading& own, Recipe recipe, std::vector<Scenario>& known) {
  for (const char* barrier : {"true", "false"}) {
    recipe.settings.push_back({"options.barrier", barrier});
    add_if_new(known, cook(*own.families, recipe, own.values), is_same);
    recipe.settings.pop_back();
  }
}

// The same packets under the other lane rule and in every order of dimensions.
std::vector<Scenario> other_routings(const ScenarioReading& own) {
  std::vector<Scenario> known{*own.scenario};
  DimensionOrder order = Torus(torus_of(*own.scenario).sides).ascending_order();
  do {
    for (const auto& rule : lane_rule_words())
      add_if_new(known,
                 cook(*own.families,
                      {{},
                       {{"options.dimension_order", fmt::format("[{}]", fmt::join(order, ", "))},
                        {"options.lane_rule", rule.word}}},
                      own.values),
                 is_same);
  } while (std::next_permutation(order.begin(), order.end()));
  known.erase(known.begin());
  return known;
}

}  // namespace

std::vector<Scenario> torus_alternatives(const ScenarioReading& own) {
  if (torus_of(*own.scenario).traffic) return other_routings(own);
  std::vector<Scenario> known{*own.scenario};
  if (torus_of(*own.scenario).algorithm == TorusAlgorithm::kImported) add_paces(own, {}, known);
  for (const auto& word : torus_algorithm_words())
    if (word.meaning != TorusAlgorithm::kImported)
      add_paces(own, {{"file"}, {{"algorithm", word.word}}}, known);
  known.erase(known.begin());
  return known;
}

}  // namespace flitwise
