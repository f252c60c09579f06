// cover.h: two-dimensional meshes and tori, covered by trees that have the root in common.
//
// Each tree carries the messages of some of the nodes, so that all trees can be used at once. A
// tree need not reach every node; together they do. Trees that share no link run as if each were
// alone; where they share some, somebody must see to it that their flits do not meet.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

/// Whether the trees of a cover may have links in common.
enum class Sharing : std::uint8_t { kNoLink, kLinks };

/// Trees with one root that together hold every node of a grid.
class Cover {
 public:
  /// Shape:  `parents` has a vector per tree with one entry per node, in node numbers; kNoNode for
  ///         the root and for nodes outside the tree.
  /// Errors: throws TopologyError when there is no tree, the root is no node, a tree is not a tree
  ///         of links of the grid with that root, two trees share a link although they must not, or
  ///         a node is in no tree.
  Cover(std::string name, const Grid& grid, Node root, std::vector<std::vector<Node>> parents,
        Sharing sharing = Sharing::kNoLink);

  const std::string& name() const { return name_; }
  const Grid& grid() const { return grid_; }
  Node size() const { return grid_.size(); }
  Node root() const { return root_; }
  Sharing sharing() const { return sharing_; }
  TreeIndex tree_count() const { return static_cast<TreeIndex>(trees_.size()); }
  const std::vector<PlacedTree>& trees() const { return trees_; }
  const PlacedTree& tree(TreeIndex t) const { return trees_[index_of(t)]; }
  /// Parents in tree `t`, in node numbers, as given.
  const std::vector<Node>& parents(TreeIndex t) const { return parents_[index_of(t)]; }

 private:
  std::string name_;
  Grid grid_;
  Node root_;
  Sharing sharing_;
  std::vector<std::vector<Node>> parents_;
  std::vector<PlacedTree> trees_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_H_
