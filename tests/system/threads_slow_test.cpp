// All scenarios of the project show the same bytes in parts and threads.
#include "tests/system/split_cases.h"

#include <algorithm>

namespace flitwise::threads_slow_test {
namespace {

class AllScenarios : public testing::TestWithParam<std::string> {};

TEST_P(AllScenarios, ShowTheSameBytesInSevenPartsAndThreeThreads) {
  const Scenario scenario = test::scenario_to_split(GetParam());
  const test::Shown alone = test::shown(scenario, 1, 1);
  EXPECT_TRUE(test::shown(scenario, 7, 3) == alone);
}

INSTANTIATE_TEST_SUITE_P(Threads, AllScenarios, testing::ValuesIn(test::scenario_files()),
                         [](const auto& file) {
                           std::string name = file.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace flitwise::threads_slow_test
