// gather_rounds_test.cpp: that gathers with as few rounds as the formulas say exist.
//
// Every node runs the same tree from itself, so that in a round each of its channels is wanted by
// as many nodes as there are arcs of the tree with that direction in that round: by one, if no two
// arcs have the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "tb/theory/collective/star_collectives.h"
#include "tb/theory/collective/torus_collectives.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace gather_rounds_test {

// A network that looks the same from all nodes, seen from node 0.
struct Directions {
  int nodes = 0;
  int count = 0;
  std::function<int(int node, int direction)> neighbour;
};

// An arc of the tree: in round `round` all nodes send in `direction` what they have of the node
// that sees them as `from`.
struct GatherArc {
  int round, direction, from, to;
};

// A tree in at most `rounds` rounds: in each, directions are matched with new nodes, those that
// fewest directions reach first. None if a try fails.
class GatherSearch {
 public:
  GatherSearch(const Directions& network, int rounds, std::uint32_t seed)
      : network_(network), rounds_(rounds), random_(seed) {}

  std::optional<std::vector<GatherArc>> attempt() {
    std::vector<bool> known(static_cast<std::size_t>(network_.nodes));
    known[0] = true;
    std::vector<GatherArc> arcs;
    for (int round = 1; round <= rounds_; ++round) {
      match(known);
      for (int direction = 0; direction < network_.count; ++direction) {
        const int to = taken_[static_cast<std::size_t>(direction)];
        if (to < 0) continue;
        arcs.push_back({round, direction, sender(known, to, direction), to});
      }
      for (const GatherArc& arc : arcs) known[static_cast<std::size_t>(arc.to)] = true;
    }
    if (static_cast<int>(arcs.size()) != network_.nodes - 1) return std::nullopt;
    return arcs;
  }

 private:
  // The node before `to` in this direction, if it is known.
  int sender(const std::vector<bool>& known, int to, int direction) const {
    for (int from = 0; from < network_.nodes; ++from)
      if (known[static_cast<std::size_t>(from)] && network_.neighbour(from, direction) == to)
        return from;
    return -1;
  }

  void match(const std::vector<bool>& known) {
    reachable_.assign(static_cast<std::size_t>(network_.nodes), {});
    for (int from = 0; from < network_.nodes; ++from) {
      if (!known[static_cast<std::size_t>(from)]) continue;
      for (int direction = 0; direction < network_.count; ++direction) {
        const int to = network_.neighbour(from, direction);
        if (!known[static_cast<std::size_t>(to)])
          reachable_[static_cast<std::size_t>(to)].push_back(direction);
      }
    }
    std::vector<int> order(static_cast<std::size_t>(network_.nodes));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return reachable_[static_cast<std::size_t>(a)].size() <
             reachable_[static_cast<std::size_t>(b)].size();
    });
    taken_.assign(static_cast<std::size_t>(network_.count), -1);
    for (const int to : order) {
      std::vector<bool> tried(static_cast<std::size_t>(network_.count));
      find_direction(to, tried);
    }
  }

  bool find_direction(int to, std::vector<bool>& tried) {
    for (const int direction : reachable_[static_cast<std::size_t>(to)]) {
      const auto d = static_cast<std::size_t>(direction);
      if (tried[d]) continue;
      tried[d] = true;
      if (taken_[d] >= 0 && !find_direction(taken_[d], tried)) continue;
      taken_[d] = to;
      return true;
    }
    return false;
  }

  const Directions& network_;
  int rounds_;
  std::mt19937 random_;
  std::vector<std::vector<int>> reachable_;  // by node
  std::vector<int> taken_;                   // by direction, the new node
};

// All nodes know all after the last round, each direction is used once in a round, and nobody sends
// what it does not have.
bool gathers(const Directions& network, const std::vector<GatherArc>& arcs) {
  std::vector<int> known_in(static_cast<std::size_t>(network.nodes), -1);
  known_in[0] = 0;
  std::set<std::pair<int, int>> used;
  for (const GatherArc& arc : arcs) {  // by round
    const int known = known_in[static_cast<std::size_t>(arc.from)];
    if (known < 0 || known >= arc.round || known_in[static_cast<std::size_t>(arc.to)] >= 0 ||
        network.neighbour(arc.from, arc.direction) != arc.to ||
        !used.insert({arc.round, arc.direction}).second)
      return false;
    known_in[static_cast<std::size_t>(arc.to)] = arc.round;
  }
  return std::count(known_in.begin(), known_in.end(), -1) == 0;
}

bool is_reached(const Directions& network, Step rounds) {
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    const auto arcs = GatherSearch(network, static_cast<int>(rounds), seed).attempt();
    if (arcs) return gathers(network, *arcs);
  }
  return false;
}

Directions directions_of(const Torus& torus) {
  std::vector<Channel> channels;
  for (Channel c = 0; c < torus.channels(); ++c)
    if (torus.has_link(c)) channels.push_back(c);
  return {torus.size(), static_cast<int>(channels.size()), [&torus, channels](int node, int d) {
            return torus.neighbour(node, channels[index_of(d)]);
          }};
}

TEST(GatherRounds, OfToriAreAsFewAsTheFormulaSays) {
  std::vector<std::vector<int>> all;
  for (int n = 1; n <= 20; ++n) all.push_back({n});
  for (int a = 1; a <= 8; ++a)
    for (int b = 1; b <= 8; ++b) all.push_back({a, b});
  for (int a = 2; a <= 4; ++a)
    for (int b = 2; b <= 4; ++b) all.push_back({2, a, b});
  all.push_back({3, 3, 3});
  for (const std::vector<int>& sides : all) {
    const Torus torus(sides);
    EXPECT_TRUE(is_reached(directions_of(torus), fewest_gather_rounds(torus))) << text_of(sides);
  }
}

TEST(GatherRounds, OfToriWithSidesOfTwoAreMore) {
  EXPECT_EQ(fewest_gather_rounds(Torus({2, 2})), 2);
  EXPECT_EQ(fewest_gather_rounds(Torus({2, 4})), 3);
  EXPECT_EQ(fewest_gather_rounds(Torus({3, 3})), 2);
  EXPECT_EQ(fewest_gather_rounds(Torus({8, 8})), 16);
  EXPECT_EQ(fewest_gather_rounds(Torus({9, 9})), 20);
}

TEST(GatherRounds, OnNineNodesAreThoseOfTheExample) {
  const Torus torus({3, 3});
  const auto node = [&](int x, int y) { return torus.node({x, y}); };
  const std::vector<GatherArc> arcs{{1, 0, 0, node(1, 0)},          {1, 1, 0, node(2, 0)},
                                    {1, 2, 0, node(0, 1)},          {1, 3, 0, node(0, 2)},
                                    {2, 1, node(0, 1), node(2, 1)}, {2, 0, node(0, 2), node(1, 2)},
                                    {2, 3, node(2, 0), node(2, 2)}, {2, 2, node(1, 0), node(1, 1)}};
  EXPECT_TRUE(gathers(directions_of(torus), arcs));
}

Directions directions_of(const StarGraph& graph) {
  return {graph.size(), graph.degree(),
          [&graph](int node, int d) { return graph.neighbour(node, d + 2); }};
}

TEST(GatherRounds, OfStarGraphsAreAsFewAsTheirLinksNeed) {
  for (int n = 3; n <= 5; ++n) {
    const StarGraph graph(n);
    EXPECT_TRUE(is_reached(directions_of(graph), graph.size() / graph.degree())) << n;
  }
}

TEST(GatherRounds, OfSixNodesAreThoseOfTheExample) {
  const StarGraph graph(3);
  const auto node = [&](int a, int b, int c) { return graph.node({a, b, c}); };
  const std::vector<GatherArc> arcs{
      {1, 0, node(1, 2, 3), node(2, 1, 3)}, {1, 1, node(1, 2, 3), node(3, 2, 1)},
      {2, 0, node(3, 2, 1), node(2, 3, 1)}, {2, 1, node(2, 1, 3), node(3, 1, 2)},
      {3, 0, node(2, 3, 1), node(3, 2, 1)}, {3, 0, node(2, 3, 1), node(1, 3, 2)}};
  EXPECT_FALSE(gathers(directions_of(graph), arcs));  // two arcs in one direction
  std::vector<GatherArc> right(arcs.begin(), arcs.begin() + 4);
  right.push_back({3, 1, node(2, 3, 1), node(1, 3, 2)});
  EXPECT_TRUE(gathers(directions_of(graph), right));
  EXPECT_FALSE(gathers(directions_of(graph), {right.begin(), right.begin() + 4}));
}

}  // namespace gather_rounds_test
}  // namespace flitwise::theory
