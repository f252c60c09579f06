// Each clause against the router that breaks it, on both links.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/kit/self_test.h"

namespace flitwise::kit_self_test {

TEST(KitSelfTest, EveryClauseFailsForTheRouterThatBreaksItAndNoOtherDoes) {
  const std::vector<FaultRun> runs = self_test(
      FLITWISE_SOURCE_DIR "/tests/kit/bad", ModelLibrary::default_config(), [](const auto&) {}, 1);
  // 16 clauses and a good router on ready and credit less three that have no router there, and nine
  // clauses and a good router of trees; one more that fails between two routers only.
  EXPECT_EQ(runs.size(), 2U * 17U - 2U + 10U + 1U);
  for (const FaultRun& run : runs)
    EXPECT_TRUE(run.is_right()) << run.link << ", fault " << run.fault << ": " << run.detail;
  const auto together =
      std::find_if(runs.begin(), runs.end(), [](const FaultRun& run) { return run.fault == 17; });
  ASSERT_NE(together, runs.end());
  EXPECT_NE(together->detail.find("chain of three"), std::string::npos) << together->detail;
}

}  // namespace flitwise::kit_self_test
