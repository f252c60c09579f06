// All scenarios of the project show the same bytes in parts and threads.
#include "tests/system/split_cases.h"

#include <algorithm>
#include <filesystem>

namespace flitwise::threads_slow_test {
namespace {

std::vector<std::string> files() {
  namespace fs = std::filesystem;
  const fs::path folder = FLITWISE_SOURCE_DIR "/sim/scenarios";
  std::vector<std::string> all;
  for (const char* part : {"", "broken"})
    for (const auto& entry : fs::directory_iterator(folder / part))
      if (entry.path().extension() == ".yaml")
        all.push_back(fs::relative(entry.path(), folder).string());
  std::sort(all.begin(), all.end());
  return all;
}

class AllScenarios : public testing::TestWithParam<std::string> {};

TEST_P(AllScenarios, ShowTheSameBytesInSevenPartsAndThreeThreads) {
  const Scenario scenario = test::scenario_to_split(GetParam());
  const test::Shown alone = test::shown(scenario, 1, 1);
  EXPECT_TRUE(test::shown(scenario, 7, 3) == alone);
}

INSTANTIATE_TEST_SUITE_P(Threads, AllScenarios, testing::ValuesIn(files()), [](const auto& file) {
  std::string name = file.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace flitwise::threads_slow_test
