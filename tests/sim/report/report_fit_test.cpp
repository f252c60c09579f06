// Tables that fit on a terminal, and errors in colours.
#include "sim/report/report_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/console/console.h"
#include "sim/text/report_text.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<TextColumn> some_columns() {
  return {{"scenario", Align::kLeft, {"one", "two"}, 0},
          {"network", Align::kLeft, {std::string(40, 'n'), "path"}, 1},
          {"finish", Align::kRight, {"12345678", "9"}, 2},
          {"empty", Align::kRight, {"-", ""}, 2},
          {"rare", Align::kRight, {"1", "-"}, 0},
          {"often", Align::kRight, {"1", "2"}, 0},
          {"verdict", Align::kLeft, {"pass", "NO END"}, 0}};
}

std::vector<std::string> headings(const FittedColumns& fitted) {
  std::vector<std::string> all;
  for (const TextColumn& column : fitted.columns) all.push_back(column.heading);
  return all;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

TEST(FittedColumns, AreAllThereWhereThereIsRoomOrNoTerminal) {
  for (const std::size_t width : {0, 200}) {
    const FittedColumns fitted = fit_columns(some_columns(), width);
    EXPECT_EQ(fitted.columns.size(), 7U);
    EXPECT_THAT(fitted.left_out, IsEmpty());
    EXPECT_EQ(fitted.columns[1].cells[0], std::string(40, 'n'));
  }
}

TEST(FittedColumns, LeaveOutWhatIsEmptyInAllRowsFirst) {
  const FittedColumns fitted = fit_columns(some_columns(), 84);
  EXPECT_THAT(fitted.left_out, ElementsAre("empty"));
  EXPECT_EQ(fitted.columns[1].cells[0], std::string(40, 'n'));
}

TEST(FittedColumns, ShortenWordsBeforeTheyLeaveOutNumbers) {
  const FittedColumns fitted = fit_columns(some_columns(), 70);
  EXPECT_THAT(fitted.left_out, ElementsAre("empty"));
  EXPECT_EQ(width_of(fitted.columns[1]), 28U);
  EXPECT_THAT(fitted.columns[1].cells[0], HasSubstr("\u2026"));
}

TEST(FittedColumns, LeaveOutWhatHasFewValuesThenWhatCountsLess) {
  EXPECT_THAT(fit_columns(some_columns(), 54).left_out, ElementsAre("empty", "rare"));
  EXPECT_THAT(fit_columns(some_columns(), 46).left_out, ElementsAre("empty", "rare", "often"));
  EXPECT_THAT(headings(fit_columns(some_columns(), 30)),
              ElementsAre("scenario", "finish", "verdict"));
  EXPECT_THAT(headings(fit_columns(some_columns(), 1)), ElementsAre("scenario", "verdict"));
}

TEST(FittedColumns, MakeTablesThatAreNoWiderThanTheTerminal) {
  Result result = test::certification_result();
  result.scenario = std::string(32, 's');
  result.network = std::string(44, 'n');
  result.variant = std::string(30, 'v');
  for (std::size_t width = 50; width < 200; ++width) {
    const std::string table =
        render_table({result, test::certification_result()}, Colour::kNever, width);
    EXPECT_LE(widest_line(table), width) << table;
    EXPECT_THAT(table, HasSubstr("finish")) << width;
    EXPECT_THAT(table, HasSubstr("predicted")) << width;
    EXPECT_THAT(table, HasSubstr("pass")) << width;
    const bool has_all = table.find("quiesce  T_sync  at least  verdict") != std::string::npos;
    EXPECT_NE(table.find("no room here for: ") != std::string::npos, has_all) << table;
  }
}

TEST(FittedColumns, KeepWhatRunsAreForLongerThanTheirSize) {
  Result result = test::certification_result();
  result.scenario = std::string(16, 's');
  result.predicted.finish.reset();
  result.columns = {{"accepted", "accepted", true}, {"stalls", "stalls"}};
  result.measured.others.emplace_back("accepted", 0.25);
  result.measured.others.emplace_back("stalls", 3);
  for (const std::size_t width : {60, 50}) {
    const std::string table = render_table({result}, Colour::kNever, width);
    EXPECT_THAT(table.substr(0, table.find('\n')), HasSubstr("accepted")) << table;
    EXPECT_LE(widest_line(table), width) << table;
    EXPECT_THAT(table, HasSubstr("no room here for: ")) << table;
  }
  std::vector<ComparedRun> runs(1);
  runs[0].label = "uniform";
  runs[0].result = result;
  const std::string compared = render_comparison(runs, Colour::kNever, 40);
  EXPECT_THAT(compared.substr(0, compared.find('\n')), HasSubstr("accepted")) << compared;
}

TEST(WrappedText, BreaksAtSpacesAndWithinLongListsOfWords) {
  EXPECT_EQ(wrapped("one two three four", 0, 0), "one two three four");
  EXPECT_EQ(wrapped("one two three four", 0, 9), "one two\nthree\nfour");
  EXPECT_EQ(wrapped("one|two|three four", 0, 9), "one|two|\nthree\nfour");
  EXPECT_EQ(wrapped("one two three four", 2, 9), "one two\n  three\n  four");
  EXPECT_EQ(wrapped("incomprehensibilities are long", 2, 9),
            "incomprehensibilities\n  are\n  long");
  EXPECT_EQ(wrapped("", 2, 9), "");
}

TEST(WrappedList, GoesOnBelowTheTextOfALine) {
  const std::string list =
      "options:\n  a: N        short\n  b: N        longer text of words\n  without any gap here\n";
  EXPECT_EQ(wrapped_list(list, 0), list);
  EXPECT_EQ(wrapped_list(list, 40), list);
  EXPECT_EQ(wrapped_list(list, 28),
            "options:\n  a: N        short\n  b: N        longer text of\n              words\n"
            "  without any gap here\n");
  EXPECT_EQ(wrapped_list(list, 21),
            "options:\n  a: N        short\n  b: N longer text of\n  words\n"
            "  without any gap\n  here\n");
}

ConfigError error_in_line_2() {
  const auto text = std::make_shared<const InputText>(InputText{"f.yaml", "", {"a: 1", "b: x"}});
  return {{text, 2, 4}, "b", "x", "must be a number"};
}

TEST(ErrorText, IsPlainWithoutColour) {
  EXPECT_EQ(error_text(error_in_line_2(), Colour::kNever),
            "f.yaml:2:4: error: b: 'x' must be a number\n    2 | b: x\n      |    ^\n");
}

TEST(ErrorText, HasPlaceErrorAndCaretInColour) {
  EXPECT_EQ(error_text(error_in_line_2(), Colour::kAlways),
            "\033[1mf.yaml:2:4: \033[0m\033[1;31merror:\033[0m b: 'x' must be a number\n"
            "    2 | b: x\n      |    \033[32m^\033[0m\n");
}

TEST(ErrorText, LeavesOtherTextsAsTheyAre) {
  for (const char* text : {"no place", "an error: of speech", "terror: none", ""})
    EXPECT_EQ(painted_error(text, Colour::kAlways), text);
  EXPECT_EQ(painted_error("error: x", Colour::kAlways), "\033[1;31merror:\033[0m x");
}

}  // namespace
}  // namespace flitwise
