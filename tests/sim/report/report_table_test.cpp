#include "sim/report/report_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/console/console.h"
#include "sim/text/report_text.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing::Not;

Result failed_result() {
  Result result = test::certification_result();
  result.scenario = "broken";
  result.outcome = Outcome::kFail;
  result.measured.finish = 10;
  result.checks[0] = {"finish", "10", "9", false, "a theorem"};
  result.checks.push_back({"quiesce", "9", "9", true, "another theorem"});
  result.problems = {"two flits meet at PE 1 in step 7"};
  return result;
}

Result endless_result() {
  Result result = test::certification_result();
  result.scenario = "endless";
  result.outcome = Outcome::kNoEnd;
  result.measured.others.clear();
  return result;
}

TEST(Table, HasOneAlignedRowPerResult) {
  Result wide = test::certification_result();
  wide.scenario = "\u7f51 3";

  EXPECT_EQ(
      render_table({test::certification_result(), failed_result(), endless_result(), wide},
                   Colour::kNever),
      "scenario  network    algorithm                   PEs  flits  finish  predicted  quiesce"
      "  T_sync  at least  verdict\n"
      "three     path of 3  certification (tight, seq)    3      2       9          9        9"
      "       4         4  pass\n"
      "broken    path of 3  certification (tight, seq)    3      2      10          9        9"
      "       4         4  FAIL\n"
      "endless   path of 3  certification (tight, seq)    3      2       -          9        -"
      "       -         -  NO END\n"
      "\u7f51 3      path of 3  certification (tight, seq)    3      2       9          9"
      "        9       4         4  pass\n");
}

TEST(Table, CutsLongNames) {
  Result result = test::certification_result();
  result.scenario = std::string(200, 'x');

  EXPECT_THAT(render_table({result}, Colour::kNever), HasSubstr(std::string(31, 'x') + "\u2026 "));
}

TEST(Table, HasNoEscapeSequencesWithoutColour) {
  EXPECT_THAT(render_table({failed_result()}, Colour::kNever), Not(HasSubstr("\033")));
}

TEST(Table, ShowsVerdictsInGreenAndRed) {
  const std::string table =
      render_table({test::certification_result(), failed_result()}, Colour::kAlways);

  EXPECT_THAT(table, HasSubstr("\033[32mpass\033[0m"));
  EXPECT_THAT(table, HasSubstr("\033[1;31mFAIL\033[0m"));
}

TEST(Details, TellWhatFailedWithItsSourceAndWhatWentWrong) {
  EXPECT_EQ(render_details({test::certification_result(), failed_result()}, Detail::kFailures,
                           Colour::kNever),
            "\nbroken (three.yaml), certification (tight, seq):\n"
            "  FAIL finish: measured 10, predicted 9\n"
            "       a theorem\n"
            "  problem: two flits meet at PE 1 in step 7\n");
}

TEST(Details, BeginWithTheFirstFlitThatIsWrong) {
  Result result = failed_result();
  result.checks.push_back({"events", "step 7: a flit", "no flit there", false, "formulas"});
  const std::string details = render_details({result}, Detail::kFailures, Colour::kNever);

  EXPECT_LT(details.find("FAIL events"), details.find("FAIL finish"));
}

TEST(Details, TellEveryCheckWhenAsked) {
  const std::string details =
      render_details({test::certification_result()}, Detail::kAllChecks, Colour::kNever);

  EXPECT_EQ(details,
            "\nthree (three.yaml), certification (tight, seq):\n"
            "  ok   finish: measured 9 as predicted\n"
            "       a theorem\n");
}

TEST(Table, HasTheColumnsOfTheFamiliesThatItShows) {
  Result plain = test::certification_result();
  plain.columns.clear();
  EXPECT_THAT(render_table({plain}, Colour::kNever), Not(HasSubstr("T_sync")));

  plain.columns = {{"peak", "max_wait"}};
  plain.measured.others = {{"max_wait", 12}};
  const std::string table = render_table({test::certification_result(), plain}, Colour::kNever);
  EXPECT_THAT(table, HasSubstr("quiesce  T_sync  peak  at least"));
  EXPECT_THAT(table, HasSubstr("      9       4     -         4"));
  EXPECT_THAT(table, HasSubstr("      9       -    12         4"));
}

TEST(Table, HasADashForAFinishThatIsNotPredicted) {
  Result result = test::certification_result();
  result.predicted.finish.reset();

  EXPECT_THAT(render_table({result}, Colour::kNever), HasSubstr("     9          -        9 "));
}

TEST(Details, ShowWhatWasMeasuredWithoutPrediction) {
  Result result = test::certification_result();
  result.measured.others.emplace_back("max_wait", 12);

  EXPECT_THAT(render_details({result}, Detail::kAllChecks, Colour::kNever),
              HasSubstr("       max_wait: measured 12, not predicted\n"));
  EXPECT_EQ(render_details({result}, Detail::kFailures, Colour::kNever), "");
}

TEST(Details, ShowAFigureWithACheckOfItsOwnOnce) {
  Result result = test::certification_result();
  result.measured.others.emplace_back("offered", 0.25);
  result.checks.push_back({"offered", "0.25", "0.3 within 0.1", true, "chance"});
  const std::string details = render_details({result}, Detail::kAllChecks, Colour::kNever);

  EXPECT_THAT(details, HasSubstr("  ok   offered: measured 0.25, predicted 0.3 within 0.1\n"));
  EXPECT_THAT(details, Not(HasSubstr("not predicted")));
}

TEST(Details, CallNothingAFailureThatWasNotReached) {
  Result result = endless_result();
  result.checks = {{"finish", "not reached", "9", false, "a theorem", false}};

  EXPECT_EQ(render_details({result}, Detail::kAllChecks, Colour::kAlways),
            "\nendless (three.yaml), certification (tight, seq):\n"
            "  open finish: measured not reached, predicted 9\n"
            "       a theorem\n");
  EXPECT_EQ(render_details({result}, Detail::kFailures, Colour::kNever), "");
}

TEST(Table, HasADashForALowerBoundThatIsNotKnown) {
  Result result = test::certification_result();
  result.lower_bound.reset();

  EXPECT_THAT(render_table({result}, Colour::kNever), HasSubstr("       4         -  pass\n"));
}

TEST(Details, AreEmptyWhenAllPassed) {
  EXPECT_EQ(render_details({test::certification_result()}, Detail::kFailures, Colour::kNever), "");
}

TEST(Details, TellOfARunThatDidNotEndNoFiguresThatDiffer) {
  Result result = endless_result();
  result.checks[0] = {"finish", "0", "9", false, "a theorem", false};
  result.problems = {"PE 1 waits for PE 2"};
  EXPECT_EQ(
      render_details({result}, Detail::kFailures, Colour::kNever),
      "\nendless (three.yaml), certification (tight, seq):\n  problem: PE 1 waits for PE 2\n");
  EXPECT_THAT(render_details({result}, Detail::kAllChecks, Colour::kNever),
              HasSubstr("open finish"));
}

TEST(Details, TellWhereARunThatDidNotEndFirstDiffered) {
  Result result = failed_result();
  const auto with_events = [&](const std::string& measured) {
    result.outcome = Outcome::kNoEnd;
    result.checks = {{"events", measured, "step 7: PE 5 -> PE 4", false, "formulas"}};
    result.checks[0].decided = false;
    return render_details({result}, Detail::kFailures, Colour::kNever);
  };
  EXPECT_THAT(with_events("no flit there"),
              HasSubstr("open events: measured no flit there, predicted step 7: PE 5 -> PE 4\n"));
  EXPECT_THAT(with_events("nothing more"), Not(HasSubstr("events")));
}

TEST(Details, TellTheFirstHundredOfAChainOfPesThatWait) {
  Result result = failed_result();
  result.problems.clear();
  for (int pe = 0; pe < 150; ++pe)
    result.problems.push_back(
        pe % 2 == 0 ? "PE " + std::to_string(pe) + " waits for PE " + std::to_string(pe + 1)
                    : "PE 0 never receives 1 of the 1 flits of message " + std::to_string(pe));
  const std::string text = render_details({result}, Detail::kFailures, Colour::kNever);

  EXPECT_THAT(text, HasSubstr("of message 99\n  problem: 50 more like these, which -v prints\n"));
  EXPECT_THAT(text, Not(HasSubstr("PE 100 waits")));
}

TEST(Details, TellTheFirstOfManyProblemsOfOneCause) {
  Result result = failed_result();
  result.problems.clear();
  for (int step = 1; step <= 8; ++step)
    result.problems.push_back("step " + std::to_string(step) + ": PE 3 gets a broken message");
  result.problems.emplace_back("step 9: collision in PE 1");
  for (int pe = 0; pe < 8; ++pe)
    result.problems.push_back("PE " + std::to_string(pe) + " waits for PE 9");
  const std::string text = render_details({result}, Detail::kFailures, Colour::kNever);

  EXPECT_THAT(text, HasSubstr("step 5: PE 3 gets a broken message\n"
                              "  problem: step 9: collision in PE 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("step 6: ")));
  EXPECT_THAT(text, HasSubstr("PE 4 waits for PE 9\n"
                              "  problem: 6 more like these, which -v prints\n"));

  result.problems.clear();
  for (int pe = 1; pe <= 8; ++pe) {
    result.problems.push_back("PE " + std::to_string(4000 + pe) + ", step 2: lockstep is broken");
    result.problems.push_back("RTL: [2] %Error: pe" + std::to_string(pe) + ": broken worm");
  }
  const std::string both = render_details({result}, Detail::kFailures, Colour::kNever);
  EXPECT_THAT(both, HasSubstr("RTL: [2] %Error: pe5: broken worm\n"
                              "  problem: 6 more like these, which -v prints\n"));

  const std::string all = render_details({result}, Detail::kAllChecks, Colour::kNever);
  EXPECT_THAT(all, HasSubstr("PE 4008, step 2: lockstep is broken\n"));
  EXPECT_THAT(all, Not(HasSubstr("more like these")));
}

TEST(Details, TakeWhatDiffersInPlacesAloneForOneCause) {
  Result result = failed_result();
  result.problems.clear();
  for (int i = 1; i <= 8; ++i) {
    const std::string rank = std::to_string(i);
    result.problems.push_back("rank " + rank + ": o[0] holds chunk 0, not chunks 0 to " + rank);
    result.problems.push_back("step " + rank + ": PE 3 sends flits from " + std::string(i, 'x'));
  }
  EXPECT_THAT(render_details({result}, Detail::kFailures, Colour::kNever),
              HasSubstr("PE 3 sends flits from xxxxx\n"
                        "  problem: 6 more like these, which -v prints\n"));
}

TEST(Details, CutLongListsOfWhatManyPesWaitFor) {
  Result result = endless_result();
  result.problems = {"nothing moves after step 3"};
  std::string wants = "14 packets of 14 PEs from PE 6";
  for (int pe = 0; pe < 9; ++pe) wants += ", 2 acknowledgements of PE " + std::to_string(pe);
  for (int pe = 0; pe < 8; ++pe)
    result.problems.push_back("PE " + std::to_string(pe) + " waits for " + wants);
  const std::string text = render_details({result}, Detail::kFailures, Colour::kNever);

  EXPECT_THAT(text, HasSubstr("\n  problem: PE 4 waits for 14 packets of 14 PEs from PE 6, "));
  EXPECT_THAT(text, HasSubstr("\u2026\n  problem: 3 more like these, which -v prints\n"));
  EXPECT_THAT(text, Not(HasSubstr("PE 5 waits")));
  EXPECT_THAT(text, Not(HasSubstr(wants)));

  const std::string all = render_details({result}, Detail::kAllChecks, Colour::kNever);
  EXPECT_THAT(all, HasSubstr("PE 7 waits for " + wants + "\n"));
}

TEST(Details, AreWrappedOnATerminal) {
  Result result = failed_result();
  result.problems = {"message 5 of PE 256 waits in (6, 4, 4) for lane 0 of +x_1 of (6, 4, 4)"};
  EXPECT_THAT(render_details({result}, Detail::kFailures, Colour::kAlways, 40),
              HasSubstr("  \033[1;31mproblem:\033[0m message 5 of PE 256 waits in\n"
                        "           (6, 4, 4) for lane 0 of +x_1\n"
                        "           of (6, 4, 4)\n"));
}

TEST(Summary, CountsVerdicts) {
  EXPECT_EQ(render_summary({test::certification_result()}), "1 scenario: 1 passed, 0 failed\n");
  EXPECT_EQ(render_summary({test::certification_result(), failed_result(), endless_result()}),
            "3 scenarios: 1 passed, 1 failed, 1 did not end\n");
}

using testing::ElementsAre;
using testing::IsEmpty;

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

TEST(FittedColumns, KeepWordsApartThatDifferInTheEndOnly) {
  TextColumn algorithm{"algorithm",
                       Align::kLeft,
                       {"packet-tree (2-flit packets, own pace)",
                        "packet-tree (2-flit packets, slots)", "peel (at a pace of its own)"},
                       0};
  const TextColumn verdict{"verdict", Align::kLeft, {"pass", "pass", "pass"}, 0};
  const FittedColumns fitted = fit_columns({algorithm, verdict}, 28);
  EXPECT_THAT(fitted.columns[0].cells,
              ElementsAre("packet-tr\u2026own pace)", "packet-tr\u2026s, slots)",
                          "peel (at a pace of\u2026"));
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
