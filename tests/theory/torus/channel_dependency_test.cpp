#include "tb/theory/torus/channel_dependency.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <tuple>

namespace flitwise::theory {
namespace {

const std::vector<std::vector<int>>& tori() {
  static const std::vector<std::vector<int>> all{{3},       {3, 3},    {4, 4},       {2, 5},
                                                 {3, 3, 2}, {4, 3, 3}, {3, 2, 1, 3}, {8, 8}};
  return all;
}

TEST(ChannelDependency, OfOneLaneHasACircle) {
  for (const auto& sides : tori())
    EXPECT_FALSE(dependency_circle(Torus(sides), 1, LaneRule::kRelaxed).empty()) << text_of(sides);
}

TEST(ChannelDependency, OfTwoLanesWithDatelinesHasNone) {
  for (const auto& sides : tori()) {
    for (const int lanes : {2, 3, 4}) {
      EXPECT_TRUE(dependency_circle(Torus(sides), lanes, LaneRule::kStrict).empty())
          << text_of(sides) << lanes;
      EXPECT_TRUE(dependency_circle(Torus(sides), lanes, LaneRule::kRelaxed).empty())
          << text_of(sides) << lanes;
    }
  }
}

TEST(ChannelDependency, OfAnyNumberOfFreeLanesHasACircle) {
  for (const auto& sides : tori()) {
    for (const int lanes : {2, 4})
      EXPECT_FALSE(dependency_circle(Torus(sides), lanes, LaneRule::kFree).empty())
          << text_of(sides) << lanes;
  }
}

TEST(ChannelDependency, NeedsARingOfThree) {
  for (const auto& sides : {std::vector<int>{1}, {2}, {1, 1, 1}, {2, 2}, {2, 1, 2}, {2, 2, 2, 2}})
    EXPECT_TRUE(dependency_circle(Torus(sides), 1, LaneRule::kFree).empty()) << text_of(sides);
}

// The circle is one: its links follow each other through the torus and come back.
TEST(ChannelDependency, NamesACircleThatCloses) {
  for (const auto& sides : tori()) {
    const Torus torus(sides);
    const std::vector<LaneOfLink> circle = dependency_circle(torus, 2, LaneRule::kFree);
    for (std::size_t i = 0; i < circle.size(); ++i) {
      const LaneOfLink& lane = circle[i];
      const LaneOfLink& next = circle[(i + 1) % circle.size()];
      ASSERT_EQ(torus.neighbour(lane.link.from, lane.link.channel), next.link.from)
          << circle_text(torus, circle);
      ASSERT_LE(Torus::dimension_of(lane.link.channel), Torus::dimension_of(next.link.channel));
    }
  }
}

TEST(ChannelDependency, SaysTheCircleInWords) {
  const Torus torus({3});

  EXPECT_EQ(circle_text(torus, dependency_circle(torus, 1, LaneRule::kStrict)),
            "lane 0 of +x_0 of (0) -> lane 0 of +x_0 of (1) -> lane 0 of +x_0 of (2) -> lane 0 of "
            "+x_0 of (0)");
  EXPECT_EQ(circle_text(torus, {}), "");
}

TEST(ChannelDependency, OfTheLargestToriIsFound) {
  EXPECT_TRUE(dependency_circle(Torus({64, 64}), 4, LaneRule::kRelaxed).empty());
  EXPECT_TRUE(dependency_circle(Torus({8, 8, 8, 8}), 2, LaneRule::kRelaxed).empty());
  EXPECT_FALSE(dependency_circle(Torus({64, 64}), 1, LaneRule::kRelaxed).empty());
}

using Key = std::tuple<Node, Channel, int, Node, Channel, int>;

Key key_of(const LaneOfLink& a, const LaneOfLink& b) {
  return {a.link.from, a.link.channel, a.lane, b.link.from, b.link.channel, b.lane};
}

/// The class that the rule forces on link `i` of a path, or none if both are allowed.
std::optional<int> forced_class(const Torus& torus, const std::vector<TorusLink>& path,
                                std::size_t i, LaneRule rule) {
  bool crosses = false;
  bool crossed = false;
  for (std::size_t j = 0; j < path.size(); ++j) {
    if (path[j].channel != path[i].channel) continue;
    if (!torus.wraps(path[j].from, path[j].channel)) continue;
    crosses = true;
    crossed = j < i;
  }
  if (rule == LaneRule::kFree) return std::nullopt;
  if (crosses) return crossed ? 1 : 0;
  return rule == LaneRule::kStrict ? std::optional<int>(0) : std::nullopt;
}

void add_dependencies(const Torus& torus, const std::vector<TorusLink>& path, int lanes,
                      LaneRule rule, std::set<Key>& all) {
  const auto may_use = [&](std::size_t i, int lane) {
    const std::optional<int> forced = forced_class(torus, path, i, rule);
    return lanes == 1 || !forced || *forced == (lane < lanes / 2 ? 0 : 1);
  };
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const bool straight = path[i].channel == path[i + 1].channel;
    for (int a = 0; a < lanes; ++a) {
      for (int b = 0; b < lanes; ++b) {
        const bool back =
            lanes > 1 && rule == LaneRule::kRelaxed && straight && a >= lanes / 2 && b < lanes / 2;
        if (may_use(i, a) && may_use(i + 1, b) && !back)
          all.insert(key_of({path[i], a}, {path[i + 1], b}));
      }
    }
  }
}

std::set<Key> brute_force(const Torus& torus, int lanes, LaneRule rule) {
  std::set<Key> all;
  for (Node v = 0; v < torus.size(); ++v) {
    for (int a = 1 - torus.side(0); a < torus.side(0); ++a) {
      for (int b = 1 - torus.side(1); b < torus.side(1); ++b) {
        for (int c = 1 - torus.side(2); c < torus.side(2); ++c)
          add_dependencies(torus, torus.path(v, {a, b, c}), lanes, rule, all);
      }
    }
  }
  return all;
}

TEST(ChannelDependency, IsThatOfAllPathsTakenOneByOne) {
  for (const auto& sides :
       {std::vector<int>{4, 1, 1}, {3, 4, 1}, {2, 3, 1}, {2, 2, 3}, {3, 3, 3}}) {
    const Torus torus(sides);
    for (const LaneRule rule : {LaneRule::kStrict, LaneRule::kRelaxed, LaneRule::kFree}) {
      for (int lanes = 1; lanes <= 4; ++lanes) {
        std::set<Key> found;
        const DependencyGraph graph(torus, lanes, rule);
        for (std::size_t held = 0; held < graph.size(); ++held)
          for (const std::size_t wanted : graph.successors(held))
            EXPECT_TRUE(found.insert(key_of(graph.lane(held), graph.lane(wanted))).second)
                << "twice";
        ASSERT_EQ(found, brute_force(torus, lanes, rule)) << text_of(sides) << lanes;
      }
    }
  }
}

TEST(ChannelDependency, RefusesLanesThatAreNone) {
  EXPECT_THROW(dependency_circle(Torus({3}), 0, LaneRule::kStrict), std::invalid_argument);
  EXPECT_THROW(dependency_circle(Torus({3}), 9, LaneRule::kStrict), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::theory
