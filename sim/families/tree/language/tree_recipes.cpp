#include "sim/families/tree/language/tree_recipes.h"

#include "sim/families/tree/language/tree_words.h"

namespace flitwise {

std::vector<Recipe> sort_cost_recipes(const YamlNode& values) {
  const YamlNode* options = values.find("options");
  if (options == nullptr || options->find("sort_cost") == nullptr) return {};
  std::vector<Recipe> recipes;
  for (const auto& cost : sort_cost_words())
    recipes.push_back({{}, {{"options.sort_cost", cost.word}}});
  return recipes;
}

}  // namespace flitwise
