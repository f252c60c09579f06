// Runs that must fail, and say where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::HasSubstr;

// Figure 4 of Bhatt et al.
Scenario figure_4() {
  Scenario scenario = testing_support::made_scenario();
  scenario.name = "figure 4";
  scenario.operation = "gather";
  tree_of(scenario).parents = path_parents(6);
  tree_of(scenario).algorithm = TreeAlgorithm::kCertification;
  tree_of(scenario).lengths = {0, 2, 3, 0, 2, 1};
  return scenario;
}

TEST(MustFail, AnOrderOneStepEarlyEndsInACollisionWithNodePortsAndStep) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.early = 5;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.collisions, 1);
  // P5's flit, due in step 17, crosses in step 16 and meets P4's second own flit, due in step 17.
  EXPECT_THAT(result.problems,
              Contains("step 16: collision in PE 4: flits from own, child 0 (PE 5) want output "
                       "parent (PE 3); all but the first are lost"));
}

// The root's router delivers one of two flits for its PE; the PE has taken both from their links.
TEST(MustFail, ACollisionBeforeAPeSaysThatThePeHasTheFlits) {
  Scenario scenario = figure_4();
  tree_of(scenario).parents = {kNoNode, 0, 0, 0};
  tree_of(scenario).lengths = {0, 2, 2, 2};
  tree_of(scenario).options.fault.early = 2;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains("step 7: collision in PE 0: flits from child 0 (PE 1), child 1 (PE 2) want "
                       "output own; the router delivers the first alone, though its PE takes all "
                       "of them from the links"));
  EXPECT_EQ(result.measured.finish, result.predicted.finish);
}

TEST(MustFail, EveryCounterOfABrokenRunReachesItsCheck) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.early = 2;
  const Result result = run_in_child(scenario, {});
  std::map<std::string, std::string> measured;
  for (const Check& check : result.checks) measured[check.name] = check.measured;

  EXPECT_EQ(measured["collisions"], "1");
  EXPECT_EQ(measured["port_violations"], "0");
  EXPECT_EQ(measured["router_errors"], "2");
  EXPECT_EQ(measured["flit_errors"], "5");
  EXPECT_EQ(measured["delivered_flits"], "5");
  EXPECT_EQ(measured["assertion_failures"], "3");
  EXPECT_EQ(measured["protocol_complaints"], "2");
  EXPECT_EQ(measured["dispatch"], "PE 2: 14 (5 of 6 PEs agree)");
}

TEST(MustFail, AFaultThatCannotBeSoLargeSaysHowLargeItIs) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.early = 5;
  tree_of(scenario).options.fault.by = 1000;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.notes, Contains("PE 5 sends 1 step early, not 1000: no message leaves before "
                                     "it can be decided on"));
}

TEST(MustFail, AMutePeLeavesARunWithoutEndThatNamesWhoWaitsForWhom) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.mute = 3;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("PE 2 waits for certificate of PE 3")));
  EXPECT_THAT(result.problems, Contains(HasSubstr("PE 0 waits for certificate of PE 1")));
}

TEST(MustFail, ARunLongerThanItsLimitIsStoppedAndHasNoEnd) {
  Scenario scenario = figure_4();
  scenario.options.max_steps = 12;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("stopped after step 12 by the limit max_steps")));
  EXPECT_LE(result.measured.quiesce, 12);
}

TEST(MustFail, ALimitThatIsTheLastStepOfTheRunStopsNothing) {
  Scenario scenario = figure_4();
  scenario.options.max_steps = 21;
  EXPECT_EQ(run_in_child(scenario, {}).outcome, Outcome::kPass);

  scenario.options.max_steps = 20;
  EXPECT_EQ(run_in_child(scenario, {}).outcome, Outcome::kNoEnd);
}

TEST(MustFail, TheRtlsOwnAssertionIsAmongTheProblemsWithItsStep) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.early = 5;
  const Result result = run_in_child(scenario, {});

  EXPECT_THAT(result.problems, Contains(AllOf(HasSubstr("RTL: [16]"), HasSubstr("pe4 router"),
                                              HasSubstr("a_no_collision"))));
}

TEST(MustFail, AMessageOfAPeThatStillSendsItsOrdersIsAPortViolation) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.early = 4;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(result.port_violations, 1);
  EXPECT_THAT(result.problems, Contains("step 15: PE 4 has two flits for its one port: order of PE "
                                        "5 is sent, flit 1 of message 4 is lost"));
}

TEST(MustFail, AssertionsOfAnElaboratedNetworkAreCountedToo) {
  Scenario scenario = figure_4();
  tree_of(scenario).options.fault.early = 5;
  scenario.options.build = Build::kElaborated;
  const Result result = run_in_child(scenario, {});

  for (const Check& check : result.checks) {
    if (check.name == "assertion_failures") {
      EXPECT_EQ(check.measured, "1");
      EXPECT_FALSE(check.ok);
    }
  }
  EXPECT_THAT(result.problems, Contains(HasSubstr("RTL: [16]")));
}

TEST(MustFail, AWaveFileThatCannotBeWrittenIsAnError) {
  RunRequest request;
  request.waves = "/nonexistent/folder/waves.fst";

  EXPECT_THROW(run_in_child(figure_4(), request), std::runtime_error);
}

TEST(MustFail, AnElaboratedTreeOf65PesIsAnError) {
  Scenario scenario = figure_4();
  tree_of(scenario).parents = path_parents(65);
  tree_of(scenario).lengths.assign(65, 0);
  scenario.options.build = Build::kElaborated;

  EXPECT_THROW(run_in_child(scenario, {}), std::runtime_error);
}

}  // namespace
}  // namespace flitwise
