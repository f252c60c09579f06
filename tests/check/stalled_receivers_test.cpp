#include "tb/check/torus/traffic_meter.h"

#include <gtest/gtest.h>

#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing_support::data_flit;
using testing_support::ScriptedNetwork;

// What an edge delivers crosses the link into the PE one step later.
TEST(StalledReceivers, CountWhatComesInAStepInWhichTheyTakeNothing) {
  StalledReceivers receivers(
      [](Node node, Step step) { return node == 1 && step == 5 ? 0b10U : 0U; });
  ScriptedNetwork network;
  const RawFlit flit = data_flit(1, 0, 1, 1);
  for (const Step edge : {3, 5}) network.show(receivers, edge, {}, {{1, flit, 1}});
  network.show(receivers, 4, {}, {{1, flit, 0}, {0, flit, 1}});
  EXPECT_EQ(receivers.unwanted(), 0);
  network.show(receivers, 4, {}, {{1, flit, 1}, {1, flit, 0}});
  EXPECT_EQ(receivers.unwanted(), 1);
  EXPECT_EQ(receivers.delivered(), 6);
}

TEST(StalledReceivers, TakeEverythingWhereNobodySaysOtherwise) {
  StalledReceivers receivers({});
  ScriptedNetwork network;
  network.show(receivers, 4, {}, {{1, data_flit(1, 0, 1, 1), 1}});
  EXPECT_EQ(receivers.unwanted(), 0);
  EXPECT_EQ(receivers.delivered(), 1);
}

}  // namespace
}  // namespace flitwise::check
