#include "systemc/protocols/tree/certification_variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/gather_checks.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;

CertificationVariant with(Sync sync) {
  return {LagRule::kPos, sync, SortCost::kZero, Ports::kSingle};
}

Case silent(std::vector<Node> parents) {
  std::vector<Flits> lengths(parents.size(), 0);
  return {std::move(parents), std::move(lengths)};
}

Case all_ones(std::vector<Node> parents) {
  Case c = silent(std::move(parents));
  std::fill(c.lengths.begin() + 1, c.lengths.end(), Flits{1});
  return c;
}

// Steps of phases 1 and 2: seq, mirror, slot, slot_index, multiport.
std::vector<Step> steps_of(const std::vector<Node>& parents) {
  std::vector<Step> steps;
  for (const Sync sync : {Sync::kSeq, Sync::kMirror, Sync::kSlot, Sync::kSlotIndex})
    steps.push_back(last_certificate(run_variant(silent(parents), with(sync))));
  steps.push_back(last_certificate(run_variant(silent(parents), multiport(LagRule::kPos))));
  return steps;
}

std::vector<Step> holds(const std::vector<SyncConstants>& schedule) {
  std::vector<Step> holds;
  for (const SyncConstants& constants : schedule) holds.push_back(constants.hold);
  return holds;
}

// 0 above 1, 2, 3; 1 above 4 above 5; 3 above 6.
const Tree kUneven({-1, 0, 0, 0, 1, 4, 3});

TEST(SlotSchedule, SendsTheTokenToTheSlowestSubtreeFirst) {
  // R: 1 for the leaves, 3 for PEs 4 and 3, 5 for PE 1.
  const auto schedule = sync_schedule(kUneven, with(Sync::kSlot));
  EXPECT_THAT(schedule[0].token_order, ElementsAre(1, 3, 2));
}

TEST(SlotSchedule, HoldsEachCertificateUntilItsOwnSlot) {
  // Tokens to 1, 3, 2 in steps 1, 2, 3; ready in 6, 5, 4: no two at once.
  EXPECT_THAT(holds(sync_schedule(kUneven, with(Sync::kSlot))), ElementsAre(0, 5, 1, 3, 3, 1, 1));
  // Tokens to 1, 2, 3 in steps 1, 2, 3; ready in 6, 3, 6: 3 has to wait for 7.
  EXPECT_THAT(holds(sync_schedule(kUneven, with(Sync::kSlotIndex))),
              ElementsAre(0, 5, 1, 4, 3, 1, 1));
}

TEST(SlotSchedule, CountsTheStepsOfTheArithmetic) {
  CertificationVariant variant = with(Sync::kSlot);
  variant.sort_cost = SortCost::kDegree;
  // PEs 4 and 3 take 1 step more, PE 1 another one.
  EXPECT_THAT(holds(sync_schedule(kUneven, variant)), ElementsAre(0, 7, 1, 4, 4, 1, 1));
}

TEST(SlotSchedule, KeepsTheIndexOrderForEqualSubtrees) {
  EXPECT_THAT(sync_schedule(Tree({-1, 0, 0, 0}), with(Sync::kSlot))[0].token_order,
              ElementsAre(1, 2, 3));
}

TEST(MirrorSchedule, KnowsTheStepsOfTheBroadcastAtTheRootAlone) {
  const auto schedule = sync_schedule(kUneven, with(Sync::kMirror));
  EXPECT_EQ(schedule[0].broadcast_steps, 3);  // 1 by 1, 3 by 2, 4 by 2, 2 and 5 and 6 by 3
  for (std::size_t v = 1; v < schedule.size(); ++v) EXPECT_EQ(schedule[v].broadcast_steps, 0);
}

TEST(MirrorSchedule, SendsTheTokenToTheLongestBroadcastFirst) {
  EXPECT_THAT(sync_schedule(kUneven, with(Sync::kMirror))[0].token_order, ElementsAre(1, 3, 2));
}

TEST(MirrorSchedule, RetracesTheTokensWaysInReversedTime) {
  const Record run = run_variant(silent(kUneven.parents()), with(Sync::kMirror));
  const auto tokens = by_message(run, FlitKind::kToken);
  const auto certificates = by_message(run, FlitKind::kCertificate);

  for (Node v = 1; v < kUneven.size(); ++v) {
    EXPECT_EQ(certificates.at(v).step, 2 * 3 + 1 - tokens.at(v).step) << "PE " << v;
    EXPECT_EQ(tokens.at(v).value, 3 - tokens.at(v).step) << "PE " << v;
  }
}

// The figures of the next tests come from an independent simulator of the algorithms.
TEST(SynchronisationSteps, OfCompleteBinaryTrees) {
  EXPECT_THAT(steps_of(complete_parents(2, 3)), ElementsAre(28, 12, 9, 9, 6));
  EXPECT_THAT(steps_of(complete_parents(2, 5)), ElementsAre(124, 20, 15, 15, 10));
}

TEST(SynchronisationSteps, OfStars) {
  for (const Node n : {1, 7, 31})
    EXPECT_THAT(steps_of(star_parents(n)), ElementsAre(2 * n, 2 * n, n + 1, n + 1, 2));
}

TEST(SynchronisationSteps, OfPaths) {
  for (const Node n : {1, 7, 31})
    EXPECT_THAT(steps_of(path_parents(n + 1)), ElementsAre(2 * n, 2 * n, 2 * n, 2 * n, 2 * n));
}

TEST(SynchronisationSteps, OfCaterpillarsWithTheSpineNumberedFirst) {
  const auto narrow = steps_of(caterpillar_parents(32, 3));
  EXPECT_EQ(narrow[0], 254);
  EXPECT_EQ(narrow[1], 68);
  EXPECT_EQ(narrow[2], 66);
  EXPECT_EQ(narrow[4], 64);
  const auto wide = steps_of(caterpillar_parents(8, 15));
  EXPECT_EQ(wide[0], 254);
  EXPECT_EQ(wide[1], 44);
  EXPECT_EQ(wide[2], 30);
  EXPECT_EQ(wide[4], 16);
}

// Renumbers the PEs of a caterpillar: the leaves of a spine PE before the next spine PE.
std::vector<Node> leaves_first(Node spine, Node legs) {
  std::vector<Node> parents{kNoNode};
  Node end = 0;
  for (Node s = 0; s < spine; ++s) {
    for (Node leg = 0; leg < legs; ++leg) parents.push_back(end);
    if (s + 1 == spine) break;
    parents.push_back(end);
    end = static_cast<Node>(parents.size()) - 1;
  }
  return parents;
}

TEST(SynchronisationSteps, InIndexOrderCostMoreWhenLeavesAreNumberedFirst) {
  const auto narrow = steps_of(leaves_first(32, 3));
  EXPECT_EQ(narrow[2], 66);
  EXPECT_EQ(narrow[3], 159);
  const auto wide = steps_of(leaves_first(8, 15));
  EXPECT_EQ(wide[2], 30);
  EXPECT_EQ(wide[3], 135);
}

TEST(SynchronisationSteps, SlowestSubtreeFirstIsNotAlwaysTheBestTokenOrder) {
  // Two children of PE 0 with a leaf each and two leaves, taken in turns: 6 steps, 7 slowest first.
  const auto steps = steps_of({-1, 0, 0, 0, 0, 1, 3});
  EXPECT_EQ(steps[2], 7);
  EXPECT_EQ(steps[3], 6);
}

TEST(CertificationTotals, FromSequentialPaperToSlotPos) {
  const auto totals = [](const std::vector<Node>& parents) {
    const Case c = all_ones(parents);
    return std::make_pair(run_variant(c, sequential(LagRule::kPaper)).finish,
                          run_variant(c, with(Sync::kSlot)).finish);
  };

  EXPECT_EQ(totals(complete_parents(2, 6)), std::make_pair(Step{390}, Step{151}));
  EXPECT_EQ(totals(star_parents(31)), std::make_pair(Step{124}, Step{64}));
  EXPECT_EQ(totals(path_parents(32)), std::make_pair(Step{124}, Step{124}));
}

}  // namespace
}  // namespace flitwise::protocols::test
