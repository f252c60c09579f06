// What schedules are made of: frames, strips and stages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "systemc/protocols/torus/torus_stage.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;

TEST(TorusStage, PortsTurnNearGoByHelpersFurtherAndStraightFarthest) {
  const TorusFrame frame(Torus({8, 16, 8}), 0, {});
  const std::vector<StagePort> ports = stage_ports(1, Turns::kYes, {2});

  ASSERT_EQ(ports.size(), 3U);
  EXPECT_THAT(ports[0].hops(frame, 4), ElementsAre(1, 4, 0));
  EXPECT_THAT(ports[0].hops(frame, -4), ElementsAre(-1, -4, 0));
  EXPECT_THAT(ports[1].hops(frame, 4), ElementsAre(0, 0, -4));
  EXPECT_THAT(ports[2].hops(frame, -4), ElementsAre(0, -4, 0));
  EXPECT_EQ(stage_ports(2, Turns::kNo, {}).size(), 1U);
}

// Node x_0 + 8 x_1; x_0 is to become x_1 modulo 8.
TEST(TorusStage, SourcesAlignTheShorterWayAndUpIfBothAreAsLong) {
  const TorusFrame frame(Torus({8, 16}), 0, {});
  ScheduleDraft draft(frame, "");
  const std::vector<Node> sources = {0, 8 * 3, 8 * 4, 8 * 5, 8 * 8, 8 * 12 + 4};
  const std::vector<Node> aligned = align(frame, draft, sources, 0, {1});
  const TorusSchedule schedule = draft.finish();

  EXPECT_THAT(aligned, ElementsAre(0, 8 * 3 + 3, 8 * 4 + 4, 8 * 5 + 5, 8 * 8, 8 * 12 + 4));
  ASSERT_EQ(schedule.steps.size(), 1U);
  ASSERT_EQ(schedule.steps[0].size(), 3U);
  EXPECT_THAT(schedule.steps[0][0].hops, ElementsAre(3, 0));
  EXPECT_THAT(schedule.steps[0][1].hops, ElementsAre(4, 0));
  EXPECT_THAT(schedule.steps[0][2].hops, ElementsAre(-3, 0));
}

TEST(TorusFrame, KeepsOnlySidesThatHaveLinksInTheOrderOfRouting) {
  const Torus torus({4, 1, 6, 2});
  const TorusFrame frame(torus, torus.node({3, 0, 5, 1}), {2, 1, 3, 0});

  ASSERT_EQ(frame.dimensions(), 3);
  EXPECT_EQ(frame.side(0), 6);
  EXPECT_EQ(frame.side(1), 2);
  EXPECT_EQ(frame.side(2), 4);
  const TorusMessage message = frame.message(frame.shifted(0, 0, 2), {-1, 1, 3});
  EXPECT_EQ(message.from, torus.node({3, 0, 1, 1}));
  EXPECT_THAT(message.hops, ElementsAre(3, 0, -1, 1));
}

// Values of all parts, as offsets from the source.
std::vector<int> values_of(const Cut& cut) {
  std::vector<int> values;
  const auto add = [&](int centre, const Strip& strip) {
    for (int v = centre - strip.left; v <= centre + strip.right; ++v) values.push_back(v);
  };
  add(0, cut.own);
  for (const Substrip& part : cut.left) add(part.centre, part.strip);
  for (const Substrip& part : cut.right) add(part.centre, part.strip);
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<int> values_of(const Strip& strip) {
  std::vector<int> values;
  for (int v = -strip.left; v <= strip.right; ++v) values.push_back(v);
  return values;
}

int longest_part(const Cut& cut) {
  int longest = cut.own.values();
  for (const Substrip& part : cut.left) longest = std::max(longest, part.strip.values());
  for (const Substrip& part : cut.right) longest = std::max(longest, part.strip.values());
  return longest;
}

void expect_balanced(const Strip& strip) { EXPECT_LE(std::abs(strip.left - strip.right), 1); }

TEST(TorusStrip, ACutKeepsAllValuesInShortBalancedParts) {
  for (int side = 1; side <= 200; ++side)
    for (int ports = 1; ports <= 4; ++ports)
      for (const Strip& strip : {ring_strip(side), Strip{side / 2, (side - 1) / 2}}) {
        SCOPED_TRACE(testing::Message() << side << " values, " << ports << " ports");
        const Cut parts = cut(strip, ports);
        const int radix = 2 * ports + 1;
        ASSERT_EQ(values_of(parts), values_of(strip));
        ASSERT_LE(longest_part(parts), (side + radix - 1) / radix);
        ASSERT_LE(parts.left.size(), static_cast<std::size_t>(ports));
        ASSERT_LE(parts.right.size(), static_cast<std::size_t>(ports));
        expect_balanced(parts.own);
        for (const Substrip& part : parts.left) expect_balanced(part.strip);
        for (const Substrip& part : parts.right) expect_balanced(part.strip);
      }
}

TEST(TorusStrip, PartsAreListedFromTheSourceOutwards) {
  for (int side = 1; side <= 100; ++side) {
    const Cut parts = cut(ring_strip(side), 3);
    for (std::size_t i = 1; i < parts.left.size(); ++i)
      EXPECT_LT(parts.left[i].centre, parts.left[i - 1].centre);
    for (std::size_t i = 1; i < parts.right.size(); ++i)
      EXPECT_GT(parts.right[i].centre, parts.right[i - 1].centre);
  }
}

TEST(TorusStrip, ACutInTwoHalvesWhereverTheSourceIs) {
  for (int left = 0; left <= 40; ++left)
    for (int right = 0; right <= 40; ++right) {
      const Strip strip{left, right};
      const Cut halves = cut_in_two(strip);
      ASSERT_EQ(values_of(halves), values_of(strip));
      ASSERT_LE(longest_part(halves), (strip.values() + 1) / 2);
      ASSERT_LE(halves.left.size() + halves.right.size(), 1U);
    }
}

TEST(TorusStrip, RoundsAreTheLogarithmRoundedUp) {
  EXPECT_EQ(rounds_for(1, 3), 0);
  EXPECT_EQ(rounds_for(2, 3), 1);
  EXPECT_EQ(rounds_for(3, 3), 1);
  EXPECT_EQ(rounds_for(4, 3), 2);
  EXPECT_EQ(rounds_for(125, 5), 3);
  EXPECT_EQ(rounds_for(126, 5), 4);
}

}  // namespace

}  // namespace flitwise::protocols::test
