// star_fault_map.h: faults looked up by element, and the breaks that they make in a node's paths.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_FAULT_MAP_H_
#define FLITWISE_TB_THEORY_STAR_STAR_FAULT_MAP_H_

#include <vector>

#include "tb/theory/star/star_faults.h"
#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {

/// Which elements are dead, without regard to time.
class StarFaultMap {
 public:
  /// Errors: throws std::invalid_argument for elements that are not the graph's and a first step
  ///         below 1.
  StarFaultMap(const StarGraph& graph, const StarFaults& faults);

  bool is_dead(Node v) const { return dead_[static_cast<std::size_t>(v)]; }
  /// Whether nothing crosses the link of `v` in `dimension`: it or one of its ends is dead.
  bool is_blocked(Node v, int dimension) const {
    return blocked_[static_cast<std::size_t>(v * graph_.degree() + dimension - 2)];
  }
  /// Number of different dead elements.
  int count() const { return count_; }

 private:
  void block(Node v, int dimension);

  const StarGraph& graph_;
  std::vector<bool> dead_;
  std::vector<bool> blocked_;  // by node, dimension
  int count_ = 0;
};

/// For every path from a source: where it is broken for the last time.
///
/// A packet crosses the i-th arc of a walk at `marks[i - 1]` steps after its own origin of time;
/// marks grow along a path. A copy is lost if it crosses a blocked link when it is dead, and the
/// last blocked link of its path is dead whenever an earlier one is.
class StarBreaks {
 public:
  StarBreaks(const StarTrees& trees, const std::vector<StarArc>& walk, std::vector<Step> marks);

  /// Looks at the trees of `source`.
  void look(const StarFaultMap& faults, Node source);
  /// Mark of the last blocked arc, 0 if there is none, on the way to relative address `u`.
  Step last(Node u, int tree) const { return last_[entry(u, tree)]; }
  /// Least mark of any blocked arc of the tree, 0 if there is none.
  Step first_of_tree(int tree) const { return first_[static_cast<std::size_t>(tree - 2)]; }

 private:
  std::size_t entry(Node u, int tree) const {
    return static_cast<std::size_t>(u * graph_.degree() + tree - 2);
  }
  void look_at_tree(const StarFaultMap& faults, Node source, int tree);

  const StarGraph& graph_;
  const std::vector<StarArc>& walk_;
  std::vector<Step> marks_;
  std::vector<std::vector<Node>> addresses_;  // by tree, arc: the child's relative address
  std::vector<Step> last_;                    // by relative address, tree
  std::vector<Step> first_;                   // by tree
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_FAULT_MAP_H_
