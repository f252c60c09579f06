// One behaviour on fat trees, whichever switches are left out.
#include <gtest/gtest.h>

#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::run_with_events;

const std::vector<std::string> kTasks{
    "broadcast flood",      "scatter furthest-first", "gather furthest-first",
    "gather naive",         "multinode flood",        "multinode phased",
    "multinode queue-free", "exchange phased",        "exchange far-first"};

TEST(FatTreeBuilds, SkippingIdleSwitchesChangesNothing) {
  for (const char* capacities : {"constant", "exponential"}) {
    for (const std::string& task : kTasks) {
      Scenario scenario = fat_tree_scenario(fat_tree(8, capacities), task);
      const Result skipping = run_with_events(scenario);
      scenario.options.skip_idle = false;
      const Result evaluating = run_with_events(scenario);

      EXPECT_EQ(skipping.events, evaluating.events) << task;
      EXPECT_EQ(skipping.outcome, Outcome::kPass) << task;
      EXPECT_LT(skipping.router_cycles, evaluating.router_cycles) << task;
    }
  }
}

TEST(FatTreeBuilds, RandomOrderIsTheSameForTheSameSeedAndNotForAnother) {
  const auto events = [](const char* seed) {
    return run_with_events(
               fat_tree_scenario(fat_tree(16, "constant"), "multinode flood",
                                 std::string("options: {policy: random, seed: ") + seed + "}"))
        .events;
  };
  EXPECT_EQ(events("1"), events("1"));
  EXPECT_NE(events("1"), events("2"));
}

}  // namespace
}  // namespace flitwise
