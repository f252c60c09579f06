#include "systemc/topology/fat_tree/fat_tree_latency.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/tree/tree.h"
#include "tests/support/refusal.h"

namespace flitwise {
namespace {

TEST(FatTreeLatency, WithoutEntriesIsOneStepEverywhere) {
  const FatTreeLatency none;

  EXPECT_TRUE(none.is_unit());
  EXPECT_EQ(none.link_of(7), 1);
  EXPECT_EQ(none.whole_way(0), 0);
  for (int level = 1; level <= 10; ++level) {
    EXPECT_EQ(none.whole_way(level), 2 * level - 1);
    EXPECT_EQ(none.longer_by(level), level == 1 ? 1 : 2);
  }
}

TEST(FatTreeLatency, OfOneStepEverywhereIsUnit) {
  EXPECT_TRUE((FatTreeLatency{1, {1, 1}, 1}).is_unit());
  EXPECT_FALSE((FatTreeLatency{2, {1, 1}, 1}).is_unit());
  EXPECT_FALSE((FatTreeLatency{1, {1, 2}, 1}).is_unit());
  EXPECT_FALSE((FatTreeLatency{1, {1, 1}, 2}).is_unit());
}

// With hops of p = r + w - 1 steps 2 h p - r.
TEST(FatTreeLatency, OfAWayIsAHopALinkLessOneSwitch) {
  for (Step r = 1; r <= 4; ++r)
    for (Step w = 1; w <= 4; ++w) {
      const FatTreeLatency latency{r, {w, w, w, w}};
      for (int level = 1; level <= 4; ++level) {
        EXPECT_EQ(latency.whole_way(level), 2 * level * (r + w - 1) - r);
        EXPECT_EQ(latency.longer_by(level), 2 * (r + w - 1) - (level == 1 ? r : 0));
      }
    }
}

// From leaf to leaf, link by link: sent, received, and sent on by every switch.
TEST(FatTreeLatency, OfAWayCountsItsLinksAndTheSwitchesBetween) {
  const FatTree tree(27, 3, {1, 1, 1});
  const FatTreeLatency latency{3, {2, 5, 1}};
  for (Node from = 0; from < 27; ++from)
    for (Node to = 0; to < 27; ++to) {
      if (from == to) continue;
      Step sent = 10;  // over the next link
      Node up = from;
      Node down = to;
      while (up != down) {  // a link up and one down of the same branch
        const int branch = tree.level(up) + 1;
        const bool turns = tree.parent(up) == tree.parent(down);
        for (int way = 0; way < 2; ++way) sent += latency.link_of(branch) - 1 + latency.router;
        if (turns) sent -= latency.router;  // the leaf sends nothing on
        up = tree.parent(up);
        down = tree.parent(down);
      }
      EXPECT_EQ(sent - 10, latency.whole_way(tree.meeting_level(from, to))) << from << " " << to;
    }
}

TEST(FatTreeLatency, RefusesWhatDoesNotFit) {
  const auto refusal = [](const FatTreeLatency& latency) {
    return test::refusal_of<TopologyError>([&] { latency.check(2); });
  };
  EXPECT_EQ(refusal({0, {}, 1}), "router latency must be at least 1, got 0");
  EXPECT_EQ(refusal({1, {}, 0}), "credit latency must be at least 1, got 0");
  EXPECT_EQ(refusal({1, {1, -1}, 1}), "link latency must be at least 1, got -1");
  EXPECT_EQ(refusal({1, {1, 1, 1}, 1}), "link latencies must have one entry per branch: 2, got 3");
  EXPECT_NO_THROW((FatTreeLatency{3, {2, 1}, 1}).check(2));
}

}  // namespace
}  // namespace flitwise
