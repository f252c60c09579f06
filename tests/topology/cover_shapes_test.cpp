// All covers of grids with sides of up to 12, held against their definition from rows and columns.
#include "systemc/topology/cover/cover_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>

namespace flitwise {
namespace {

using testing::ElementsAre;
using Links = std::multiset<std::pair<Node, Node>>;
using Builder = std::function<Cover(Node rows, Node columns, Node root_row, Node root_column)>;

constexpr Node kMostSide = 12;

Links links_of(const Cover& cover) {
  Links links;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    for (Node v = 0; v < cover.size(); ++v) {
      const Node parent = cover.parents(t)[static_cast<std::size_t>(v)];
      if (parent != kNoNode) links.emplace(std::min(v, parent), std::max(v, parent));
    }
  }
  return links;
}

// Rows and columns apart, 1 in all for neighbours.
Node hops(const Grid& grid, Node u, Node v) {
  Node rows = std::abs(u / grid.columns() - v / grid.columns());
  Node columns = std::abs(u % grid.columns() - v % grid.columns());
  if (grid.kind() == GridKind::kTorus) {
    rows = std::min(rows, grid.rows() - rows);
    columns = std::min(columns, grid.columns() - columns);
  }
  return rows + columns;
}

// Depth of v in tree t by climbing, -1 outside the tree, -2 if the way up does not end.
Node depth(const Cover& cover, TreeIndex t, Node v) {
  Node depth = 0;
  for (; v != cover.root() && depth <= cover.size(); ++depth) {
    v = cover.parents(t)[static_cast<std::size_t>(v)];
    if (v == kNoNode) return depth == 0 ? -1 : -2;
  }
  return depth <= cover.size() ? depth : -2;
}

Node height(const Cover& cover, TreeIndex t) {
  Node height = 0;
  for (Node v = 0; v < cover.size(); ++v) height = std::max(height, depth(cover, t, v));
  return height;
}

// What is wrong with a cover, for a failure message; "" if nothing is.
std::string problems(const Cover& cover) {
  const Links links = links_of(cover);
  for (const auto& [u, v] : links) {
    const std::string link = "link " + std::to_string(u) + "-" + std::to_string(v);
    if (links.count({u, v}) != 1) return link + " is in two trees";
    if (hops(cover.grid(), u, v) != 1) return link + " does not exist";
  }
  for (Node v = 0; v < cover.size(); ++v) {
    bool is_held = false;
    for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
      if (depth(cover, t, v) == -2) return "no way up from " + std::to_string(v);
      if (depth(cover, t, v) >= 0) is_held = true;
    }
    if (!is_held) return "no tree holds " + std::to_string(v);
  }
  return "";
}

std::string described(const Cover& cover) {
  return cover.name() + ", root " + std::to_string(cover.root());
}

struct Root {
  Node row;
  Node column;
};

// Every node of a small grid, else two corners, an inner node and one on the border.
std::vector<Root> roots(Node rows, Node columns) {
  if (rows * columns > 49)
    return {{0, 0}, {rows - 1, columns - 1}, {rows / 2, columns / 3}, {rows - 1, columns / 2}};
  std::vector<Root> all;
  for (Node row = 0; row < rows; ++row)
    for (Node column = 0; column < columns; ++column) all.push_back({row, column});
  return all;
}

// Returns the number of covers visited.
int for_each_cover(const Builder& build, Node least_side,
                   const std::function<void(const Cover&)>& visit) {
  int covers = 0;
  for (Node rows = least_side; rows <= kMostSide; ++rows) {
    for (Node columns = least_side; columns <= kMostSide; ++columns) {
      for (const Root& root : roots(rows, columns)) {
        const Cover cover = build(rows, columns, root.row, root.column);
        visit(cover);
        ++covers;
      }
    }
  }
  return covers;
}

// Longest of the ways in all trees against the distances.
void expect_shortest_ways(const Cover& cover) {
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    for (Node v = 0; v < cover.size(); ++v) {
      const Node d = depth(cover, t, v);
      if (d < 0) continue;
      ASSERT_EQ(d, hops(cover.grid(), cover.root(), v)) << described(cover) << ": " << v;
    }
  }
}

// Tree 0 lacks the root's column and tree 1 the root's row, and nothing else.
void expect_only_the_cross_to_be_forced(const Cover& cover) {
  const Grid& grid = cover.grid();
  for (Node v = 0; v < cover.size(); ++v) {
    const bool is_root = v == cover.root();
    const bool in_row = grid.row(v) == grid.row(cover.root());
    const bool in_column = grid.column(v) == grid.column(cover.root());
    ASSERT_EQ(cover.tree(0).holds(v), is_root || !in_column) << described(cover) << ": " << v;
    ASSERT_EQ(cover.tree(1).holds(v), is_root || !in_row) << described(cover) << ": " << v;
  }
}

void expect_both_trees_to_span(const Cover& cover) {
  EXPECT_EQ(cover.tree(0).tree.size(), cover.size()) << described(cover);
  EXPECT_EQ(cover.tree(1).tree.size(), cover.size()) << described(cover);
}

TEST(MeshCover, IsACoverForEveryRoot) {
  const int covers = for_each_cover(mesh_cover, 1, [](const Cover& cover) {
    ASSERT_EQ(problems(cover), "") << described(cover);
    expect_only_the_cross_to_be_forced(cover);
  });
  EXPECT_EQ(covers, 2246);
}

TEST(MeshCover, HasShortestWaysOnly) { for_each_cover(mesh_cover, 1, expect_shortest_ways); }

TEST(MeshCover, UsesEveryLinkOfTheMesh) {
  for_each_cover(mesh_cover, 1, [](const Cover& cover) {
    const Node a = cover.grid().rows();
    const Node b = cover.grid().columns();
    ASSERT_EQ(links_of(cover).size(), static_cast<std::size_t>(2 * a * b - a - b));
  });
}

TEST(MeshCover, LooksLikeThisFromTheMiddleOfATwoByThree) {
  const Cover cover = mesh_cover(2, 3, 1, 1);

  EXPECT_THAT(cover.parents(0), ElementsAre(3, -1, 5, 4, -1, 4));
  EXPECT_THAT(cover.parents(1), ElementsAre(1, 4, 1, -1, -1, -1));
  EXPECT_EQ(cover.name(), "row-column cover of mesh 2 x 3");
}

TEST(TorusCoverSpanning, IsTwoSpanningTreesForEveryRoot) {
  const int covers = for_each_cover(torus_cover_spanning, 3, [](const Cover& cover) {
    ASSERT_EQ(problems(cover), "") << described(cover);
    expect_both_trees_to_span(cover);
    const Node depth = cover.grid().rows() + cover.grid().columns() - 1;
    EXPECT_EQ(height(cover, 0), depth) << described(cover);
    EXPECT_EQ(height(cover, 1), depth) << described(cover);
  });
  EXPECT_GT(covers, 900);
}

TEST(TorusCoverSpanning, LeavesTwoLinksOfTheRoot) {
  for (Node rows = 3; rows <= kMostSide; ++rows) {
    for (Node columns = 3; columns <= kMostSide; ++columns) {
      const Links links = links_of(torus_cover_spanning(rows, columns));
      EXPECT_EQ(links.size(), static_cast<std::size_t>(2 * (rows * columns - 1)));
      EXPECT_EQ(links.count({0, columns - 1}), 0U);
      EXPECT_EQ(links.count({0, (rows - 1) * columns}), 0U);
    }
  }
}

TEST(TorusCoverSpanning, LooksLikeThisOnThreeByThree) {
  const Cover cover = torus_cover_spanning(3, 3);

  EXPECT_THAT(cover.parents(0), ElementsAre(-1, 0, 1, 5, 1, 2, 8, 4, 5));
  EXPECT_THAT(cover.parents(1), ElementsAre(-1, 7, 8, 0, 3, 4, 3, 6, 7));
  EXPECT_EQ(cover.name(), "spanning cover of torus 3 x 3");
}

TEST(TorusCoverSpanningShort, IsTwoSpanningTreesForEveryRoot) {
  const int covers = for_each_cover(torus_cover_spanning_short, 3, [](const Cover& cover) {
    ASSERT_EQ(problems(cover), "") << described(cover);
    expect_both_trees_to_span(cover);
    const Node a = cover.grid().rows();
    const Node b = cover.grid().columns();
    EXPECT_EQ(height(cover, 0), std::max(a - 1 + b / 2, a + 1)) << described(cover);
    EXPECT_EQ(height(cover, 1), std::max(b - 1 + a / 2, b + 1)) << described(cover);
    EXPECT_EQ(cover.tree(0).tree.child_count(0), 2) << described(cover);
    EXPECT_EQ(cover.tree(1).tree.child_count(0), 2) << described(cover);
  });
  EXPECT_GT(covers, 900);
}

TEST(TorusCoverSpanningShort, LooksLikeThisOnThreeByThree) {
  const Cover cover = torus_cover_spanning_short(3, 3);

  EXPECT_THAT(cover.parents(0), ElementsAre(-1, 0, 0, 5, 1, 2, 8, 4, 5));
  EXPECT_EQ(cover.name(), "short spanning cover of torus 3 x 3");
}

TEST(TorusCoverJoint, IsACoverForEveryRoot) {
  const int covers = for_each_cover(torus_cover_joint, 3, [](const Cover& cover) {
    ASSERT_EQ(problems(cover), "") << described(cover);
    expect_only_the_cross_to_be_forced(cover);
    EXPECT_EQ(cover.tree(0).tree.child_count(0), 2) << described(cover);
    EXPECT_EQ(cover.tree(1).tree.child_count(0), 2) << described(cover);
  });
  EXPECT_GT(covers, 900);
}

TEST(TorusCoverJoint, HasShortestWaysOnly) {
  for_each_cover(torus_cover_joint, 3, [](const Cover& cover) {
    expect_shortest_ways(cover);
    const Node farthest = cover.grid().rows() / 2 + cover.grid().columns() / 2;
    EXPECT_EQ(std::max(height(cover, 0), height(cover, 1)), farthest) << described(cover);
  });
}

TEST(TorusCoverJoint, LooksLikeThisOnThreeByFour) {
  const Cover cover = torus_cover_joint(3, 4);

  EXPECT_THAT(cover.parents(0), ElementsAre(-1, 0, 1, 0, -1, 1, 2, 3, -1, 1, 2, 3));
  EXPECT_EQ(cover.name(), "joint cover of torus 3 x 4");
}

TEST(TorusCovers, MoveWithTheirRoot) {
  for (const Builder& build : {Builder(torus_cover_spanning), Builder(torus_cover_spanning_short),
                               Builder(torus_cover_joint)}) {
    const Cover at_0 = build(4, 5, 0, 0);
    const Cover moved = build(4, 5, 3, 2);
    const Grid& grid = moved.grid();
    const auto to = [&](Node v) {
      return grid.node((grid.row(v) + 3) % 4, (grid.column(v) + 2) % 5);
    };
    EXPECT_EQ(moved.root(), 17);
    for (TreeIndex t = 0; t < 2; ++t) {
      for (Node v = 0; v < grid.size(); ++v) {
        const Node parent = at_0.parents(t)[static_cast<std::size_t>(v)];
        EXPECT_EQ(moved.parents(t)[static_cast<std::size_t>(to(v))],
                  parent == kNoNode ? kNoNode : to(parent));
      }
    }
  }
}

// Hops from `start` to each node past the root, -1 where there is no way: widened until nothing
// changes any more.
std::vector<Node> hops_past(const Grid& grid, Node root, Node start) {
  std::vector<Node> found(static_cast<std::size_t>(grid.size()), -1);
  found[static_cast<std::size_t>(start)] = 0;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Node u = 0; u < grid.size(); ++u) {
      for (Node v = 0; v < grid.size(); ++v) {
        Node& at_v = found[static_cast<std::size_t>(v)];
        const Node at_u = found[static_cast<std::size_t>(u)];
        if (v == root || at_u < 0 || hops(grid, u, v) != 1) continue;
        if (at_v >= 0 && at_v <= at_u + 1) continue;
        at_v = at_u + 1;
        has_changed = true;
      }
    }
  }
  return found;
}

// Every tree has one link of the root, and through it the shortest way to each node.
void expect_a_tree_for_each_root_link(const Cover& cover) {
  const Grid& grid = cover.grid();
  std::vector<Node> starts;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const std::vector<Node> below = cover.tree(t).children(cover.root());
    ASSERT_EQ(below.size(), 1U) << described(cover) << ", tree " << t;
    starts.push_back(below.front());
    const std::vector<Node> ways = hops_past(grid, cover.root(), below.front());
    for (Node v = 0; v < cover.size(); ++v) {
      if (v == cover.root()) continue;
      const Node way = ways[static_cast<std::size_t>(v)];
      ASSERT_EQ(depth(cover, t, v), way < 0 ? -1 : way + 1) << described(cover) << ": " << v;
      const Node parent = cover.parents(t)[static_cast<std::size_t>(v)];
      ASSERT_TRUE(way < 0 || hops(grid, v, parent) == 1) << described(cover) << ": " << v;
    }
  }
  std::vector<Node> neighbours;
  for (const Direction direction : kDirections)
    if (grid.neighbour(cover.root(), direction) != kNoNode)
      neighbours.push_back(grid.neighbour(cover.root(), direction));
  ASSERT_EQ(starts, neighbours) << described(cover);
}

TEST(SharedCovers, HaveATreeForEveryLinkOfEveryRoot) {
  int covers = 0;
  for (Node rows = 1; rows <= 5; ++rows) {
    for (Node columns = 1; columns <= 6; ++columns) {
      for (Node root = 0; root < rows * columns && rows * columns > 1; ++root) {
        expect_a_tree_for_each_root_link(
            mesh_cover_shared(rows, columns, root / columns, root % columns));
        ++covers;
        if (rows < 3 || columns < 3) continue;
        expect_a_tree_for_each_root_link(
            torus_cover_shared(rows, columns, root / columns, root % columns));
        ++covers;
      }
    }
  }
  EXPECT_EQ(covers, 530);
}

TEST(SharedCovers, GoOnInTheDirectionOfTheRootsLinkBeforeTheyTurn) {
  //  0  1  2      North of the root 4: 1, then along row 0, then down. West: 3, along column 0,
  //  3  4  5      then across.
  //  6  7  8
  const Cover cover = mesh_cover_shared(3, 3, 1, 1);

  EXPECT_THAT(cover.parents(0), ElementsAre(1, 4, 1, 0, -1, 2, 3, 6, 5));
  EXPECT_THAT(cover.parents(1), ElementsAre(3, 0, 5, 6, -1, 8, 7, 4, 7));
  EXPECT_THAT(cover.parents(2), ElementsAre(3, 0, 1, 4, -1, 2, 3, 6, 7));
  EXPECT_EQ(cover.sharing(), Sharing::kLinks);
  EXPECT_EQ(cover.name(), "shared cover of mesh 3 x 3");
  EXPECT_EQ(torus_cover_shared(3, 4).name(), "shared cover of torus 3 x 4");
}

TEST(SharedCovers, TurnAsLateAsTheyCan) {
  // From the corner of 3 x 3: tree 0 goes south, then east along every row; tree 1 is its mirror.
  const Cover cover = mesh_cover_shared(3, 3);

  EXPECT_THAT(cover.parents(0), ElementsAre(-1, 4, 1, 0, 3, 4, 3, 6, 7));
  EXPECT_THAT(cover.parents(1), ElementsAre(-1, 0, 1, 4, 1, 2, 3, 4, 5));
}

TEST(SharedCovers, OfAPathHoldOneSideEach) {
  const Cover cover = mesh_cover_shared(1, 4, 0, 1);

  EXPECT_THAT(cover.parents(0), ElementsAre(1, -1, -1, -1));
  EXPECT_THAT(cover.parents(1), ElementsAre(-1, -1, 1, 2));
}

}  // namespace
}  // namespace flitwise
