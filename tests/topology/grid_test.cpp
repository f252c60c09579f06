#include "systemc/topology/cover/cover.h"

#include <gtest/gtest.h>

#include "systemc/topology/graph.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise {
namespace {

std::string refusal_of(GridKind kind, Node rows, Node columns) {
  return flitwise::test::refusal_of<TopologyError>([&] { const Grid grid(kind, rows, columns); });
}

// The grid as a graph, link by link from rows and columns.
Graph graph_of(const Grid& grid) {
  std::vector<Edge> edges;
  const bool wraps = grid.kind() == GridKind::kTorus;
  for (Node row = 0; row < grid.rows(); ++row) {
    for (Node column = 0; column < grid.columns(); ++column) {
      const Node v = row * grid.columns() + column;
      if (wraps || row + 1 < grid.rows())
        edges.emplace_back(v, (row + 1) % grid.rows() * grid.columns() + column);
      if (wraps || column + 1 < grid.columns())
        edges.emplace_back(v, row * grid.columns() + (column + 1) % grid.columns());
    }
  }
  return {grid.size(), edges};
}

// Every mesh with sides of up to 6 and every torus with sides of 3 to 6.
std::vector<Grid> small_grids() {
  std::vector<Grid> grids;
  for (Node rows = 1; rows <= 6; ++rows) {
    for (Node columns = 1; columns <= 6; ++columns) {
      grids.emplace_back(GridKind::kMesh, rows, columns);
      if (rows >= 3 && columns >= 3) grids.emplace_back(GridKind::kTorus, rows, columns);
    }
  }
  return grids;
}

TEST(Grid, NumbersNodesRowByRow) {
  const Grid grid(GridKind::kMesh, 3, 5);

  EXPECT_EQ(grid.size(), 15);
  EXPECT_EQ(grid.node(2, 1), 11);
  EXPECT_EQ(grid.row(11), 2);
  EXPECT_EQ(grid.column(11), 1);
}

TEST(Grid, NamesItsKindAndSides) {
  EXPECT_EQ(Grid(GridKind::kMesh, 1, 5).name(), "mesh 1 x 5");
  EXPECT_EQ(Grid(GridKind::kTorus, 4, 3).name(), "torus 4 x 3");
}

TEST(Grid, HasNoNeighboursBeyondTheBorderOfAMesh) {
  const Grid mesh(GridKind::kMesh, 3, 4);

  EXPECT_EQ(mesh.neighbour(1, Direction::kNorth), kNoNode);
  EXPECT_EQ(mesh.neighbour(1, Direction::kSouth), 5);
  EXPECT_EQ(mesh.neighbour(1, Direction::kWest), 0);
  EXPECT_EQ(mesh.neighbour(1, Direction::kEast), 2);
  EXPECT_EQ(mesh.neighbour(3, Direction::kEast), kNoNode);
  EXPECT_EQ(mesh.neighbour(4, Direction::kWest), kNoNode);
  EXPECT_EQ(mesh.neighbour(8, Direction::kSouth), kNoNode);
}

TEST(Grid, GoesRoundOnATorus) {
  const Grid torus(GridKind::kTorus, 3, 4);

  EXPECT_EQ(torus.neighbour(0, Direction::kNorth), 8);
  EXPECT_EQ(torus.neighbour(8, Direction::kSouth), 0);
  EXPECT_EQ(torus.neighbour(0, Direction::kWest), 3);
  EXPECT_EQ(torus.neighbour(3, Direction::kEast), 0);
}

TEST(Grid, HasTheNeighboursAndDegreesOfItsGraph) {
  for (const Grid& grid : small_grids()) {
    const Graph graph = graph_of(grid);
    for (Node u = 0; u < grid.size(); ++u) {
      const auto& list = graph.neighbours(u);
      EXPECT_EQ(static_cast<std::size_t>(grid.degree(u)), list.size()) << grid.name();
      for (Node v = 0; v < grid.size(); ++v)
        ASSERT_EQ(grid.are_neighbours(u, v), std::count(list.begin(), list.end(), v) == 1)
            << grid.name() << ": " << u << ", " << v;
    }
  }
}

TEST(Grid, HasTheDistancesOfItsGraph) {
  for (const Grid& grid : small_grids()) {
    const Tree nearest(bfs_parents(graph_of(grid), 0));
    for (Node v = 0; v < grid.size(); ++v) {
      ASSERT_EQ(grid.distance(0, v), nearest.depth(v)) << grid.name() << ": " << v;
      ASSERT_EQ(grid.distance(v, 0), nearest.depth(v)) << grid.name() << ": " << v;
    }
  }
}

TEST(Grid, RefusesAMeshWithoutRowsOrColumns) {
  EXPECT_EQ(refusal_of(GridKind::kMesh, 0, 4),
            "a mesh needs at least 1 row and 1 column, got 0 x 4");
  EXPECT_EQ(refusal_of(GridKind::kMesh, 4, -1),
            "a mesh needs at least 1 row and 1 column, got 4 x -1");
}

TEST(Grid, RefusesATorusWithDoubleLinks) {
  EXPECT_EQ(refusal_of(GridKind::kTorus, 2, 4),
            "a torus needs at least 3 rows and 3 columns, or its links would be double, got 2 x 4");
  EXPECT_EQ(refusal_of(GridKind::kTorus, 4, 1),
            "a torus needs at least 3 rows and 3 columns, or its links would be double, got 4 x 1");
}

TEST(Grid, RefusesMoreNodesThanAFlitCanName) {
  EXPECT_EQ(refusal_of(GridKind::kMesh, 1024, 1024), "accepted");
  EXPECT_EQ(refusal_of(GridKind::kMesh, 1048577, 1),
            "a grid has at most 1048576 nodes, got 1048577 x 1");
  EXPECT_EQ(refusal_of(GridKind::kTorus, 65536, 65536),
            "a grid has at most 1048576 nodes, got 65536 x 65536");
}

}  // namespace
}  // namespace flitwise
