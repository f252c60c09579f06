// star_trees.h: n-1 edge-disjoint spanning trees of the star graph S_n.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_TREES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_TREES_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// How a node with u_1 != K, u_K = 1, whose symbol at position u_1 is a third one, chooses its
/// parents: Q makes some of these paths shorter by 2. The values are those of the routers.
enum class StarRule : std::uint8_t {
  kP = 0,  ///< the published scheme as far as its copy can be read: a reconstruction
  kQ = 1,  ///< lower trees: height 6 instead of 7 for n = 4, smaller sums of depths for n > 3
};

/// The trees 2..n of S_n under one rule, all with root 0.
///
/// Every link into every node but 0 belongs to exactly one tree, and the n-1 paths from the root to
/// a node meet only at their ends. Tree l's root has one child, its neighbour in dimension l. The
/// trees are each other's rotations: u's parent in tree l is reached by dimension d if and only if
/// R(u)'s parent in tree R(l) is by R(d). For another source h, `StarGraph::relative` gives u.
/// Source: P. Fragopoulou, S. G. Akl, "Edge-Disjoint Spanning Trees on the Star Network with
///         Applications to Fault Tolerance" (IEEE TC 45(2), 1996), whose scheme rule P reconstructs
///         (the copy at hand has lost its formulas); rule Q is this project's.
/// Errors: nodes and trees that are arguments must be in range.
class StarTrees {
 public:
  StarTrees(StarGraph graph, StarRule rule);

  const StarGraph& graph() const { return graph_; }
  StarRule rule() const { return rule_; }
  /// The links of the root on each tree's longest path: equal for all trees.
  int height() const { return height_; }
  /// Sum of the depths of all nodes in one tree, equal for all trees.
  std::int64_t depth_sum() const { return depth_sum_; }

  /// Dimension of the link from `u`, not the root, to its parent in `tree`.
  int parent_dimension(Node u, int tree) const { return parent_dimension_[entry(u, tree)]; }
  Node parent(Node u, int tree) const { return graph_.neighbour(u, parent_dimension(u, tree)); }
  /// Links between the root and `u`.
  int depth(Node u, int tree) const { return depth_[entry(u, tree)]; }
  /// Dimensions to the children of `u`, in the order l, l+1, .., n, 2, .., l-1 for tree l, in which
  /// a depth-first walk visits them.
  std::vector<int> child_dimensions(Node u, int tree) const;
  /// Dimensions of the links on the way from the root to `u`.
  std::vector<int> route(Node u, int tree) const;

 private:
  std::size_t entry(Node u, int tree) const {
    return static_cast<std::size_t>(u) * static_cast<std::size_t>(graph_.degree()) +
           static_cast<std::size_t>(tree - 2);
  }
  void set_parent_dimensions(Node u);
  void set_depth(Node u, int tree);

  StarGraph graph_;
  StarRule rule_;
  int height_ = 0;
  std::int64_t depth_sum_ = 0;
  std::vector<std::uint8_t> parent_dimension_;  // by node, tree; 0 for the root
  std::vector<std::uint8_t> depth_;             // by node, tree
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_TREES_H_
