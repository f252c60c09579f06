// star_graph.h: the star graph S_n, whose nodes are the permutations of n symbols.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_GRAPH_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_GRAPH_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// Symbols 1 to n at positions 1 to n; entry 0 is position 1.
using Permutation = std::vector<int>;

/// The star graph S_n: n! nodes, each with a link in every dimension d = 2..n, which swaps the
/// symbols at positions 1 and d.
///
/// A node's number is the rank of its permutation in lexicographic order, so that node 0 is the
/// identity 12..n. Positions, symbols and dimensions count from 1, as in the literature.
/// Source: S. B. Akers, D. Harel, B. Krishnamurthy, "The Star Graph: An Attractive Alternative to
///         the n-Cube" (ICPP 1987); P. Fragopoulou, S. G. Akl, "Edge-Disjoint Spanning Trees on the
///         Star Network with Applications to Fault Tolerance" (IEEE TC 45(2), 1996).
/// Errors: arguments that are nodes, positions, symbols or dimensions must be in range.
class StarGraph {
 public:
  static constexpr int kLeastOrder = 3;
  static constexpr int kMostOrder = 8;

  /// Errors: throws TopologyError for an order n that is not kLeastOrder to kMostOrder.
  explicit StarGraph(int order);

  int order() const { return order_; }       ///< n
  int degree() const { return order_ - 1; }  ///< links of every node
  Node size() const { return size_; }        ///< n!
  /// Largest distance between two nodes, floor(3(n-1)/2).
  int diameter() const { return 3 * (order_ - 1) / 2; }

  Permutation permutation(Node v) const;
  /// Number of the node with this permutation.
  /// Errors: throws TopologyError unless `permutation` holds each of 1..n once.
  Node node(const Permutation& permutation) const;
  int symbol(Node v, int position) const { return symbols_[entry(v, position)]; }
  int position(Node v, int symbol) const { return positions_[entry(v, symbol)]; }

  /// The other end of the link of `v` in dimension 2..n.
  Node neighbour(Node v, int dimension) const { return neighbours_[entry(v, dimension)]; }

  /// h o u, the node whose address relative to `source` h is `u`: symbol h(u_q) at position q.
  Node absolute(Node u, Node source) const;
  /// h^-1 o v, the address of `v` relative to `source` h: v_q's position in h at position q.
  /// Both keep the dimension of every link.
  Node relative(Node v, Node source) const;

  /// Image of `u` under `times` rotations (fewer than 0: backwards): R(u_q) at position R(q), where
  /// R(1) = 1 and R runs once through 2..n. Maps links of dimension d to dimension R(d).
  Node rotate(Node u, int times = 1) const;
  /// R applied `times` times to a dimension (position, symbol, tree) from 2 to n.
  int rotate_dimension(int dimension, int times = 1) const;
  /// Orbits of the nodes but node 0 under rotation, each from its smallest number on in the order
  /// of rotation; sorted by that number.
  std::vector<std::vector<Node>> necklaces() const;

  /// Links between `u` and node 0: with m misplaced symbols in c cycles, m + c if u_1 = 1, else
  /// m + c - 2.
  int distance(Node u) const;
  int distance(Node v, Node w) const { return distance(relative(v, w)); }
  /// Sum of the distances from all nodes to one: n!(n - 4 + 2/n + H_n).
  std::int64_t distance_sum() const;

 private:
  std::size_t entry(Node v, int from_one) const {
    return static_cast<std::size_t>(v) * static_cast<std::size_t>(order_) +
           static_cast<std::size_t>(from_one - 1);
  }
  template <class Symbols>
  Node rank(const Symbols& symbols) const;
  void list_permutations();

  int order_;
  Node size_ = 1;
  std::vector<std::uint8_t> symbols_;    // by node, position
  std::vector<std::uint8_t> positions_;  // by node, symbol
  std::vector<Node> neighbours_;         // by node, dimension; entry 1 is the node itself
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_GRAPH_H_
