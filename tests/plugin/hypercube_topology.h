// hypercube_topology.h: the hypercube, as its root sees it. Protocols and theory share this alone.
#ifndef HYPERCUBE_TOPOLOGY_H_
#define HYPERCUBE_TOPOLOGY_H_

#include <flitwise/types.h>

#include <cstdint>

namespace hypercube_flitwise {

using flitwise::Flits;
using flitwise::Node;
using flitwise::Step;

inline constexpr int kMostDimensions = 6;
inline constexpr Node kMostNodes = Node{1} << kMostDimensions;

/// 2^d nodes; dimension k links node v to node v XOR 2^k. The label of a node is v XOR root: its
/// ones are the dimensions in which it differs from the root.
///
/// The binomial tree of the root: the parent of a label is the label without its lowest one, so
/// that label l has children over all dimensions below its lowest one, the root over all d. With j
/// that dimension, the labels from l to l + 2^j - 1 are its subtree: labels are numbers in
/// depth-first order.
///
/// Shape: 1 to kMostDimensions dimensions; the root is a node.
class Cube {
 public:
  Cube(int dimensions, Node root) : dimensions_(dimensions), root_(root) {}

  int dimensions() const { return dimensions_; }
  Node root() const { return root_; }
  Node nodes() const { return Node{1} << dimensions_; }
  Node neighbour(Node v, int dimension) const { return v ^ (Node{1} << dimension); }

  Node label(Node v) const { return v ^ root_; }
  Node node(Node label) const { return label ^ root_; }
  /// Links on a shortest way from the root: the ones of the label.
  int distance(Node v) const {
    int ones = 0;
    for (Node rest = label(v); rest != 0; rest &= rest - 1) ++ones;
    return ones;
  }
  /// The dimension of the link to the parent; of the root, which has none, the number of
  /// dimensions.
  int dimension_up(Node v) const {
    int dimension = 0;
    while (dimension < dimensions_ && (label(v) >> dimension & 1) == 0) ++dimension;
    return dimension;
  }
  /// Shape: `v` is not the root.
  Node parent(Node v) const { return neighbour(v, dimension_up(v)); }

 private:
  int dimensions_;
  Node root_;
};

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_TOPOLOGY_H_
