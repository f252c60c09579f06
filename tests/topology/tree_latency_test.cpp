#include "systemc/topology/tree/tree_latency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise {
namespace {

using testing::ElementsAre;

// PE 0 over PEs 1 and 2, PE 2 over PE 3.
Tree tree() { return Tree({-1, 0, 0, 2}); }

std::string refusal_of(const std::function<void()>& call) {
  return test::refusal_of<TopologyError>(call);
}

TEST(TreeLatency, WithoutEntriesIsOneStepEverywhere) {
  const TreeLatency none;

  EXPECT_TRUE(none.is_unit());
  EXPECT_EQ(none.router_of(3), 1);
  EXPECT_EQ(none.reaction_of(3), 1);
  EXPECT_EQ(none.down_to(3), 1);
  EXPECT_EQ(none.up_from(3), 1);
  EXPECT_THAT(none.lam_down(tree()), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(none.lam_up(tree()), ElementsAre(0, 0, 0, 1));
}

TEST(TreeLatency, OfOneStepEverywhereIsUnit) {
  EXPECT_TRUE(TreeLatency::uniform(4, 1, 1, 1).is_unit());
  EXPECT_FALSE(TreeLatency::uniform(4, 2, 1, 1).is_unit());
  EXPECT_FALSE(TreeLatency::uniform(4, 1, 2, 1).is_unit());
  EXPECT_FALSE(TreeLatency::uniform(4, 1, 1, 2).is_unit());
}

TEST(TreeLatency, OfAllAlikeLeavesTheRootNoLinkFromAbove) {
  const TreeLatency latency = TreeLatency::uniform(3, 2, 3, 4);

  EXPECT_THAT(latency.router, ElementsAre(2, 2, 2));
  EXPECT_THAT(latency.reaction, ElementsAre(4, 4, 4));
  EXPECT_THAT(latency.down, ElementsAre(1, 3, 3));
  EXPECT_THAT(latency.up, ElementsAre(1, 3, 3));
}

// With hops of r + w - 1 steps, the last router left out.
TEST(TreeLatency, OfAWayIsAHopALinkLessOneRouter) {
  for (Step r = 1; r <= 4; ++r)
    for (Step w = 1; w <= 4; ++w) {
      const Tree path(path_parents(6));
      const TreeLatency latency = TreeLatency::uniform(6, r, w, r);
      for (Node v = 1; v < 6; ++v) {
        EXPECT_EQ(latency.lam_down(path)[index_of(v)], (r + w - 1) * v - r);
        EXPECT_EQ(latency.lam_up(path)[index_of(v)], (r + w - 1) * v - r);
      }
    }
}

TEST(TreeLatency, OfAWayCountsItsLinksAndTheRoutersBetween) {
  TreeLatency latency = TreeLatency::uniform(4, 1, 1, 1);
  latency.router = {70, 50, 3, 90};
  latency.down = {1, 20, 4, 5};
  latency.up = {1, 30, 6, 7};

  EXPECT_THAT(latency.lam_down(tree()), ElementsAre(0, 19, 3, 3 + 3 + 4));
  EXPECT_THAT(latency.lam_up(tree()), ElementsAre(0, 29, 5, 6 + 3 + 5));
}

TEST(TreeLatency, MustHaveOneEntryPerPe) {
  EXPECT_EQ(refusal_of([] { TreeLatency::uniform(3, 1, 1, 1).lam_down(tree()); }),
            "router latencies must have one entry per PE: 4, got 3");
  TreeLatency latency = TreeLatency::uniform(4, 1, 1, 1);
  latency.up.pop_back();
  EXPECT_EQ(refusal_of([&] { latency.lam_down(tree()); }),
            "up latencies must have one entry per PE: 4, got 3");
  TreeLatency partly;
  partly.down = {1, 1, 1, 1};
  EXPECT_EQ(refusal_of([&] { partly.check(4); }),
            "router latencies must have one entry per PE: 4, got 0");
}

TEST(TreeLatency, MustBeAtLeastOneStep) {
  EXPECT_EQ(refusal_of([] { TreeLatency::uniform(2, 0, 1, 1); }),
            "router latency of PE 0 must be at least 1, got 0");
  EXPECT_EQ(refusal_of([] { TreeLatency::uniform(2, 1, 0, 1); }),
            "down latency of PE 0 must be at least 1, got 0");
  EXPECT_EQ(refusal_of([] { TreeLatency::uniform(2, 1, 1, -3); }),
            "reaction latency of PE 0 must be at least 1, got -3");
  TreeLatency latency = TreeLatency::uniform(4, 1, 1, 1);
  latency.up[2] = 0;
  EXPECT_EQ(refusal_of([&] { latency.lam_up(tree()); }),
            "up latency of PE 2 must be at least 1, got 0");
}

TEST(TreeLatency, MustNotGiveTheRootALinkFromAbove) {
  TreeLatency latency = TreeLatency::uniform(4, 1, 1, 1);
  latency.down[0] = 2;
  EXPECT_EQ(refusal_of([&] { latency.check(4); }),
            "down latency of PE 0 must be 1, because no link leads to the root from above, got 2");
}

TEST(TreeLatency, NeedsAPe) {
  EXPECT_EQ(refusal_of([] { TreeLatency::uniform(0, 1, 1, 1); }),
            "latencies need at least one PE, got 0");
}

}  // namespace
}  // namespace flitwise
