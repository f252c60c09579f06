// What GitHub is told: commands of a workflow, places in scenarios, summaries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "sim/console/outputs.h"
#include "sim/studies/suite/github.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::github_test {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(WorkflowCommand, IsOneLineInWhichNothingEndsItTooEarly) {
  struct Row {
    Annotation annotation;
    std::string command;
  };
  for (const Row& row : std::vector<Row>{
           {{"", 0, 0, "", "all"}, "::error::all\n"},
           {{"a.yaml", 0, 0, "", "m"}, "::error file=a.yaml::m\n"},
           {{"a.yaml", 3, 0, "t", "m"}, "::error file=a.yaml,line=3,title=t::m\n"},
           {{"a.yaml", 3, 9, "t", "m"}, "::error file=a.yaml,line=3,col=9,title=t::m\n"},
           {{"", 0, 0, "t", "a\nb\r\nc"}, "::error title=t::a%0Ab%0D%0Ac\n"},
           {{"", 0, 0, "50 %: a, b\n", "50 %: a, b"},
            "::error title=50 %25%3A a%2C b%0A::50 %25: a, b\n"},
           {{"c:a,b.yaml", 1, 1, "", "::x::"}, "::error file=c%3Aa%2Cb.yaml,line=1,col=1::::x::\n"},
           {{"", 0, 0, "%0A", "%0A"}, "::error title=%250A::%250A\n"}})
    EXPECT_EQ(workflow_command(row.annotation), row.command);
}

TEST(FileInWorkspace, IsRelativeToTheRepositoryWhereItLiesThere) {
  for (const auto& [file, workspace, expected] :
       std::vector<std::array<std::string, 3>>{{"/r/a/b.yaml", "/r", "a/b.yaml"},
                                               {"/r/a/../b.yaml", "/r/", "b.yaml"},
                                               {"/ra/b.yaml", "/r", "/ra/b.yaml"},
                                               {"/s/b.yaml", "/r", "/s/b.yaml"},
                                               {"b.yaml", "/r", "b.yaml"},
                                               {"./b.yaml", "", "./b.yaml"},
                                               {"", "/r", ""}})
    EXPECT_EQ(file_in_workspace(file, workspace), expected) << file;
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(file_in_workspace("b.yaml", std::filesystem::path(here).parent_path().string()),
            std::filesystem::path(here).filename().string() + "/b.yaml");
}

SuiteCase failed(const std::string& text, const std::vector<Setting>& settings = {}) {
  SuiteCase one{read_scenario_text(families(), text, "dir/f.yaml", settings), {}, {}};
  EXPECT_THAT(one.reading.errors, IsEmpty());
  one.result.scenario = one.scenario().name;
  one.result.file = "dir/f.yaml";
  one.result.outcome = Outcome::kFail;
  one.result.problems = {"step 14: collision in PE 1"};
  return one;
}

constexpr const char* kGather =
    "name: g\n"
    "network: {shape: path, pes: 6}\n"
    "operation: gather\n"
    "algorithm: certification\n"
    "lengths: {each: 1}\n";

TEST(Annotation, StandsAtTheKeyThatDecidesWhatFailed) {
  const std::string broken = std::string(kGather) + "options:\n  break: {early: 2, by: 1}\n";
  EXPECT_EQ(annotation_of(failed(broken)),
            (Annotation{"dir/f.yaml", 7, 3, "g: FAIL", "problem: step 14: collision in PE 1"}));
  EXPECT_EQ(annotation_of(failed(kGather)),
            (Annotation{"dir/f.yaml", 4, 1, "g: FAIL", "problem: step 14: collision in PE 1"}));
  // What a setting says has no place in the file.
  EXPECT_EQ(annotation_of(failed(kGather, {{"options.break", "{early: 2, by: 1}"}})).line, 4);
  EXPECT_EQ(annotation_of(failed(kGather, {{"algorithm", "shoulder-tap"}})).line, 3);
  EXPECT_EQ(
      annotation_of(failed(kGather, {{"algorithm", "shoulder-tap"}, {"operation", "gather"}})).line,
      0);
}

TEST(Annotation, SaysHowItEndedAndTheFirstLinesOfWhatFailed) {
  SuiteCase one = failed(kGather);
  one.result.outcome = Outcome::kNoEnd;
  one.result.problems = {};
  EXPECT_EQ(annotation_of(one).title, "g: NO END");
  EXPECT_EQ(annotation_of(one).message, "NO END");
  one.result.problems.assign(12, "p");
  EXPECT_THAT(annotation_of(one).message, testing::EndsWith("p\nand 4 more lines"));
  one.result.problems = {"step 3: collision"};
  one.result.checks.push_back({"finish", "9", "8", false, "a theorem", true});
  EXPECT_EQ(annotation_of(one).message,
            "problem: step 3: collision\nfinish: measured 9, predicted 8 (a theorem)");
}

TEST(Annotation, OfBadInputStandsAtItsPlace) {
  const auto error_of = [](const std::vector<Setting>& settings) {
    return read_scenario_text(families(), std::string(kGather) + "options: {rule: x}\n", "f.yaml",
                              settings)
        .errors.at(0);
  };
  const Annotation annotation = annotation_of(error_of({}));
  EXPECT_EQ(annotation.file, "f.yaml");
  EXPECT_EQ(annotation.line, 6);
  EXPECT_EQ(annotation.column, 17);
  EXPECT_EQ(annotation.title, "bad input");
  EXPECT_THAT(annotation.message, StartsWith("options.rule: 'x' must be one of"));

  const Annotation set = annotation_of(error_of({{"options.rule", "y"}}));
  EXPECT_EQ(set.file, "f.yaml");
  EXPECT_EQ(set.line, 0);
  EXPECT_THAT(set.message, StartsWith("--set options.rule=y: error: "));
}

TEST(Summary, HasACountWhatFailedAndATable) {
  Suite suite;
  suite.push_back(failed(kGather));
  suite.back().result.problems = {"a | <b> *c*"};
  suite.push_back(failed(kGather));
  suite.back().result.outcome = Outcome::kPass;
  suite.back().result.scenario = "the | other";
  const std::string summary = summary_of(suite);
  EXPECT_THAT(summary, StartsWith("### flitwise check: 1 of 2 scenarios passed\n\n"
                                  "* **g** (dir/f.yaml): FAIL\n"
                                  "  * problem: a \\| &lt;b> \\*c\\*\n\n"
                                  "| scenario | "));
  EXPECT_THAT(summary, HasSubstr("\n| --- | "));
  EXPECT_THAT(summary, HasSubstr("\n| the \\| other | "));
  // As many cells in every row.
  std::istringstream lines(summary.substr(summary.find("| scenario")));
  std::optional<std::size_t> cells;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    EXPECT_EQ(cells.value_or(bars), bars) << line;
    cells = bars;
  }
}

TEST(Summary, IsNoLongerThanGithubTakes) {
  Suite suite;
  for (int i = 0; i < 1100; ++i) suite.push_back(failed(kGather));
  const std::string summary = summary_of(suite);
  EXPECT_THAT(summary, testing::EndsWith("\nand 100 more\n\n"));
  EXPECT_LT(summary.size(), 1U << 20);
}

TEST(Summary, IsAddedToWhatIsThere) {
  test::TemporaryDirectory directory;
  const std::string file = directory.path("summary.md");
  add_to_summary(file, "a\n");
  add_to_summary(file, "b\n");
  EXPECT_EQ(test::read_text(file), "a\nb\n");
  EXPECT_THROW(add_to_summary(directory.path("none/summary.md"), "a"), OutputError);
}

class GithubCheck : public test::CommandLine {
 protected:
  void SetUp() override {
    ::setenv("GITHUB_WORKSPACE", directory_.path().c_str(), 1);
    ::setenv("GITHUB_STEP_SUMMARY", summary().c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("GITHUB_WORKSPACE");
    ::unsetenv("GITHUB_STEP_SUMMARY");
  }
  std::string summary() const { return output_.path("summary.md"); }
  int check(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", "--github", "--no-waves"});
    return run(arguments);
  }
};

TEST_F(GithubCheck, ShowsFailedRunsBesideTheTable) {
  EXPECT_EQ(check({scenario("one"), scenario("fails"), scenario("hangs")}), 3);
  EXPECT_THAT(out(), HasSubstr("3 scenarios: 1 passed, 1 failed, 1 did not end\n"));
  EXPECT_THAT(out(), HasSubstr("\n::error file=fails.yaml,line="));
  EXPECT_THAT(out(), HasSubstr(",title=fails%3A FAIL::problem: step 14: collision in PE 1\n"));
  EXPECT_THAT(out(), HasSubstr("\n::error file=hangs.yaml,line="));
  EXPECT_THAT(out(), Not(HasSubstr("file=one.yaml")));
  EXPECT_THAT(test::read_text(summary()), StartsWith("### flitwise check: 1 of 3 scenarios"));
}

TEST_F(GithubCheck, AnnotatesNothingWhereAllPass) {
  EXPECT_EQ(check({scenario("one")}), 0);
  EXPECT_THAT(out(), Not(HasSubstr("::error")));
  EXPECT_THAT(test::read_text(summary()), StartsWith("### flitwise check: 1 of 1 scenario passed"));
}

TEST_F(GithubCheck, ShowsBadInputAtItsPlace) {
  test::write_text(directory_.path("bad.yaml"), "network: 3\n");
  EXPECT_EQ(check({scenario("one"), directory_.path("bad.yaml")}), 2);
  EXPECT_THAT(error(), HasSubstr("nothing was run\n"));
  EXPECT_THAT(out(), StartsWith("::error file=bad.yaml,line=1,col=1,title=bad input::operation: "));
  EXPECT_THAT(out(), HasSubstr("\n::error file=bad.yaml,line=1,col=10,title=bad input::network: "));
  EXPECT_THAT(test::read_text(summary()), HasSubstr("bad input, nothing was run\n\n* "));
}

TEST_F(GithubCheck, ShowsFilesThatCannotBeUsed) {
  const std::string missing = directory_.path("missing.yaml");
  EXPECT_EQ(check({scenario("one"), missing}), 2);
  EXPECT_EQ(out(),
            "::error file=missing.yaml,title=bad input::cannot be read: No such file or "
            "directory\n");
  EXPECT_THAT(test::read_text(summary()), HasSubstr("missing.yaml: error: cannot be read: "));

  const std::string empty = directory_.path("empty");
  std::filesystem::create_directory(empty);
  EXPECT_EQ(check({empty}), 2);
  EXPECT_EQ(out(), "::error title=flitwise check::" + empty +
                       ": error: holds no scenario files (*.yaml, *.yml)\n");
  EXPECT_EQ(check({scenario("one"), "--baseline", missing}), 2);
  EXPECT_THAT(out(), StartsWith("::error title=flitwise check::" + missing + ": error: "));
  EXPECT_EQ(run({"check", empty}), 2);
  EXPECT_EQ(out(), "");
}

TEST_F(GithubCheck, AddsItsSummaryToNoFileOfAnother) {
  const std::string one = scenario("one");
  for (const auto& [option, purpose] : std::vector<std::array<std::string, 2>>{
           {"--json", "the results"}, {"--junit", "JUnit's results"}}) {
    EXPECT_EQ(check({one, option, summary()}), 2);
    EXPECT_EQ(error(), "flitwise check: error: " + summary() + ": is " + purpose +
                           " and cannot be the summary of the workflow's step\n");
  }
  ::setenv("GITHUB_STEP_SUMMARY", one.c_str(), 1);
  EXPECT_EQ(check({one}), 2);
  EXPECT_EQ(run({"check", one}), 0) << error();
}

TEST_F(GithubCheck, KeepsStandardOutputForTheResultsThatGoThere) {
  EXPECT_EQ(check({scenario("fails"), "--json", "-"}), 1);
  EXPECT_THAT(out(), Not(HasSubstr("::error")));
  EXPECT_THAT(error(), HasSubstr("\n::error file=fails.yaml"));
}

TEST_F(GithubCheck, NeedsRuns) {
  EXPECT_EQ(check({scenario("one"), "--list"}), 2);
  EXPECT_EQ(error(), "flitwise check: error: --github: needs runs, and --list runs nothing\n");
}

TEST_F(GithubCheck, TellsNoSummaryWhereThereIsNoFileForIt) {
  ::unsetenv("GITHUB_STEP_SUMMARY");
  EXPECT_EQ(check({scenario("fails")}), 1);
  EXPECT_THAT(out(), HasSubstr("::error"));
  ::setenv("GITHUB_STEP_SUMMARY", "/nowhere/summary.md", 1);
  EXPECT_EQ(check({scenario("one")}), 2);
  EXPECT_THAT(error(),
              HasSubstr("/nowhere/summary.md: error: cannot write this file: No such file"));
}

}  // namespace flitwise::github_test
