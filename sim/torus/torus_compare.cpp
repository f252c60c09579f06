#include "sim/torus/torus_compare.h"

#include <optional>
#include <tuple>

#include "sim/recipe.h"
#include "sim/torus/torus_words.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(torus_of(s).algorithm, torus_variant(torus_of(s)));
  };
  return key(a) == key(b);
}

// Queues too shallow for a barrier leave the nodes' own pace.
void add_paces(const YamlNode& values, Recipe recipe, std::vector<Scenario>& known) {
  for (const char* barrier : {"true", "false"}) {
    recipe.settings.push_back({"options.barrier", barrier});
    add_if_new(known, cook(recipe, values), is_same);
    recipe.settings.pop_back();
  }
}

}  // namespace

std::vector<Scenario> torus_alternatives(const ScenarioReading& own) {
  std::vector<Scenario> known{*own.scenario};
  if (torus_of(*own.scenario).algorithm == TorusAlgorithm::kImported)
    add_paces(own.values, {}, known);
  for (const auto& word : torus_algorithm_words())
    if (word.meaning != TorusAlgorithm::kImported)
      add_paces(own.values, {{"file"}, {{"algorithm", word.word}}}, known);
  known.erase(known.begin());
  return known;
}

}  // namespace flitwise
