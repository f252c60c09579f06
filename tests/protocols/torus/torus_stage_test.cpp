#include "systemc/protocols/torus/torus_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace flitwise::protocols::test
