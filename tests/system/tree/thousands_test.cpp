// Twenty thousand random instances of every variant, beside the two thousand of the fast tests.
#include <gtest/gtest.h>

#include "sim/run/runner.h"
#include "tests/support/random_scenarios.h"
#include "tests/system/star/star_runs.h"

namespace flitwise {
namespace {

constexpr std::uint64_t kFirstSeed = 1'000'000;
constexpr std::uint64_t kPerCase = 2'500;

class Thousands : public testing::TestWithParam<int> {};

TEST_P(Thousands, BehaveAsPredictedEventByEvent) {
  Flits flits = 0;
  for (std::uint64_t i = 0; i < kPerCase; ++i) {
    const std::uint64_t seed = kFirstSeed + static_cast<std::uint64_t>(GetParam()) * kPerCase + i;
    const Scenario scenario = testing_support::random_scenario(seed, 64);
    const Result result = run_in_child(scenario, {});
    EXPECT_EQ(result.outcome, Outcome::kPass) << "seed " << seed << "\n"
                                              << testing_support::text_of(scenario);
    flits += result.flits;
  }
  EXPECT_GT(flits, 0);
}

TEST_P(Thousands, BehaveAsPredictedWhateverRoutersLinksAndPesTake) {
  constexpr Step kMostSteps = 8;
  Flits flits = 0;
  for (std::uint64_t i = 0; i < kPerCase; ++i) {
    const std::uint64_t seed =
        2 * kFirstSeed + static_cast<std::uint64_t>(GetParam()) * kPerCase + i;
    const Scenario scenario = testing_support::with_random_latencies(
        testing_support::random_scenario(seed, 64), seed, kMostSteps);
    const Result result = run_in_child(scenario, {});
    EXPECT_EQ(result.outcome, Outcome::kPass) << "seed " << seed << "\n"
                                              << testing_support::text_of(scenario);
    flits += result.flits;
  }
  EXPECT_GT(flits, 0);
}

// Three thousand on star graphs: event by event where nothing is lost.
TEST_P(Thousands, OfStarGraphsAgreeWhateverRoutersAndLinksTake) {
  constexpr std::uint64_t kStarsPerCase = 375;
  constexpr Step kMostLink = 16;
  int predicted = 0;
  for (std::uint64_t i = 0; i < kStarsPerCase; ++i) {
    const std::uint64_t seed =
        3 * kFirstSeed + static_cast<std::uint64_t>(GetParam()) * kStarsPerCase + i;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Result result = testing_support::expect_pass(
        testing_support::text_of(testing_support::random_ask(seed, kMostLink)));
    if (testing_support::check_of(result, "events").ok) ++predicted;
  }
  EXPECT_GT(predicted, 100);
}

INSTANTIATE_TEST_SUITE_P(Twenty, Thousands, testing::Range(0, 8));

}  // namespace
}  // namespace flitwise
