// star_shortest_paths.h: the shortest path tree and graph of S_n, and other things that the lemmas
// behind its edge-disjoint trees are about.
//
// Nothing here reads the trees of `StarTrees` or the distances of `StarGraph`: distances come from
// a search, parents from the cycles of the permutations, so that claims and tests can hold the
// trees against them.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_SHORTEST_PATHS_H_
#define FLITWISE_TB_THEORY_STAR_STAR_SHORTEST_PATHS_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_trees.h"

namespace flitwise::theory {

/// Distances of all nodes from `source`, by breadth-first search.
std::vector<int> searched_distances(const StarGraph& graph, Node source);

/// Ways from node 0, which is 12..n, to all others: the shortest path tree (SPT), which reaches the
/// nodes whose symbol 1 is not in position 1, and the shortest path graph (SPG), in which the
/// others hang under each of its subtrees.
///
/// Block K, 2 to n, are the nodes with symbol 1 in position K, a copy of S_(n-1). It is the subtree
/// of the root's neighbour in dimension K.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), lemmas on SPT and SPG; formulas reconstructed.
/// Errors: nodes and subtrees that are arguments must be in range; `graph` outlives the object.
class StarShortestPaths {
 public:
  explicit StarShortestPaths(const StarGraph& graph) : graph_(graph) {}

  /// 2 to n, the position of symbol 1; 1 for the nodes that SPT does not reach.
  int block(Node u) const { return graph_.position(u, 1); }
  /// The first position with a wrong symbol cyclically right of symbol 1 of `u`, of a block, among
  /// 2 to n; 0 if there is none, in the root's neighbours.
  int next_misplaced(Node u) const;
  /// Dimension from `u`, of a block, to its parent in SPT: that brings its first symbol home, or if
  /// that is the symbol whose place symbol 1 has, `next_misplaced`, which joins two cycles.
  int parent_dimension(Node u) const;
  /// The nodes from `u`, not the root, to the root in the `subtree`-th part of SPG: `u` first, the
  /// root not among them. Nodes of a block have a way in its subtree only.
  std::vector<Node> way(Node u, int subtree) const;

 private:
  const StarGraph& graph_;
};

/// Orbits of the nodes but 12..n under rotation, by Burnside's lemma: the mean over all rotations
/// of the permutations that commute with one, less the orbit of 12..n.
std::int64_t count_necklaces(int order);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_SHORTEST_PATHS_H_
