// Runs over covers that must fail, and say where and on which tree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/cover/cover_language.h"
#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/run/runner.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::HasSubstr;

// Three flits for or from everyone on a mesh of 3 x 3.
CoverScenario mesh(TreeAlgorithm algorithm, Node root) {
  CoverScenario cover;
  cover.rows = 3;
  cover.columns = 3;
  cover.root_row = root / 3;
  cover.root_column = root % 3;
  cover.algorithm = algorithm;
  cover.lengths.assign(9, 3);
  cover.lengths[static_cast<std::size_t>(root)] = 0;
  return cover;
}

Result run_of(const CoverScenario& cover) {
  Scenario scenario = testing_support::made_scenario(cover);
  scenario.operation = word_for(tree_operation_words(), operation_of(cover.algorithm));
  return run_in_child(scenario, {});
}

std::string measured(const Result& result, const std::string& name) {
  for (const Check& check : result.checks)
    if (check.name == name) return check.measured;
  return "no such check";
}

TEST(CoverFaults, AnEarlyMessageOfAGatherCollidesWithAnotherOfItsTree) {
  CoverScenario cover = mesh(TreeAlgorithm::kCertification, 0);
  ASSERT_EQ(run_of(cover).outcome, Outcome::kPass);
  cover.options.fault.early = 7;
  const Result result = run_of(cover);

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.collisions, 1);
  EXPECT_THAT(result.problems, Contains("step 16: collision in PE 4: flits from own for PE 1, PE 7 "
                                        "want output PE 1; all but the first are lost"));
  EXPECT_THAT(result.problems,
              Contains("PE 0 waits for 3 more flits of the stream from PE 1 (tree 0)"));
  EXPECT_THAT(measured(result, "trees"), HasSubstr("trees[0].flits: "));
}

TEST(CoverFaults, AnEarlyScatterHasTwoFlitsForOnePort) {
  CoverScenario cover = mesh(TreeAlgorithm::kFdf, 4);
  ASSERT_EQ(run_of(cover).outcome, Outcome::kPass);
  cover.options.fault.early = 4;
  const Result result = run_of(cover);

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_GT(result.port_violations, 0);
  EXPECT_THAT(result.problems,
              Contains("step 3: PE 4 has two flits for one of its ports: flit 3 of "
                       "message 0 is sent, flit 1 of message 3 is lost"));
}

// Messages of some PEs to or from (2, 2) over four trees.
CoverScenario shared_mesh(TreeAlgorithm algorithm) {
  CoverScenario cover = mesh(algorithm, 0);
  cover.shape = CoverShape::kMeshShared;
  cover.rows = 4;
  cover.columns = 4;
  cover.root_row = 2;
  cover.root_column = 2;
  cover.lengths = {4, 0, 3, 1, 0, 1, 0, 2, 3, 1, 0, 4, 0, 4, 1, 0};
  return cover;
}

// A root that does not keep to its timetable: flits of two trees meet on a link that these share.
TEST(CoverFaults, AnEarlyScatterMeetsItselfOnASharedLink) {
  CoverScenario cover = shared_mesh(TreeAlgorithm::kFdf);
  ASSERT_EQ(run_of(cover).outcome, Outcome::kPass);
  cover.options.fault.early = 10;
  const Result result = run_of(cover);

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.collisions, 1);
  EXPECT_THAT(result.problems, Contains(HasSubstr("collision in PE ")));
}

// By timetable every PE with a message is found out, whether its flits meet others or not.
TEST(CoverFaults, NoPeIsEarlyUnnoticedByTimetable) {
  CoverScenario cover = shared_mesh(TreeAlgorithm::kTimetable);
  ASSERT_EQ(run_of(cover).outcome, Outcome::kPass);
  std::int64_t collisions = 0;
  for (Node pe = 0; pe < 16; ++pe) {
    if (cover.lengths[static_cast<std::size_t>(pe)] == 0) continue;
    cover.options.fault.early = pe;
    const Result result = run_of(cover);
    EXPECT_NE(result.outcome, Outcome::kPass) << "PE " << pe;
    EXPECT_THAT(result.problems,
                Contains(testing::AnyOf(HasSubstr("due in step"), HasSubstr("collision"),
                                        HasSubstr("sends in the first step already"))))
        << "PE " << pe;
    collisions += result.collisions;
  }
  EXPECT_GT(collisions, 0);
}

TEST(CoverFaults, AMutePeOfATimetableIsMissed) {
  CoverScenario cover = shared_mesh(TreeAlgorithm::kTimetable);
  cover.options.fault.mute = 11;
  const Result result = run_of(cover);

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("PE 10 waits for 4 more flits of the message of "
                                                  "PE 11 (tree ")));
}

TEST(CoverFaults, AMutePeStopsBothItsTrees) {
  CoverScenario cover = mesh(TreeAlgorithm::kCertification, 4);
  cover.options.fault.mute = 8;
  const Result result = run_of(cover);

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains("PE 5 waits for certificate of PE 8 (tree 0)"));
  EXPECT_THAT(result.problems, Contains("PE 7 waits for certificate of PE 8 (tree 1)"));
  EXPECT_THAT(result.problems, Contains("PE 8 waits for order from PE 5 (tree 0)"));
}

TEST(CoverFaults, AMuteRootSendsNothing) {
  CoverScenario cover = mesh(TreeAlgorithm::kFdf, 4);
  cover.options.fault.mute = 4;
  const Result result = run_of(cover);

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_EQ(measured(result, "delivered_flits"), "0");
  EXPECT_THAT(result.problems,
              Contains(HasSubstr("PE 1 waits for 3 more flits of the message of PE 1 (tree ")));
}

TEST(CoverFaults, ALimitStopsARunOnItsWay) {
  Scenario scenario = testing_support::made_scenario(mesh(TreeAlgorithm::kFdf, 0));
  scenario.operation = "scatter";
  scenario.options.max_steps = 3;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("stopped after step 3 by the limit max_steps")));
}

}  // namespace
}  // namespace flitwise
