// fat_tree_latencies.h: fat trees of slow switches and links, and whether everything that theory
// says of one is what packets do that move link by link.
#ifndef FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREE_LATENCIES_H_
#define FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREE_LATENCIES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise {
/// "r = 2, w = 1 3 1"
std::ostream& operator<<(std::ostream& out, const FatTreeLatency& latency);
}  // namespace flitwise

namespace flitwise::theory::test {

/// All links of `link` steps.
FatTreeLatency alike(const FatTree& tree, Step router, Step link);

/// Routers of 1 to 4 steps, links of 1 to 5, by branch; reproducible.
FatTreeLatency random_latency(const FatTree& tree, std::uint64_t seed);

/// lam_h, link by link and switch by switch.
Step whole_way(const FatTreeLatency& latency, int h);

/// T1 = max over h of (lam_h + n - b^(h-1)).
Step scatter_finish(const FatTree& tree, const FatTreeLatency& latency);

/// Are the predictions of a kind true to what packets do? Leaves of one link; at most about 32.
::testing::AssertionResult one_to_all_holds(const FatTree& tree, const FatTreeLatency& latency);
::testing::AssertionResult multinode_holds(const FatTree& tree, const FatTreeLatency& latency);
::testing::AssertionResult exchange_holds(const FatTree& tree, const FatTreeLatency& latency);

}  // namespace flitwise::theory::test

#endif  // FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREE_LATENCIES_H_
