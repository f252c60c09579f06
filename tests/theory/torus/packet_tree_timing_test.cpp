#include "tb/theory/torus/broadcast_timing.h"

#include <gtest/gtest.h>

#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

TEST(PacketTreeTiming, OfWholePacketsInSlotsIsThePublishedSum) {
  const CycleModel model{24, 1, 3, 2};
  for (const Flits packet : {1, 2, 3, 4, 6, 8, 12, 24})
    EXPECT_EQ(time_packet_tree(Torus({5, 4}), 7, model, packet, SendPace::kBarrier).finish,
              packet_tree({5, 4}, model, packet).finish)
        << packet;
}

// Packets of 3, 3 and 2 flits, one hop at a time: slot s begins at s (1 + 1 + 3 + 1) = 6 s.
TEST(PacketTreeTiming, OfAShortLastPacketSavesItsMissingFlits) {
  const BroadcastTiming timing =
      time_packet_tree(Torus({5}), 0, {8, 1, 1, 1}, 3, SendPace::kBarrier);

  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 17, 23, 23, 17}));
  EXPECT_EQ(timing.finish, 23);
  EXPECT_EQ(timing.steps, 4);
  EXPECT_TRUE(timing.exact);
}

// Heads leave the source at 1, 5 and 9 (os + P = 4 apart), the neighbour gets tails at 5, 9, 12.
TEST(PacketTreeTiming, AtTheNodesOwnPaceIsBoundByTheSourcesPort) {
  const BroadcastTiming timing = time_packet_tree(Torus({5}), 0, {8, 1, 1, 1}, 3, SendPace::kFree);

  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 13, 19, 19, 13}));
}

/// (step, from, to, packet, flit) of every transfer.
std::vector<std::vector<Step>> transfers(const Torus& torus, const CycleModel& model, Flits packet,
                                         SendPace pace) {
  std::vector<std::vector<Step>> all;
  for (const LinkEvent& e : packet_tree_events(torus, 0, {0}, model, packet, pace))
    all.push_back({e.step, e.from, e.to, e.value, e.index});
  return all;
}

// Packets of 2 flits and 1: the source begins them at 0 and 3 in turn, or in slots of 5; a packet
// is taken 4 steps after its first flit has left at the latest, and sent on.
TEST(PacketTreeTiming, HasEveryFlitOfEveryPacketOnEveryLink) {
  const CycleModel model{3, 1, 1, 1};
  EXPECT_EQ(transfers(Torus({4}), model, 2, SendPace::kFree),
            (std::vector<std::vector<Step>>{{2, 0, 1, 0, 1},
                                            {2, 0, 3, 0, 1},
                                            {3, 0, 1, 0, 2},
                                            {3, 0, 3, 0, 2},
                                            {5, 0, 1, 1, 1},
                                            {5, 0, 3, 1, 1},
                                            {7, 1, 2, 0, 1},
                                            {8, 1, 2, 0, 2},
                                            {10, 1, 2, 1, 1}}));
  EXPECT_EQ(transfers(Torus({3}), model, 2, SendPace::kBarrier),
            (std::vector<std::vector<Step>>{{2, 0, 1, 0, 1},
                                            {2, 0, 2, 0, 1},
                                            {3, 0, 1, 0, 2},
                                            {3, 0, 2, 0, 2},
                                            {7, 0, 1, 1, 1},
                                            {7, 0, 2, 1, 1}}));
}

TEST(PacketTreeTiming, OfOneNodeIsNothing) {
  const BroadcastTiming timing =
      time_packet_tree(Torus({1, 1}), 0, {8, 1, 1, 1}, 3, SendPace::kBarrier);

  EXPECT_EQ(timing.finish, 0);
  EXPECT_EQ(timing.steps, 0);
}

TEST(PacketTreeTiming, RefusesPacketsThatAreNoneAndStarts) {
  const Torus torus({3});
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1, 1}, 0, SendPace::kFree), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1, 1}, 9, SendPace::kFree), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1, 1}, 3, SendPace::kStarts),
               std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 3, {8, 1, 1, 1}, 3, SendPace::kFree), TopologyError);
  EXPECT_THROW(packet_tree_events(torus, 3, {0}, {8, 1, 1, 1}, 3, SendPace::kFree), TopologyError);
  EXPECT_THROW(packet_tree_events(torus, 0, {1}, {8, 1, 1, 1}, 3, SendPace::kFree), TopologyError);
  EXPECT_THROW(packet_tree_events(torus, 0, {0}, {8, 2, 1, 1}, 3, SendPace::kFree),
               std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::theory
