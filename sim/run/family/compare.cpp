#include "sim/run/family/compare.h"

#include <fmt/format.h>

#include "sim/run/family/family.h"

namespace flitwise {

std::vector<Variant> variants_of(const ScenarioReading& own) {
  std::vector<Variant> variants{{*own.scenario, Origin::kOwn}};
  for (Scenario& scenario : family_of(*own.scenario).alternatives(own))
    variants.push_back({std::move(scenario), Origin::kAlternative});
  return variants;
}

std::string label_of(const Scenario& scenario) {
  Result words;
  family_of(scenario).identify(scenario, words);
  const std::string distinction = family_of(scenario).distinction(scenario);
  const std::string between = distinction.empty() || words.variant.empty() ? "" : ", ";
  const std::string details = distinction + between + words.variant;
  return details.empty() ? words.algorithm : fmt::format("{} ({})", words.algorithm, details);
}

}  // namespace flitwise
