// fat_tree_cases.h: the fat trees that schedules are tried on, and what their runs are held to.
#ifndef FLITWISE_TESTS_PROTOCOLS_FAT_TREE_FAT_TREE_CASES_H_
#define FLITWISE_TESTS_PROTOCOLS_FAT_TREE_FAT_TREE_CASES_H_

#include <string>
#include <vector>

#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tests/protocols/fat_tree/fat_tree_ideal_network.h"

namespace flitwise::protocols::test {

FatTree constant_tree(Node leaves, int arity = 2);
FatTree exponential_tree(Node leaves, int arity = 2);

/// All binary fat trees of `leaves` with nondecreasing c_i <= n/2 + 1.
std::vector<FatTree> binary_trees(Node leaves);
/// Those of 2 to 16 leaves.
std::vector<FatTree> all_small_binary_trees();
/// Constant, exponential, c_i = i, min(i, 3) and two that grow too fast; b = 3 and 4 up to 64
/// leaves, b = 5 to 8 up to b^2.
std::vector<FatTree> wide_trees();
/// Both of the above.
std::vector<FatTree> all_trees();

/// "n = 8, b = 2, c = 1 2 4".
std::string describe(const FatTree& tree);

/// Steps that n - 1 flits from or to every leaf take at least: n + 1 for b = 2 and n >= 4, else n.
Step steps_of_unit_messages(const FatTree& tree);

/// One flit for every leaf but `root`.
std::vector<Flits> unit_lengths(const FatTree& tree, Node root);

/// Nobody complains or waits, and the last flit arrives in step `finish`.
void expect_complete(const FatTreeRecord& run, Step finish);
/// That, and no flit ever waits: no queue holds more flits than its branch has links.
void expect_queue_free(const FatTree& tree, const FatTreeRecord& run, Step finish);

/// A leaf's dispatches as "1:5 2:6" (step:destination, by step) or, for copies, "1:0x7".
std::string text_of(const std::vector<Dispatch>& list);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_FAT_TREE_FAT_TREE_CASES_H_
