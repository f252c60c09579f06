#include "tb/check/fat_tree/fat_tree_meter.h"

#include <gtest/gtest.h>

#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing_support::data_flit;
using testing_support::ScriptedNetwork;

RawFlit flood_of(std::uint32_t leaf) { return data_flit(0, leaf, 1, 1, FlitKind::kFlood); }

// Leaves 0 to 3, switches 4 and 5, root 6; all leaves send in step 1. On the way to leaf 0 packets
// of leaf 2 and 3 share two queues: that of the switch 5 up, and that of the switch 4 to leaf 0.
TEST(FloodQueues, CountThePacketsBeforeTheLastOneAlongItsWay) {
  FloodQueues queues{FatTree(4, 2, {1, 1})};
  ScriptedNetwork network;
  network.show(
      queues, 1,
      {{0, 4, flood_of(0)}, {1, 4, flood_of(1)}, {2, 5, flood_of(2)}, {3, 5, flood_of(3)}});
  network.show(queues, 2, {{4, 0, flood_of(1)}, {5, 6, flood_of(2)}});
  network.show(queues, 3, {{5, 6, flood_of(3)}, {6, 4, flood_of(2)}});
  network.show(queues, 4, {{6, 4, flood_of(3)}, {4, 0, flood_of(2)}});
  network.show(queues, 5, {{4, 0, flood_of(3)}});

  const LastPacket last = queues.last_packets()[0];
  EXPECT_EQ(last.source, 3);
  EXPECT_EQ(last.level, 2);
  EXPECT_EQ(last.delay, 5 - 2 * 2);
  EXPECT_EQ(last.queued, 1);  // leaf 2's, in switch 5
}

// A step in which the link is idle delays without anything before it.
TEST(FloodQueues, TellAnIdleLinkFromAPacketBefore) {
  FloodQueues queues{FatTree(2, 2, {1})};
  ScriptedNetwork network;
  network.show(queues, 1, {{0, 2, flood_of(0)}, {1, 2, flood_of(1)}});
  network.show(queues, 4, {{2, 0, flood_of(1)}});

  EXPECT_EQ(queues.last_packets()[0].delay, 2);
  EXPECT_EQ(queues.last_packets()[0].queued, 0);
}

// A packet comes into a queue when it has passed its link and the switch's stages.
TEST(FloodQueues, DoNotCountStepsOnLinksAndInStagesAsDelay) {
  FloodQueues queues{FatTree(4, 2, {1, 1}), {3, {2, 4}}};
  ScriptedNetwork network;
  network.show(
      queues, 1,
      {{0, 4, flood_of(0)}, {1, 4, flood_of(1)}, {2, 5, flood_of(2)}, {3, 5, flood_of(3)}});
  network.show(queues, 5, {{4, 0, flood_of(1)}, {5, 6, flood_of(2)}});
  network.show(queues, 6, {{5, 6, flood_of(3)}});
  network.show(queues, 11, {{6, 4, flood_of(2)}});
  network.show(queues, 12, {{6, 4, flood_of(3)}});
  network.show(queues, 17, {{4, 0, flood_of(2)}});
  network.show(queues, 18, {{4, 0, flood_of(3)}});

  const LastPacket last = queues.last_packets()[0];
  EXPECT_EQ(last.source, 3);
  EXPECT_EQ(last.delay, 1);
  EXPECT_EQ(last.queued, 1);
}

TEST(FloodQueues, SayThatALeafReceivedNothing) {
  EXPECT_EQ(FloodQueues(FatTree(2, 2, {1})).last_packets()[1].source, kNoNode);
}

}  // namespace
}  // namespace flitwise::check
