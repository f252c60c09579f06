// Every file in tests/data/bad must be refused with the message that its first line states.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/scenario_reader.h"
#include "support.h"

namespace flitwise {
namespace {

std::vector<std::string> bad_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(FLITWISE_TEST_DATA "/bad"))
    files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

// The first line is "# LINE:COLUMN: error: KEY: 'VALUE' RULE", what() without the file's name.
std::string expected_message(const std::string& file) {
  const std::string text = test::read_text(file);
  return text.substr(2, text.find('\n') - 2);
}

TEST(BadScenarios, AreAllRefusedWithTheMessageOfTheirFirstLine) {
  for (const std::string& file : bad_files()) {
    const ScenarioReading reading = read_scenario(file);
    EXPECT_FALSE(reading.scenario.has_value()) << file;
    ASSERT_EQ(reading.errors.size(), 1U) << file;
    EXPECT_EQ(std::string(reading.errors[0].what()).substr(file.size() + 1),
              expected_message(file));
  }
}

TEST(BadScenarios, AreNotFewerThanWereWritten) { EXPECT_GE(bad_files().size(), 394U); }

TEST(BadScenarios, HaveMessagesThatDiffer) {
  std::set<std::string> messages;
  for (const std::string& file : bad_files()) messages.insert(expected_message(file));

  // Bad path lengths, missing seeds and off-path taps share their message, and so do mistakes that
  // are the same on one tree, on two and on fat trees.
  EXPECT_GE(messages.size(), bad_files().size() - 8);
}

}  // namespace
}  // namespace flitwise
