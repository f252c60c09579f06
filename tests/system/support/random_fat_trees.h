// random_fat_trees.h: operations on fat trees of random latencies, on the routers.
#ifndef FLITWISE_TESTS_SYSTEM_SUPPORT_RANDOM_FAT_TREES_H_
#define FLITWISE_TESTS_SYSTEM_SUPPORT_RANDOM_FAT_TREES_H_

#include <cstdint>

namespace flitwise::testing_support {

/// Trees to draw from. Each switch of another shape or latency is a model to compile on first use.
enum class Shapes : std::uint8_t {
  kFew,   ///< of 4 and 8 leaves, switches of 1 and 3 steps
  kMany,  ///< of 2 to 32 leaves and 2 to 4 children, switches of 1 to 8 steps
};

/// `count` instances from `seed` on: any algorithm that fits, links of any latencies, and every
/// check of a run. Each algorithm is drawn.
void expect_random_fat_trees_to_agree(std::uint64_t seed, int count, Shapes shapes);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_SUPPORT_RANDOM_FAT_TREES_H_
