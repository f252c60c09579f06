#include "systemc/topology/cover/grid.h"

#include <algorithm>
#include <cstdlib>

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

}  // namespace flitwise
