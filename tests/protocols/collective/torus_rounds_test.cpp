// Reductions on tori in the least number of rounds.
#include "systemc/protocols/collective/torus_rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/protocols/collective/torus_plan_checks.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::torus_rounds_test {
namespace {

constexpr auto kReduceScatter = CollectiveOperation::kReduceScatter;
constexpr auto kAllGather = CollectiveOperation::kAllGather;
constexpr auto kAllReduce = CollectiveOperation::kAllReduce;

// max(D, ceil((N - 1 + s2) / 2k)).
int least(const std::vector<int>& sides) {
  int nodes = 1, distance = 0, channels = 0, pairs = 0;
  for (const int n : sides) {
    nodes *= n;
    distance += n / 2;
    channels += n > 1 ? 2 : 0;
    pairs += n == 2 ? 1 : 0;
  }
  if (channels == 0) return 0;
  return std::max(distance, (nodes - 1 + pairs + channels - 1) / channels);
}

// What is wrong with a tree; empty: nothing.
std::string fault_of(const torus_plans::RoundTree& tree, const Torus& torus) {
  std::vector<bool> is_reached(index_of(torus.size()), false);
  is_reached[0] = true;
  Node reached = 1;
  for (std::size_t round = 0; round < tree.size(); ++round) {
    std::set<Channel> channels;
    std::vector<Node> new_ones;
    for (const torus_plans::RoundArc& arc : tree[round]) {
      const std::string place = "round " + std::to_string(round + 1) + ", " +
                                torus.name(TorusLink{arc.from, arc.channel}) + ": ";
      if (!torus.has_link(arc.channel)) return place + "no such channel";
      if (!channels.insert(arc.channel).second) return place + "channel twice";
      if (!is_reached[index_of(arc.from)]) return place + "from a node that is not reached";
      new_ones.push_back(torus.neighbour(arc.from, arc.channel));
    }
    for (const Node v : new_ones) {
      if (is_reached[index_of(v)]) return "node " + torus.name(v) + " is reached twice";
      is_reached[index_of(v)] = true;
      ++reached;
    }
  }
  return reached == torus.size() ? "" : std::to_string(reached) + " nodes are reached";
}

void expect_a_tree_of_the_least_rounds(const std::vector<int>& sides) {
  const Torus torus(sides);
  const torus_plans::RoundTree tree = torus_plans::round_tree(torus);
  EXPECT_EQ(static_cast<int>(tree.size()), least(sides)) << text_of(sides);
  EXPECT_EQ(fault_of(tree, torus), "") << text_of(sides);
}

TEST(TorusRoundTree, HasTheLeastRoundsOnAllSmallTori) {
  for (int x = 1; x <= 29; ++x) expect_a_tree_of_the_least_rounds({x});
  for (int x = 1; x <= 12; ++x)
    for (int y = 1; y <= 12; ++y) expect_a_tree_of_the_least_rounds({x, y});
  for (int x = 1; x <= 5; ++x)
    for (int y = 1; y <= 5; ++y)
      for (int z = 1; z <= 5; ++z) expect_a_tree_of_the_least_rounds({x, y, z});
  for (int x = 1; x <= 3; ++x)
    for (int y = 1; y <= 3; ++y)
      for (int z = 1; z <= 3; ++z)
        for (int w = 1; w <= 3; ++w) expect_a_tree_of_the_least_rounds({x, y, z, w});
}

TEST(TorusRoundTree, HasTheLeastRoundsOnLargerTori) {
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{{64},
                                                                     {16, 16},
                                                                     {20, 7},
                                                                     {8, 8, 8},
                                                                     {32, 32},
                                                                     {64, 2},
                                                                     {3, 64},
                                                                     {13, 17},
                                                                     {64, 64},
                                                                     {16, 16, 16},
                                                                     {8, 8, 8, 8},
                                                                     {2, 5, 7, 3}})
    expect_a_tree_of_the_least_rounds(sides);
}

TEST(TorusRoundTree, IsTheSameInEveryRun) {
  const Torus torus({7, 5});
  const torus_plans::RoundTree once = torus_plans::round_tree(torus),
                               again = torus_plans::round_tree(torus);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t round = 0; round < once.size(); ++round) {
    ASSERT_EQ(once[round].size(), again[round].size());
    for (std::size_t i = 0; i < once[round].size(); ++i) {
      EXPECT_EQ(once[round][i].from, again[round][i].from);
      EXPECT_EQ(once[round][i].channel, again[round][i].channel);
    }
  }
}

TEST(TorusRounds, DoTheirWorkInLockstep) {
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{{1},
                                                                     {2},
                                                                     {3},
                                                                     {7},
                                                                     {8},
                                                                     {2, 2},
                                                                     {2, 4},
                                                                     {3, 3},
                                                                     {4, 3},
                                                                     {1, 5, 2},
                                                                     {5, 6},
                                                                     {2, 2, 2},
                                                                     {2, 3, 4},
                                                                     {3, 3, 3},
                                                                     {4, 4, 4},
                                                                     {2, 2, 2, 2},
                                                                     {3, 2, 3, 2}})
    for (const Overheads& overheads : {Overheads{0, 0, 0}, Overheads{1, 8, 0}, Overheads{3, 2, 4}})
      for (const auto operation : {kReduceScatter, kAllGather, kAllReduce})
        for (const Flits words : {1, 2, 30, 65}) {
          if (operation == kAllGather && words > 2) continue;
          const Torus torus(sides);
          const CollectiveRequest request = request_for(operation, words, overheads);
          SCOPED_TRACE(described(request, torus));
          const Flits block =
              operation == kAllGather ? words : (words + torus.size() - 1) / torus.size();
          const Step hop = overheads.send + 1 + block + overheads.receive;
          Step round = 0;
          if (operation != kAllGather) round += hop + overheads.add;
          if (operation != kReduceScatter) round += hop;
          ASSERT_EQ(checked_timetable(torus_plans::rounds(request, torus), torus).done,
                    least(sides) * round);
          ASSERT_FALSE(HasFailure());
        }
}

// Published figures of all-reduce, without overheads, and with os = 8 and a = 1.
TEST(TorusRounds, ReachTheFiguresOfEightByEight) {
  const Torus torus({8, 8});
  EXPECT_EQ(torus_plans::fewest_rounds(torus), 16);
  const auto done = [&](Flits words, const Overheads& overheads) {
    return torus_plan_times(torus_plans::rounds(request_for(kAllReduce, words, overheads), torus),
                            torus)
        .done;
  };
  EXPECT_EQ(done(1, {}), 64);
  EXPECT_EQ(done(64, {}), 64);
  EXPECT_EQ(done(1024, {}), 544);
  EXPECT_EQ(done(1, {1, 8, 0}), 336);
  EXPECT_EQ(done(64, {1, 8, 0}), 336);
  EXPECT_EQ(done(1024, {1, 8, 0}), 816);
}

TEST(TorusRounds, ReachTheFiguresOfNineByNine) {
  const Torus torus({9, 9});
  const auto done = [&](Flits words) {
    return torus_plan_times(torus_plans::rounds(request_for(kAllReduce, words), torus), torus).done;
  };
  EXPECT_EQ(done(1), 80);
  EXPECT_EQ(done(64), 80);
  EXPECT_EQ(done(1024), 560);
}

TEST(TorusRounds, RefuseOtherOperations) {
  EXPECT_EQ(
      flitwise::test::refusal_of<TopologyError>(
          [] { torus_plans::rounds(request_for(CollectiveOperation::kAllToAll, 1), Torus({4})); }),
      "rounds: operation must be one of reduce-scatter, all-gather, allreduce, not all-to-all");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_rounds_test
