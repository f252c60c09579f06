// made_scenarios.h: scenarios that tests fill in themselves, without a file.
#ifndef FLITWISE_TESTS_SUPPORT_MADE_SCENARIOS_H_
#define FLITWISE_TESTS_SUPPORT_MADE_SCENARIOS_H_

#include <any>
#include <utility>

#include "sim/families/cover/cover_family.h"
#include "sim/families/cover/cover_scenario.h"
#include "sim/families/tree/tree_family.h"
#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"

namespace flitwise::testing_support {

inline Scenario made_scenario(const Family& family, std::any system) {
  Scenario scenario;
  scenario.family = &family;
  scenario.system = std::move(system);
  return scenario;
}

inline Scenario made_scenario(TreeScenario tree = {}) {
  return made_scenario(tree_family(), std::move(tree));
}

inline Scenario made_scenario(CoverScenario cover) {
  return made_scenario(cover_family(), std::move(cover));
}

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SUPPORT_MADE_SCENARIOS_H_
