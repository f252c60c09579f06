#include "systemc/topology/torus/torus.h"
#include "tests/support/refusal.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace flitwise {
namespace {

std::string refusal_of(const std::function<void()>& call) {
  return flitwise::test::refusal_of<TopologyError>([&] { call(); });
}

TEST(Torus, RefusesSidesThatAreNone) {
  EXPECT_EQ(refusal_of([] { Torus({}); }), "a torus must have 1 to 4 sides, got 0");
  EXPECT_EQ(refusal_of([] { Torus({2, 2, 2, 2, 2}); }), "a torus must have 1 to 4 sides, got 5");
  EXPECT_EQ(refusal_of([] { Torus({4, 0}); }), "sides[1] must be from 1 to 1024, got 0");
  EXPECT_EQ(refusal_of([] { Torus({1025}); }), "sides[0] must be from 1 to 1024, got 1025");
  EXPECT_EQ(refusal_of([] {
              Torus({1024, 1024, 2});
            }),
            "a torus must have at most 1048576 nodes, got 2097152");
  EXPECT_EQ(refusal_of([] {
              Torus({1024, 1024, 1024, 1024});
            }),
            "a torus must have at most 1048576 nodes, got 1099511627776");
  EXPECT_EQ(refusal_of([] {
              Torus({33, 33, 33, 29});
            }),
            "a flit of a torus has 44 bits for a node's number and a way, and sides (33, 33, 33, "
            "29) need 20 and 28");
}

TEST(Torus, NumbersNodesWithTheFirstCoordinateFastest) {
  const Torus torus({4, 3, 2});

  EXPECT_EQ(torus.size(), 24);
  EXPECT_EQ(torus.node({1, 2, 1}), 1 + 4 * (2 + 3 * 1));
  EXPECT_EQ(torus.coordinates(21), (Coordinates{1, 2, 1}));
  for (Node v = 0; v < torus.size(); ++v) EXPECT_EQ(torus.node(torus.coordinates(v)), v);
}

TEST(Torus, RefusesCoordinatesAndNodesOutOfRange) {
  const Torus torus({4, 3});
  EXPECT_EQ(refusal_of([&] { torus.node({4, 0}); }), "coordinate 0 must be from 0 to 3, got 4");
  EXPECT_EQ(refusal_of([&] { torus.node({0, -1}); }), "coordinate 1 must be from 0 to 2, got -1");
  EXPECT_EQ(refusal_of([&] { torus.node({0}); }),
            "a node of this torus must have 2 coordinates, got 1");
  EXPECT_EQ(refusal_of([&] { torus.coordinates(12); }),
            "a node of this torus must be from 0 to 11, got 12");
  EXPECT_EQ(refusal_of([&] { torus.translate(0, -1); }),
            "a node of this torus must be from 0 to 11, got -1");
}

TEST(Torus, ChannelsNameDimensionAndSign) {
  for (int d = 0; d < 4; ++d) {
    for (const int sign : {1, -1}) {
      const Channel c = Torus::channel(d, sign);
      EXPECT_EQ(c, 2 * d + (sign < 0 ? 1 : 0));
      EXPECT_EQ(Torus::dimension_of(c), d);
      EXPECT_EQ(Torus::sign_of(c), sign);
    }
  }
}

TEST(Torus, NeighboursAreOneStepAwayAndBack) {
  const Torus torus({4, 3, 2, 1});
  for (Node v = 0; v < torus.size(); ++v) {
    for (Channel c = 0; c < torus.channels(); ++c) {
      const Node w = torus.neighbour(v, c);
      Coordinates x = torus.coordinates(v);
      const int d = Torus::dimension_of(c);
      int& moved = x[static_cast<std::size_t>(d)];
      moved = (moved + Torus::sign_of(c) + torus.side(d)) % torus.side(d);
      ASSERT_EQ(w, torus.node(x));
      ASSERT_EQ(torus.neighbour(w, Torus::channel(d, -Torus::sign_of(c))), v);
      ASSERT_EQ(torus.has_link(c), d != 3);
    }
  }
}

TEST(Torus, WrapsOnceAroundEveryRing) {
  const Torus torus({4, 2});
  std::set<std::int64_t> wraps;
  std::set<std::int64_t> all;
  for (Node v = 0; v < torus.size(); ++v) {
    for (Channel c = 0; c < torus.channels(); ++c) {
      EXPECT_TRUE(all.insert(torus.link_index({v, c})).second);
      if (torus.wraps(v, c)) wraps.insert(torus.link_index({v, c}));
    }
  }

  EXPECT_EQ(wraps.size(), 2U * (2 + 4));  // per direction one for each ring
  EXPECT_EQ(*all.begin(), 0);
  EXPECT_EQ(*all.rbegin(), 8 * 4 - 1);
  EXPECT_TRUE(torus.wraps(torus.node({3, 0}), 0));
  EXPECT_TRUE(torus.wraps(torus.node({0, 0}), 1));
  EXPECT_FALSE(torus.wraps(torus.node({3, 0}), 1));
  EXPECT_TRUE(torus.wraps(torus.node({3, 1}), 2));
}

TEST(Torus, PathsFollowTheDimensionsInOrder) {
  const Torus torus({4, 3});
  const Node source = torus.node({3, 0});

  const std::vector<TorusLink> path = torus.path(source, {2, -1});
  const std::vector<TorusLink> expected{
      {source, 0}, {torus.node({0, 0}), 0}, {torus.node({1, 0}), 3}};
  EXPECT_EQ(path, expected);

  const std::vector<TorusLink> turned = torus.path(source, {2, -1}, {1, 0});
  const std::vector<TorusLink> other{{source, 3}, {torus.node({3, 2}), 0}, {torus.node({0, 2}), 0}};
  EXPECT_EQ(turned, other);
}

TEST(Torus, PathsAreChainsThatEndAtTheDestination) {
  const Torus torus({4, 3, 2});
  for (Node v = 0; v < torus.size(); ++v) {
    for (int a = -3; a <= 3; ++a) {
      for (int b = -2; b <= 2; ++b) {
        for (int c = -1; c <= 1; ++c) {
          const Hops hops{a, b, c};
          Node at = v;
          const std::vector<TorusLink> path = torus.path(v, hops, {2, 0, 1});
          for (const TorusLink& link : path) {
            ASSERT_EQ(link.from, at);
            at = torus.neighbour(at, link.channel);
          }
          ASSERT_EQ(at, torus.destination(v, hops));
          ASSERT_EQ(static_cast<int>(path.size()), path_length(hops));
        }
      }
    }
  }
}

TEST(Torus, RefusesHopsAndOrdersThatAreNone) {
  const Torus torus({4, 3});
  EXPECT_EQ(refusal_of([&] { torus.path(0, {4, 0}); }), "hops[0] must be from -3 to 3, got 4");
  EXPECT_EQ(refusal_of([&] {
              torus.destination(0, {0, -3});
            }),
            "hops[1] must be from -2 to 2, got -3");
  EXPECT_EQ(refusal_of([&] { torus.path(0, {1}); }),
            "hops of this torus must have 2 entries, got 1");
  EXPECT_EQ(refusal_of([&] {
              torus.path(0, {1, 0}, {0, 0});
            }),
            "an order of dimensions must hold each of 0 to 1 once, got (0, 0)");
  EXPECT_EQ(refusal_of([&] {
              torus.path(0, {1, 0}, {});
            }),
            "an order of dimensions must hold each of 0 to 1 once, got ()");
}

TEST(Torus, TranslationKeepsPaths) {
  const Torus torus({5, 3, 2});
  const Hops hops{-3, 2, 1};
  for (Node by = 0; by < torus.size(); ++by) {
    for (Node v = 0; v < torus.size(); ++v) {
      const Node moved = torus.translate(v, by);
      ASSERT_EQ(torus.translate_back(moved, by), v);
      ASSERT_EQ(torus.destination(moved, hops), torus.translate(torus.destination(v, hops), by));
    }
  }
  EXPECT_EQ(torus.translate(0, 17), 17);
}

TEST(Torus, NamesNodesAndLinks) {
  const Torus torus({4, 3});

  EXPECT_EQ(torus.name(7), "(3, 1)");
  EXPECT_EQ(torus.name(TorusLink{7, 3}), "-x_1 of (3, 1)");
  EXPECT_EQ(torus.name(TorusLink{0, 0}), "+x_0 of (0, 0)");
}

}  // namespace
}  // namespace flitwise
