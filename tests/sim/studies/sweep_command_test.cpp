// `flitwise sweep` with a runner that does not simulate: files, messages, exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/sim/cli/command_line.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class SweepCommand : public test::CommandLine {
 protected:
  std::string sweep(const std::string& name, const std::string& more = "") {
    const std::string file = directory_.path("s.yaml");
    test::write_text(
        file, "name: " + name + "\n" +
                  "base: {network: {shape: path, pes: 4}, operation: scatter, algorithm: fdf, "
                  "lengths: {each: 1}}\nvary: {network.pes: [3, 4, 5]}\n" +
                  more);
    return file;
  }
  int run_sweep(const std::string& file, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"sweep", file, "-o", output_.path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

TEST_F(SweepCommand, WritesAllResultsAndAPicture) {
  EXPECT_EQ(run_sweep(sweep("three", "plot: {x: network.pes, y: [finish]}\n")), 0);

  EXPECT_THAT(output_.files(), ElementsAre("three.csv", "three.jsonl", "three.svg"));
  EXPECT_EQ(test::xml_mistake(test::read_text(output_.path("three.svg"))), "");
  const std::string lines = test::read_text(output_.path("three.jsonl"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
  EXPECT_THAT(lines, HasSubstr("\"point\":{\"network.pes\":3}"));
  EXPECT_THAT(out(), HasSubstr("\n3 points: 3 passed, 0 failed\n"));
}

TEST_F(SweepCommand, RunsNoPointTwice) {
  run_sweep(sweep("three"));
  const std::string before = test::read_text(output_.path("three.jsonl"));

  EXPECT_EQ(run_sweep(sweep("three")), 0);
  EXPECT_THAT(out(), HasSubstr("3 points: 3 passed, 0 failed; 3 from an earlier run\n"));
  EXPECT_EQ(test::read_text(output_.path("three.jsonl")), before);
  EXPECT_EQ(run_sweep(sweep("three"), {"--fresh"}), 0);
  EXPECT_THAT(out(), HasSubstr("3 points: 3 passed, 0 failed\n"));
}

TEST_F(SweepCommand, RunsOnlyPointsThatAreNew) {
  run_sweep(sweep("three"));
  EXPECT_EQ(run_sweep(sweep("three"), {"--set", "lengths.each=2"}), 0);
  EXPECT_THAT(out(), HasSubstr("3 points: 3 passed, 0 failed\n"));
  EXPECT_THAT(out(), HasSubstr("three.earlier.jsonl: 3 results of other points, or of another "
                               "build, kept\n"));
}

TEST_F(SweepCommand, FindsResultsOfPointsThatComeBack) {
  run_sweep(sweep("three"));
  const std::string before = test::read_text(output_.path("three.jsonl"));
  run_sweep(sweep("three"), {"--set", "lengths.each=2"});
  EXPECT_NE(test::read_text(output_.path("three.jsonl")), before);

  EXPECT_EQ(run_sweep(sweep("three")), 0);
  EXPECT_THAT(out(), HasSubstr("; 3 from an earlier run\n"));
  EXPECT_EQ(test::read_text(output_.path("three.jsonl")), before);
  EXPECT_THAT(out(), HasSubstr("three.earlier.jsonl: 3 results"));
}

TEST_F(SweepCommand, DropsAllEarlierResultsWhereToldTo) {
  run_sweep(sweep("three"));
  run_sweep(sweep("three"), {"--set", "lengths.each=2"});
  EXPECT_EQ(run_sweep(sweep("three"), {"--fresh"}), 0);
  EXPECT_THAT(output_.files(), ElementsAre("three.csv", "three.jsonl"));
}

TEST_F(SweepCommand, RunsPointsAgainWhoseProcessDied) {
  EXPECT_EQ(run_sweep(sweep("dies")), 1);
  EXPECT_THAT(out(), HasSubstr("problem: the simulation was ended by signal 9 (Killed)\n"));
  EXPECT_EQ(run_sweep(sweep("dies")), 1);
  EXPECT_THAT(out(), Not(HasSubstr("from an earlier run")));
}

TEST_F(SweepCommand, KeepsPointsThatFailed) {
  EXPECT_EQ(run_sweep(sweep("fails")), 1);
  EXPECT_THAT(out(), HasSubstr("\npes=3:\n  problem: step 14: collision in PE 1\n"));
  EXPECT_EQ(run_sweep(sweep("fails")), 1);
  EXPECT_THAT(out(), HasSubstr("3 points: 0 passed, 3 failed; 3 from an earlier run\n"));
}

TEST_F(SweepCommand, DropsALineThatIsTorn) {
  run_sweep(sweep("three"));
  const std::string whole = test::read_text(output_.path("three.jsonl"));
  test::write_text(output_.path("three.jsonl"), whole.substr(0, whole.size() - 9));

  EXPECT_EQ(run_sweep(sweep("three")), 0);
  EXPECT_THAT(out(), HasSubstr("; 2 from an earlier run\n"));
  EXPECT_THAT(out(), HasSubstr("three.jsonl: 1 line that held no whole result dropped\n"));
}

TEST_F(SweepCommand, ReturnsThreeWhenAPointDoesNotEnd) {
  EXPECT_EQ(run_sweep(sweep("hangs")), 3);
  EXPECT_THAT(out(), HasSubstr("3 points: 0 passed, 0 failed, 3 did not end\n"));
}

TEST_F(SweepCommand, WritesThePageOfPointsThatDoNotEnd) {
  EXPECT_EQ(run_sweep(sweep("hangs"), {"--report", "page.html"}), 3);
  EXPECT_THAT(test::read_text(output_.path("page.html")), HasSubstr("NO END"));
}

TEST_F(SweepCommand, RefusesAPageThatCannotBeWrittenBeforeAnythingRuns) {
  EXPECT_EQ(run_sweep(sweep("three"), {"--report", "nowhere/page.html"}), 2);
  EXPECT_THAT(out(), Not(HasSubstr("passed")));
}

TEST_F(SweepCommand, StopsPointsThatTakeTooLong) {
  EXPECT_EQ(run_sweep(sweep("sleeps"), {"--timeout", "0.2", "--max-parallel", "3"}), 3);
  EXPECT_THAT(out(), HasSubstr("problem: the run was stopped: it took longer than 0.2 s\n"));
}

TEST_F(SweepCommand, RunsNothingWhenAPointIsNoScenario) {
  const std::string file = sweep("three", "refused: error\n");
  EXPECT_EQ(run_sweep(file, {"--set", "operation=gather"}), 2);

  EXPECT_THAT(error(),
              HasSubstr("algorithm: 'fdf' is an algorithm for operation scatter, not for gather"));
  EXPECT_THAT(error(), HasSubstr("      in the point pes=3\n"));
  EXPECT_THAT(error(), HasSubstr("3 of 3 points cannot be run; nothing was run\n"));
  EXPECT_EQ(run_sweep(sweep("three", "refused: skip\n"), {"--set", "operation=gather"}), 2);
  EXPECT_THAT(error(), HasSubstr("3 of 3 points cannot be run; nothing was run\n"));
  EXPECT_EQ(run_sweep(sweep("three"), {"--set", "lengths=[0, 1, 1]"}), 2);
  EXPECT_THAT(error(), HasSubstr("2 of 3 points cannot be run; nothing was run (`refused: skip` "
                                 "leaves them out)\n"));
  EXPECT_THAT(output_.files(), IsEmpty());
}

TEST_F(SweepCommand, LeavesOutPointsThatAreNoScenariosWhereItMay) {
  const std::string file = directory_.path("s.yaml");
  test::write_text(file,
                   "name: some\nbase: {network: {shape: path, pes: 4}, operation: scatter, "
                   "algorithm: fdf, lengths: {each: 1}}\nvary: {network.pes: [3, 1]}\n"
                   "refused: skip\n");
  EXPECT_EQ(run_sweep(file), 0);
  EXPECT_THAT(out(), HasSubstr("left out, because no scenario can be made of them: 1\n  pes=1: "
                               "network.pes 1 must be a whole number from 2 to 1048576\n"));
  EXPECT_THAT(out(), HasSubstr("1 point: 1 passed, 0 failed\n"));
}

TEST_F(SweepCommand, ListsItsPointsWithoutRunningThem) {
  EXPECT_EQ(run_sweep(sweep("three"), {"--list"}), 0);
  EXPECT_EQ(out(), "three: pes=3\nthree: pes=4\nthree: pes=5\n");
  EXPECT_THAT(output_.files(), IsEmpty());
}

TEST_F(SweepCommand, ShowsTheErrorsOfItsFile) {
  EXPECT_EQ(run_sweep(sweep("three", "plot: {x: network.pes}\n")), 2);
  EXPECT_THAT(error(), HasSubstr("s.yaml:4:7: error: plot.y: missing key"));
  EXPECT_THAT(error(), HasSubstr("    4 | plot: {x: network.pes}\n      |       ^\n"));
  EXPECT_THAT(error(), HasSubstr("1 error in the input; nothing was run\n"));
  EXPECT_EQ(run_sweep(directory_.path()), 2);
  EXPECT_THAT(error(), HasSubstr("error: is a directory, not a sweep file"));
  EXPECT_EQ(run_sweep("/nowhere.yaml"), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere.yaml: error: cannot be read"));
}

TEST_F(SweepCommand, FindsAPlotThatNamesNothingBeforeAllHasRun) {
  for (const char* plot : {"{x: network.pes, y: [finish, finnish]}", "{x: finnish, y: [finish]}"}) {
    const test::TemporaryDirectory folder;
    EXPECT_EQ(
        run({"sweep", sweep("three", "plot: " + std::string(plot) + "\n"), "-o", folder.path()}),
        2);
    EXPECT_THAT(error(), HasSubstr(": 'finnish' is a figure of no result (did you mean"));
    EXPECT_THAT(error(), HasSubstr("s.yaml:4:7: error: plot."));
    EXPECT_THAT(error(), HasSubstr("      |       ^\n"));
    const std::string lines = test::read_text(folder.path("three.jsonl"));
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2) << "the first and the last point";
  }
}

TEST_F(SweepCommand, TakesFiguresThatOnlySomePointsHave) {
  EXPECT_EQ(run_sweep(sweep("three", "plot: {x: network.pes, y: [t_sync, bound]}\n")), 0)
      << error();
}

TEST_F(SweepCommand, DrawsNothingWhereNoPointHasEnded) {
  EXPECT_EQ(run_sweep(sweep("sleeps", "plot: {x: network.pes, y: [finish]}\n"),
                      {"--timeout", "0.2", "--max-parallel", "3"}),
            3)
      << error();
  EXPECT_EQ(test::xml_mistake(test::read_text(output_.path("sleeps.svg"))), "");
}

TEST_F(SweepCommand, NamesSeveralPicturesByTheirTitles) {
  EXPECT_EQ(run_sweep(sweep("three",
                            "plot:\n  - {title: A B, x: network.pes, y: [finish]}\n"
                            "  - {title: C, x: network.pes, y: [quiesce]}\n")),
            0);
  EXPECT_THAT(output_.files(), ElementsAre("a-b.svg", "c.svg", "three.csv", "three.jsonl"));
}

TEST_F(SweepCommand, TellsWhichOutputCannotBeWritten) {
  EXPECT_EQ(run({"sweep", sweep("three"), "-o", "/proc/nowhere"}), 2);
  EXPECT_THAT(error(), HasSubstr("/proc/nowhere: error: cannot create this directory"));
  std::filesystem::create_directory(output_.path("three.jsonl"));
  EXPECT_EQ(run_sweep(sweep("three")), 2);
  EXPECT_THAT(error(), HasSubstr("three.jsonl: error: cannot create this file: Is a directory"));
}

TEST_F(SweepCommand, ReplacesNoInput) {
  const std::string file = directory_.path("three.csv");
  std::filesystem::copy_file(sweep("three"), file);
  EXPECT_EQ(run({"sweep", file, "-o", directory_.path()}), 2);
  EXPECT_THAT(error(), HasSubstr("three.csv: is an input, and would be overwritten"));
}

TEST_F(SweepCommand, ReplacesNoFileThatItsScenariosRead) {
  const std::string file = directory_.path("s.yaml");
  test::write_text(
      file,
      "name: g\nbase: {network: {kind: graph, file: g.csv, spanning: bfs}, operation: scatter, "
      "algorithm: fdf, lengths: {each: 1}}\nvary:\n  - lengths.each: [1, 2]\n");
  test::write_text(directory_.path("g.csv"), "0 1\n");
  EXPECT_EQ(run({"sweep", file, "-o", directory_.path()}), 2);
  EXPECT_THAT(error(), HasSubstr("g.csv: is an input, and would be overwritten"));
  EXPECT_EQ(test::read_text(directory_.path("g.csv")), "0 1\n");
}

TEST_F(SweepCommand, RefusesLimitsThatMakeNoSense) {
  EXPECT_EQ(run_sweep(sweep("three"), {"--max-parallel", "0"}), 2);
  EXPECT_THAT(error(), HasSubstr("--max-parallel"));
  EXPECT_EQ(run_sweep(sweep("three"), {"--timeout", "-1"}), 2);
  EXPECT_THAT(error(), HasSubstr("--timeout"));
  for (const std::string number : {"nan", "-nan", "NaN", "nan(1)"}) {
    EXPECT_EQ(run_sweep(sweep("three"), {"--timeout=" + number}), 2) << number;
    EXPECT_THAT(error(), HasSubstr("--timeout: must be a number, not " + number + "\n"));
  }
}

TEST_F(SweepCommand, RefusesToWriteResultsOfWhatItOnlyLists) {
  EXPECT_EQ(run_sweep(sweep("three"), {"--list", "--report", "p.html"}), 2);
  EXPECT_THAT(error(), HasSubstr("--report: needs runs, and --list runs nothing"));
  EXPECT_EQ(run_sweep(sweep("three"), {"--list", "--fresh"}), 2);
  EXPECT_THAT(error(), HasSubstr("--fresh: needs runs, and --list runs nothing"));
}

TEST_F(SweepCommand, HelpsWithEveryKey) {
  EXPECT_EQ(run({"sweep", "--help"}), 0);
  for (const char* word : {"base:", "vary:", "refused:", "plot:", "series", "log", "factor",
                           "--fresh", "--list", "--max-parallel", "--timeout", "Exit status"})
    EXPECT_THAT(out(), HasSubstr(word));
}

}  // namespace
}  // namespace flitwise
