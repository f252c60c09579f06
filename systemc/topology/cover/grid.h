// grid.h: two-dimensional meshes and tori of nodes.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COVER_GRID_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COVER_GRID_H_

#include <array>
#include <cstdint>
#include <string>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

enum class GridKind : std::uint8_t {
  kMesh,   ///< rows and columns are paths
  kTorus,  ///< rows and columns are rings
};

/// North is the row before, west the column before.
enum class Direction : std::uint8_t { kNorth, kSouth, kWest, kEast };
inline constexpr std::array<Direction, 4> kDirections{Direction::kNorth, Direction::kSouth,
                                                      Direction::kWest, Direction::kEast};

/// A mesh or torus; the node in row r and column c has the number r * columns + c.
class Grid {
 public:
  /// Errors: throws TopologyError for a side below 1 (torus: below 3, where links would be double)
  ///         and for more than Graph::kMostNodes nodes.
  Grid(GridKind kind, Node rows, Node columns);

  GridKind kind() const { return kind_; }
  Node rows() const { return rows_; }
  Node columns() const { return columns_; }
  Node size() const { return rows_ * columns_; }
  /// "mesh 4 x 6".
  std::string name() const;

  Node node(Node row, Node column) const { return row * columns_ + column; }
  Node row(Node v) const { return v / columns_; }
  Node column(Node v) const { return v % columns_; }

  /// The node at the other end of a link of `v`, kNoNode at the border of a mesh.
  Node neighbour(Node v, Direction direction) const;
  bool are_neighbours(Node u, Node v) const;
  /// Number of links of `v`.
  Node degree(Node v) const;
  /// Fewest links between `u` and `v`.
  Node distance(Node u, Node v) const;

 private:
  GridKind kind_;
  Node rows_;
  Node columns_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COVER_GRID_H_
