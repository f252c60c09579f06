// Five thousand random instances on fat trees of many shapes. Every shape and latency of a switch
// is compiled on first use.
#include <gtest/gtest.h>

#include "tests/system/support/random_fat_trees.h"

namespace flitwise {
namespace {

class ThousandsOfFatTrees : public testing::TestWithParam<int> {};

TEST_P(ThousandsOfFatTrees, AgreeWhateverSwitchesAndLinksTake) {
  constexpr int kPerCase = 1'000;
  testing_support::expect_random_fat_trees_to_agree(
      100'000 + static_cast<std::uint64_t>(GetParam()) * kPerCase, kPerCase,
      testing_support::Shapes::kMany);
}

INSTANTIATE_TEST_SUITE_P(Five, ThousandsOfFatTrees, testing::Range(0, 5));

}  // namespace
}  // namespace flitwise
