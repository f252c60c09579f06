#include <gtest/gtest.h>

#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_theory.h"
#include "tests/support/number_table.h"
#include "tests/theory/torus/torus_latencies.h"

namespace flitwise::theory {
namespace {

using test::read_rows;
using test::Row;
using test::time_peel;

TEST(PacketTree, FillsItsDepthOnceAndThenTakesAStagePerPacket) {
  const CycleModel model{20, 3, 1, test::slow_links(3, 2)};  // L, os, orv

  EXPECT_EQ(diameter({8, 5, 1}), 4 + 2);
  EXPECT_EQ(packet_tree({8, 5, 1}, model, 8).finish, (6 + 3 - 1) * (3 + 2 + 8 + 1));
  EXPECT_EQ(packet_tree({8, 5, 1}, model, 20).finish, 6 * (3 + 2 + 20 + 1));
}

TEST(PacketTree, OfOneNodeNeedsNoTime) {
  EXPECT_EQ(packet_tree({1, 1}, {20, 1, 1}, 4).finish, 0);
  EXPECT_EQ(copying_routers_finish({1}, {20, 1, 1}), 0);
}

TEST(PacketTree, IsBestWithThePacketOfTheEarliestFinish) {
  for (Flits flits = 1; flits <= 60; ++flits) {
    const CycleModel model{flits, 2, 0};
    const PacketTree best = best_packet_tree({6, 6}, model);
    for (Flits packet = 1; packet <= flits; ++packet) {
      const Step finish = packet_tree({6, 6}, model, packet).finish;
      ASSERT_LE(best.finish, finish) << flits << ' ' << packet;
      if (packet < best.packet) {
        ASSERT_LT(best.finish, finish) << flits << ' ' << packet;
      }
    }
  }
}

TEST(PacketTree, RefusesPacketsOfNothingOrMoreThanTheText) {
  EXPECT_THROW(packet_tree({4, 4}, {3, 0, 0}, 0), std::invalid_argument);
  EXPECT_THROW(packet_tree({4, 4}, {3, 0, 0}, 4), std::invalid_argument);
}

TEST(CopyingRouters, AreNeverSlowerThanPeel) {
  for (const Flits flits : {1, 16, 64}) {
    const CycleModel model{flits, 1, 1};
    EXPECT_EQ(copying_routers_finish({8, 8}, model), 1 + 8 + flits + 1);
    const Torus torus({8, 8});
    EXPECT_LE(copying_routers_finish({8, 8}, model),
              time_peel(torus, 0, {0, 1}, model, SendPace::kFree).finish);
  }
}

bool peel_is_ahead(const Torus& torus, const CycleModel& model) {
  return time_peel(torus, 0, torus.ascending_order(), model, SendPace::kFree).finish <=
         best_packet_tree(torus.sides(), model).finish;
}

// The table samples L: the crossing lies between its number and its grid's next one.
TEST(PacketTree, IsOvertakenByPeelForShortTextsAsInTheTable) {
  const Step overheads[] = {1, 8, 32, 128};
  for (const Row& row : read_rows("torus/peel_ahead.txt", 6)) {
    const Torus torus(row.list(0));
    for (std::size_t i = 0; i < 4; ++i) {
      const Flits last = row.number(i + 1);
      const Flits beyond = last + 1 + last * 7 / 100;
      EXPECT_TRUE(peel_is_ahead(torus, {last, overheads[i], 0})) << row.line << ", L " << last;
      for (Flits flits = beyond; flits <= 2 * beyond; flits += 1 + beyond / 10)
        EXPECT_FALSE(peel_is_ahead(torus, {flits, overheads[i], 0})) << row.line << ", L " << flits;
    }
  }
}

TEST(DisjointTrees, CarryTheirShareOfTheTextEach) {
  const CycleModel model{20, 3, 1, test::slow_links(3, 2)};  // L, os, orv

  EXPECT_EQ(disjoint_trees({8, 1, 5}), 4);
  // Depth 6 + 8 and 5 flits in each tree: the best of the packets of 1 to 5.
  EXPECT_EQ(best_disjoint_trees({8, 1, 5}, model).finish, (14 + 5 - 1) * 7);
  EXPECT_EQ(best_disjoint_trees({8, 1, 5}, model).packet, 1);
  EXPECT_EQ(best_disjoint_trees({8, 5}, {400, 3, 1, test::slow_links(2, 2)}).packet, 6);
  EXPECT_EQ(best_disjoint_trees({1, 1, 1}, model).finish, 0);
  EXPECT_THROW(best_disjoint_trees({4, 4}, {0, 0, 0}), std::invalid_argument);
}

// Where L / 2k is rounded up peel may fall back and come ahead once more, within a tenth.
TEST(DisjointTrees, AreOvertakenByPeelForShortTextsAsInTheTable) {
  const Step overheads[] = {1, 8, 32, 128};
  for (const Row& row : read_rows("torus/peel_ahead_of_trees.txt", 6)) {
    const Torus torus(row.list(0));
    const auto peel_is_ahead_of_trees = [&](Flits flits, Step overhead) {
      const CycleModel model{flits, overhead, 0};
      return time_peel(torus, 0, torus.ascending_order(), model, SendPace::kFree).finish <=
             best_disjoint_trees(torus.sides(), model).finish;
    };
    for (std::size_t i = 0; i < 4; ++i) {
      const Flits last = row.number(i + 1);
      const Flits beyond = last + 1 + last / 10;
      EXPECT_TRUE(peel_is_ahead_of_trees(last, overheads[i])) << row.line << ", L " << last;
      for (Flits flits = beyond; flits <= 2 * beyond; flits += 1 + beyond / 10)
        EXPECT_FALSE(peel_is_ahead_of_trees(flits, overheads[i])) << row.line << ", L " << flits;
    }
  }
}

}  // namespace
}  // namespace flitwise::theory
