// Total exchange on fat trees: phases, two optimal schedules, far first with queues.
#include <gtest/gtest.h>

#include <random>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test {
namespace {

FatTreeRecord run_exchange(const FatTree& tree, const Schedule& schedule,
                           const FatTreeOptions& options = {}) {
  return run_on(tree, make_fat_tree_all_to_all(tree, schedule), options);
}

// Sum over the levels of ceil((b-1) b^(2h-2) / e_h), e_h = min(c_h, b e_(h-1)).
Step groups_of(const FatTree& tree) {
  Step sum = 0;
  Step effective = 1;
  Step messages = tree.arity() - 1;
  for (int h = 1; h <= tree.levels(); ++h) {
    if (h > 1) effective = std::min<Step>(tree.capacity(h), tree.arity() * effective);
    sum += (messages + effective - 1) / effective;
    messages *= tree.arity() * tree.arity();
  }
  return sum;
}

TEST(FatTreePhasedExchange, SerialPhasesTakeTheStepsOfEquationOneWithoutQueues) {
  for (const FatTree& tree : all_trees()) {
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_phased_serial(tree)),
                      groups_of(tree) + tree.levels() * tree.levels());
  }
}

TEST(FatTreePhasedExchange, PipelinedPhasesTakeTheStepsOfEquationTwoWithoutQueues) {
  for (const FatTree& tree : all_trees()) {
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_phased(tree)),
                      groups_of(tree) + 2 * tree.levels() - 1);
  }
}

TEST(FatTreePhasedExchange, RandomCapacitiesOfThirtyTwoAndSixtyFourLeaves) {
  const std::uint64_t seed = 43;
  std::mt19937_64 random(seed);
  for (const Node leaves : {32, 64}) {
    for (int sample = 0; sample < 10; ++sample) {
      std::vector<int> capacities = {1};
      while ((Node{1} << capacities.size()) < leaves)
        capacities.push_back(capacities.back() + static_cast<int>(random() % 8));
      capacities.push_back(capacities.back() + static_cast<int>(random() % 8));
      capacities.resize(static_cast<std::size_t>(fat_tree_levels(leaves, 2)));
      const FatTree tree(leaves, 2, capacities);
      SCOPED_TRACE(describe(tree) + ", seed " + std::to_string(seed));
      expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_phased(tree)),
                        groups_of(tree) + 2 * tree.levels() - 1);
    }
  }
}

TEST(FatTreePhasedExchange, ConstantAndExponentialTreesHaveClosedForms) {
  for (const auto& [leaves, arity] :
       std::vector<std::pair<Node, int>>{{8, 2}, {32, 2}, {9, 3}, {27, 3}, {64, 4}, {49, 7}}) {
    const FatTree constant = constant_tree(leaves, arity);
    const Step n = leaves;
    const Step latency = 2 * constant.levels() - 1;
    EXPECT_EQ(run_exchange(constant, fat_tree_exchange_phased(constant)).finish,
              (n * n - 1) / (arity + 1) + latency)
        << describe(constant);
    const FatTree exponential = exponential_tree(leaves, arity);
    EXPECT_EQ(run_exchange(exponential, fat_tree_exchange_phased(exponential)).finish,
              n - 1 + latency)
        << describe(exponential);
  }
}

TEST(FatTreePhasedExchange, GapsOfOneAndZeroCollide) {
  for (const Node leaves : {4, 8, 16, 32}) {
    for (const FatTree& tree : {constant_tree(leaves), exponential_tree(leaves)}) {
      for (const Step gap : {0, 1}) {
        const FatTreeRecord run = run_exchange(tree, fat_tree_exchange_phased(tree, gap));
        EXPECT_EQ(run.faults(), "");
        EXPECT_GE(run.max_wait(), 1) << describe(tree) << ", gap " << gap;
      }
    }
  }
}

TEST(FatTreePhasedExchange, GapOfOneAmongEightLeavesMakesOneAndTwoFlitsWait) {
  const FatTree tree = exponential_tree(8);
  const FatTreeRecord run = run_exchange(tree, fat_tree_exchange_phased(tree, 1));
  EXPECT_EQ(run.down[1].wait, 1);
  EXPECT_EQ(run.down[2].wait, 2);
  EXPECT_EQ(run.down[3].wait, 0);
  for (const QueueMaxima& up : run.up) EXPECT_EQ(up.wait, 0);
}

TEST(FatTreePhasedExchange, OneStepOfSlipInAPhaseMakesFlitsWait) {
  const FatTree tree = exponential_tree(8);
  Schedule schedule = fat_tree_exchange_phased(tree);
  for (std::vector<Dispatch>& list : schedule)
    for (Dispatch& dispatch : list)
      if (dispatch.step >= 7 && dispatch.step <= 8) --dispatch.step;  // the phase of level 2
  EXPECT_GE(run_exchange(tree, schedule).max_wait(), 1);
}

TEST(FatTreePhasedExchange, CapacityBeyondTwiceTheOneBelowDoesNotHelp) {
  const FatTree tree(8, 2, {1, 1, 4});
  EXPECT_EQ(effective_capacities(tree), (std::vector<int>{1, 1, 2}));
  expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_phased(tree)), 18);
  // The groups that c_3 = 4 links would carry do not pass the branches of level 2.
  const Schedule too_wide = fat_tree_exchange_phased(FatTree(8, 2, {1, 2, 4}));
  const FatTreeRecord run = run_exchange(tree, too_wide);
  EXPECT_EQ(run.faults(), "");
  EXPECT_GE(run.max_wait(), 1);
  EXPECT_EQ(run.finish, 17);  // equation (2) with c_3 = 4 says 14
}

TEST(FatTreeOptimalExponential, TakesNPlusTwoLMinusThreeStepsWithoutQueues) {
  for (const Node leaves : {8, 16, 32, 64, 128}) {
    const FatTree tree = exponential_tree(leaves);
    SCOPED_TRACE(describe(tree));
    const FatTreeRecord run = run_exchange(tree, fat_tree_exchange_optimal_ebft(tree));
    expect_queue_free(tree, run, leaves + 2 * tree.levels() - 3);
    std::vector<Step> contiguous;
    for (Step t = 2 * tree.levels() - 1; t <= run.finish; ++t) contiguous.push_back(t);
    for (const std::vector<Step>& steps : run.arrivals) ASSERT_EQ(steps, contiguous);
  }
}

TEST(FatTreeOptimalExponential, IsThePhasesUpToFourLeaves) {
  for (const auto& [leaves, finish] : std::vector<std::pair<Node, Step>>{{2, 2}, {4, 6}}) {
    const FatTree tree = exponential_tree(leaves);
    expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_optimal_ebft(tree)), finish);
  }
}

TEST(FatTreeOptimalExponential, TableOfEightLeaves) {
  const Schedule schedule = fat_tree_exchange_optimal_ebft(exponential_tree(8));
  EXPECT_EQ(text_of(schedule[0]), "1:4 2:2 3:5 4:6 5:7 6:1 8:3");
  EXPECT_EQ(text_of(schedule[5]), "1:1 2:7 3:0 4:3 5:2 6:4 8:6");
}

TEST(FatTreeOptimalExponential, TakesTreesWithMoreLinksThanItNeeds) {
  const FatTree tree(16, 2, {1, 3, 4, 20});
  expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_optimal_ebft(tree)), 21);
}

TEST(FatTreeOptimalConstant, TakesAQuarterOfNSquaredPlusTwoLMinusOneStepsWithoutQueues) {
  for (const Node leaves : {2, 4, 8, 16, 32, 64, 128}) {
    const FatTree tree = constant_tree(leaves);
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_optimal_cbft(tree)),
                      Step{leaves} * leaves / 4 + 2 * tree.levels() - 1);
  }
}

// Messages that cross the root's branch, and the latency of the last one: no schedule is faster.
Step link_bound_of_constant_tree(const FatTree& tree) {
  const Step child = tree.leaves_below(tree.levels() - 1);
  return child * (tree.leaves() - child) + 2 * tree.levels() - 1;
}

TEST(FatTreeFarFirst, EndsWithTheOptimumOnConstantTreesWithAnyOrderOfIntake) {
  for (const FatTree& tree :
       {constant_tree(2), constant_tree(4), constant_tree(8), constant_tree(16), constant_tree(32),
        constant_tree(64), constant_tree(27, 3), constant_tree(64, 4), constant_tree(49, 7)}) {
    for (const Intake intake :
         {Intake::kUpFirst, Intake::kLocalFirst, Intake::kRoundRobin, Intake::kRandom}) {
      SCOPED_TRACE(describe(tree) + ", intake " + std::to_string(static_cast<int>(intake)));
      FatTreeOptions options;
      options.intake = intake;
      expect_complete(run_exchange(tree, fat_tree_exchange_far_first(tree), options),
                      link_bound_of_constant_tree(tree));
    }
  }
}

TEST(FatTreeFarFirst, StoresAnEighthOfNSquaredAndOneFlitOnConstantTrees) {
  for (const Node leaves : {4, 8, 16, 32, 64}) {
    const FatTree tree = constant_tree(leaves);
    EXPECT_EQ(run_exchange(tree, fat_tree_exchange_far_first(tree)).max_stored(),
              Flits{leaves} * leaves / 8 + 1)
        << describe(tree);
  }
}

TEST(FatTreeFarFirst, EndsWithThePhasesOnExponentialTrees) {
  for (const FatTree& tree :
       {exponential_tree(2), exponential_tree(4), exponential_tree(8), exponential_tree(16),
        exponential_tree(64), exponential_tree(27, 3), exponential_tree(64, 4)}) {
    SCOPED_TRACE(describe(tree));
    expect_complete(run_exchange(tree, fat_tree_exchange_far_first(tree)),
                    tree.leaves() + 2 * tree.levels() - 2);
  }
}

TEST(FatTreeFarFirst, DeliversEverythingOnAnyTree) {
  for (const FatTree& tree : all_trees())
    EXPECT_EQ(run_exchange(tree, fat_tree_exchange_far_first(tree)).faults(), "") << describe(tree);
}

// Their table of 64 leaves has four thousand entries and their steps are as many.
std::vector<FatTree> trees_for_scatters() {
  std::vector<FatTree> trees;
  for (const FatTree& tree : all_trees())
    if (tree.leaves() <= 32) trees.push_back(tree);
  return trees;
}

TEST(FatTreeExchangeByScatters, TakesTheStepsOfOneScatterForEveryLeafWithoutQueues) {
  for (const FatTree& tree : trees_for_scatters()) {
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_scatters(tree)),
                      tree.leaves() * steps_of_unit_messages(tree));
  }
}

TEST(FatTreeExchangeByScatters, TakesHalfOfThemInPairs) {
  for (const FatTree& tree : trees_for_scatters()) {
    if (tree.arity() != 2) continue;
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_exchange(tree, fat_tree_exchange_scatter_pairs(tree)),
                      tree.leaves() / 2 * steps_of_unit_messages(tree));
  }
}

TEST(FatTreeExchangeByScatters, PairsLeavesOfFour) {
  const Schedule schedule = fat_tree_exchange_scatter_pairs(constant_tree(4));
  EXPECT_EQ(text_of(schedule[0]), "1:3 2:2 3:1");
  EXPECT_EQ(text_of(schedule[3]), "1:0 2:1 3:2");
  EXPECT_EQ(text_of(schedule[1]), "6:2 7:3 8:0");
  EXPECT_EQ(text_of(schedule[2]), "6:1 7:0 8:3");
}

}  // namespace
}  // namespace flitwise::protocols::test
