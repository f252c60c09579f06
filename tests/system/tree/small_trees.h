// small_trees.h: every small tree, with all small messages, on the routers.
#ifndef FLITWISE_TESTS_SYSTEM_TREE_SMALL_TREES_H_
#define FLITWISE_TESTS_SYSTEM_TREE_SMALL_TREES_H_

#include <ostream>
#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"

namespace flitwise::test {

/// Parents of all trees of this many PEs whose children are ordered, PEs numbered depth first:
/// 1, 2, 5, 14, 42, 132 of them for 2 to 7 PEs.
std::vector<std::vector<Node>> ordered_trees(Node pes);

/// One for each shape, whatever the order of children: 1, 2, 4, 9, 20, 48 of them.
std::vector<std::vector<Node>> tree_shapes(Node pes);

/// An algorithm with its options.
struct SmallVariant {
  std::string name;
  std::string operation;
  TreeAlgorithm algorithm;
  TreeOptions options;

  friend std::ostream& operator<<(std::ostream& out, const SmallVariant& variant) {
    return out << variant.name;
  }
};

/// Scatter and gather, with one port per PE and with one per link; the gathers as published and
/// as recommended.
const std::vector<SmallVariant>& small_variants();

/// Certification with messages of three costs: published and recommended, with other rules and
/// synchronisations, with one port and with one per link.
const std::vector<SmallVariant>& paced_certifications();

/// Runs a variant on each of the trees with all lengths from 0 to 2 and compares every event.
/// Returns the number of runs; stops after the first that fails.
int expect_all_as_predicted(const SmallVariant& variant,
                            const std::vector<std::vector<Node>>& trees);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SYSTEM_TREE_SMALL_TREES_H_
