// star_faults.h: how many copies reach each node of a star graph that is not whole.
//
// A dead link passes nothing in either direction, a dead node sends and takes nothing. The n-1
// paths of a node meet only at its ends, so a dead element takes at most one copy from any other
// node: with x copies, f faults leave x - f.
// Source: Fragopoulou, Akl (1996), fault tolerance.
// Errors: every function throws std::invalid_argument for a traffic that star_theory.h refuses, a
// source or faulty element that is not the graph's, and a first step below 1.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_FAULTS_H_
#define FLITWISE_TB_THEORY_STAR_STAR_FAULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_theory.h"
#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {

/// A link, which carries packets both ways.
struct StarLink {
  Node node = kNoNode;  ///< either end
  int dimension = 0;    ///< 2..n
};

/// What is dead, from packet step `from_step` on: a packet that would cross a dead link, or leave
/// or enter a dead node, in that step or later does not.
struct StarFaults {
  std::vector<Node> nodes;
  std::vector<StarLink> links;
  Step from_step = 1;

  bool is_empty() const { return nodes.empty() && links.empty(); }
};

/// Copies that arrive.
///
/// Shape: `least` and `received` have one entry per node; `histogram` has n entries.
struct StarCopies {
  /// Fewest copies of any packet that is for this node and from a live source; empty for dead nodes
  /// and where nothing is sent to.
  std::vector<std::optional<int>> least;
  std::vector<std::int64_t> received;   ///< all copies at this node
  std::vector<std::int64_t> histogram;  ///< [c]: pairs of a live node and a packet with c copies
  /// Every live node gets at least that many copies of every packet from a live source: the larger
  /// of 0 and x - f for f different dead elements. Empty if the only source is dead.
  std::optional<int> guarantee;
};

/// Of the static walk, a lost packet leaves its steps empty, and nothing else changes. Of tokens,
/// that of a tree stops at the first dead element in its walk, for want of an acknowledgement, and
/// all nodes later in that walk get nothing: where something is dead, there is no guarantee.
///
/// `source` is not looked at where every node is one. Only of packets in spaced slots does it
/// matter what `latency` is: what is dead from the start costs the same copies, whenever they pass.
/// Errors: with tokens and with spaced slots, also throws std::invalid_argument for faults that are
///         not there from step 1, with tokens for spaced slots.
StarCopies star_copies(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
                       Node source, const StarFaults& faults, const StarLatency& latency = {});

/// Words for where `least`, `received` and `histogram` come from, and for the guarantee.
std::string copies_source();
std::string guarantee_source();

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

/// Errors: throws std::invalid_argument for faults that a walk with acknowledgements does not take.
void check_from_the_start(const StarFaults& faults);

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
  /// Mark of the arc that ends at relative address `u`.
  Step mark(Node u, int tree) const { return mark_at_[entry(u, tree)]; }
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
  std::vector<Step> mark_at_;                 // by relative address, tree
  std::vector<Step> last_;                    // likewise
  std::vector<Step> first_;                   // by tree
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_FAULTS_H_
