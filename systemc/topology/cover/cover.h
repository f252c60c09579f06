// cover.h: a grid covered by trees that have the root in common.
//
// Each tree carries the messages of some of the nodes, so that all trees can be used at once. A
// tree need not reach every node; together they do. Trees that share no link run as if each were
// alone; where they share some, somebody must see to it that their flits do not meet.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/cover/grid.h"
#include "systemc/topology/tree/placed_tree.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

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
  const PlacedTree& tree(TreeIndex t) const { return trees_[static_cast<std::size_t>(t)]; }
  /// Parents in tree `t`, in node numbers, as given.
  const std::vector<Node>& parents(TreeIndex t) const {
    return parents_[static_cast<std::size_t>(t)];
  }

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
