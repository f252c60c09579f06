// tree_shapes.h: parent vectors of the tree shapes that scenarios can ask for.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_SHAPES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_SHAPES_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// Every function returns a parent vector for `Tree` in which parents come before children.
/// Errors: each throws TopologyError when a parameter is out of the range it states.

/// 0-1-...-(pes-1). `pes` >= 1.
std::vector<Node> path_parents(Node pes);

/// Complete tree, numbered by levels. `arity` >= 1, `height` >= 0.
std::vector<Node> complete_parents(Node arity, Node height);

/// A root and `leaves` >= 0 children.
std::vector<Node> star_parents(Node leaves);

/// A path of `spine` >= 1 PEs (numbered first), each with `legs` >= 0 leaves of its own.
std::vector<Node> caterpillar_parents(Node spine, Node legs);

/// How a random tree picks the parent of PE v.
enum class RandomShape : std::uint8_t {
  kUniform,  ///< any earlier PE: a random recursive tree, depth about e ln(pes)
  kDeep,     ///< one of the three PEs before v: depth about pes / 2
  kWide,     ///< one of the first (v + 7) / 8 PEs: few inner PEs with many children
};

/// Random tree of `pes` >= 1 PEs in which no PE has more than `max_children` >= 1 children.
///
/// The same arguments give the same tree on every machine. Deep shapes need `max_children` >= 1;
/// a pick that is full is drawn again from all earlier PEs that are not.
std::vector<Node> random_parents(Node pes, RandomShape shape, Node max_children,
                                 std::uint64_t seed);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_SHAPES_H_
