// Fat trees, tori and star graphs as one model of the whole network: the same events as assembled.
//
// Of the smallest networks, which compile in seconds on first use; others are among the slow tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

void expect_same_in_both_builds(const std::string& text, std::size_t least) {
  const auto run = [&](const std::string& build) {
    RunRequest request;
    request.keep_events = true;
    Result result = run_in_child(testing_support::torus_scenario(
                                     text + "options: {checkers: false, build: " + build + "}\n"),
                                 request);
    std::sort(result.events.begin(), result.events.end());
    return result;
  };
  const Result assembled = run("assembled");
  const Result elaborated = run("elaborated");

  EXPECT_EQ(assembled.outcome, Outcome::kPass);
  EXPECT_EQ(elaborated.outcome, Outcome::kPass);
  EXPECT_GE(assembled.events.size(), least);
  EXPECT_EQ(assembled.events, elaborated.events);
  EXPECT_EQ(assembled.measured.others, elaborated.measured.others);
}

TEST(SmallTops, GiveTheEventsOfAFatTreeOfFourLeaves) {
  expect_same_in_both_builds(
      "network: {kind: fat-tree, leaves: 4, capacities: constant}\noperation: exchange\nalgorithm: "
      "far-first\n",
      40);
}

TEST(SmallTops, GiveTheEventsOfARingOfThree) {
  expect_same_in_both_builds(
      "network: {kind: torus, sides: [3]}\noperation: broadcast\nalgorithm: peel\nlength: 5\n", 10);
}

TEST(SmallTops, GiveTheEventsOfTheStarGraphOfSix) {
  expect_same_in_both_builds(
      "network: {kind: star-graph, n: 3}\noperation: exchange\npackets: 1\ncopies: 2\n", 60);
}

}  // namespace
}  // namespace flitwise
