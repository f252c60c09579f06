// graph_bounds.h: what no schedule and no trees on a graph can beat.
#ifndef FLITWISE_TB_THEORY_GRAPH_GRAPH_BOUNDS_H_
#define FLITWISE_TB_THEORY_GRAPH_GRAPH_BOUNDS_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Graphs are connected and have at least two nodes, here and below.

/// Least total length of k paths from `from` to `to` that share no arc, C_k in entry k - 1, for
/// every k for which there are such paths. Source: successive shortest paths, as in J. W.
/// Suurballe, "Disjoint Paths in a Network" (Networks
///         4(2), 1974).
std::vector<std::int64_t> path_costs(const Graph& graph, Node from, Node to);

inline constexpr std::size_t kAllPaths = static_cast<std::size_t>(-1);

/// The step in which the last of `flits` flits, at least 1, can come to the end of such paths:
/// flits are a flow over time, so its least T has flits <= k (T + 1) - C_k for some k, of the first
/// `paths`.
Step paths_bound(const std::vector<std::int64_t>& costs, Flits flits,
                 std::size_t paths = kAllPaths);

/// No schedule of a broadcast of `flits` from `root` ends earlier, whatever nodes store or compute:
/// the largest over v of the least over k of ceil((flits + C_k) / k) - 1 (paths_bound); 0 without
/// flits. A reduction is a broadcast backwards.
/// Source: L. R. Ford, D. R. Fulkerson, "Constructing Maximal Dynamic Flows from Static Flows"
/// (Oper.
///         Res. 6(3), 1958).
class BroadcastBound {
 public:
  BroadcastBound(const Graph& graph, Node root);
  /// The same of paths to some nodes only: a bound as well, and never a larger one.
  BroadcastBound(const Graph& graph, Node root, const std::vector<Node>& to);
  Node root() const { return root_; }
  /// `paths`: so many to each node, such as so many trees have, and no more.
  Step finish(Flits flits, std::size_t paths = kAllPaths) const;
  /// As least_arc_height. Shape: the same graph, all of whose nodes are bounded.
  Node least_height(const Graph& graph, Node trees) const;

 private:
  Node root_;
  std::vector<Node> to_;                          // every node but the root
  std::vector<std::vector<std::int64_t>> costs_;  // by place in these
};

/// No schedule of an all-reduce ends earlier that combines elements with themselves only: each
/// needs 2 (|P| - 1) crossings of any partition P, whose E_P links carry 2 E_P flits a step, so it
/// takes ceil(flits / sigma) steps; and it contains a broadcast from every node, of which those in
/// `roots` count. `strength` is sigma, numerator and denominator.
Step allreduce_bound(const std::vector<BroadcastBound>& roots, std::int64_t numerator,
                     std::int64_t denominator, Flits flits);

/// The highest of `trees` trees of one root that share no arc is at least so high.
///
/// Every node v has that many paths without a common arc, so that one has at least the mean length
/// C_t(v) / t. Where v has t links only, each neighbour w is v's parent in one tree: the way to w
/// goes past v.
Node least_arc_height(const Graph& graph, Node root, Node trees);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_GRAPH_GRAPH_BOUNDS_H_
