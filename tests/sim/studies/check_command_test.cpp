// `flitwise check` with a runner that does not simulate: suites, baselines, reports, exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "tests/sim/cli/command_line.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CheckCommand : public test::CommandLine {
 protected:
  std::string baseline() const { return output_.path("b.json"); }
  std::string text(const std::string& name) const { return test::read_text(output_.path(name)); }
  int check(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(), {"-o", output_.path("failed")});
    return run(arguments);
  }
};

TEST_F(CheckCommand, RunsTheScenariosOfFilesAndFoldersEachOnce) {
  const std::string one = scenario("one");
  scenario("two");
  test::write_text(directory_.path("notes.txt"), "no scenario\n");

  EXPECT_EQ(check({one, directory_.path()}), 0);
  EXPECT_THAT(out(), HasSubstr("2 scenarios: 2 passed, 0 failed\n"));
}

TEST_F(CheckCommand, TakesFoldersInFoldersOnlyWhereToldTo) {
  scenario("one");
  std::filesystem::create_directory(directory_.path("deep"));
  test::write_text(directory_.path("deep/two.yml"), test::small_scenario("two"));

  EXPECT_EQ(check({directory_.path(), "--list"}), 0);
  EXPECT_EQ(out(), "one\t" + directory_.path("one.yaml") + "\n");
  EXPECT_EQ(check({directory_.path(), "--list", "-r"}), 0);
  EXPECT_THAT(out(), HasSubstr("two\t" + directory_.path("deep/two.yml") + "\n"));
}

TEST_F(CheckCommand, RunsOnlyWhatTheFiltersLetThrough) {
  for (const char* name : {"one", "two", "three"}) scenario(name);

  EXPECT_EQ(check({directory_.path(), "--list", "--filter", "t*", "--filter", "!*ee"}), 0);
  EXPECT_EQ(out(), "two\t" + directory_.path("two.yaml") + "\n");
  EXPECT_EQ(check({directory_.path(), "--list", "--filter", "*/one.yaml"}), 0);
  EXPECT_THAT(out(), HasSubstr("one\t"));
  EXPECT_EQ(check({directory_.path(), "--filter", "four"}), 2);
  EXPECT_THAT(error(), HasSubstr("error: none of 3 scenarios fits --filter\n"));
}

TEST_F(CheckCommand, TellsWhatItWouldRun) {
  scenario("fails");
  EXPECT_EQ(check({directory_.path(), "--dry-run"}), 0);
  EXPECT_THAT(out(), HasSubstr("fails     path of 2  scatter    fdf"));
  EXPECT_THAT(out(), HasSubstr("1 scenario would run\n"));
}

TEST_F(CheckCommand, TellsWhichPathCannotBeUsed) {
  EXPECT_EQ(check({"/nowhere"}), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere: error: cannot be read: No such file or directory\n"));
  EXPECT_EQ(check({directory_.path()}), 2);
  EXPECT_THAT(error(), HasSubstr("error: holds no scenario files (*.yaml, *.yml)\n"));
}

// What has a scenario's name and cannot be read would go unchecked.
TEST_F(CheckCommand, RefusesScenariosOfAFolderThatCannotBeRead) {
  scenario("one");
  const auto refusal = [&] {
    EXPECT_EQ(check({directory_.path(), "-r"}), 2);
    return error();
  };
  const auto path = directory_.path("two.yaml");
  std::filesystem::create_symlink("nowhere", path);
  EXPECT_THAT(refusal(), HasSubstr("two.yaml: error: cannot be read: No such file or directory\n"));
  std::filesystem::remove(path);
  std::filesystem::create_symlink("two.yaml", path);
  EXPECT_THAT(refusal(), HasSubstr("two.yaml: error: cannot be read: Too many levels of symbolic "
                                   "links\n"));
  std::filesystem::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(refusal(), HasSubstr("two.yaml: error: is a pipe, not a scenario file\n"));
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  std::filesystem::create_symlink("loop", directory_.path("loop"));
  EXPECT_EQ(check({directory_.path(), "-r"}), 0);
}

TEST_F(CheckCommand, RunsNothingWhenOneFileIsBad) {
  scenario("one");
  test::write_text(directory_.path("bad.yaml"), "network: 3\n");
  EXPECT_EQ(check({directory_.path()}), 2);
  EXPECT_THAT(error(), HasSubstr("bad.yaml:1:10: error: network: '3' must be a map"));
  EXPECT_THAT(error(), HasSubstr("nothing was run\n"));
}

TEST_F(CheckCommand, ReturnsOneOrThreeByWhatHappened) {
  EXPECT_EQ(check({scenario("one"), scenario("fails")}), 1);
  EXPECT_EQ(check({scenario("one"), scenario("fails"), scenario("hangs")}), 3);
  EXPECT_EQ(check({scenario("one"), scenario("throws")}), 1);
  EXPECT_THAT(out(), HasSubstr("the simulation could not run: there is no more memory\n"));
  EXPECT_EQ(check({scenario("one"), scenario("dies")}), 1);
  EXPECT_THAT(out(), HasSubstr("the simulation was ended by signal 9 (Killed)\n"));
  EXPECT_EQ(check({scenario("sleeps"), "--timeout", "0.2"}), 3);
  EXPECT_THAT(out(), HasSubstr("the run was stopped: it took longer than 0.2 s\n"));
}

TEST_F(CheckCommand, RefusesToWriteResultsOfWhatItOnlyLists) {
  for (const char* lists : {"--list", "--dry-run"})
    for (const char* option : {"--json", "--junit", "--report"}) {
      const std::string file = output_.path("f");
      EXPECT_EQ(check({scenario("one"), lists, option, file}), 2) << option;
      EXPECT_EQ(error(), std::string("flitwise check: error: ") + option + ": needs runs, and " +
                             lists + " runs nothing\n");
    }
  EXPECT_EQ(
      check({scenario("one"), "--list", "--baseline", output_.path("b"), "--update-baseline"}), 2);
  EXPECT_THAT(error(), HasSubstr("--update-baseline: needs runs"));
  EXPECT_THAT(output_.files(), testing::IsEmpty());
}

// Nobody counts the packets of a run that was stopped: that would take longer than the run had.
TEST_F(CheckCommand, StopsARunOfHugeTrafficInTime) {
  test::write_text(directory_.path("huge.yaml"),
                   "name: sleeps over traffic\n"
                   "network: {kind: torus, sides: [8, 8]}\n"
                   "operation: traffic\nalgorithm: uniform\n"
                   "options: {rate: 0.4, measure: 100000000, seed: 1}\n");
  const std::clock_t begin = std::clock();
  EXPECT_EQ(check({directory_.path("huge.yaml"), "--timeout", "0.2", "--no-waves"}), 3) << error();
  EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC);
  EXPECT_THAT(out(), HasSubstr("  64      -       -"));
}

TEST_F(CheckCommand, RefusesATimeoutThatIsNoNumber) {
  for (const std::string number : {"nan", "-nan"}) {
    EXPECT_EQ(check({scenario("one"), "--timeout", number}), 2) << number;
    EXPECT_THAT(error(), HasSubstr("--timeout: must be a number, not " + number + "\n"));
  }
}

TEST_F(CheckCommand, RunsWhatFailedAgainWithWavesAndSaysWhereTheyAre) {
  EXPECT_EQ(check({scenario("one"), scenario("fails"), "--junit", output_.path("j.xml")}), 1);

  EXPECT_EQ(text("failed/fails.fst"), test::waves_with("fails"));
  EXPECT_THAT(
      out(),
      HasSubstr("note: waves of all steps and nodes: " + output_.path("failed/fails.fst") + "\n"));
  EXPECT_THAT(text("j.xml"), HasSubstr("[[ATTACHMENT|" + output_.path("failed/fails.fst") + "]]"));
  EXPECT_FALSE(std::filesystem::exists(output_.path("failed/one.fst")));
}

TEST_F(CheckCommand, RunsNothingAgainWhereNoWavesAreWanted) {
  EXPECT_EQ(check({scenario("fails"), "--no-waves"}), 1);
  EXPECT_FALSE(std::filesystem::exists(output_.path("failed/fails.fst")));
}

TEST_F(CheckCommand, WritesACasePerScenarioForJUnit) {
  test::write_text(directory_.path("seeded.yaml"),
                   "name: a <seeded> one\nnetwork: {shape: random, pes: 5, depth: deep, seed: 7}\n"
                   "operation: scatter\nalgorithm: fdf\n"
                   "lengths: {uniform: [1, 2], seed: 8}\n");
  check({directory_.path("seeded.yaml"), scenario("fails"), scenario("hangs"), "--junit",
         output_.path("j.xml")});
  const std::string xml = text("j.xml");

  EXPECT_EQ(test::xml_mistake(xml), "");
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"1\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"a &lt;seeded&gt; one\""));
  EXPECT_THAT(xml, HasSubstr("<property name=\"seed\" value=\"network.seed 7, lengths.seed 8\"/>"));
  EXPECT_THAT(xml, HasSubstr("<property name=\"finish\" value=\"9\"/>"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"problem: step 14: collision in PE 1\""));
  EXPECT_THAT(xml, HasSubstr("<error message=\""));
}

TEST_F(CheckCommand, WritesOneJsonLinePerScenarioInTheirOrder) {
  check({scenario("two"), scenario("one"), "--json", output_.path("r.jsonl")});
  const std::string json = text("r.jsonl");

  EXPECT_LT(json.find("\"two\""), json.find("\"one\""));
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 2);
}

TEST_F(CheckCommand, SendsTheTableToStandardErrorWhenAReportTakesStandardOutput) {
  EXPECT_EQ(check({scenario("one"), "--junit", "-"}), 0);
  EXPECT_THAT(out(), testing::StartsWith("<?xml"));
  EXPECT_THAT(error(), HasSubstr("1 scenario: 1 passed"));
  EXPECT_EQ(check({scenario("one"), "--junit", "-", "--json", "-"}), 2);
  EXPECT_THAT(error(), HasSubstr("only one of them can go to standard output"));
}

TEST_F(CheckCommand, PassesWhenNoFigureDiffersFromTheBaseline) {
  const std::string one = scenario("one");
  EXPECT_EQ(check({one, "--baseline", baseline(), "--update-baseline"}), 0);
  EXPECT_THAT(out(), HasSubstr("b.json: 1 added, 0 changed, 0 failed and left as they were\n"));
  EXPECT_EQ(check({one, "--baseline", baseline()}), 0);
}

TEST_F(CheckCommand, FailsWhenAFigureDiffersBySingleCycle) {
  const std::string one = scenario("one");
  check({one, "--baseline", baseline(), "--update-baseline"});
  std::string counts = text("b.json");
  counts.replace(counts.find("\"t_sync\":4"), 10, "\"t_sync\":3");
  counts.replace(counts.find("\"lag\":[3,3,1]"), 13, "\"lag\":[3,3,2]");
  test::write_text(baseline(), counts);

  EXPECT_EQ(check({one, "--baseline", baseline()}), 1);
  EXPECT_THAT(out(), HasSubstr("problem: baseline " + baseline() + ": t_sync was 3, is 4 (+1)\n"));
  EXPECT_THAT(out(), HasSubstr(": lag was [3,3,2], is [3,3,1]\n"));
}

TEST_F(CheckCommand, NamesFiguresThatComeAndGo) {
  const std::string one = scenario("one");
  check({one, "--baseline", baseline(), "--update-baseline"});
  std::string counts = text("b.json");
  counts.replace(counts.find("\"t_sync\""), 8, "\"t_sink\"");
  test::write_text(baseline(), counts);

  EXPECT_EQ(check({one, "--baseline", baseline()}), 1);
  EXPECT_THAT(out(), HasSubstr(": t_sync is 4, and was not measured\n"));
  EXPECT_THAT(out(), HasSubstr(": t_sink was 4, and is not measured\n"));
}

TEST_F(CheckCommand, FailsForAScenarioThatTheBaselineDoesNotHave) {
  check({scenario("one"), "--baseline", baseline(), "--update-baseline"});
  EXPECT_EQ(check({scenario("two"), "--baseline", baseline()}), 1);
  EXPECT_THAT(out(), HasSubstr(": is not in the baseline; --update-baseline adds it\n"));
}

TEST_F(CheckCommand, UpdatesOnlyWhatHasPassed) {
  check({scenario("one"), "--baseline", baseline(), "--update-baseline"});
  const std::string before = text("b.json");

  EXPECT_EQ(check({scenario("fails"), "--baseline", baseline(), "--update-baseline"}), 1);
  EXPECT_THAT(out(), HasSubstr("0 added, 0 changed, 1 failed and left as they were\n"));
  EXPECT_EQ(text("b.json"), before);
  check({scenario("two"), "--baseline", baseline(), "--update-baseline"});
  EXPECT_THAT(text("b.json"), HasSubstr("\n\"one\":{"));
  EXPECT_THAT(text("b.json"), HasSubstr(",\n\"two\":{"));
}

TEST_F(CheckCommand, RefusesBaselinesThatAreNone) {
  const std::string one = scenario("one");
  EXPECT_EQ(check({one, "--baseline", output_.path("nowhere.json")}), 2);
  EXPECT_THAT(error(), HasSubstr("nowhere.json: error: cannot be read: No such file"));
  test::write_text(baseline(), "{\"scenarios\": 3}");
  EXPECT_EQ(check({one, "--baseline", baseline()}), 2);
  EXPECT_THAT(error(), HasSubstr("b.json: error: is no baseline: "));
  test::write_text(baseline(), "{\"flitwise_baseline\": 2, \"scenarios\": {}}");
  EXPECT_EQ(check({one, "--baseline", baseline()}), 2);
  EXPECT_THAT(error(), HasSubstr("b.json: error: is a baseline of format 2, not 1\n"));
  EXPECT_EQ(check({one, "--baseline", "/dev/zero"}), 2);
  EXPECT_THAT(error(), HasSubstr("/dev/zero: error: is larger than 64 MiB\n"));
  EXPECT_EQ(check({one, "--update-baseline"}), 2);
  EXPECT_THAT(error(), HasSubstr("--update-baseline: needs --baseline FILE\n"));
  EXPECT_THAT(out(), IsEmpty());
}

TEST_F(CheckCommand, SaysWhatIsWrongWithABaseline) {
  const std::string one = scenario("one");
  const std::string start = "{\"flitwise_baseline\": 1,\n\"scenarios\": {";
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"hello", "is no baseline: line 1 is not JSON\n"},
           {start + "\n\"one\": {\"finish\": 1e999",
            "is no baseline: a number in it is too large\n"},
           {start + "\n\"one\": {\n", "is no baseline: line 4 is not JSON\n"},
           {"[1]", "is no baseline: it has no key \"flitwise_baseline\"\n"},
           {"{\"flitwise_baseline\": 1}", "is no baseline: \"scenarios\" must be an object\n"},
           {"{\"flitwise_baseline\": 1, \"scenarios\": [1]}",
            "is no baseline: \"scenarios\" must be an object\n"},
           {start + "\"one\": 3}}", "is no baseline: 'one' has no counts\n"},
           {start + "}, \"x\": 1}", "is no baseline: unknown key \"x\"\n"},
           {start + "\"one\": {\"finish\": 9}, \"one\": {\"finish\": 8}}}",
            "has the scenario 'one' twice\n"},
           {start + "\"one\": {\"finish\": 9, \"finish\": 8}}}", "has the key 'finish' twice\n"}}) {
    test::write_text(baseline(), text);
    EXPECT_EQ(check({one, "--baseline", baseline()}), 2) << text;
    EXPECT_EQ(error(), baseline() + ": error: " + message) << text;
  }
  EXPECT_EQ(check({one, "--baseline", output_.path()}), 2);
  EXPECT_THAT(error(), HasSubstr(": error: is a directory, not a baseline\n"));
}

TEST_F(CheckCommand, SaysWhyThereAreNoWaves) {
  EXPECT_EQ(check({scenario("fails and then dies")}), 1);
  EXPECT_THAT(out(), HasSubstr("note: run again with waves, it broke off and left none: the disk "
                               "of the wave file is full\n"));
}

TEST_F(CheckCommand, RefusesReportsThatCannotBeWrittenBeforeAnythingRuns) {
  EXPECT_EQ(check({scenario("fails"), "--junit", "/nowhere/j.xml"}), 2);
  EXPECT_THAT(out(), IsEmpty());
}

TEST_F(CheckCommand, TellsOfARunThatDidNotEndWhyAndNotWhichFiguresDiffer) {
  EXPECT_EQ(check({scenario("hangs"), "--no-waves", "--junit", output_.path("j.xml")}), 3);
  EXPECT_THAT(out(), Not(HasSubstr("FAIL")));
  EXPECT_THAT(text("j.xml"), Not(HasSubstr("predicted 8")));
}

TEST_F(CheckCommand, RefusesTwoScenariosOfOneNameInABaseline) {
  const std::string one = scenario("one");
  test::write_text(directory_.path("other.yaml"), test::small_scenario("one"));
  EXPECT_EQ(check({one, directory_.path("other.yaml")}), 0);
  EXPECT_EQ(
      check({one, directory_.path("other.yaml"), "--baseline", baseline(), "--update-baseline"}),
      2);
  EXPECT_THAT(error(), HasSubstr("--baseline: two scenarios are called 'one': " + one + " and "));
}

TEST_F(CheckCommand, ReplacesNoInputAndNoOutputByAnother) {
  const std::string one = scenario("one");
  EXPECT_EQ(check({one, "--junit", one}), 2);
  EXPECT_THAT(error(), HasSubstr("one.yaml: is a scenario and cannot be JUnit's results\n"));
  EXPECT_EQ(check({one, "--junit", output_.path("x"), "--json", output_.path("x")}), 2);
  EXPECT_THAT(error(), HasSubstr("x: is the results and cannot be JUnit's results\n"));
}

TEST_F(CheckCommand, TellsWhichReportCannotBeWritten) {
  EXPECT_EQ(check({scenario("one"), "--junit", "/nowhere/j.xml"}), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere/j.xml: error: cannot create this file"));
  EXPECT_EQ(check({scenario("one"), "--json", "/dev/full"}), 2);
  EXPECT_THAT(error(), HasSubstr("/dev/full: error: cannot write this file: No space left"));
}

TEST_F(CheckCommand, HelpsWithEveryOption) {
  EXPECT_EQ(run({"check", "--help"}), 0);
  for (const char* word :
       {"--junit", "--json", "--baseline", "--update-baseline", "--filter", "--list", "--dry-run",
        "--max-parallel", "--timeout", "--recursive", "--no-waves", "Exit status"})
    EXPECT_THAT(out(), HasSubstr(word));
}

}  // namespace
}  // namespace flitwise
