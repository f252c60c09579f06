// Scenario files that nobody writes by mistake: huge, deep, or with text that deceives its reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/mark.h>

#include "sim/families/registry.h"
#include "sim/language/scenario_yaml_tree.h"

namespace flitwise {
namespace {

using testing::HasSubstr;

const char* const kRest =
    "network: {shape: path, pes: 3}\noperation: scatter\nalgorithm: fdf\nlengths: {each: 1}\n";

std::string only_error(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "hostile.yaml");
  EXPECT_FALSE(reading.scenario.has_value());
  EXPECT_EQ(reading.errors.size(), 1U);
  return reading.errors.empty() ? "" : reading.errors[0].what();
}

std::string error_of_name(const std::string& yaml) {
  return only_error("name: " + yaml + "\n" + kRest);
}

TEST(HostileScenario, OfAHundredThousandLengthsInOneLineIsRefusedForTheirNumber) {
  std::string lengths = "0";
  for (int i = 1; i < 100000; ++i) lengths += ", 1";

  EXPECT_EQ(only_error("network: {shape: path, pes: 3}\noperation: scatter\nalgorithm: fdf\n"
                       "lengths: [" +
                       lengths + "]\n"),
            "hostile.yaml:4:10: error: lengths: must have 3 entries, one per PE, not 100000");
}

TEST(HostileScenario, OfNinetyThousandKeysGetsAnErrorForEach) {
  std::string text = kRest;
  for (int i = 0; i < 90000; ++i) text += "k" + std::to_string(i) + ": 1\n";
  const ScenarioReading reading = read_scenario_text(text, "keys.yaml");

  EXPECT_EQ(reading.errors.size(), 90000U);
}

TEST(HostileScenario, OfTheSameKeyManyTimesIsRefusedForEachAfterTheFirst) {
  std::string text = kRest;
  for (int i = 0; i < 50000; ++i) text += "name: x\n";
  const ScenarioReading reading = read_scenario_text(text, "same.yaml");

  ASSERT_EQ(reading.errors.size(), 49999U);
  EXPECT_EQ(reading.errors.back().rule(), "duplicate key, first written in line 5");
}

TEST(HostileScenario, OfTooManyValuesIsRefused) {
  std::string text = "lengths: [0";
  for (int i = 0; i < 200000; ++i) text += ",1";

  EXPECT_THAT(only_error(text + "]\n"), HasSubstr("has more than 200000 values"));
}

TEST(HostileScenario, ThatRepeatsALongTextByAliasesIsRefused) {
  std::string text = "name: &long " + std::string(100000, 'x') + "\nlengths: [*long";
  for (int i = 0; i < 10000; ++i) text += ", *long";

  EXPECT_THAT(only_error(text + "]\n"), HasSubstr("has more than 200000 values"));
}

TEST(HostileScenario, NestedTooDeeplyIsToldSo) {
  for (const std::size_t levels : {64U, 3000U, 100000U})
    EXPECT_EQ(only_error("lengths: " + std::string(levels, '[') + std::string(levels, ']')),
              "hostile.yaml:1:73: error: is nested too deeply: more than 64 levels");
}

TEST(HostileName, WithAControlCharacterIsRefused) {
  for (const char* code : {"00", "08", "1b", "1f", "7f", "85", "9b"}) {
    std::string upper = code;
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const std::string text = std::string("a\\x") + code + "b";
    EXPECT_EQ(error_of_name("\"" + text + "\""),
              "hostile.yaml:1:7: error: name: '" + text +
                  "' must not hold control characters, but holds U+00" + upper);
  }
}

TEST(HostileName, ThatTurnsTheDirectionOfWritingIsRefused) {
  for (const char* code : {"202A", "202E", "2066", "2069"})
    EXPECT_THAT(error_of_name(std::string("\"a\\u") + code + "b\""),
                HasSubstr(std::string("must not hold control characters, but holds U+") + code));
}

TEST(HostileName, ThatIsTurnedByAPlainCharacterIsRefusedByItsLine) {
  EXPECT_EQ(error_of_name("a\u202Eb"),
            "hostile.yaml: error: must not hold control characters: line 1 holds U+202E");
}

TEST(HostileName, OfBlanksOnlyIsRefused) {
  for (const char* blanks : {"\" \"", "\"\\u200b\"", "\"\\u00a0 \"", "\"\\u3000\"", "\u00A0"})
    EXPECT_THAT(error_of_name(blanks), HasSubstr("must not be empty")) << blanks;
}

TEST(HostileName, MayBeInAnyScript) {
  const ScenarioReading reading =
      read_scenario_text(std::string("name: \u7f51\u00A0\u0627\u0644\n") + kRest, "x.yaml");

  ASSERT_TRUE(reading.scenario.has_value());
  EXPECT_EQ(reading.scenario->name, "\u7f51\u00A0\u0627\u0644");
}

TEST(HostileName, OfTheFileDoesNotBecomeTheNameOfTheScenario) {
  for (const char* file : {"a\033[2Jb.yaml", "\u202Ea.yaml", "a\nb.yaml", " .yaml", "\xFF.yaml"}) {
    const ScenarioReading reading = read_scenario_text(kRest, file);
    ASSERT_EQ(reading.errors.size(), 1U) << file;
    EXPECT_EQ(reading.errors[0].key(), "name");
  }
}

TEST(HostileName, OfTheFileIsEscapedInItsErrors) {
  const ScenarioReading reading = read_scenario_text("- 1\n", "a\033[2J\n.yaml");

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_THAT(reading.errors[0].what(), testing::StartsWith("a\\x1b[2J\\n.yaml:1:1: error: "));
}

TEST(HostileKey, WithAControlCharacterIsRefused) {
  EXPECT_THAT(only_error(std::string(kRest) + "\"a\\x1b[2J\": 1\n"),
              HasSubstr("must not hold control characters, but holds U+001B"));
}

TEST(ColumnCounter, CountsCharactersForwardsAndBackwards) {
  const std::string line = "a\u00FCb\u7f51c";  // the characters begin at bytes 0, 1, 3, 4 and 7
  ColumnCounter columns(
      std::make_shared<const InputText>(InputText{"x", "", {line, "\u00FC\u00FC"}}));
  std::vector<int> found;
  for (const int byte : {7, 3, 4, 0, 1, 8}) found.push_back(columns.place_of(0, byte).column);
  found.push_back(columns.place_of(1, 4).column);
  found.push_back(columns.place_of(0, 4).column);

  EXPECT_THAT(found, testing::ElementsAre(5, 3, 4, 1, 2, 6, 3, 4));
}

}  // namespace
}  // namespace flitwise
