// Every file in tests/data/bad must be refused with the message that its first line states.
#include <gtest/gtest.h>

#include <set>

#include "sim/families/registry.h"
#include "tests/sim/language/bad_files.h"

namespace flitwise {
namespace {

using test::expected_message;

std::vector<std::string> bad_files() { return test::files_of("bad"); }

TEST(BadScenarios, AreAllRefusedWithTheMessageOfTheirFirstLine) {
  for (const std::string& file : bad_files()) {
    const ScenarioReading reading = read_scenario(file);
    EXPECT_FALSE(reading.scenario.has_value()) << file;
    ASSERT_EQ(reading.errors.size(), 1U) << file;
    EXPECT_EQ(std::string(reading.errors[0].what()).substr(file.size() + 1),
              expected_message(file));
  }
}

TEST(BadScenarios, AreNotFewerThanWereWritten) { EXPECT_GE(bad_files().size(), 440U); }

TEST(BadScenarios, HaveMessagesThatDiffer) {
  std::set<std::string> messages;
  for (const std::string& file : bad_files()) messages.insert(expected_message(file));

  // Bad path lengths, missing seeds and off-path taps share their message, and so do mistakes that
  // are the same on one tree, on two and on fat trees.
  EXPECT_GE(messages.size(), bad_files().size() - 8);
}

}  // namespace
}  // namespace flitwise
