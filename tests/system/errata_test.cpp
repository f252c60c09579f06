// Errata of Bhatt et al. that are about time, each with its witness on the routers. Those about the
// arithmetic alone are tested with the theory and the protocols.
#include <gtest/gtest.h>

#include <string>

#include "sim/runner.h"
#include "systemc/topology/tree_shapes.h"

namespace flitwise {
namespace {

Scenario witness(std::vector<Node> parents, std::vector<Flits> lengths, Algorithm algorithm) {
  Scenario scenario;
  scenario.parents = std::move(parents);
  scenario.lengths = std::move(lengths);
  scenario.algorithm = algorithm;
  scenario.operation = algorithm == Algorithm::kFdf || algorithm == Algorithm::kOrder
                           ? Operation::kScatter
                           : Operation::kGather;
  scenario.options.rule = CertificationRule::kTight;
  scenario.options.sync = Sync::kSeq;
  return scenario;
}

// The figures of a run that must pass.
Figures run(const Scenario& scenario) {
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  return result.measured;
}

TEST(ErrataOnRouters, E1AFlitToAChildTakesOneStepNotTwo) {
  EXPECT_EQ(run(witness(path_parents(2), {0, 1}, Algorithm::kFdf)).finish, 1);
}

TEST(ErrataOnRouters, E2ALastFlitIsInPeZeroTwoRowsBeforeThePublishedAlpha) {
  const Figures figure_2 =
      run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, Algorithm::kShoulderTap));

  // tau(1) = 3 and L_1 = 2 give alpha = 6; the message's last flit arrives in step 4.
  EXPECT_EQ(figure_2.dispatch[1], 3);
  EXPECT_EQ(*figure_2.dispatch[1] + 2 + 1 - 2, 4);
}

TEST(ErrataOnRouters, E3TheLowerBoundMaxOfMAndDepthIsNeverAttained) {
  // The bound says 2 for M = 2 and depth 1; in the rows that the paper counts, T = finish + 1 = 3.
  EXPECT_EQ(run(witness(star_parents(2), {0, 1, 1}, Algorithm::kFdf)).finish + 1, 3);
}

TEST(ErrataOnRouters, E4TheLastPeOfAPathSendsOneStepAfterItsTap) {
  EXPECT_EQ(run(witness(path_parents(2), {0, 1}, Algorithm::kShoulderTap)).finish, 2);
}

TEST(ErrataOnRouters, E5NonnullMessagesOfOneFlitLeaveGaps) {
  EXPECT_EQ(run(witness(path_parents(4), {0, 1, 1, 1}, Algorithm::kShoulderTap)).finish, 6);
}

TEST(ErrataOnRouters, E6ShoulderTapIsNotOptimalWhenDataMayGoBeforeTheTap) {
  EXPECT_EQ(run(witness(path_parents(3), {0, 1, 0}, Algorithm::kShoulderTap)).finish, 3);
}

TEST(ErrataOnRouters, E7TheEndMarkTellsPeZeroThatNothingComes) {
  Scenario silent = witness(path_parents(5), {0, 0, 0, 0, 0}, Algorithm::kShoulderTap);
  EXPECT_EQ(run(silent).finish, 0);
  silent.options.end_mark = true;
  EXPECT_EQ(run(silent).finish, 8);
}

TEST(ErrataOnRouters, E8TheLastChildsReleaseNeedsOneMoreStep) {
  EXPECT_EQ(run(witness(path_parents(3), {0, 0, 1}, Algorithm::kCertification)).lag[1], 3);
}

TEST(ErrataOnRouters, E9TheSumFormulaIsLaterThanNeeded) {
  Scenario scenario = witness({-1, 0, 0, 0, 1}, {0, 0, 1, 1, 1}, Algorithm::kCertification);
  EXPECT_EQ(run(scenario).finish, 14);
  scenario.options.rule = CertificationRule::kPaper;
  EXPECT_EQ(run(scenario).finish, 15);
}

TEST(ErrataOnRouters, E10OrderValuesHaveTheTripOfTheOrderDeducted) {
  const Figures figure_4 =
      run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, Algorithm::kCertification));
  EXPECT_EQ(figure_4.order_value[2], 3);  // the published formula gives 5
  EXPECT_EQ(figure_4.finish, 21);         // and would end in step 31
}

TEST(ErrataOnRouters, E11TheRootsVirtualOrderIsItsOwnLag) {
  const Figures figure_4 =
      run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, Algorithm::kCertification));
  EXPECT_EQ(figure_4.lag[0], 5);
  EXPECT_EQ(figure_4.order_value[1], 3);  // AFTER 0 would give -2
}

TEST(ErrataOnRouters, E12AnOrderMayBeBelowTheLagsOfTheChildren) {
  const Figures figures = run(witness(path_parents(4), {0, 5, 0, 1}, Algorithm::kCertification));
  EXPECT_EQ(figures.order_value[1], 2);
  EXPECT_EQ(figures.lag[2], 3);
}

TEST(ErrataOnRouters, E15PollingIsATourOfTwoStepsALink) {
  Scenario scenario =
      witness(complete_parents(2, 3), std::vector<Flits>(15, 0), Algorithm::kCertification);
  EXPECT_EQ(run(scenario).t_sync, 28);  // B + C = 12
}

TEST(ErrataOnRouters, E16ThePublishedBoundOmitsTheTripsUpTheTree) {
  // 2B + C + M = 3 and 18.
  EXPECT_EQ(run(witness(path_parents(2), {0, 1}, Algorithm::kCertification)).finish, 4);
  EXPECT_EQ(run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, Algorithm::kCertification)).finish,
            21);
}

TEST(ErrataOnRouters, E16OnAPathTheLastMessageAloneTakesFourNPlusLMinusOne) {
  std::vector<Flits> lengths(9, 0);
  lengths.back() = 5;
  EXPECT_EQ(run(witness(path_parents(9), lengths, Algorithm::kCertification)).finish,
            4 * 8 + 5 - 1);
}

TEST(ErrataOnRouters, E18OrdersToAllChildrenCanLeaveInOneStep) {
  Scenario scenario = witness(star_parents(3), {0, 1, 1, 1}, Algorithm::kCertification);
  scenario.options.ports = Ports::kMulti;
  EXPECT_EQ(run(scenario).finish, 4);
}

}  // namespace
}  // namespace flitwise
