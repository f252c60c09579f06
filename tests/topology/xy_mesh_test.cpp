// xy_mesh_test.cpp: nodes, channels and paths of meshes against their definition.
#include "systemc/topology/xy_mesh/xy_mesh.h"
#include "tests/support/refusal.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <set>

namespace flitwise::xy_mesh_test {
namespace {

std::string refusal_of(const std::function<void()>& call) {
  return flitwise::test::refusal_of<TopologyError>([&] { call(); });
}

TEST(XyMesh, RefusesSidesThatAreNone) {
  EXPECT_EQ(refusal_of([] { XyMesh({}); }), "an xy-mesh must have 2 sides, got 0");
  EXPECT_EQ(refusal_of([] { XyMesh({4}); }), "an xy-mesh must have 2 sides, got 1");
  EXPECT_EQ(refusal_of([] { XyMesh({2, 2, 2}); }), "an xy-mesh must have 2 sides, got 3");
  EXPECT_EQ(refusal_of([] { XyMesh({4, 0}); }), "sides[1] must be from 1 to 64, got 0");
  EXPECT_EQ(refusal_of([] { XyMesh({65, 1}); }), "sides[0] must be from 1 to 64, got 65");
  EXPECT_EQ(XyMesh({64, 64}).size(), 4096);
}

TEST(XyMesh, NumbersNodesAlongXFirst) {
  const XyMesh mesh({4, 3});

  EXPECT_EQ(mesh.size(), 12);
  EXPECT_EQ(mesh.node({1, 2}), 1 + 4 * 2);
  EXPECT_EQ(mesh.coordinates(9), (Coordinates{1, 2}));
  for (Node v = 0; v < mesh.size(); ++v) EXPECT_EQ(mesh.node(mesh.coordinates(v)), v);
}

TEST(XyMesh, RefusesCoordinatesAndNodesOutOfRange) {
  const XyMesh mesh({4, 3});
  EXPECT_EQ(refusal_of([&] { mesh.node({4, 0}); }), "coordinate 0 must be from 0 to 3, got 4");
  EXPECT_EQ(refusal_of([&] { mesh.node({0, -1}); }), "coordinate 1 must be from 0 to 2, got -1");
  EXPECT_EQ(refusal_of([&] { mesh.node({0}); }),
            "a node of this mesh must have 2 coordinates, got 1");
  const std::string no_node = "a node of this mesh must be from 0 to 11, got ";
  EXPECT_EQ(refusal_of([&] { mesh.coordinates(12); }), no_node + "12");
  EXPECT_EQ(refusal_of([&] { mesh.path(0, 12); }), no_node + "12");
  EXPECT_EQ(refusal_of([&] { mesh.distance(-1, 0); }), no_node + "-1");
  EXPECT_EQ(refusal_of([&] { mesh.hops(0, 13); }), no_node + "13");
}

TEST(XyMesh, HasTheNodesAndLinksOfATorusButThoseThatWrap) {
  for (const auto& sides : {std::vector<int>{4, 3}, {3, 4}, {1, 5}, {5, 1}, {1, 1}, {2, 2}}) {
    const XyMesh mesh(sides);
    const Torus torus(sides);
    ASSERT_EQ(mesh.size(), torus.size());
    ASSERT_EQ(mesh.channels(), torus.channels());
    std::set<std::int64_t> links;
    for (Node v = 0; v < mesh.size(); ++v) {
      EXPECT_EQ(mesh.coordinates(v), torus.coordinates(v));
      EXPECT_EQ(mesh.name(v), torus.name(v));
      for (Channel c = 0; c < mesh.channels(); ++c) {
        EXPECT_EQ(mesh.link_index({v, c}), torus.link_index({v, c}));
        EXPECT_EQ(mesh.has_link(v, c), torus.has_link(c) && !torus.wraps(v, c));
        EXPECT_EQ(mesh.neighbour(v, c), mesh.has_link(v, c) ? torus.neighbour(v, c) : kNoNode);
        if (mesh.has_link(v, c)) links.insert(mesh.link_index({v, c}));
      }
    }
    EXPECT_EQ(links.size(), static_cast<std::size_t>(mesh.links()));
  }
}

TEST(XyMesh, PathsGoAlongXFirst) {
  const XyMesh mesh({4, 3});
  const std::vector<TorusLink> expected{
      {mesh.node({3, 0}), 1}, {mesh.node({2, 0}), 1}, {mesh.node({1, 0}), 2}};
  EXPECT_EQ(mesh.path(mesh.node({3, 0}), mesh.node({1, 1})), expected);
  EXPECT_EQ(mesh.hops(mesh.node({3, 0}), mesh.node({1, 1})), (Hops{-2, 1}));
}

TEST(XyMesh, PathsAreShortestChainsThatTurnAtMostOnce) {
  for (const auto& sides : {std::vector<int>{4, 3}, {1, 6}, {5, 2}}) {
    const XyMesh mesh(sides);
    for (Node from = 0; from < mesh.size(); ++from) {
      for (Node to = 0; to < mesh.size(); ++to) {
        const std::vector<TorusLink> path = mesh.path(from, to);
        Node at = from;
        int dimension = 0;
        for (const TorusLink& link : path) {
          ASSERT_EQ(link.from, at);
          ASSERT_GE(Torus::dimension_of(link.channel), dimension);
          dimension = Torus::dimension_of(link.channel);
          at = mesh.neighbour(at, link.channel);
          ASSERT_NE(at, kNoNode);
        }
        ASSERT_EQ(at, to);
        const Hops hops = mesh.hops(from, to);
        ASSERT_EQ(path.size(), static_cast<std::size_t>(std::abs(hops[0]) + std::abs(hops[1])));
        ASSERT_EQ(mesh.distance(from, to), static_cast<int>(path.size()));
      }
    }
  }
}

TEST(XyMesh, PathsGoAlongYFirstWhereThatIsAskedFor) {
  const XyMesh mesh({4, 3}, XyMesh::kY);
  const std::vector<TorusLink> path = mesh.path(mesh.node({1, 0}), mesh.node({3, 2}));
  ASSERT_EQ(path.size(), 4U);
  EXPECT_EQ(mesh.name(path[0]), "+y of (1, 0)");
  EXPECT_EQ(mesh.name(path[1]), "+y of (1, 1)");
  EXPECT_EQ(mesh.name(path[2]), "+x of (1, 2)");
  EXPECT_EQ(mesh.name(path[3]), "+x of (2, 2)");
  EXPECT_THROW(XyMesh({4, 3}, 2), TopologyError);
}

TEST(XyMesh, NamesChannelsByTheirAxis) {
  const XyMesh mesh({4, 3});
  const Node v = mesh.node({1, 2});
  EXPECT_EQ(mesh.name(v), "(1, 2)");
  EXPECT_EQ(mesh.name(TorusLink{v, 0}), "+x of (1, 2)");
  EXPECT_EQ(mesh.name(TorusLink{v, 1}), "-x of (1, 2)");
  EXPECT_EQ(mesh.name(TorusLink{v, 2}), "+y of (1, 2)");
  EXPECT_EQ(mesh.name(TorusLink{v, 3}), "-y of (1, 2)");
}

}  // namespace
}  // namespace flitwise::xy_mesh_test
