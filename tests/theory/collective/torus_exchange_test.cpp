// torus_exchange_test.cpp: all-to-all in the order of a circuit of Euler, held to the dimensions
// that its pairs of addresses keep busy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "tb/theory/collective/collective_lower_bounds.h"
#include "tb/theory/collective/torus_collectives.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace torus_exchange_test {

// Distances |u| of an address u, which goes together with -u: each dimension's channels of both
// signs are busy for |u_d| steps.
using Distances = std::vector<int>;

// All pairs {u, -u} of a torus, P of each; where u = -u two flits are a pair, and one that is left
// over is one, too.
std::vector<Distances> pairs_of(const Torus& torus, Flits block) {
  std::vector<Distances> pairs;
  for (Node u = 1; u < torus.size(); ++u) {
    Coordinates opposite;
    Distances distances;
    for (int d = 0; d < torus.dimensions(); ++d) {
      const int x = torus.coordinate(u, d), n = torus.side(d);
      opposite.push_back((n - x) % n);
      distances.push_back(std::min(x, n - x));
    }
    const Node other = torus.node(opposite);
    const Flits copies = other == u ? (block + 1) / 2 : other > u ? block : 0;
    for (Flits copy = 0; copy < copies; ++copy) pairs.push_back(distances);
  }
  return pairs;
}

// A circuit from `start` over all arcs, as their numbers; none if there is none. Hierholzer.
std::optional<std::vector<std::size_t>> euler_circuit(
    const std::vector<std::pair<Distances, Distances>>& arcs, const Distances& start) {
  std::map<Distances, std::vector<std::size_t>> leaving;
  for (std::size_t arc = 0; arc < arcs.size(); ++arc) leaving[arcs[arc].first].push_back(arc);
  std::vector<std::pair<Distances, std::size_t>> stack{{start, arcs.size()}};
  std::vector<std::size_t> circuit;
  while (!stack.empty()) {
    std::vector<std::size_t>& next = leaving[stack.back().first];
    if (next.empty()) {
      circuit.push_back(stack.back().second);
      stack.pop_back();
    } else {
      const std::size_t arc = next.back();
      next.pop_back();
      stack.push_back({arcs[arc].second, arc});
    }
  }
  circuit.pop_back();  // the start
  std::reverse(circuit.begin(), circuit.end());
  bool closes = circuit.size() == arcs.size();
  Distances at = start;
  for (const std::size_t arc : circuit) {
    closes = closes && arcs[arc].first == at;
    at = arcs[arc].second;
  }
  return closes && at == start ? std::optional(circuit) : std::nullopt;
}

struct Begun {
  Distances distances;
  Step begin = 0;
};

// Last step in which a flit is in a router; no dimension is used by two pairs at once.
Step play(const std::vector<Begun>& order) {
  std::set<std::pair<std::size_t, Step>> busy;
  Step last = 0;
  for (const Begun& pair : order) {
    Step step = pair.begin;
    for (std::size_t d = 0; d < pair.distances.size(); ++d)
      for (int hop = 0; hop < pair.distances[d]; ++hop)
        EXPECT_TRUE(busy.insert({d, ++step}).second) << "dimension " << d << ", step " << step;
    last = std::max(last, step);
  }
  return last;
}

// A pair follows when the one before it has left dimension 0.
std::vector<Begun> in_turns(const std::vector<Distances>& pairs) {
  std::vector<Begun> order;
  Step begin = 0;
  for (const Distances& distances : pairs) {
    order.push_back({distances, begin});
    begin += distances[0];
  }
  return order;
}

std::vector<Begun> on_equal_sides(const Torus& torus, Flits block) {
  const std::vector<Distances> pairs = pairs_of(torus, block);
  std::vector<std::pair<Distances, Distances>> arcs;
  for (const Distances& pair : pairs)
    arcs.push_back({{pair.begin(), pair.end() - 1}, {pair.begin() + 1, pair.end()}});
  const auto circuit =
      euler_circuit(arcs, Distances(static_cast<std::size_t>(torus.dimensions() - 1), 0));
  EXPECT_TRUE(circuit) << text_of(torus.sides());
  std::vector<Distances> ordered;
  for (const std::size_t arc : *circuit) ordered.push_back(pairs[arc]);
  return in_turns(ordered);
}

std::optional<Step> formula(const Torus& torus, Flits block) {
  CollectiveRequest request = test::request_of(CollectiveOperation::kAllToAll, block);
  return torus_eulerian(request, torus).done;
}

Step bound(const Torus& torus, Flits block) {
  return torus_lower_bound(test::request_of(CollectiveOperation::kAllToAll, block), torus).done;
}

TEST(TorusExchange, KeepsEveryChannelBusyOnEqualSides) {
  std::vector<std::vector<int>> all;
  for (int n = 2; n <= 15; ++n) all.push_back({n});
  for (int n = 2; n <= 12; ++n) all.push_back({n, n});
  for (int n = 2; n <= 5; ++n) all.push_back({n, n, n});
  all.push_back({2, 2, 2, 2});
  all.push_back({3, 3, 3, 3});
  for (const std::vector<int>& sides : all) {
    const Torus torus(sides);
    for (const Flits block : {1, 2, 3, 4}) {
      const Step steps = play(on_equal_sides(torus, block));
      EXPECT_EQ(formula(torus, block), steps + 1) << text_of(sides) << ' ' << block;
      if (sides[0] % 2 == 1 || block % 2 == 0) {
        EXPECT_EQ(bound(torus, block), steps + 1) << text_of(sides) << ' ' << block;
      } else {
        EXPECT_GE(steps + 1, bound(torus, block));
      }
    }
  }
}

TEST(TorusExchange, NeedsAsManyStepsAsTheTableOfChannelsSays) {
  const std::map<int, Step> table{{3, 3},  {4, 8},  {5, 15}, {6, 27},
                                  {7, 42}, {8, 64}, {9, 90}, {16, 512}};
  for (const auto& [side, steps] : table) EXPECT_EQ(bound(Torus({side, side}), 1) - 1, steps);
}

TEST(TorusExchange, RunsInTheOrdersOfTheExamples) {
  const std::vector<Begun> nine = in_turns({{0, 1}, {1, 1}, {1, 1}, {1, 0}});
  EXPECT_EQ(nine[1].begin, 0);
  EXPECT_EQ(nine[2].begin, 1);
  EXPECT_EQ(nine[3].begin, 2);
  EXPECT_EQ(play(nine) + 1, 4);
  EXPECT_EQ(play(in_turns({{0, 2},
                           {2, 2},
                           {2, 2},
                           {2, 1},
                           {1, 2},
                           {2, 1},
                           {1, 2},
                           {2, 0},
                           {0, 1},
                           {1, 1},
                           {1, 1},
                           {1, 0}})) +
                1,
            16);
}

// Pair j starts when it will not meet the one before it in dimension 1.
std::vector<Begun> apart(const std::vector<Distances>& pairs) {
  std::vector<Begun> order;
  Step begin = 0;
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    if (j > 0) begin += pairs[j - 1][0] + std::max(0, pairs[j - 1][1] - pairs[j][0]);
    order.push_back({pairs[j], begin});
  }
  return order;
}

// With the first side the longer one, every time in dimension 1 is padded to one of dimension 0,
// the shortest to the shortest; which of several pairs gets which is tried until the arcs are one
// circuit.
std::optional<std::vector<Distances>> order_of_unequal(std::vector<Distances> pairs) {
  std::vector<int> padded;
  for (const Distances& pair : pairs) padded.push_back(pair[0]);
  std::sort(padded.begin(), padded.end());
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::shuffle(pairs.begin(), pairs.end(), std::mt19937(seed));
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Distances& a, const Distances& b) { return a[1] < b[1]; });
    std::vector<std::pair<Distances, Distances>> arcs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_LE(pairs[i][1], padded[i]);
      arcs.push_back({{pairs[i][0]}, {padded[i]}});
    }
    if (const auto circuit = euler_circuit(arcs, {0})) {
      std::vector<Distances> ordered;
      for (const std::size_t arc : *circuit) ordered.push_back(pairs[arc]);
      return ordered;
    }
  }
  return std::nullopt;
}

TEST(TorusExchange, KeepsTheLongerDimensionBusyOnUnequalSides) {
  for (int a = 3; a <= 16; ++a) {
    for (int b = 3; b < a; ++b) {
      for (const Flits block : {1, 2, 4}) {
        const Torus torus({a, b}), turned({b, a});
        const std::optional<Step> expected = formula(torus, block);
        EXPECT_EQ(formula(turned, block), expected);
        if (block % 2 == 1 && (a % 2 == 0 || b % 2 == 0)) {
          EXPECT_FALSE(expected);
          continue;
        }
        const auto pairs = order_of_unequal(pairs_of(torus, block));
        ASSERT_TRUE(pairs) << a << ' ' << b << ' ' << block;
        EXPECT_EQ(expected, play(apart(*pairs)) + 1) << a << ' ' << b << ' ' << block;
        EXPECT_EQ(expected, bound(torus, block));
        std::vector<Distances> backwards(pairs->rbegin(), pairs->rend());
        for (Distances& pair : backwards) std::swap(pair[0], pair[1]);
        EXPECT_EQ(expected, play(apart(backwards)) + 1) << b << ' ' << a << ' ' << block;
      }
    }
  }
}

}  // namespace torus_exchange_test
}  // namespace flitwise::theory
