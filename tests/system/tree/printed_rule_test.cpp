// The paper's certification taken at its word, on the routers: theory says where flits meet first,
// and every flit up to then, or, where none meet, everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

Scenario printed(std::vector<Node> parents, std::vector<Flits> lengths, Printed sentences) {
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = "gather";
  TreeScenario& tree = tree_of(scenario);
  tree.parents = std::move(parents);
  tree.lengths = std::move(lengths);
  tree.algorithm = TreeAlgorithm::kCertification;
  tree.options.rule = CertificationRule::kPrinted;
  tree.options.printed = sentences;
  tree.options.sync = Sync::kSeq;
  return scenario;
}

constexpr Printed kLimit{true, false, false};
constexpr Printed kOrder{false, true, false};
constexpr Printed kRoot{false, false, true};
constexpr Printed kOrderAndRoot{false, true, true};
const std::vector<Flits> kFigure4{0, 2, 3, 0, 2, 1};

// Names of broken checks but those of the rules that flits which meet break.
std::vector<std::string> wrong_predictions(const Result& result) {
  static const std::set<std::string> kRules{
      "delivered_flits", "flit_errors",         "collisions",        "port_violations",
      "router_errors",   "protocol_complaints", "assertion_failures"};
  std::vector<std::string> wrong;
  for (const Check& check : result.checks)
    if (!check.ok && kRules.count(check.name) == 0)
      wrong.push_back(check.name + ": measured " + check.measured + ", predicted " +
                      check.predicted);
  return wrong;
}

bool meets(const Result& result) { return result.collisions + result.port_violations > 0; }

// Lengths of 0 to 3 flits, from the seed.
std::vector<Flits> lengths_for(Node pes, std::uint64_t seed) {
  std::vector<Flits> lengths(static_cast<std::size_t>(pes), 0);
  for (std::size_t pe = 1; pe < lengths.size(); ++pe)
    lengths[pe] = static_cast<Flits>((seed * 7 + pe * (seed % 5 + 1)) % 4);
  return lengths;
}

TEST(PrintedRule, IsPredictedUpToTheFirstConflictOnRandomTrees) {
  int met = 0;
  int kept = 0;
  for (int sentences = 1; sentences < 8; ++sentences) {
    const Printed choice{(sentences & 1) != 0, (sentences & 2) != 0, (sentences & 4) != 0};
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
      const auto pes = static_cast<Node>(3 + seed * 2);
      const auto shape = static_cast<RandomShape>(seed % 3);
      Scenario scenario =
          printed(random_parents(pes, shape, 64, seed),
                  lengths_for(pes, seed + static_cast<std::uint64_t>(sentences)), choice);
      tree_of(scenario).options.sync = static_cast<Sync>(seed % 4);
      const Result result = run_in_child(scenario, {});
      EXPECT_THAT(wrong_predictions(result), testing::IsEmpty())
          << "sentences " << sentences << ", seed " << seed;
      ++(meets(result) ? met : kept);
    }
  }
  EXPECT_GT(met, 40);
  EXPECT_GT(kept, 20);
}

TEST(PrintedRule, E8AStepMissingInTheLimitMakesStreamsMeetAtTheRoot) {
  const Result result = run_in_child(printed({-1, 0, 0, 1}, {0, 0, 2, 1}, kLimit), {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(wrong_predictions(result), testing::IsEmpty());
  EXPECT_THAT(result.problems, Contains(AllOf(HasSubstr("PE 0 uses its single port twice"))));
  EXPECT_THAT(result.problems, Contains(HasSubstr("s = 0 is below its certified lag 1")));
}

TEST(PrintedRule, E8AnOrderToBeginBeforeItComesIsSaidToBeOne) {
  const Result result = run_in_child(printed(path_parents(3), {0, 0, 1}, kLimit), {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains(HasSubstr("PE 2 would have to begin -1 steps after its order")));
}

TEST(PrintedRule, E10AnOrderWithoutItsWayMakesStreamsMeetOnATreeOfFour) {
  const Result result = run_in_child(printed({-1, 0, 0, 1}, {0, 1, 1, 1}, kOrder), {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("step 12: PE 0 uses its single port twice")));
}

TEST(PrintedRule, E10AnOrderWithoutItsWayEndsFigure4InStep31WithGaps) {
  const Result result = run_in_child(printed(path_parents(6), kFigure4, kOrder), {});

  EXPECT_EQ(result.measured.finish, 31);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(meets(result));
  EXPECT_THAT(result.problems, Contains(HasSubstr("the stream's next flit was due in step")));
}

TEST(PrintedRule, E11ARootAfterZeroOrdersPe1OfFigure4ToBeginBeforeItsOrder) {
  const Result result = run_in_child(printed(path_parents(6), kFigure4, kRoot), {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains(HasSubstr("PE 1 would have to begin -2 steps after its order")));
}

TEST(PrintedRule, E11OrdersAndRootAsPrintedOrderPe1OfFigure4AfterZero) {
  const Result result = run_in_child(printed(path_parents(6), kFigure4, kOrderAndRoot), {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ((*result.measured.find("order_value")->items())[1], Figure(0));
  EXPECT_THAT(result.problems, Contains(HasSubstr("s = 0 is below its certified lag 3")));
  EXPECT_TRUE(meets(result));  // PE 1 has order and data to send at once
}

}  // namespace
}  // namespace flitwise
