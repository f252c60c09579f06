#include "sim/families/cover/cover_compare.h"

#include <tuple>

#include "sim/families/cover/cover_words.h"
#include "sim/families/tree/language/tree_recipes.h"
#include "sim/families/tree/language/tree_words.h"
#include "sim/run/family/recipe.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    const CoverScenario& cover = cover_of(s);
    return std::make_tuple(s.shape, cover.algorithm,
                           variant_text(cover.algorithm, cover.options, s.options.build));
  };
  return key(a) == key(b);
}

// What may be changed beside the cover; nothing at all is one of it.
std::vector<Recipe> recipes_for(const CoverScenario& base, const YamlNode& values) {
  std::vector<Recipe> recipes{{}};
  if (operation_of(base.algorithm) == Operation::kGather) {
    const auto word = [](TreeAlgorithm algorithm) {
      return word_for(cover_algorithm_words(), algorithm);
    };
    for (const std::string& rule : words_of(rule_words()))
      recipes.push_back(
          {{}, {{"algorithm", word(TreeAlgorithm::kCertification)}, {"options.rule", rule}}});
    recipes.push_back({{}, {{"algorithm", word(TreeAlgorithm::kTimetable)}}});
  }
  for (Recipe& recipe : sort_cost_recipes(values)) recipes.push_back(std::move(recipe));
  return recipes;
}

std::vector<Recipe> on_every_cover(const std::vector<Recipe>& recipes, CoverShape shape) {
  std::vector<Recipe> all;
  for (const std::string& cover :
       words_of(is_mesh(shape) ? mesh_cover_words() : torus_cover_words())) {
    for (Recipe recipe : recipes) {
      recipe.settings.push_back({"network.cover", cover});
      all.push_back(std::move(recipe));
    }
  }
  return all;
}

}  // namespace

std::vector<Scenario> cover_alternatives(const ScenarioReading& own) {
  const CoverScenario& base = cover_of(*own.scenario);
  const std::vector<Recipe> recipes = on_every_cover(recipes_for(base, own.values), base.shape);
  std::vector<Scenario> known{*own.scenario};
  for (const Recipe& recipe : recipes)
    add_if_new(known, cook(*own.families, recipe, own.values), is_same);
  known.erase(known.begin());
  return known;
}

}  // namespace flitwise
