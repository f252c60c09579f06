// Three thousand random meshes with any routers, beside the three hundred of the fast tests.
#include <gtest/gtest.h>

#include "tests/system/torus/random_tori.h"

namespace flitwise::thousands_of_meshes_test {
namespace {

class ThousandsOfMeshes : public testing::TestWithParam<int> {};

TEST_P(ThousandsOfMeshes, AgreeWhateverRoutersAndLinksTake) {
  constexpr int kPerCase = 500;
  const testing_support::RouterChoice all{
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {2}, {3, 16}, true};
  const testing_support::Agreement met = testing_support::expect_random_tori_to_agree(
      3'000'000 + static_cast<std::uint64_t>(GetParam()) * kPerCase, kPerCase, all);

  EXPECT_GT(met.slow, kPerCase * 3 / 4);
  EXPECT_GT(met.traffic, kPerCase / 10);
  EXPECT_GT(met.finishes, kPerCase / 4);
}

INSTANTIATE_TEST_SUITE_P(Six, ThousandsOfMeshes, testing::Range(0, 6));

}  // namespace
}  // namespace flitwise::thousands_of_meshes_test
