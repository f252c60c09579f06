// Three hundred random meshes on the routers against theory: operations flit by flit, and traffic.
#include <gtest/gtest.h>

#include "tests/system/torus/random_tori.h"

namespace flitwise::random_meshes_test {
namespace {

// The quick router, one that delays all flits alike, and the slowest one.
const testing_support::RouterChoice kFewRouters{{0, 1, 11}, {2}, {8}, true};
constexpr int kPerCase = 100;

class RandomMeshes : public testing::TestWithParam<int> {};

TEST_P(RandomMeshes, AgreeWhateverRoutersAndLinksTake) {
  const testing_support::Agreement met = testing_support::expect_random_tori_to_agree(
      2'000'000 + static_cast<std::uint64_t>(GetParam()) * kPerCase, kPerCase, kFewRouters);

  EXPECT_GT(met.slow, kPerCase * 3 / 4);
  EXPECT_GT(met.traffic, kPerCase / 10);
  EXPECT_GT(met.finishes, kPerCase / 3);
  EXPECT_GT(met.smooth, kPerCase / 4);
  EXPECT_LT(met.smooth, met.broadcasts);
}

INSTANTIATE_TEST_SUITE_P(ThreeHundred, RandomMeshes, testing::Range(0, 3));

}  // namespace
}  // namespace flitwise::random_meshes_test
