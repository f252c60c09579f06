// How words are shared out among trees of a graph, and what PEs hand over when.
#include "systemc/protocols/combining/graph_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise::protocols {
namespace {

using testing::ElementsAre;

// The least last step over all ways to share words out; `end_of` is of a tree with some.
Step least_end(Flits words, std::size_t trees,
               const std::function<Step(std::size_t tree, Flits share)>& end_of) {
  if (words == 0) return 0;
  Step least = 1 << 20;
  std::vector<Flits> shares(trees, 0);
  const std::function<void(std::size_t, Flits)> share_out = [&](std::size_t t, Flits left) {
    if (t + 1 == trees) {
      shares[t] = left;
      Step end = 0;
      for (std::size_t i = 0; i < trees; ++i)
        if (shares[i] > 0) end = std::max(end, end_of(i, shares[i]));
      least = std::min(least, end);
      return;
    }
    for (shares[t] = 0; shares[t] <= left; ++shares[t]) share_out(t + 1, left - shares[t]);
  };
  share_out(0, words);
  return least;
}

Step end_of_shares(const std::vector<Flits>& shares,
                   const std::function<Step(std::size_t tree, Flits share)>& end_of) {
  Step end = 0;
  for (std::size_t t = 0; t < shares.size(); ++t)
    if (shares[t] > 0) end = std::max(end, end_of(t, shares[t]));
  return end;
}

TEST(SharesOfTrees, EndAsEarlyAsAnyDo) {
  for (Step a = 1; a <= 5; ++a)
    for (Step b = 1; b <= 5; ++b)
      for (Step c = 1; c <= 5; ++c)
        for (Flits words = 0; words <= 12; ++words) {
          const std::vector<Step> links{a, b, c};
          const auto end_of = [&](std::size_t t, Flits share) { return share - 1 + links[t]; };
          const std::vector<Flits> shares = shares_of(words, links);
          EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), Flits{0}), words);
          EXPECT_EQ(end_of_shares(shares, end_of), least_end(words, 3, end_of));
        }
}

TEST(SharesOfTrees, EndAsEarlyAsAnyDoInTurn) {
  for (Step period = 1; period <= 3; ++period)
    for (Step a = 1; a <= 4; ++a)
      for (Step b = 1; b <= 4; ++b)
        for (Step offset = 0; offset < period; ++offset)
          for (Flits words = 0; words <= 9; ++words) {
            const std::vector<Step> links{a, b, 3};
            const TimeSlots slots{period, {0, offset, period - 1}};
            const auto end_of = [&](std::size_t t, Flits share) {
              return slots.offsets[t] + period * (share - 1) + links[t];
            };
            const std::vector<Flits> shares = shares_in_slots(words, links, slots);
            EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), Flits{0}), words);
            EXPECT_EQ(end_of_shares(shares, end_of), least_end(words, 3, end_of));
          }
}

TEST(SharesOfTrees, FillLowerTreesFirst) {
  EXPECT_THAT(shares_of(3, {4, 2, 3}), ElementsAre(0, 2, 1));
  EXPECT_THAT(shares_of(0, {4, 2, 3}), ElementsAre(0, 0, 0));
}

// Node 0 is the root of both trees of a ring of 4.
const std::vector<Parents> kTwoTrees{{kNoNode, 0, 1, 2}, {kNoNode, 2, 3, 0}};

TEST(PlansOverTrees, GiveEveryWordToOneTree) {
  const Graph ring = make_graph("ring:4");
  for (const OverTrees what : {OverTrees::kBroadcast, OverTrees::kReduce})
    for (Flits words = 0; words <= 9; ++words) {
      const CombinePlan plan = combine_over_trees(ring, kTwoTrees, what, words, false);
      ASSERT_EQ(plan.trees.size(), 2U);
      EXPECT_EQ(plan.trees[0].first_word, 0);
      EXPECT_EQ(plan.trees[1].first_word, plan.trees[0].words);
      EXPECT_EQ(plan.trees[0].words + plan.trees[1].words, words);
    }
}

TEST(PlansOverTrees, OfReductionsBringOperandsToTheRootAlone) {
  const CombinePlan plan =
      combine_over_trees(make_graph("ring:4"), kTwoTrees, OverTrees::kReduce, 6, false);
  for (const CombineTree& tree : plan.trees) {
    EXPECT_THAT(tree.has_operand, ElementsAre(true, true, true, true));
    EXPECT_THAT(tree.takes_result, ElementsAre(true, false, false, false));
    EXPECT_THAT(tree.passes_result, ElementsAre(false, false, false, false));
  }
  const auto parts = parts_over_trees(plan, OverTrees::kReduce, {});
  // Node 3 is a leaf of the first tree, of height 3, and the root's neighbour in the second.
  EXPECT_EQ(parts[3][0].after, 1);
  EXPECT_EQ(parts[3][1].after, 3);
}

TEST(PlansOverTrees, OfTwoPhasesBeginTheSecondBehindTheLastResult) {
  const CombinePlan plan =
      combine_over_trees(make_graph("ring:4"), kTwoTrees, OverTrees::kReduceBroadcast, 6, false);
  ASSERT_EQ(plan.trees.size(), 4U);
  const auto parts = parts_over_trees(plan, OverTrees::kReduceBroadcast, {});
  for (const std::size_t down : {2U, 3U}) {
    EXPECT_EQ(parts[0][down].results_of, static_cast<TreeIndex>(down - 2));
    EXPECT_EQ(parts[0][down].after, 1 + 3 - 1 + 3);  // 3 words in a tree of height 3
  }
}

// A word a tree: it is at the roots in the last step of the reduction, too late for a PE to hand it
// over in the next one.
TEST(PlansOverTrees, LetRoutersTurnRoundWhatIsLast) {
  const CombinePlan plan =
      combine_over_trees(make_graph("ring:4"), kTwoTrees, OverTrees::kReduceBroadcast, 2, false);
  ASSERT_EQ(plan.trees.size(), 2U);
  for (const CombineTree& tree : plan.trees) {
    EXPECT_THAT(tree.has_operand, ElementsAre(true, true, true, true));
    EXPECT_THAT(tree.takes_result, ElementsAre(true, true, true, true));
  }
}

TEST(PlansOverTrees, InTurnHaveTheirSlots) {
  const TimeSlots slots{3, {0, 2}};
  const CombinePlan plan =
      combine_over_trees(make_graph("ring:4"), kTwoTrees, OverTrees::kReduce, 5, false, &slots);
  const auto parts = parts_over_trees(plan, OverTrees::kReduce, {});
  EXPECT_EQ(parts[3][0].after, 1);
  EXPECT_EQ(parts[3][1].after, 3 + 2);
  for (const CombinePart& part : parts[3]) EXPECT_EQ(part.every, 3);
}

// Of a broadcast words are owed, of operations on operands results, also in their second phase.
TEST(PlansOverTrees, SayWhatIsOwedByWhatItIs) {
  const Graph ring = make_graph("ring:4");
  const auto owed = [&](OverTrees what) {
    const CombinePlan plan = combine_over_trees(ring, kTwoTrees, what, 4, false, nullptr);
    return CombinePe(3, parts_over_trees(plan, what, {})[3], {0, 0, 0, 0}).waiting_for();
  };
  EXPECT_THAT(owed(OverTrees::kBroadcast), ElementsAre("2 words of tree 0", "2 words of tree 1"));
  EXPECT_THAT(owed(OverTrees::kAllReduce),
              ElementsAre("2 results of tree 0", "2 results of tree 1"));
  for (const std::string& results : owed(OverTrees::kReduceBroadcast))
    EXPECT_NE(results.find("results of tree"), std::string::npos) << results;
}

}  // namespace
}  // namespace flitwise::protocols
