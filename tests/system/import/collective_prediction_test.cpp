// Schedules from files, event by event as predicted up to where two messages first meet.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/system/import/random_goals.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::GoalNetwork;
using test::Meetings;

Result run_sample(const GoalNetwork& network, const std::string& file, const std::string& format,
                  const std::string& more) {
  return testing_support::run_text(
      fmt::format("network: {{{}}}\noperation: collective\nschedule: {{file: {}, format: "
                  "{}{}}}\noptions: {{{}}}\n",
                  network.network, file, format, more, network.options),
      FLITWISE_TEST_DATA "/import/scenario.yaml");
}

TEST(CollectivePrediction, OfEverySampleHoldsOrNamesTheFirstMeeting) {
  const std::vector<std::pair<std::string, std::string>> goals{{"scatter.goal", "goal"},
                                                               {"allgather_ring.goal", "goal"},
                                                               {"gather.goal", "goal"},
                                                               {"alltoall.goal", "goal"},
                                                               {"collide.goal", "goal"}};
  std::vector<std::pair<std::string, std::string>> chunks{{"allreduce_ring.xml", "msccl"}};
  for (const char* operation : {"scatter", "allgather_ring", "gather", "alltoall"}) {
    chunks.emplace_back(fmt::format("{}.xml", operation), "msccl");
    chunks.emplace_back(fmt::format("{}.json", operation), "teccl");
  }
  int exact = 0;
  int meeting = 0;
  const auto expect = [&](const GoalNetwork& network, const auto& file, const std::string& more) {
    const Result result = run_sample(network, file.first, file.second, more);
    ++(test::expect_predicted(result, network) ? exact : meeting);
    EXPECT_FALSE(HasFailure()) << network.network << " " << network.options << " " << file.first
                               << more;
  };
  for (const GoalNetwork& network : test::goal_networks()) {
    for (const auto& file : goals) expect(network, file, "");
    for (const auto& file : chunks) expect(network, file, ", chunk_flits: 3");
  }
  EXPECT_GT(exact, 80);
  EXPECT_GT(meeting, 20);
}

TEST(CollectivePrediction, OfRandomSchedulesHoldsOnEveryNetwork) {
  constexpr unsigned kSeeds = 20;
  for (const GoalNetwork& network : test::goal_networks()) {
    unsigned exact = 0;
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
      exact += test::expect_predicted(network, seed);
      if (HasFailure()) FAIL() << network.network << ", seed " << seed;
    }
    EXPECT_GE(exact, kSeeds / 5) << network.network;
  }
}

// A ring's all-reduce passes 3 reductions in a row, each of which waits for the one before.
TEST(CollectivePrediction, CountsTheStepsOfReductions) {
  const GoalNetwork torus{"kind: torus, sides: [4]", "", 4, Meetings::kWait, false};
  Step finish = 0;
  for (const int add : {0, 5}) {
    GoalNetwork adding = torus;
    adding.options = fmt::format("add: {}", add);
    const Result result = run_sample(adding, "allreduce_ring.xml", "msccl", ", chunk_flits: 2");
    EXPECT_TRUE(test::expect_predicted(result, adding));
    EXPECT_EQ(testing_support::check_of(result, "contents").measured, "16 of 16 chunks");
    EXPECT_EQ(result.lower_bound, result.measured.finish);
    if (add > 0) {
      EXPECT_EQ(result.measured.finish, finish + 3 * add);
    }
    finish = result.measured.finish;
  }
}

TEST(CollectivePrediction, GoesUpToTheMeetingThatItNames) {
  const GoalNetwork fat{"kind: fat-tree, leaves: 4, capacities: constant", "", 4};
  const Result result = run_sample(fat, "collide.goal", "goal", "");
  EXPECT_FALSE(test::expect_predicted(result, fat));
  EXPECT_EQ(result.notes.back(),
            "in step 4 transfer 0 (rank 1: l1 (line 9)) and transfer 1 (rank 3: l1 (line 12)) want "
            "the link from switch 1.0 to leaf 0: nothing is predicted of what comes from there on");
}

}  // namespace
}  // namespace flitwise
