// Errata of Bhatt et al. that are about time, each with its witness on the routers. Those about the
// arithmetic alone are tested with the theory and the protocols.
#include <gtest/gtest.h>

#include <string>

#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

Scenario witness(std::vector<Node> parents, std::vector<Flits> lengths, TreeAlgorithm algorithm) {
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = word_for(tree_operation_words(), operation_of(algorithm));
  TreeScenario& tree = tree_of(scenario);
  tree.parents = std::move(parents);
  tree.lengths = std::move(lengths);
  tree.algorithm = algorithm;
  tree.options.rule = CertificationRule::kTight;
  tree.options.sync = Sync::kSeq;
  return scenario;
}

// The figures of a run that must pass.
Figures run(const Scenario& scenario) {
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  return result.measured;
}

// PE `pe`'s entry of a figure by PE; -1 if there is none.
std::int64_t value(const Figures& figures, const std::string& name, std::size_t pe) {
  const Figure figure = figures.find(name).value_or(Figure());
  const Figure::Items* values = figure.items();
  return values != nullptr && pe < values->size() ? (*values)[pe].number().value_or(-1) : -1;
}

TEST(ConventionsOnRouters, AFlitToAChildTakesOneStepAndTwoRows) {
  EXPECT_EQ(run(witness(path_parents(2), {0, 1}, TreeAlgorithm::kFdf)).finish, 1);
}

TEST(ErrataOnRouters, E2ALastFlitIsInPeZeroTwoRowsBeforeThePublishedAlpha) {
  const Figures figure_2 =
      run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, TreeAlgorithm::kShoulderTap));

  // tau(1) = 3 and L_1 = 2 give alpha = 6; the message's last flit arrives in step 4.
  EXPECT_EQ(value(figure_2, "dispatch", 1), 3);
  EXPECT_EQ(value(figure_2, "dispatch", 1) + 2 + 1 - 2, 4);
}

TEST(OwnBoundsOnRouters, TheLowerBoundMaxOfMAndDepthIsNeverAttained) {
  // The bound says 2 for M = 2 and depth 1; in the rows that the paper counts, T = finish + 1 = 3.
  EXPECT_EQ(run(witness(star_parents(2), {0, 1, 1}, TreeAlgorithm::kFdf)).finish + 1, 3);
}

TEST(ErrataOnRouters, E4TheLastPeOfAPathSendsOneStepAfterItsTap) {
  EXPECT_EQ(run(witness(path_parents(2), {0, 1}, TreeAlgorithm::kShoulderTap)).finish, 2);
}

TEST(ErrataOnRouters, E5NonnullMessagesOfOneFlitLeaveGaps) {
  EXPECT_EQ(run(witness(path_parents(4), {0, 1, 1, 1}, TreeAlgorithm::kShoulderTap)).finish, 6);
}

TEST(ErrataOnRouters, E6ShoulderTapIsNotOptimalWhenDataMayGoBeforeTheTap) {
  EXPECT_EQ(run(witness(path_parents(3), {0, 1, 0}, TreeAlgorithm::kShoulderTap)).finish, 3);
}

TEST(EndMarkOnRouters, TheEndMarkTellsPeZeroThatNothingComes) {
  Scenario silent = witness(path_parents(5), {0, 0, 0, 0, 0}, TreeAlgorithm::kShoulderTap);
  EXPECT_EQ(run(silent).finish, 0);
  tree_of(silent).options.end_mark = true;
  EXPECT_EQ(run(silent).finish, 8);
}

TEST(ErrataOnRouters, E8TheLastChildsReleaseNeedsOneMoreStep) {
  EXPECT_EQ(
      value(run(witness(path_parents(3), {0, 0, 1}, TreeAlgorithm::kCertification)), "lag", 1), 3);
}

TEST(ErrataOnRouters, E9TheSumFormulaIsLaterThanNeeded) {
  Scenario scenario = witness({-1, 0, 0, 0, 1}, {0, 0, 1, 1, 1}, TreeAlgorithm::kCertification);
  EXPECT_EQ(run(scenario).finish, 14);
  tree_of(scenario).options.rule = CertificationRule::kPaper;
  EXPECT_EQ(run(scenario).finish, 15);
}

TEST(ErrataOnRouters, E10OrderValuesHaveTheTripOfTheOrderDeducted) {
  const Figures figure_4 =
      run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, TreeAlgorithm::kCertification));
  EXPECT_EQ(value(figure_4, "order_value", 2), 3);  // the published formula gives 5
  EXPECT_EQ(figure_4.finish, 21);                   // and would end in step 31
}

TEST(ErrataOnRouters, E11TheRootsVirtualOrderIsItsOwnLag) {
  const Figures figure_4 =
      run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, TreeAlgorithm::kCertification));
  EXPECT_EQ(value(figure_4, "lag", 0), 5);
  EXPECT_EQ(value(figure_4, "order_value", 1), 3);  // AFTER 0 would give -2
}

TEST(ErrataOnRouters, E12AnOrderMayBeBelowTheLagsOfTheChildren) {
  const Figures figures =
      run(witness(path_parents(4), {0, 5, 0, 1}, TreeAlgorithm::kCertification));
  EXPECT_EQ(value(figures, "order_value", 1), 2);
  EXPECT_EQ(value(figures, "lag", 2), 3);
}

TEST(ErrataOnRouters, E15PollingIsATourOfTwoStepsALink) {
  Scenario scenario =
      witness(complete_parents(2, 3), std::vector<Flits>(15, 0), TreeAlgorithm::kCertification);
  EXPECT_EQ(run(scenario).find("t_sync"), Figure(28));  // B + C = 12
}

TEST(ErrataOnRouters, E16ThePublishedBoundOmitsTheTripsUpTheTree) {
  // 2B + C + M = 3 and 18.
  EXPECT_EQ(run(witness(path_parents(2), {0, 1}, TreeAlgorithm::kCertification)).finish, 4);
  EXPECT_EQ(run(witness(path_parents(6), {0, 2, 3, 0, 2, 1}, TreeAlgorithm::kCertification)).finish,
            21);
}

TEST(ErrataOnRouters, E16OnAPathTheLastMessageAloneTakesFourNPlusLMinusOne) {
  std::vector<Flits> lengths(9, 0);
  lengths.back() = 5;
  EXPECT_EQ(run(witness(path_parents(9), lengths, TreeAlgorithm::kCertification)).finish,
            4 * 8 + 5 - 1);
}

TEST(ErrataOnRouters, E16OnABinaryTreeNoSmallMultipleInCHelps) {
  // 2B + M + 10 times the largest sum of d log d on a way down + the way up: 24 + 126 + 120 + 6.
  Scenario scenario =
      witness(complete_parents(2, 6), std::vector<Flits>(127, 1), TreeAlgorithm::kCertification);
  tree_of(scenario).lengths[0] = 0;
  tree_of(scenario).options.rule = CertificationRule::kPaper;
  EXPECT_EQ(run(scenario).finish, 390);
}

TEST(ErrataOnRouters, TheUniversalLowerBoundCountsPesThatHaveNothingToSend) {
  std::vector<Flits> lengths(64, 0);
  lengths[1] = 1;
  const Figures figures = run(witness(path_parents(64), lengths, TreeAlgorithm::kShoulderTap));
  EXPECT_EQ(figures.finish, 3);    // max(B, M) is 63
  EXPECT_EQ(figures.quiesce, 63);  // the taps go on
}

TEST(OpenQuestionsOnRouters, OrdersToAllChildrenCanLeaveInOneStep) {
  Scenario scenario = witness(star_parents(3), {0, 1, 1, 1}, TreeAlgorithm::kCertification);
  tree_of(scenario).options.ports = Ports::kMulti;
  EXPECT_EQ(run(scenario).finish, 4);
}

}  // namespace
}  // namespace flitwise
