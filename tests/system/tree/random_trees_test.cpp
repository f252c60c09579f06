// Random trees on the routers against theory, every flit on every link in every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "tests/support/random_scenarios.h"

namespace flitwise {
namespace {

using testing_support::random_scenario;
using testing_support::text_of;
using testing_support::with_random_latencies;

enum class Hops { kOfOneStep, kOfSeveralSteps };

const Check* find_check(const Result& result, const std::string& name) {
  for (const Check& check : result.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

// Runs `count` scenarios from `first_seed` on; returns how often each algorithm was met.
std::map<TreeAlgorithm, int> expect_all_as_predicted(std::uint64_t first_seed, int count,
                                                     Hops hops) {
  constexpr Step kMostSteps = 3;
  std::map<TreeAlgorithm, int> met;
  Flits flits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    Scenario scenario = random_scenario(seed, 64);
    if (hops == Hops::kOfSeveralSteps) scenario = with_random_latencies(scenario, seed, kMostSteps);
    const Result result = run_in_child(scenario, {});
    EXPECT_EQ(result.outcome, Outcome::kPass) << "seed " << seed << "\n" << text_of(scenario);
    for (const Check& check : result.checks)
      EXPECT_TRUE(check.ok) << check.name << ": " << check.measured << " measured, "
                            << check.predicted << " predicted";
    EXPECT_NE(find_check(result, "events"), nullptr) << "seed " << seed;
    ++met[tree_of(scenario).algorithm];
    flits += result.flits;
  }
  EXPECT_GT(flits, 0);
  return met;
}

class RandomTrees : public testing::TestWithParam<int> {};

TEST_P(RandomTrees, BehaveAsPredictedEventByEvent) {
  const auto met =
      expect_all_as_predicted(static_cast<std::uint64_t>(GetParam()) * 250, 250, Hops::kOfOneStep);

  EXPECT_EQ(met.size(), 4U) << "an algorithm was never drawn";
}

TEST_P(RandomTrees, BehaveAsPredictedWhateverRoutersLinksAndPesTake) {
  const auto met = expect_all_as_predicted(5000 + static_cast<std::uint64_t>(GetParam()) * 250, 250,
                                           Hops::kOfSeveralSteps);

  EXPECT_EQ(met.size(), 4U) << "an algorithm was never drawn";
}

INSTANTIATE_TEST_SUITE_P(TwoThousand, RandomTrees, testing::Range(0, 8));

}  // namespace
}  // namespace flitwise
