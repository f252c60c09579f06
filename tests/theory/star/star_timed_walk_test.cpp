// The walk with a time-out, against the walk without faults link by link.
#include "tb/theory/star/star_timed_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>

#include "tests/theory/star/star_operations.h"

namespace flitwise::theory {
namespace {

/// What is left of the events of a walk without faults if nothing crosses what is dead and nobody
/// sends or acknowledges what has not come to it.
std::vector<StarLinkEvent> left_of(std::vector<StarLinkEvent> events, const StarGraph& graph,
                                   const StarFaults& faults) {
  const auto is_dead = [&](Node v) {
    return std::count(faults.nodes.begin(), faults.nodes.end(), v) > 0;
  };
  std::set<std::pair<Node, Node>> links;
  for (const StarLink& link : faults.links) {
    const Node to = graph.neighbour(link.node, link.dimension);
    links.insert(std::minmax(link.node, to));
  }
  std::set<std::tuple<Node, int, Node>> there;  // source, tree, node
  std::vector<StarLinkEvent> left;
  for (const StarLinkEvent& event : events) {
    if (is_dead(event.from) || is_dead(event.to) ||
        links.count(std::minmax(event.from, event.to)) > 0)
      continue;
    if (event.from != event.source && there.count({event.source, event.tree, event.from}) == 0)
      continue;
    if (event.kind == StarPacketKind::kData) there.insert({event.source, event.tree, event.to});
    left.push_back(event);
  }
  return left;
}

TEST(StarTimedWalk, SendsWhatIsLeftOfTheWalkWithoutFaults) {
  int lossy = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int n = 3 + below(2);
    const StarTrees trees(StarGraph(n), below(2) == 0 ? StarRule::kP : StarRule::kQ);
    const StarTraffic traffic{1 + below(4), 1 + below(n - 1)};
    const StarFaults faults = test::random_faults(trees.graph(), below(4), random);

    const StarTimedWalk timed = predict_multinode_timed(trees, traffic, faults, {});
    const std::vector<StarLinkEvent> events = multinode_timed_events(trees, traffic, faults);

    const std::vector<StarLinkEvent> whole =
        star_events(StarAlgorithm::kAcknowledged, trees, traffic, kNoNode);
    ASSERT_EQ(events, left_of(whole, trees.graph(), faults)) << "seed " << seed;
    lossy += events.size() < whole.size() ? 1 : 0;
    test::expect_link_rules(trees.graph(), events);
    ASSERT_TRUE(timed.keeps_lockstep);
    Step last = 0;
    Step delivery = 0;
    std::int64_t packets = 0;
    for (const StarLinkEvent& event : events) {
      last = std::max(last, event.step);
      if (event.kind != StarPacketKind::kData) continue;
      delivery = std::max(delivery, event.step);
      ++packets;
    }
    ASSERT_EQ(timed.figures.steps, last) << "seed " << seed;
    ASSERT_EQ(timed.figures.last_delivery, delivery) << "seed " << seed;
    ASSERT_EQ(timed.figures.transmissions, packets);
    ASSERT_EQ(timed.figures.acknowledgements + packets, static_cast<std::int64_t>(events.size()));
    ASSERT_EQ(timed.figures.max_buffer, test::most_held(trees.graph(), events)) << "seed " << seed;
    const StarCopies copies = star_copies(StarAlgorithm::kStatic, trees, traffic, kNoNode, faults);
    ASSERT_EQ(std::accumulate(copies.received.begin(), copies.received.end(), std::int64_t{0}),
              packets);
  }
  EXPECT_GT(lossy, 60);
}

TEST(StarTimedWalk, IsOverWhenItWouldBeIfNothingWereDead) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ})
    for (int n = 3; n <= 5; ++n)
      for (const int packets : {1, 3}) {
        const StarTrees trees(StarGraph(n), rule);
        const StarTraffic traffic{packets, n - 1};
        for (Node dead = 0; dead < trees.graph().size(); dead += n == 5 ? 41 : 1) {
          const StarTimedWalk timed = predict_multinode_timed(trees, traffic, {{dead}, {}, 1}, {});
          ASSERT_EQ(timed.figures.steps, (packets + 1) * (trees.graph().size() - 1));
          ASSERT_TRUE(timed.keeps_lockstep);
          ASSERT_GT(timed.time_outs, 0);
        }
      }
}

TEST(StarTimedWalk, OfAnyOtherTimeOutKeepsLockstepWhereNobodyIsPassedOver) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarTraffic traffic{2, 3};
  const auto timed = [&](Step steps, const StarFaults& faults) {
    return predict_multinode_timed(trees, traffic, faults, {steps});
  };
  const Step longest = longest_traversal(trees, traffic);
  EXPECT_EQ(longest, 3 * 23 - 2);
  EXPECT_TRUE(timed(longest + 2, {}).keeps_lockstep);
  EXPECT_TRUE(timed(1000, {}).keeps_lockstep);
  EXPECT_EQ(timed(1000, {}).time_outs, 0);
  // What comes in the last of its steps is not noticed, and makes no difference.
  EXPECT_TRUE(timed(longest, {}).keeps_lockstep);
  EXPECT_EQ(timed(longest, {}).time_outs, 24 * 3);
  EXPECT_FALSE(timed(longest + 1, {}).keeps_lockstep);
  EXPECT_FALSE(timed(longest - 1, {}).keeps_lockstep);
  for (const Step steps : {longest, longest + 2, Step{1000}})
    EXPECT_FALSE(timed(steps, {{7}, {}, 1}).keeps_lockstep);
}

TEST(StarTimedWalk, GoesOnWithoutTheDeadOnARing) {
  const StarTrees trees(StarGraph(3), StarRule::kP);
  const StarTimedWalk timed = predict_multinode_timed(trees, {1, 2}, {{3}, {}, 1}, {});
  EXPECT_EQ(timed.time_outs, 2 * 5);
  // Both walks of a source meet the dead node and reach the four others once.
  EXPECT_EQ(timed.figures.transmissions, 5 * 4);
}

TEST(StarTimedWalk, RefusesWaitsAndLateFaults) {
  const StarTrees trees(StarGraph(3), StarRule::kQ);
  EXPECT_THAT(
      [&] {
        (void)predict_multinode_timed(trees, {1, 1}, {}, {0});
      },
      testing::ThrowsMessage<std::invalid_argument>("a wait must be 1 step or more, got 0"));
  const StarFaults late{{1}, {}, 2};
  const char* message = "the walk with acknowledgements takes faults from step 1 only";
  EXPECT_THAT(
      [&] {
        (void)predict_multinode_timed(trees, {1, 1}, late, {});
      },
      testing::ThrowsMessage<std::invalid_argument>(message));
  EXPECT_THAT(
      [&] {
        (void)multinode_timed_events(trees, {1, 1}, late);
      },
      testing::ThrowsMessage<std::invalid_argument>(message));
  EXPECT_THAT(
      [&] {
        (void)multinode_timed_events(trees, {0, 1}, {});
      },
      testing::ThrowsMessage<std::invalid_argument>("packets must be 1 or more, got 0"));
}

}  // namespace
}  // namespace flitwise::theory
