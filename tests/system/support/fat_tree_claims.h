// fat_tree_claims.h: everything that is claimed of one fat tree, run on its routers.
#ifndef FLITWISE_TESTS_SYSTEM_SUPPORT_FAT_TREE_CLAIMS_H_
#define FLITWISE_TESTS_SYSTEM_SUPPORT_FAT_TREE_CLAIMS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise::testing_support {

/// How much of a claim's space is run.
enum class Breadth : std::uint8_t {
  kAll,      ///< every leaf as root
  kSampled,  ///< two leaves, one of them drawn from the tree
};

/// Runs every operation with every algorithm that the tree has, every policy where packets wait,
/// and long messages drawn at random, and expects of each run that it passes all checks and ends in
/// the step of the published or derived formula.
///
/// Far-first exchanges are run where no branch has more than 16 packets to carry, and of trees with
/// constant and exponential capacities up to 64 leaves.
/// Returns the number of runs.
int expect_all_claims(const FatTree& tree, Breadth breadth,
                      const std::shared_ptr<ModelLibrary>& models);

/// Runs two scatters at once, from `first` and from every leaf beyond it, and expects that packets
/// wait exactly where the criterion without a run says so.
/// Returns the number of pairs that collide.
int expect_scatter_pairs(const FatTree& tree, Node first,
                         const std::shared_ptr<ModelLibrary>& models);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_SUPPORT_FAT_TREE_CLAIMS_H_
