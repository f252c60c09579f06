// Every cover by disjoint trees is written down as the first hop from each place towards the root,
// for the first tree. The second tree is the first with rows and columns exchanged. Trees that
// share links are found by their distances.
#include "systemc/topology/cover/cover_shapes.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise {
namespace {

struct Place {
  Node row;
  Node column;
};

Place transposed(Place place) { return {place.column, place.row}; }

/// Place of the parent of `at` in tree 0 of a grid with these sides, none outside the tree. Both
/// places are relative to the root, of which it is never asked.
using FirstTree = std::function<std::optional<Place>(Place at, Place sides)>;

void check_root(const Grid& grid, Place root) {
  const auto check = [](const char* what, Node value, Node end) {
    if (value < 0 || value >= end)
      throw TopologyError(std::string(what) + " must be from 0 to " + std::to_string(end - 1) +
                          ", got " + std::to_string(value));
  };
  check("the root's row", root.row, grid.rows());
  check("the root's column", root.column, grid.columns());
}

/// Parents of the tree that `parent_of` describes, with its root at `root`. Relative places are
/// positive on a torus and of either sign on a mesh.
std::vector<Node> parents_of(const Grid& grid, Place root, const FirstTree& parent_of) {
  const Node rows = grid.rows();
  const Node columns = grid.columns();
  const bool wraps = grid.kind() == GridKind::kTorus;
  std::vector<Node> parents(index_of(grid.size()), kNoNode);
  for (Node v = 0; v < grid.size(); ++v) {
    Place at{grid.row(v) - root.row, grid.column(v) - root.column};
    if (at.row == 0 && at.column == 0) continue;
    if (wraps) at = {(at.row + rows) % rows, (at.column + columns) % columns};
    const std::optional<Place> parent = parent_of(at, {rows, columns});
    if (!parent) continue;
    Place moved{parent->row + root.row, parent->column + root.column};
    if (wraps) moved = {moved.row % rows, moved.column % columns};
    parents[index_of(v)] = grid.node(moved.row, moved.column);
  }
  return parents;
}

Cover cover_of(const std::string& kind, const Grid& grid, Place root, const FirstTree& tree_0) {
  check_root(grid, root);
  const FirstTree tree_1 = [&](Place at, Place sides) -> std::optional<Place> {
    const std::optional<Place> parent = tree_0(transposed(at), transposed(sides));
    if (!parent) return std::nullopt;
    return transposed(*parent);
  };
  return {kind + " cover of " + grid.name(),
          grid,
          grid.node(root.row, root.column),
          {parents_of(grid, root, tree_0), parents_of(grid, root, tree_1)}};
}

/// One hop nearer to 0 on a path on which positions can be negative.
Node inward(Node position) { return position > 0 ? position - 1 : position + 1; }

/// One hop nearer to 0 on a ring of `length`, the shorter way.
Node inward_on_ring(Node position, Node length) {
  return position <= length / 2 ? position - 1 : (position + 1) % length;
}

void check_links_for_two_spanning_trees(Node rows, Node columns) {
  const Node shorter = rows < columns ? rows : columns;
  const Node longer = rows < columns ? columns : rows;
  if (shorter < 1 || shorter > 2 || longer < 3 || longer > Graph::kMostNodes) return;
  const Node nodes = shorter * longer;
  const Node links = shorter == 1 ? longer : 3 * longer;
  throw TopologyError("a torus " + std::to_string(rows) + " x " + std::to_string(columns) +
                      " has " + std::to_string(links) + " links, two spanning trees need " +
                      std::to_string(2 * (nodes - 1)));
}

Grid torus_for_spanning(Node rows, Node columns) {
  check_links_for_two_spanning_trees(rows, columns);
  return {GridKind::kTorus, rows, columns};
}

/// Down the columns, and from the last column to column 0.
Place below_row_0(Place at, Place sides) {
  return at.column == 0 ? Place{at.row, sides.column - 1} : Place{at.row - 1, at.column};
}

bool is_vertical(Direction direction) {
  return direction == Direction::kNorth || direction == Direction::kSouth;
}

/// Fewest links from `start` to each node on ways that avoid the root; kNoNode where there is none.
std::vector<Node> distances_past(const Grid& grid, Node root, Node start) {
  std::vector<Node> distances(index_of(grid.size()), kNoNode);
  std::vector<Node> reached{start};
  distances[index_of(start)] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const Node v = reached[next];
    for (const Direction direction : kDirections) {
      const Node w = grid.neighbour(v, direction);
      if (w == kNoNode || w == root || distances[index_of(w)] != kNoNode) continue;
      distances[index_of(w)] = distances[index_of(v)] + 1;
      reached.push_back(w);
    }
  }
  return distances;
}

/// The first neighbour of `v`, by number, that lies nearer; one across the root's link before any
/// other.
Node parent_across(const Grid& grid, const std::vector<Node>& distances, Node v,
                   Direction of_root) {
  std::optional<std::pair<bool, Node>> best;
  for (const Direction direction : kDirections) {
    const Node u = grid.neighbour(v, direction);
    if (u == kNoNode || distances[index_of(u)] != distances[index_of(v)] - 1) continue;
    const std::pair<bool, Node> found{is_vertical(direction) == is_vertical(of_root), u};
    best = best ? std::min(*best, found) : found;
  }
  return best->second;
}

std::vector<Node> parents_through(const Grid& grid, Node root, Direction of_root) {
  const Node start = grid.neighbour(root, of_root);
  const std::vector<Node> distances = distances_past(grid, root, start);
  std::vector<Node> parents(index_of(grid.size()), kNoNode);
  for (Node v = 0; v < grid.size(); ++v)
    if (distances[index_of(v)] > 0)
      parents[index_of(v)] = parent_across(grid, distances, v, of_root);
  parents[index_of(start)] = root;
  return parents;
}

Cover cover_by_root_links(const Grid& grid, Place root_place) {
  check_root(grid, root_place);
  const Node root = grid.node(root_place.row, root_place.column);
  std::vector<std::vector<Node>> trees;
  for (const Direction direction : kDirections)
    if (grid.neighbour(root, direction) != kNoNode)
      trees.push_back(parents_through(grid, root, direction));
  return {"shared cover of " + grid.name(), grid, root, std::move(trees), Sharing::kLinks};
}

}  // namespace

Cover mesh_cover(Node rows, Node columns, Node root_row, Node root_column) {
  return cover_of("row-column", {GridKind::kMesh, rows, columns}, {root_row, root_column},
                  [](Place at, Place /*sides*/) -> std::optional<Place> {
                    if (at.row == 0) return Place{0, inward(at.column)};
                    if (at.column == 0) return std::nullopt;
                    return Place{inward(at.row), at.column};
                  });
}

Cover torus_cover_spanning(Node rows, Node columns, Node root_row, Node root_column) {
  return cover_of("spanning", torus_for_spanning(rows, columns), {root_row, root_column},
                  [](Place at, Place sides) {
                    return at.row == 0 ? Place{0, at.column - 1} : below_row_0(at, sides);
                  });
}

Cover torus_cover_spanning_short(Node rows, Node columns, Node root_row, Node root_column) {
  return cover_of("short spanning", torus_for_spanning(rows, columns), {root_row, root_column},
                  [](Place at, Place sides) {
                    return at.row == 0 ? Place{0, inward_on_ring(at.column, sides.column)}
                                       : below_row_0(at, sides);
                  });
}

Cover torus_cover_joint(Node rows, Node columns, Node root_row, Node root_column) {
  return cover_of("joint", {GridKind::kTorus, rows, columns}, {root_row, root_column},
                  [](Place at, Place sides) -> std::optional<Place> {
                    if (at.row == 0) return Place{0, inward_on_ring(at.column, sides.column)};
                    if (at.column == 0) return std::nullopt;
                    return Place{inward_on_ring(at.row, sides.row), at.column};
                  });
}

Cover mesh_cover_shared(Node rows, Node columns, Node root_row, Node root_column) {
  return cover_by_root_links({GridKind::kMesh, rows, columns}, {root_row, root_column});
}

Cover torus_cover_shared(Node rows, Node columns, Node root_row, Node root_column) {
  return cover_by_root_links({GridKind::kTorus, rows, columns}, {root_row, root_column});
}

}  // namespace flitwise
