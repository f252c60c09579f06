// More schedules that are drawn, and on routers of others, which are compiled on first use.
#include <gtest/gtest.h>

#include "tests/system/import/random_goals.h"

namespace flitwise {
namespace {

using test::GoalNetwork;
using test::Meetings;

void expect_all(const GoalNetwork& network, unsigned first, unsigned last) {
  unsigned exact = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    exact += test::expect_predicted(network, seed);
    if (testing::Test::HasFailure()) FAIL() << network.network << ", seed " << seed;
  }
  EXPECT_GE(exact, (last - first) / 5) << network.network;
}

GoalNetwork mesh_of(const std::string& router) {
  return {"kind: xy-mesh, sides: [3, 3], router: " FLITWISE_SOURCE_DIR "/tests/data/routers/" +
              router + ".yaml",
          "", 9, Meetings::kWait, false};
}

TEST(CollectivePredictions, OfRandomSchedulesHold) {
  for (const GoalNetwork& network : test::goal_networks()) expect_all(network, 1001, 1200);
}

TEST(CollectivePredictions, OfQueuesOfOneFlitHoldWhereTheyAreEnough) {
  for (const char* network : {"kind: torus, sides: [3, 3]", "kind: xy-mesh, sides: [3, 3]"})
    for (const char* options : {"lanes: 1, depth: 1", "lanes: 2, depth: 1"}) {
      const GoalNetwork short_queues{network, options, 9, Meetings::kWait, false};
      for (unsigned seed = 1; seed <= 50; ++seed) test::expect_predicted(short_queues, seed);
    }
}

TEST(CollectivePredictions, OfRoutersOfOthersHold) {
  for (const char* router : {"plain/placed", "odd/counting"}) expect_all(mesh_of(router), 1, 60);
}

// A flit is two steps in a queue of one, so that a message of two flits finds it full. What a PE's
// port of another's router does then is not known: only single flits can be predicted.
TEST(CollectivePredictions, OfRoutersOfOthersWithQueuesOfOneFlitHoldForSingleFlits) {
  GoalNetwork single = mesh_of("odd/shallow");
  single.longest = 1;
  expect_all(single, 1, 60);
}

TEST(CollectivePredictions, OfRoutersOfOthersWithQueuesOfOneFlitHoldUpToTheFirstMeeting) {
  const GoalNetwork network = mesh_of("odd/shallow");
  for (unsigned seed = 1; seed <= 60; ++seed) test::expect_predicted(network, seed);
}

TEST(CollectivePredictions, OfNetworkTopsHold) {
  for (const char* network :
       {"kind: torus, sides: [2, 2]", "kind: fat-tree, leaves: 4, capacities: constant"})
    expect_all({network, "build: elaborated", 4, Meetings::kWait, false}, 1, 60);
}

}  // namespace
}  // namespace flitwise
