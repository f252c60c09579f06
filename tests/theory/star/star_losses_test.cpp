// Copies that damaged packets cost in star graphs, against a replay packet by packet.
#include "tb/theory/star/star_losses.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "tests/theory/star/star_operations.h"

namespace flitwise::theory {
namespace {

using test::StarCase;

struct Replay {
  std::vector<std::int64_t> received;
  std::vector<std::int64_t> histogram;
  std::int64_t dropped = 0;
};

/// Moves every copy link by link: from a node that has it, over a link that does not damage it.
Replay replay(const StarCase& c, const StarTrees& trees, const std::vector<StarDamage>& damages) {
  using Place = std::tuple<Node, int, std::int64_t, Node, Node>;  // copy, where it is
  std::set<std::tuple<Step, Node, Node>> bad;
  std::set<std::tuple<Step, Node, Node>> bad_heads;
  for (const StarDamage& d : damages) {
    const auto link = std::make_tuple(d.step, d.from, trees.graph().neighbour(d.from, d.dimension));
    bad.insert(link);
    if (d.is_in_head) bad_heads.insert(link);
  }
  std::set<Place> places;
  std::map<std::tuple<Node, Node, std::int64_t>, int> copies;
  Replay result;
  for (const StarLinkEvent& e : test::events(c, trees)) {
    const Node destination = is_routed(c.algorithm) ? e.destination : e.to;
    int& count = copies[{e.source, destination, e.packet}];  // 0 for one that never comes
    const bool is_there =
        e.from == e.source || places.count({e.source, e.tree, e.packet, e.destination, e.from}) > 0;
    if (!is_there) continue;
    const auto link = std::make_tuple(e.step, e.from, e.to);
    if (bad.count(link) > 0) {
      ++result.dropped;
      const Node u = trees.graph().relative(e.to, e.source);
      if (c.algorithm == StarAlgorithm::kStatic && bad_heads.count(link) == 0 &&
          !trees.child_dimensions(u, e.tree).empty())
        ++result.dropped;
      continue;
    }
    places.insert({e.source, e.tree, e.packet, e.destination, e.to});
    if (e.to == destination) ++count;
  }
  result.received.resize(static_cast<std::size_t>(trees.graph().size()));
  result.histogram.resize(static_cast<std::size_t>(trees.graph().order()));
  for (const auto& [name, count] : copies) {
    result.received[static_cast<std::size_t>(std::get<1>(name))] += count;
    ++result.histogram[static_cast<std::size_t>(count)];
  }
  return result;
}

constexpr StarAlgorithm kOperations[] = {StarAlgorithm::kTrees, StarAlgorithm::kFurthestFirst,
                                         StarAlgorithm::kStatic, StarAlgorithm::kNecklaces};

TEST(StarLosses, AreThoseOfAReplay) {
  int lossy = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto below = [&](std::int64_t n) {
      return static_cast<int>(random() % static_cast<std::uint64_t>(n));
    };
    const int n = 3 + below(2);
    const StarCase c{kOperations[seed % 4],
                     n,
                     below(2) == 0 ? StarRule::kP : StarRule::kQ,
                     {1 + below(3), 1 + below(n - 1)},
                     below(6)};
    const StarTrees trees = c.trees();
    const Step steps = test::events(c, trees).back().step;
    std::vector<StarDamage> damages;
    for (int i = below(12); i >= 0; --i)
      damages.push_back(
          {1 + below(steps + 1), below(trees.graph().size()), 2 + below(n - 1), below(2) == 0});

    const StarLosses losses = star_losses(c.algorithm, trees, c.traffic, c.source, damages);
    const Replay moved = replay(c, trees, damages);

    ASSERT_EQ(losses.copies.received, moved.received);
    ASSERT_EQ(losses.copies.histogram, moved.histogram);
    ASSERT_EQ(losses.dropped, moved.dropped);
    if (losses.dropped > 0) ++lossy;
    for (const auto& least : losses.copies.least)
      ASSERT_GE(least.value_or(n), *losses.copies.guarantee);
  }
  EXPECT_GT(lossy, 150);
}

TEST(StarLosses, CountDamageInOnePacketOnce) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarLosses losses = star_losses(StarAlgorithm::kTrees, trees, {1, 3}, 0,
                                        {{1, 0, 2, false}, {1, 0, 2, true}, {1, 0, 2, false}});
  EXPECT_EQ(losses.dropped, 1);
  EXPECT_EQ(losses.copies.guarantee, 2);
  EXPECT_EQ(losses.copies.histogram, (std::vector<std::int64_t>{0, 0, 23, 0}));
}

TEST(StarLosses, RefuseLinksThatAreNotThere) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const auto refusal = [&](const StarDamage& damage) {
    try {
      star_losses(StarAlgorithm::kStatic, trees, {1, 1}, kNoNode, {damage});
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({1, 0, 5, true}), "a dimension must be 2 to 4, got 5");
  EXPECT_NE(refusal({1, 24, 2, true}).find("the sender of a damaged packet"), std::string::npos);
}

}  // namespace
}  // namespace flitwise::theory
