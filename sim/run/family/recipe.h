// recipe.h: recipes, by which scenarios are made (cooked) from others: changes of what they were
// read from.
#ifndef FLITWISE_SIM_RUN_FAMILY_RECIPE_H_
#define FLITWISE_SIM_RUN_FAMILY_RECIPE_H_

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/family/refused_variant.h"
#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Changes that make one scenario into another.
struct Recipe {
  std::vector<std::string> removed;  ///< keys that go first: "order", "options.sync"
  std::vector<Setting> settings;
};

/// What recipes would have made, had the scenario language allowed it.
class Refusals {
 public:
  void add(const Recipe& recipe, const std::vector<ConfigError>& errors);
  std::vector<RefusedVariant> take() && { return std::move(refused_); }

 private:
  std::vector<RefusedVariant> refused_;
};

/// The scenario that the recipe makes of the values; empty where the scenario language does not
/// allow it, which `refusals` then has, too, if it is there. It is read by the same families and
/// like a scenario of the user's: the reader's rules alone decide what can be combined, but options
/// that are refused because they belong to another algorithm fall away.
std::optional<Scenario> cook(const Families& families, const Recipe& recipe, YamlNode values,
                             Refusals* refusals = nullptr);

/// Adds the scenario if there is one and none of the others is the same.
template <typename IsSame>
void add_if_new(std::vector<Scenario>& scenarios, const std::optional<Scenario>& scenario,
                IsSame&& is_same) {
  if (!scenario) return;
  const auto same = [&](const Scenario& known) { return is_same(known, *scenario); };
  if (std::none_of(scenarios.begin(), scenarios.end(), same)) scenarios.push_back(*scenario);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_RECIPE_H_
