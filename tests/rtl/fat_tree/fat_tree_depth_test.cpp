// Queues of the greatest depth: every place is used, in order, and the counts go as far.
#include <Vfat_tree_leaf_d32767.h>
#include <Vfat_tree_switch_8_1_1_32767.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/rtl/fat_tree/fat_tree_harness.h"

namespace flitwise::rtl_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t kDepth = 32767;

// Of all packets, those from the first on that are put in, and then those that leave: all places
// are filled, half of them are emptied and filled again, so that the last lies before the first.
constexpr std::uint32_t kRefilled = kDepth + kDepth / 2;
constexpr std::pair<std::uint32_t, std::uint32_t> kPhases[] = {{kDepth, kDepth / 2},
                                                               {kRefilled, kRefilled}};

NodeSetup deep_setup() {
  NodeSetup setup;
  setup.limit = kDepth;
  setup.backpressure = true;
  return setup;
}

RawFlit packet(std::uint32_t destination, std::uint32_t source, std::uint32_t number) {
  return pack({FlitKind::kData, true, true, destination, source, number});
}

TEST(FatTreeDepth, ALeafHoldsAsManyPacketsAsItMayAndKeepsTheirOrder) {
  const NodeSetup setup = deep_setup();
  VerilatedNodeOf<Vfat_tree_leaf_d32767> leaf(
      2, 1, [&setup](Vfat_tree_leaf_d32767& model) { configure_node(model, setup); });
  std::uint32_t put = 0;
  std::uint32_t left = 0;

  for (const auto& [last_put, last_left] : kPhases) {
    for (; put < last_put; ++put) {
      ASSERT_THAT(leaf.put({{0, packet(5, 0, put)}}, {}), ElementsAre(0, 1)) << put;
      const NodeOutputs outputs = leaf.clock();
      ASSERT_EQ(outputs.lanes[1], packet(5, 0, left)) << put;
      ASSERT_THAT(outputs.max_stored, ElementsAre(std::min(put + 1, kDepth)));
      ASSERT_THAT(outputs.max_wait, ElementsAre(std::min(put, kDepth)));
    }
    EXPECT_THAT(leaf.put({{0, packet(5, 0, put)}}, {}), ElementsAre(1)) << "there is no room";
    EXPECT_THAT(leaf.clock().max_wait, ElementsAre(kDepth));
    while (left < last_left) {
      leaf.put({}, {1});
      ++left;
      ASSERT_EQ(leaf.clock().lanes[1], left < put ? packet(5, 0, left) : 0) << left;
    }
  }
  EXPECT_FALSE(leaf.outputs().busy);
  EXPECT_EQ(leaf.assertion_failures(), 0);
}

// In every step one packet for each branch, from the lane before it.
TEST(FatTreeDepth, EveryQueueOfASwitchHoldsAsManyPacketsAsItMayAndKeepsTheirOrder) {
  const SwitchShape shape{8, 1, 1, kDepth};
  const NodeSetup setup = deep_setup();
  VerilatedNodeOf<Vfat_tree_switch_8_1_1_32767> node(
      shape.lanes(), shape.branches(),
      [&setup](Vfat_tree_switch_8_1_1_32767& model) { configure_switch(model, setup); });
  const auto flit_for = [&shape](std::size_t branch, std::uint32_t number) {
    const auto destination = static_cast<std::uint32_t>(branch == 0 ? 100 : branch - 1);
    const std::size_t source = (branch + shape.branches() - 1) % shape.branches();
    return packet(destination, static_cast<std::uint32_t>(source), number);
  };
  LaneSet all;
  for (std::size_t lane = 0; lane < shape.lanes(); ++lane) all.insert(lane);
  const auto inputs = [&](std::uint32_t number) {
    LaneFlits flits;
    for (const std::size_t lane : all)
      flits[lane] = flit_for((lane + 1) % shape.branches(), number);
    return flits;
  };
  const auto each = [&shape](std::uint32_t count) {
    return std::vector<std::uint32_t>(shape.branches(), count);
  };
  std::uint32_t put = 0;
  std::uint32_t left = 0;

  for (const auto& [last_put, last_left] : kPhases) {
    for (; put < last_put; ++put) {
      ASSERT_EQ(node.put(inputs(put), {}), all) << put;
      const NodeOutputs outputs = node.clock();
      ASSERT_EQ(outputs.max_stored, each(std::min(put + 1, kDepth)));
      ASSERT_EQ(outputs.max_wait, each(std::min(put, kDepth)));
    }
    EXPECT_THAT(node.put(inputs(put), {}), IsEmpty()) << "there is no room";
    EXPECT_EQ(node.clock().max_wait, each(kDepth));
    for (; left < last_left; ++left) {
      const NodeOutputs outputs = node.outputs();
      for (const std::size_t lane : all)
        ASSERT_EQ(outputs.lanes[lane], flit_for(lane, left)) << "lane " << lane;
      node.put({}, all);
      node.clock();
    }
  }
  EXPECT_FALSE(node.outputs().busy);
  EXPECT_EQ(node.assertion_failures(), 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
