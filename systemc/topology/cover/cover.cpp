// cover.cpp: neighbours on a grid, and what makes trees a cover of it.
#include "systemc/topology/cover/cover.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "systemc/topology/graph.h"

namespace flitwise {
namespace {

std::string sides(Node rows, Node columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

void check_sides(GridKind kind, Node rows, Node columns) {
  const bool is_mesh = kind == GridKind::kMesh;
  if (std::min(rows, columns) < (is_mesh ? 1 : 3))
    throw TopologyError((is_mesh ? "a mesh needs at least 1 row and 1 column, got "
                                 : "a torus needs at least 3 rows and 3 columns, or its links "
                                   "would be double, got ") +
                        sides(rows, columns));
  if (std::int64_t{rows} * columns > Graph::kMostNodes)
    throw TopologyError("a grid has at most " + std::to_string(Graph::kMostNodes) + " nodes, got " +
                        sides(rows, columns));
}

/// `index` + `by` on a path (kNoNode beyond its ends) or ring of `length`.
Node moved(GridKind kind, Node index, Node by, Node length) {
  const Node to = index + by;
  if (kind == GridKind::kTorus) return (to + length) % length;
  return to >= 0 && to < length ? to : kNoNode;
}

Node apart(GridKind kind, Node i, Node j, Node length) {
  const Node straight = std::abs(i - j);
  return kind == GridKind::kTorus ? std::min(straight, length - straight) : straight;
}

}  // namespace

Grid::Grid(GridKind kind, Node rows, Node columns) : kind_(kind), rows_(rows), columns_(columns) {
  check_sides(kind, rows, columns);
}

std::string Grid::name() const {
  return (kind_ == GridKind::kMesh ? "mesh " : "torus ") + sides(rows_, columns_);
}

Node Grid::neighbour(Node v, Direction direction) const {
  const bool is_vertical = direction == Direction::kNorth || direction == Direction::kSouth;
  const Node by = direction == Direction::kNorth || direction == Direction::kWest ? -1 : 1;
  const Node to =
      is_vertical ? moved(kind_, row(v), by, rows_) : moved(kind_, column(v), by, columns_);
  if (to == kNoNode) return kNoNode;
  return is_vertical ? node(to, column(v)) : node(row(v), to);
}

bool Grid::are_neighbours(Node u, Node v) const {
  return std::any_of(kDirections.begin(), kDirections.end(),
                     [&](Direction d) { return neighbour(u, d) == v; });
}

Node Grid::degree(Node v) const {
  return static_cast<Node>(std::count_if(kDirections.begin(), kDirections.end(),
                                         [&](Direction d) { return neighbour(v, d) != kNoNode; }));
}

Node Grid::distance(Node u, Node v) const {
  return apart(kind_, row(u), row(v), rows_) + apart(kind_, column(u), column(v), columns_);
}

namespace {

using Parents = std::vector<Node>;

std::string text(Node v) { return std::to_string(v); }

std::string tree_name(std::size_t t) { return "tree " + std::to_string(t); }

bool is_in(const Parents& parents, Node root, Node v) {
  return v == root || parents[index_of(v)] != kNoNode;
}

void check_links(const Grid& grid, Node root, const Parents& parents, const std::string& tree) {
  if (parents.size() != index_of(grid.size()))
    throw TopologyError(tree + " must have one parent per node: " + text(grid.size()) + ", got " +
                        std::to_string(parents.size()));
  if (parents[index_of(root)] != kNoNode)
    throw TopologyError(tree + ": the root " + text(root) + " must have no parent, got " +
                        text(parents[index_of(root)]));
  for (Node v = 0; v < grid.size(); ++v) {
    const Node parent = parents[index_of(v)];
    if (parent != kNoNode && !grid.are_neighbours(v, parent))
      throw TopologyError(tree + ": node " + text(v) + " has no link to its parent " +
                          text(parent) + " in the " + grid.name());
  }
}

/// A way up that comes to a node of its own goes in circles.
void check_connected(const Grid& grid, Node root, const Parents& parents, const std::string& tree) {
  std::vector<Node> seen_from(index_of(grid.size()), kNoNode);
  seen_from[index_of(root)] = root;
  for (Node v = 0; v < grid.size(); ++v) {
    if (!is_in(parents, root, v)) continue;
    Node above = v;
    for (; above != kNoNode && seen_from[index_of(above)] == kNoNode;
         above = parents[index_of(above)])
      seen_from[index_of(above)] = v;
    // Nodes that were seen before, on ways that did not throw, lead to the root.
    if (above == kNoNode || (above != root && seen_from[index_of(above)] == v))
      throw TopologyError(tree + ": node " + text(v) + " is not connected to the root");
  }
}

void check_disjoint(const std::vector<Parents>& trees) {
  std::map<std::pair<Node, Node>, std::size_t> tree_of_link;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    for (std::size_t v = 0; v < trees[t].size(); ++v) {
      const Node parent = trees[t][v];
      if (parent == kNoNode) continue;
      const std::pair<Node, Node> link = std::minmax(static_cast<Node>(v), Node{parent});
      const auto [entry, is_new] = tree_of_link.emplace(link, t);
      if (!is_new)
        throw TopologyError("link " + text(link.first) + "-" + text(link.second) + " is in " +
                            tree_name(entry->second) + " and in " + tree_name(t));
    }
  }
}

void check_covered(const Grid& grid, Node root, const std::vector<Parents>& trees) {
  for (Node v = 0; v < grid.size(); ++v) {
    if (std::none_of(trees.begin(), trees.end(),
                     [&](const Parents& parents) { return is_in(parents, root, v); }))
      throw TopologyError("node " + text(v) + " is in no tree");
  }
}

void check_cover(const Grid& grid, Node root, const std::vector<Parents>& trees, Sharing sharing) {
  if (trees.empty()) throw TopologyError("a cover needs at least one tree");
  if (root < 0 || root >= grid.size())
    throw TopologyError("the root must be a node from 0 to " + text(grid.size() - 1) + ", got " +
                        text(root));
  for (std::size_t t = 0; t < trees.size(); ++t) {
    check_links(grid, root, trees[t], tree_name(t));
    check_connected(grid, root, trees[t], tree_name(t));
  }
  if (sharing == Sharing::kNoLink) check_disjoint(trees);
  check_covered(grid, root, trees);
}

}  // namespace

Cover::Cover(std::string name, const Grid& grid, Node root, std::vector<Parents> parents,
             Sharing sharing)
    : name_(std::move(name)),
      grid_(grid),
      root_(root),
      sharing_(sharing),
      parents_(std::move(parents)) {
  check_cover(grid_, root_, parents_, sharing_);
  for (const Parents& tree : parents_) trees_.emplace_back(root_, tree);
}

}  // namespace flitwise
