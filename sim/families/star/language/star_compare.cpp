#include "sim/families/star/language/star_compare.h"

#include <string>
#include <tuple>

#include "sim/families/star/language/star_words.h"
#include "sim/families/star/star_methods.h"
#include "sim/run/family/recipe.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(star_of(s).algorithm, star_of(s).copies, star_of(s).options.rule);
  };
  return key(a) == key(b);
}

}  // namespace

std::vector<Scenario> star_alternatives(const ScenarioReading& own) {
  std::vector<Scenario> known{*own.scenario};
  const int degree = star_of(*own.scenario).order - 1;
  for (const StarMethod& method : star_methods()) {
    if (method.operation != own.scenario->operation) continue;
    for (int copies = 1; copies <= degree; ++copies)
      for (const auto& rule : star_rule_words()) {
        const Recipe recipe{{},
                            {{"algorithm", method.word},
                             {"copies", std::to_string(copies)},
                             {"options.rule", rule.word}}};
        add_if_new(known, cook(*own.families, recipe, own.values), is_same);
      }
  }
  known.erase(known.begin());
  return known;
}

}  // namespace flitwise
