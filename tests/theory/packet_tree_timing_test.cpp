#include "tb/theory/packet_tree_timing.h"

#include <gtest/gtest.h>

#include "tb/theory/torus_theory.h"

namespace flitwise::theory {
namespace {

TEST(PacketTreeTiming, OfWholePacketsInSlotsIsThePublishedSum) {
  const CycleModel model{24, 1, 3, 2};
  for (const Flits packet : {1, 2, 3, 4, 6, 8, 12, 24})
    EXPECT_EQ(time_packet_tree(Torus({5, 4}), 7, model, packet, Pace::kBarrier).finish,
              packet_tree({5, 4}, model, packet).finish)
        << packet;
}

// Packets of 3, 3 and 2 flits, one hop at a time: slot s begins at s (1 + 1 + 3 + 1) = 6 s.
TEST(PacketTreeTiming, OfAShortLastPacketSavesItsMissingFlits) {
  const BroadcastTiming timing = time_packet_tree(Torus({5}), 0, {8, 1, 1, 1}, 3, Pace::kBarrier);

  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 17, 23, 23, 17}));
  EXPECT_EQ(timing.finish, 23);
  EXPECT_EQ(timing.steps, 4);
  EXPECT_TRUE(timing.exact);
}

// Heads leave the source at 1, 5 and 9 (os + P = 4 apart), the neighbour gets tails at 5, 9, 12.
TEST(PacketTreeTiming, AtTheNodesOwnPaceIsBoundByTheSourcesPort) {
  const BroadcastTiming timing = time_packet_tree(Torus({5}), 0, {8, 1, 1, 1}, 3, Pace::kFree);

  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 13, 19, 19, 13}));
}

TEST(PacketTreeTiming, OfOneNodeIsNothing) {
  const BroadcastTiming timing =
      time_packet_tree(Torus({1, 1}), 0, {8, 1, 1, 1}, 3, Pace::kBarrier);

  EXPECT_EQ(timing.finish, 0);
  EXPECT_EQ(timing.steps, 0);
}

TEST(PacketTreeTiming, RefusesPacketsThatAreNoneAndStarts) {
  const Torus torus({3});
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1, 1}, 0, Pace::kFree), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1, 1}, 9, Pace::kFree), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1, 1}, 3, Pace::kStarts), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 3, {8, 1, 1, 1}, 3, Pace::kFree), TopologyError);
}

}  // namespace
}  // namespace flitwise::theory
