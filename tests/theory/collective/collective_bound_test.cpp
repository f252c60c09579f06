// Lower bounds of collectives by hand.
#include "tb/theory/collective/collective_bound.h"

#include <gtest/gtest.h>

namespace flitwise::theory {
namespace {

RankOp operation(RankOpKind kind, std::size_t transfer, std::vector<RankDependency> after = {}) {
  RankOp op;
  op.kind = kind;
  op.transfer = transfer;
  op.after = std::move(after);
  return op;
}

// Rank 0 sends rank 1 four flits, rank 1 sends rank 2 two flits, after them if `in_turns`.
Collective relay(bool in_turns) {
  Collective collective;
  collective.programs.resize(3);
  collective.programs[0] = {operation(RankOpKind::kSend, 0)};
  collective.programs[1] = {operation(RankOpKind::kReceive, 0), operation(RankOpKind::kSend, 1)};
  if (in_turns) collective.programs[1][1].after = {{0, false}};
  collective.programs[2] = {operation(RankOpKind::kReceive, 1)};
  collective.transfers = {{0, 1, 4, ""}, {1, 2, 2, ""}};
  return collective;
}

CollectiveNetworkFacts facts() { return {{6, 3}, {4, 2}, {1, 1, 1}}; }

TEST(CollectiveBound, AddsUpWhatDependsOnEachOther) {
  EXPECT_EQ(collective_lower_bound(relay(true), facts()), 9);
  EXPECT_EQ(collective_lower_bound(relay(false), facts()), 6);
}

TEST(CollectiveBound, CountsComputationsAndBeginnings) {
  Collective collective = relay(true);
  RankOp compute;
  compute.steps = 10;
  compute.after = {{0, false}};
  collective.programs[1].push_back(compute);
  collective.programs[1][1].after = {{2, false}};
  EXPECT_EQ(collective_lower_bound(collective, facts()), 19);
  collective.programs[1][1].after = {{2, true}};
  EXPECT_EQ(collective_lower_bound(collective, facts()), 9);
}

TEST(CollectiveBound, CountsOverheadsTimetablesAndReductions) {
  Collective collective = relay(true);
  collective.programs[0][0].steps = 4;
  EXPECT_EQ(collective_lower_bound(collective, facts()), 13);
  collective.programs[1][0].steps = 2;
  EXPECT_EQ(collective_lower_bound(collective, facts()), 15);
  collective.programs[2][0].steps = 9;  // the last has come before it
  EXPECT_EQ(collective_lower_bound(collective, facts()), 15);
  collective.programs[1][1].not_before = 20;
  EXPECT_EQ(collective_lower_bound(collective, facts()), 23);
}

TEST(CollectiveBound, IsAtLeastTheLoadOfAPort) {
  CollectiveNetworkFacts busy = facts();
  busy.load = {40, 2};
  EXPECT_EQ(collective_lower_bound(relay(false), busy), 40);
  busy.ports = {3, 3, 3};
  EXPECT_EQ(collective_lower_bound(relay(false), busy), 14);
}

TEST(CollectiveBound, OfARankThatIsAloneIsNothing) {
  Collective alone;
  alone.programs.resize(1);
  EXPECT_EQ(collective_lower_bound(alone, {{}, {}, {0}}), 0);
}

TEST(CollectiveBound, IsAtLeastTheLoadOfAPortThatManySendTo) {
  Collective gather;
  gather.programs = {{operation(RankOpKind::kSend, 0)},
                     {operation(RankOpKind::kSend, 1)},
                     {operation(RankOpKind::kReceive, 0), operation(RankOpKind::kReceive, 1)}};
  gather.transfers = {{0, 2, 4, ""}, {1, 2, 5, ""}};
  EXPECT_EQ(collective_lower_bound(gather, {{5, 6}, {4, 5}, {1, 1, 1}}), 9);
  EXPECT_EQ(collective_lower_bound(gather, {{5, 6}, {4, 5}, {1, 1, 2}}), 6);
}

TEST(CollectiveBound, OfNothingIsNothing) {
  Collective nothing;
  nothing.programs.resize(2);
  EXPECT_EQ(collective_lower_bound(nothing, {{}, {}, {1, 1}}), 0);
}

TEST(Latency, CountsHopsAndFlits) {
  EXPECT_EQ(pipelined_latency(1, 1), 1);
  EXPECT_EQ(pipelined_latency(3, 4), 6);
  EXPECT_EQ(stored_latency(1, 1, 1), 1);
  EXPECT_EQ(stored_latency(2, 3, 4), 19);
}

}  // namespace
}  // namespace flitwise::theory
