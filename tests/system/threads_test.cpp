// A run shows the same bytes in any number of parts and threads: families, faults, assertions that
// fail, deadlocks, limits.
#include <utility>

#include "tests/system/split_cases.h"

namespace flitwise::threads_test {
namespace {

class Threads : public testing::TestWithParam<test::SplitCase> {};

TEST_P(Threads, ShowTheSameBytesAsOne) {
  const Scenario scenario = test::scenario_of(GetParam());
  const test::Shown alone = test::shown(scenario, 1, 1);
  const Result& result = alone.result;
  EXPECT_EQ(result.outcome == Outcome::kPass, !GetParam().is_broken);
  EXPECT_FALSE(result.events.empty());
  const std::pair<std::size_t, std::size_t> splits[] = {{2, 1}, {3, 3}, {7, 1},  {2, 2},
                                                        {7, 2}, {7, 7}, {16, 3}, {16, 16}};
  for (const auto& [parts, threads] : splits) {
    const test::Shown split = test::shown(scenario, parts, threads);
    EXPECT_EQ(split.result.problems, result.problems);
    EXPECT_TRUE(split == alone) << parts << " parts, " << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, Threads, testing::ValuesIn(test::kSplitCases),
                         [](const auto& one) { return std::string(one.param.name); });

// Without a number of parts it is the engine that decides: 256 nodes are enough for threads.
TEST(ThreadsOfOptions, AreTakenByLargeNetworksAndChangeNothing) {
  const Scenario scenario = test::scenario_to_split(
      "torus_8x8_uniform.yaml", {{"network.sides", "[16, 16]"}, {"options.measure", "100"}});
  const test::Shown alone = test::shown(scenario, 0, 1);
  for (const std::size_t threads : {0U, 2U, 1024U})
    EXPECT_TRUE(test::shown(scenario, 0, threads) == alone) << threads << " threads";
}

}  // namespace
}  // namespace flitwise::threads_test
