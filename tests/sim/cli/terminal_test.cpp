// The real binary on a terminal of its own, which script(1) makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <sstream>
#include <string>

#include "sim/text/report_text.h"
#include "tests/sim/case_files.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing::Not;

class Terminal : public testing::Test {
 protected:
  // What the command shows on a terminal with so many columns; lines end in a newline alone.
  std::string shows(int columns, const std::string& arguments,
                    const std::string& environment = "") {
    const std::string line = "env TERM=xterm " + environment + " script -qec 'stty cols " +
                             std::to_string(columns) + "; " FLITWISE_COMMAND " " + arguments +
                             "' /dev/null </dev/null >" + directory_.path("shown");
    status_ = std::system(line.c_str());
    const std::string text = test::read_text(directory_.path("shown"));
    // Progress is cleared before the table begins.
    const std::string shown = std::regex_replace(text, std::regex("[^\n]*\033\\[K|\r"), "");
    return shown;
  }
  static std::string scenarios() {
    std::string all;
    for (const char* name : {"figure_4", "caterpillar_gather", "fat_tree_exchange_full",
                             "torus_8x8_peel", "broken/one_step_early"})
      all += FLITWISE_SOURCE_DIR "/sim/scenarios/" + std::string(name) + ".yaml ";
    return all;
  }

  int status_ = 0;
  test::TemporaryDirectory directory_;
};

TEST_F(Terminal, ShowsTablesThatAreNotWiderThanItself) {
  for (const int columns : {80, 100, 120}) {
    const std::string text = shows(columns, "run " + scenarios());
    std::istringstream lines(std::regex_replace(text, std::regex("\033\\[[0-9;]*m"), ""));
    std::size_t count = 0;
    // Below the table, assertions of the RTL have words without spaces that nobody can break.
    for (std::string line; std::getline(lines, line) && !line.empty(); ++count)
      EXPECT_LE(display_width(line), static_cast<std::size_t>(columns)) << line;
    EXPECT_GE(count, 7U) << text;
    EXPECT_THAT(text, HasSubstr("\nno room here for: "));
    EXPECT_THAT(text, HasSubstr("finish  predicted"));
  }
  EXPECT_THAT(shows(250, "run " + scenarios()), Not(HasSubstr("no room here")));
}

TEST_F(Terminal, ListsInLinesThatAreNotWiderThanItself) {
  for (const int columns : {60, 80}) {
    std::istringstream lines(shows(columns, "list"));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      EXPECT_LE(display_width(line), static_cast<std::size_t>(columns)) << line;
    EXPECT_GT(count, 100U);
  }
}

TEST_F(Terminal, ExplainsAndDecidesInLinesThatAreNotWiderThanItself) {
  // Behind the scenario's name, its path is too wide for the line; nothing else can be.
  const std::string file = directory_.path("a_file_with_a_long_name.yaml");
  test::write_text(file, test::read_text(FLITWISE_SOURCE_DIR "/sim/scenarios/torus_8x8_peel.yaml"));
  for (const std::string& arguments :
       {std::string("explain certification"), std::string("claims --list --paper trees"),
        std::string("claims --id trees.figure-1 -v"), "compare " + file}) {
    std::istringstream lines(
        std::regex_replace(shows(80, arguments), std::regex("\033\\[[0-9;]*m"), ""));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      // A path has no place where it could be broken.
      const bool is_path = line == "(" + file + "):";
      EXPECT_TRUE(is_path || display_width(line) <= 80U) << line;
    }
    EXPECT_GT(count, 5U) << arguments;
  }
}

TEST_F(Terminal, KeepsWhatTrafficIsForOnANarrowOne) {
  const std::string text =
      shows(60, "run " FLITWISE_SOURCE_DIR "/sim/scenarios/torus_8x8_uniform.yaml");
  EXPECT_THAT(text.substr(0, text.find('\n')), HasSubstr("accepted  latency"));
}

TEST_F(Terminal, ShowsColoursUnlessTheyAreNotWanted) {
  const std::string text = shows(120, "run " + scenarios());
  EXPECT_THAT(text, HasSubstr("\033[32mpass\033[0m"));
  EXPECT_THAT(text, HasSubstr("\033[1;31mFAIL\033[0m"));
  for (const char* refusal : {"NO_COLOR=1", "TERM=dumb"})
    EXPECT_THAT(shows(120, "run " + scenarios(), refusal), Not(HasSubstr("\033[3"))) << refusal;
}

TEST_F(Terminal, ShowsErrorsWithPlaceAndCaretInColour) {
  const std::string file = directory_.path("rule_unknown.yaml");
  test::write_text(file, test::case_of("bad", "rule_unknown").text);
  const std::string bad = "run " + file;
  const std::string text = shows(120, bad);
  EXPECT_NE(status_, 0);
  EXPECT_THAT(text, HasSubstr("rule_unknown.yaml:"));
  EXPECT_THAT(text, HasSubstr(": \033[0m\033[1;31merror:\033[0m options.rule: "));
  EXPECT_THAT(text, HasSubstr("\033[32m^\033[0m\n"));
  EXPECT_THAT(shows(120, bad, "NO_COLOR=1"), Not(HasSubstr("\033")));
  EXPECT_THAT(shows(120, "run --json -"), HasSubstr("\033[1;31merror:\033[0m FILE is required"));
}

}  // namespace
}  // namespace flitwise
