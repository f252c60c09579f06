// small_trees.h: trees to try formulas on.
#ifndef FLITWISE_TESTS_THEORY_COLLECTIVE_SMALL_TREES_H_
#define FLITWISE_TESTS_THEORY_COLLECTIVE_SMALL_TREES_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/tree/tree.h"

namespace flitwise::test {

/// All trees of `nodes` PEs in which parents have smaller numbers: every shape, (nodes - 1)! trees.
std::vector<Tree> all_trees(Node nodes);

/// A tree of 6 to 24 PEs, the same for the same seed; from nearly a path to nearly a star.
Tree random_tree(std::uint32_t seed);

/// Complete binary.
Tree binary_tree(int height);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COLLECTIVE_SMALL_TREES_H_
