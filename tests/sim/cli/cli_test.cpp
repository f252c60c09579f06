// The command line with a runner that does not simulate: what is read, written and returned.
#include "sim/cli/cli.h"
#include "sim/families/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/cli/cli_manual.h"
#include "sim/console/progress.h"
#include "sim/families/tree/tree_language.h"
#include "sim/language/scenario_options.h"
#include "sim/run/process/interrupt.h"
#include "tests/sim/cli/command_line.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using test::CommandLine;
using test::run_by_name;

TEST_F(CommandLine, ReturnsZeroWhenAllPass) {
  EXPECT_EQ(run({"run", scenario("one"), scenario("two")}), 0);
  EXPECT_THAT(out(), HasSubstr("2 scenarios: 2 passed, 0 failed\n"));
  EXPECT_EQ(error(), "");
}

TEST_F(CommandLine, RunsAllScenariosInTheThreadsOfTheCommand) {
  EXPECT_EQ(run({"run", scenario("in threads"), "-v", "--set", "options.threads=5"}), 0);
  EXPECT_THAT(out(), HasSubstr("5 threads"));
  EXPECT_EQ(
      run({"run", scenario("in threads"), "-v", "--set", "options.threads=5", "--threads", "0"}),
      0);
  EXPECT_THAT(out(), HasSubstr("0 threads"));
  for (const char* wrong : {"-1", "1025", "two"})
    EXPECT_EQ(run({"run", scenario("in threads"), "--threads", wrong}), 2) << wrong;
}

TEST_F(CommandLine, ReturnsOneWhenACheckFails) {
  EXPECT_EQ(run({"run", scenario("one"), scenario("fails")}), 1);
}

TEST_F(CommandLine, ReturnsThreeWhenARunDoesNotEnd) {
  EXPECT_EQ(run({"run", scenario("hangs"), scenario("fails"), scenario("one")}), 3);
}

TEST_F(CommandLine, CountsARunThatThrowsAsFailedAndRunsTheOthers) {
  EXPECT_EQ(run({"run", scenario("one"), scenario("throws"), scenario("two")}), 1);
  EXPECT_THAT(out(), HasSubstr("3 scenarios: 2 passed, 1 failed\n"));
  EXPECT_THAT(out(), HasSubstr("the simulation could not run: there is no more memory\n"));
  EXPECT_EQ(error(), "");
}

TEST_F(CommandLine, WritesTheVerdictButNoFilesOfARunThatBreaksOff) {
  run({"run", scenario("breaks"), "-o", output_.path(), "--json", "r.jsonl", "--events", "e",
       "--waves", "w.fst", "--diagram"});

  EXPECT_THAT(output_.files(), ElementsAre("r.jsonl"));
}

TEST_F(CommandLine, IsLeftByAnInterruptionWithoutAnyFile) {
  EXPECT_THROW(run({"run", scenario("one"), scenario("is stopped"), "--set", "name=is stopped",
                    "-o", output_.path(), "--json", "r.jsonl", "--waves", "w.fst"}),
               Interrupted);
  EXPECT_THAT(output_.files(), IsEmpty());
}

TEST_F(CommandLine, RunsNothingWhenOneFileIsBad) {
  test::write_text(directory_.path("bad.yaml"), "network: 3\n");

  EXPECT_EQ(run({"run", scenario("one"), directory_.path("bad.yaml"), "--json",
                 output_.path("results.jsonl")}),
            2);
  EXPECT_EQ(out(), "");
  EXPECT_THAT(output_.files(), IsEmpty());
}

TEST_F(CommandLine, ReportsTheErrorsOfAllFiles) {
  test::write_text(directory_.path("bad.yaml"), "network: 3\n");

  EXPECT_EQ(run({"run", directory_.path("bad.yaml"), "/nowhere.yaml"}), 2);
  EXPECT_THAT(error(), HasSubstr("bad.yaml:1:10: error: network: '3' must be a map"));
  EXPECT_THAT(error(), HasSubstr("/nowhere.yaml: error: cannot be read"));
  EXPECT_THAT(error(), HasSubstr("5 errors in the input; nothing was run\n"));
}

TEST_F(CommandLine, ShowsAtMostTwentyErrorsOfAFileAndCountsTheRest) {
  std::string text = test::small_scenario("x");
  for (int i = 0; i < 25; ++i) text += "k" + std::to_string(i) + ": 1\n";
  test::write_text(directory_.path("bad.yaml"), text);
  run({"run", directory_.path("bad.yaml"), "/nowhere.yaml"});

  EXPECT_THAT(error(), HasSubstr(" k19: unknown key"));
  EXPECT_THAT(error(), Not(HasSubstr(" k20: unknown key")));
  EXPECT_THAT(error(), HasSubstr("and 5 more errors in " + directory_.path("bad.yaml") + "\n"));
  EXPECT_THAT(error(), HasSubstr("26 errors in the input; nothing was run\n"));
}

TEST_F(CommandLine, ShowsTheSourceLineOfAnError) {
  test::write_text(directory_.path("bad.yaml"), test::small_scenario("x") + "options: {skp: 1}\n");
  run({"run", directory_.path("bad.yaml")});

  EXPECT_THAT(error(), HasSubstr("    6 | options: {skp: 1}\n      |           ^\n"));
}

TEST_F(CommandLine, NamesTheFileThatASettingDoesNotFit) {
  const std::string one = scenario("one");
  const std::string two = scenario("two");

  EXPECT_EQ(run({"run", one, two, "--set", "options.rule=paper"}), 2);
  EXPECT_THAT(error(), HasSubstr("--set options.rule=paper: error: options.rule: 'paper' is an "
                                 "option of algorithm certification, but the algorithm is fdf\n"
                                 "      in " +
                                 one + "\n"));
}

TEST_F(CommandLine, AppliesSettingsToEveryFile) {
  EXPECT_EQ(run({"run", scenario("one"), scenario("two"), "--set", "name=fails"}), 1);
  EXPECT_THAT(out(), HasSubstr("2 scenarios: 0 passed, 2 failed\n"));
}

TEST_F(CommandLine, WritesOneJsonLinePerScenarioInTheirOrder) {
  run({"run", scenario("two"), scenario("one"), "--json", output_.path("r.jsonl")});
  const std::string json = test::read_text(output_.path("r.jsonl"));

  EXPECT_LT(json.find("\"two\""), json.find("\"one\""));
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 2);
}

TEST_F(CommandLine, SendsTheTableToStandardErrorWhenJsonTakesStandardOutput) {
  EXPECT_EQ(run({"run", scenario("one"), "--json", "-"}), 0);
  EXPECT_THAT(out(), StartsWith("{\"scenario\":"));
  EXPECT_THAT(out(), Not(HasSubstr("passed")));
  EXPECT_THAT(error(), HasSubstr("1 scenario: 1 passed"));
}

TEST_F(CommandLine, WritesEventsToStandardOutput) {
  EXPECT_EQ(run({"run", scenario("one"), "--events", "-"}), 0);
  EXPECT_EQ(out(),
            "{\"step\":1,\"from\":0,\"to\":1,\"kind\":\"data\",\"message\":2,\"index\":1}\n"
            "{\"step\":2,\"from\":1,\"to\":2,\"kind\":\"data\",\"message\":2,\"index\":1}\n");
}

TEST_F(CommandLine, RefusesTwoStreamsOnStandardOutput) {
  EXPECT_EQ(run({"run", scenario("one"), "--events", "-", "--json", "-"}), 2);
  EXPECT_THAT(error(), HasSubstr("only one of them can go to standard output"));
}

TEST_F(CommandLine, KnowsStandardOutputByAllItsNames) {
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    EXPECT_EQ(run({"run", scenario("one"), "--json", "-", "--events", name}), 2) << name;
    EXPECT_THAT(error(), HasSubstr("only one of them can go to standard output"));
    EXPECT_EQ(run({"run", scenario("one"), "--json", name}), 0) << name;
    EXPECT_THAT(out(), StartsWith("{\"scenario\":"));
  }
}

TEST_F(CommandLine, RefusesOutputsWithoutAName) {
  for (const char* option : {"--json", "--events", "--waves"}) {
    EXPECT_EQ(run({"run", scenario("one"), option, ""}), 2) << option;
    EXPECT_THAT(error(), HasSubstr(std::string(option) + ": needs a file name\n"));
  }
  EXPECT_EQ(run({"run", scenario("one"), "-o", ""}), 2);
  EXPECT_THAT(error(), HasSubstr("--output: needs the name of a directory\n"));
  EXPECT_EQ(run({"run", ""}), 2);
  EXPECT_THAT(error(), HasSubstr("FILE: needs a file name\n"));
}

TEST_F(CommandLine, RefusesWavesOnStandardOutput) {
  EXPECT_EQ(run({"run", scenario("one"), "--waves", "-"}), 2);
  EXPECT_THAT(error(), HasSubstr("an FST file cannot go to standard output"));
}

TEST_F(CommandLine, RefusesWavesThatAreNotNamedFst) {
  EXPECT_EQ(run({"run", scenario("one"), "--waves", "w.vcd"}), 2);
  EXPECT_THAT(error(), HasSubstr("--waves w.vcd: must end in .fst"));
}

TEST_F(CommandLine, RefusesFilesForViewersThatWouldEndALineOfOthers) {
  for (const auto& [option, file, shown] : std::vector<std::array<std::string, 3>>{
           {"--waves", "a\nload_file b.fst", "a\\nload_file b.fst"},
           {"--waves", "a\t.fst", "a\\t.fst"},
           {"--trace", "a\r.pftrace", "a\\r.pftrace"}}) {
    EXPECT_EQ(run({"run", scenario("one"), option, output_.path(file)}), 2);
    EXPECT_EQ(error(), "flitwise run: error: " + option + " " + output_.path(shown) +
                           ": must have no control characters in its name\n");
  }
  EXPECT_THAT(output_.files(), testing::IsEmpty());
}

TEST_F(CommandLine, RefusesTracesThatCannotBeWrittenOrAreNamedOtherwise) {
  EXPECT_EQ(run({"run", scenario("one"), "--trace", "-"}), 2);
  EXPECT_EQ(error(), "flitwise run: error: --trace -: a trace cannot go to standard output\n");
  EXPECT_EQ(run({"run", scenario("one"), "--trace", "t.json"}), 2);
  EXPECT_EQ(error(),
            "flitwise run: error: --trace t.json: must end in .pftrace, the format that is "
            "written\n");
  EXPECT_EQ(run({"run", scenario("one"), scenario("two"), "--trace", "t.pftrace"}), 2);
  EXPECT_THAT(error(), HasSubstr("--trace t.pftrace: several scenarios cannot share one file"));
  EXPECT_EQ(run({"run", scenario("one"), "--trace", "/nowhere/t.pftrace"}), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere/t.pftrace: error: cannot create this file"));
  EXPECT_EQ(out(), "");
}

TEST_F(CommandLine, RefusesOneFileForTwoOutputsBeforeAnythingRuns) {
  EXPECT_EQ(run({"run", scenario("one"), "--json", "same", "--events", "same"}), 2);
  EXPECT_THAT(error(), HasSubstr("same: is wanted for the results and for the events"));
  EXPECT_EQ(out(), "");
}

TEST_F(CommandLine, RefusesOneFileForTheEventsOrWavesOfSeveralScenarios) {
  for (const char* option : {"--events", "--waves"}) {
    EXPECT_EQ(run({"run", scenario("one"), scenario("two"), option, "file.fst"}), 2);
    EXPECT_THAT(error(), HasSubstr("several scenarios cannot share one file; add -o DIR"));
  }
}

TEST_F(CommandLine, RefusesAnAbsoluteFileForSeveralScenarios) {
  EXPECT_EQ(run({"run", scenario("one"), scenario("two"), "-o", output_.path(), "--events",
                 "/tmp/events"}),
            2);
  EXPECT_THAT(error(), HasSubstr("must be relative"));
}

TEST_F(CommandLine, WritesOneFilePerScenarioIntoTheDirectory) {
  EXPECT_EQ(
      run({"run", scenario("one"), scenario("two"), "-o", output_.path("new/deep"), "--json",
           "r.jsonl", "--events", "e", "--waves", "w.fst", "--trace", "t.pftrace", "--diagram"}),
      0);

  for (const char* name : {"one.events.jsonl", "one.fst", "one.pftrace", "one.svg", "one.sucl",
                           "r.jsonl", "two.events.jsonl", "two.fst", "two.pftrace", "two.svg"})
    EXPECT_FALSE(test::read_text(output_.path("new/deep/") + name).empty()) << name;
  EXPECT_EQ(test::read_text(output_.path("new/deep/two.fst")), test::waves_with("two"));
}

TEST_F(CommandLine, UsesTheGivenNameInTheDirectoryForASingleScenario) {
  EXPECT_EQ(run({"run", scenario("one"), "-o", output_.path(), "--events", "e.jsonl"}), 0);
  EXPECT_THAT(output_.files(), ElementsAre("e.jsonl"));
}

TEST_F(CommandLine, TellsWhichOutputCannotBeWritten) {
  EXPECT_EQ(run({"run", scenario("one"), "--json", "/nowhere/r.jsonl"}), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere/r.jsonl: error: cannot create this file"));
  EXPECT_EQ(out(), "");
}

TEST_F(CommandLine, ShowsWhatHasRunEvenIfTheDiskIsFull) {
  EXPECT_EQ(run({"run", scenario("one"), "--json", "/dev/full"}), 2);
  EXPECT_THAT(error(), HasSubstr("/dev/full: error: cannot write this file: No space left"));
  EXPECT_THAT(out(), HasSubstr("1 scenario: 1 passed"));
}

TEST_F(CommandLine, TellsThatAFileIsInTheWayOfTheDirectory) {
  EXPECT_EQ(run({"run", scenario("one"), "-o", scenario("two")}), 2);
  EXPECT_THAT(error(), HasSubstr("cannot create this directory"));
}

TEST_F(CommandLine, PrintsTheDiagram) {
  run({"run", scenario("one"), "--diagram"});

  EXPECT_THAT(out(), HasSubstr("one\n  step  P0    P1    P2\n     0  m2,1\n"));
}

TEST_F(CommandLine, DrawsNoFinishOfARunWithoutEnd) {
  run({"run", scenario("one"), scenario("hangs"), "-o", output_.path(), "--diagram"});

  EXPECT_THAT(test::read_text(output_.path("one.svg")), HasSubstr(": finish 9, predicted 9"));
  EXPECT_THAT(test::read_text(output_.path("hangs.svg")), HasSubstr(": finish -, predicted 9"));
}

TEST_F(CommandLine, PrintsEveryCheckWhenVerbose) {
  run({"run", scenario("one"), "-v"});

  EXPECT_THAT(out(), HasSubstr("ok   finish: measured 9 as predicted\n       a theorem\n"));
}

TEST_F(CommandLine, HelpsEverywhere) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_THAT(out(), HasSubstr("flitwise list"));
  EXPECT_EQ(run({"run", "--help"}), 0);
  for (const char* part : {"--set", "--json", "--events", "--waves", "--diagram", "-o", "NO_COLOR",
                           "Exit status", "certification", "parents"})
    EXPECT_THAT(out(), HasSubstr(part));
  EXPECT_EQ(run({"list", "--help"}), 0);
  EXPECT_EQ(run({"compare", "--help"}), 0);
  for (const char* part : {"--set", "--json", "-o", "Exit status", "END mark"})
    EXPECT_THAT(out(), HasSubstr(part));
}

TEST_F(CommandLine, ListsOnlyWhatItIsAskedFor) {
  EXPECT_EQ(run({"list", "torus"}), 0);
  EXPECT_THAT(out(), AllOf(HasSubstr("Tori\n"), HasSubstr("network: {kind: torus"),
                           Not(HasSubstr("Star graphs\n")), Not(HasSubstr("Fat trees\n"))));
  EXPECT_EQ(run({"list", "allreduce"}), 0);
  EXPECT_THAT(out(), AllOf(HasSubstr("Collective operations on vectors of words\n"),
                           Not(HasSubstr("Tori\n"))));
}

TEST_F(CommandLine, SaysWhichNetworkToListWasMeant) {
  EXPECT_EQ(run({"list", "tours"}), 2);
  EXPECT_THAT(error(), HasSubstr("there is no network of kind 'tours' and no operation of that "
                                 "name on vectors (did you mean 'torus'?)\n"));
  EXPECT_EQ(run({"list", "xyzzy"}), 2);
  EXPECT_THAT(error(), HasSubstr("on vectors; `flitwise list` prints all\n"));
}

TEST_F(CommandLine, SaysWhichOptionOrCommandWasMeant) {
  EXPECT_EQ(run({"run", scenario("one"), "--jsno=x"}), 2);
  EXPECT_THAT(error(), HasSubstr("error: '--jsno' is not expected (did you mean '--json'?)\n"));
  EXPECT_EQ(run({"list", "--json"}), 2);  // of other commands
  EXPECT_THAT(error(), HasSubstr("error: '--json' is not expected\n"));
  EXPECT_EQ(run({"lst"}), 2);
  EXPECT_THAT(error(), HasSubstr("error: 'lst' is not expected (did you mean 'list'?)\n"));
  EXPECT_EQ(run({"sing"}), 2);
  EXPECT_THAT(error(), HasSubstr("error: 'sing' is not expected\n"));
}

TEST_F(CommandLine, TellsItsVersionEverywhere) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--version"},
                                                    {"run", "--version"},
                                                    {"compare", "--version"},
                                                    {"list", "--version"}}) {
    EXPECT_EQ(run(arguments), 0);
    EXPECT_THAT(out(), testing::MatchesRegex(
                           "flitwise [0-9]+\\.[0-9]+\\.[0-9]+\nVerilator [0-9]+\\.[0-9]+\n"
                           "SystemC [0-9.]+\n[^\n]+ [0-9.]+\n"));
  }
}

TEST(VersionText, NamesTheCommitWhereThatIsKnown) {
  EXPECT_THAT(version_text("12ab"),
              testing::ContainsRegex("^flitwise [0-9.]+ \\(commit 12ab\\)\n"));
}

TEST_F(CommandLine, TellsItsVersionAsOneObjectOfJson) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--version", "--json"}, {"--json", "--version"}}) {
    EXPECT_EQ(run(arguments), 0);
    EXPECT_THAT(out(), testing::MatchesRegex(
                           R"(\{"flitwise":"[0-9.]+","commit":null,"verilator":"[0-9.]+",)"
                           R"("yosys":"[0-9.]+","systemc":"[0-9.]+","compiler":"[^"]+"\})"
                           "\n"));
  }
  EXPECT_EQ(run({"--json"}), 2);
  EXPECT_THAT(error(), HasSubstr("error: --json requires --version\n"));
  EXPECT_EQ(run({"--json", "list"}), 2);
  EXPECT_THAT(error(), HasSubstr("error: --json requires --version\n"));
}

TEST(VersionJson, SaysWhatTheTextSays) {
  const std::string text = version_text("12ab");
  const nlohmann::json json = nlohmann::json::parse(version_json("12ab"));
  EXPECT_EQ(json["commit"], "12ab");
  EXPECT_EQ(text, "flitwise " + json["flitwise"].get<std::string>() + " (commit 12ab)\nVerilator " +
                      json["verilator"].get<std::string>() + "\nSystemC " +
                      json["systemc"].get<std::string>() + "\n" +
                      json["compiler"].get<std::string>());
}

TEST_F(CommandLine, ExplainsItsCommandsWithTextsOfTheirOwn) {
  for (const char* command : {"explain", "list", "completion", "man", "table"}) {
    EXPECT_EQ(run({command, "--help"}), 0);
    EXPECT_THAT(out(), Not(HasSubstr("Examples:"))) << command;
  }
}

TEST_F(CommandLine, WritesTheManualPageFromTheTextsOfItsHelp) {
  EXPECT_EQ(run({"man"}), 0);
  const std::string page = out();
  EXPECT_THAT(page, StartsWith(".TH FLITWISE 1 "));
  EXPECT_THAT(page, HasSubstr("\n.SH NAME\nflitwise \\- Collective communication"));
  for (const char* part :
       {"\n.SH FLITWISE RUN\n", "\n.SH FLITWISE SCHEDULE EXPORT\n", "\n.B \\-o,\\-\\-output DIR\n",
        "\n.SH ENVIRONMENT\n", "FLITWISE_MODELS"})
    EXPECT_THAT(page, HasSubstr(part));
  // Every line of the help is there, in the way of roff.
  EXPECT_EQ(run({"run", "--help"}), 0);
  std::istringstream lines(out().substr(out().find("A scenario file:")));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    for (std::size_t at = 0; (at = line.find_first_of("\\-", at)) != std::string::npos; at += 2)
      line.replace(at, 1, line[at] == '-' ? "\\-" : "\\e");
    EXPECT_THAT(page, HasSubstr(line));
  }
  EXPECT_GT(count, 50U);
  EXPECT_THAT(page, Not(testing::ContainsRegex("\n\\.\\.\\.")));
}

TEST_F(CommandLine, CompletesTheNamesOfCommandsBelowCommands) {
  EXPECT_EQ(run({"completion", "bash"}), 0);
  test::write_text(directory_.path("complete"), out() + R"(
    try() { COMP_WORDS=(flitwise "$@") COMP_CWORD=$# COMPREPLY=(); _flitwise; echo "${COMPREPLY[*]}"; }
    try table ""; try schedule ex; try swe; try explain optimal-c
  )");
  const std::string line =
      "bash " + directory_.path("complete") + " 2>/dev/null >" + directory_.path("completed");
  EXPECT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(test::read_text(directory_.path("completed")),
            "--help -h --version star-hypercube\nexport\nsweep\noptimal-cbft\n");
}

TEST_F(CommandLine, ExplainsAlgorithmsThatHaveTheNameOfACommand) {
  EXPECT_EQ(run({"explain", "trees"}), 0) << error();
  EXPECT_THAT(out(), HasSubstr("edge-disjoint trees"));
}

TEST_F(CommandLine, SaysWhichAlgorithmWasMeant) {
  EXPECT_EQ(run({"explain", "fdff"}), 2);
  EXPECT_THAT(error(), HasSubstr("there is no algorithm 'fdff' (did you mean 'fdf'?)\n"));
  EXPECT_EQ(run({"explain", "certi"}), 2);
  EXPECT_THAT(error(), HasSubstr("(did you mean 'certification'?)\n"));
  EXPECT_EQ(run({"explain", "zzz"}), 2);
  EXPECT_THAT(error(), HasSubstr("'zzz'; `flitwise explain` names them all\n"));
}

TEST_F(CommandLine, ReturnsTwoWhenARouterModelCannotBeMade) {
  EXPECT_EQ(run({"run", scenario("no compiler"), scenario("fails"), scenario("hangs")}), 2);
  EXPECT_THAT(out(), HasSubstr("problem: the simulation could not run: there is no compiler\n"));
  EXPECT_THAT(out(), HasSubstr("  NO RUN\n"));
  EXPECT_THAT(out(),
              HasSubstr("3 scenarios: 0 passed, 1 failed, 1 did not end, 1 could not run\n"));
  EXPECT_EQ(run({"check", scenario("no compiler")}), 2);
  EXPECT_THAT(out(), HasSubstr("1 scenario: 0 passed, 0 failed, 1 could not run\n"));
}

TEST_F(CommandLine, ListsEveryWordThatAScenarioOnATreeMayUse) {
  EXPECT_EQ(run({"list"}), 0);
  for (const auto& words :
       {words_of(tree_operation_words()), words_of(tree_algorithm_words()), words_of(rule_words()),
        words_of(sync_words()), words_of(ports_words()), words_of(build_words()),
        words_of(depth_words()), words_of(spanning_words()),
        std::vector<std::string>{"path", "complete", "star", "caterpillar", "random"}})
    for (const std::string& word : words) EXPECT_THAT(out(), HasSubstr(word));
}

TEST_F(CommandLine, ListsTheNetworksOfSeveralTrees) {
  EXPECT_EQ(run({"list"}), 0);
  EXPECT_THAT(out(), HasSubstr("{kind: mesh, sides: [4, 6], cover: shared, root: [0, 0]}"));
  EXPECT_THAT(out(), HasSubstr("cover: disjoint|shared"));
  EXPECT_THAT(out(), HasSubstr("cover: joint|spanning|spanning_short"));
}

TEST_F(CommandLine, ComparesAllVariantsOfAScenario) {
  EXPECT_EQ(run({"compare", scenario("one")}), 0);
  EXPECT_THAT(out(), HasSubstr("*  fdf "));
  EXPECT_THAT(out(), HasSubstr("   order (by number) "));
  EXPECT_THAT(out(), HasSubstr("\n3 variants: 3 passed, 0 failed\n"));
}

TEST_F(CommandLine, SaysWhichVariantsItDidNotRunAndWhy) {
  EXPECT_EQ(run({"compare", scenario("one"), "--json", output_.path("c.jsonl")}), 0);
  const std::string json = test::read_text(output_.path("c.jsonl"));

  EXPECT_THAT(out(),
              HasSubstr("* the scenario as it is\n"
                        "  not run: 2 variants with order=[1] algorithm=order options.ports=multi: "
                        "options.ports: 'multi' has no single order"));
  EXPECT_THAT(json, HasSubstr("\"refused\":[{\"settings\":{\"order\":"));
  EXPECT_EQ(json.find("\"refused\""), json.rfind("\"refused\"")) << "stands once";
}

TEST_F(CommandLine, ComparesUnderTheSettings) {
  EXPECT_EQ(run({"compare", scenario("one"), "--set", "name=fails"}), 1);
  EXPECT_THAT(out(), HasSubstr("3 variants: 0 passed, 3 failed\n"));
  EXPECT_EQ(run({"compare", scenario("one"), "--set", "name=hangs"}), 3);
}

TEST_F(CommandLine, WritesOneJsonLinePerVariantIntoTheDirectory) {
  EXPECT_EQ(run({"compare", scenario("one"), "--json", "c.jsonl", "-o", output_.path("new")}), 0);
  const std::string json = test::read_text(output_.path("new/c.jsonl"));

  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 3);
  EXPECT_THAT(json, HasSubstr("\"variant\":\"by number, tight, seq\""));
}

TEST_F(CommandLine, SendsTheComparisonToStandardErrorWhenJsonTakesStandardOutput) {
  EXPECT_EQ(run({"compare", scenario("one"), "--json", "-"}), 0);
  EXPECT_THAT(out(), StartsWith("{\"scenario\":"));
  EXPECT_THAT(error(), HasSubstr("3 variants: 3 passed"));
}

TEST_F(CommandLine, ComparesNothingWhenTheScenarioIsBad) {
  test::write_text(directory_.path("bad.yaml"), "network: 3\n");

  EXPECT_EQ(run({"compare", directory_.path("bad.yaml")}), 2);
  EXPECT_EQ(out(), "");
  EXPECT_THAT(error(), HasSubstr("4 errors in the input; nothing was run\n"));
}

TEST_F(CommandLine, TellsThatAComparisonCannotBeWritten) {
  EXPECT_EQ(run({"compare", scenario("one"), "--json", "/dev/full"}), 2);
  EXPECT_THAT(error(), HasSubstr("/dev/full: error: cannot write this file"));
  EXPECT_THAT(out(), HasSubstr("3 variants: 3 passed"));
}

TEST_F(CommandLine, PrintsStarGraphsBesideHypercubes) {
  EXPECT_EQ(run({"table", "star-hypercube", "--packets", "4"}), 0);
  EXPECT_THAT(out(), HasSubstr("with 4 packets of every source"));
  // S_5: ceil(4 / 4) + 6 - 1, 4 x 119 / 4, 4 x 442 / 4 steps.
  EXPECT_THAT(out(), HasSubstr("| S_5 | 120 | 4 | 240 | 6 | 3.71 | 6 | 119 | 442 |"));

  EXPECT_EQ(run({"table", "star-hypercube", "-o", directory_.path("table.md")}), 0);
  EXPECT_THAT(test::read_text(directory_.path("table.md")), HasSubstr("with 1 packet of every"));
}

TEST_F(CommandLine, RefusesTablesThatThereAreNot) {
  EXPECT_EQ(run({"table"}), 2);
  EXPECT_EQ(run({"table", "star-hypercube", "--packets", "0"}), 2);
  EXPECT_THAT(error(), HasSubstr("--packets: Value 0 not in range"));
  EXPECT_EQ(run({"table", "star-hypercube", "-o", "/nowhere/table.md"}), 2);
  EXPECT_THAT(error(), HasSubstr("/nowhere/table.md: error: cannot"));
}

TEST_F(CommandLine, NamesTheHelpOfTheCommandThatWasMeant) {
  for (const auto& [arguments, command] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--bad"}, "flitwise"},
           {{"run", "--bad"}, "flitwise run"},
           {{"sweep"}, "flitwise sweep"},
           {{"schedule", "check", "--bad"}, "flitwise schedule check"}}) {
    EXPECT_EQ(run(arguments), 2);
    EXPECT_THAT(error(), EndsWith("\n" + command + " --help tells more\n"));
  }
}

TEST_F(CommandLine, ReturnsTwoForWhatItDoesNotUnderstand) {
  EXPECT_EQ(run({}), 2);
  EXPECT_THAT(
      error(),
      HasSubstr(
          "a command is missing: run, check, compare, sweep, claims, list, "
          "explain, schema, completion, man, import, schedule, table, trees, topology, router "
          "or new"));
  EXPECT_EQ(run({"fly"}), 2);
  EXPECT_EQ(run({"run"}), 2);
  EXPECT_THAT(error(), HasSubstr("FILE is required"));
  EXPECT_EQ(run({"run", scenario("one"), "--colour"}), 2);
  EXPECT_EQ(run({"run", scenario("one"), "--set", "rule"}), 2);
  EXPECT_THAT(error(), HasSubstr("--set rule: must have the form key=value"));
}

TEST_F(CommandLine, TellsThatStandardOutputIsGone) {
  std::ostringstream error;
  std::ostringstream closed;
  closed.setstate(std::ios::badbit);
  const std::string file = scenario("one");
  const char* argv[] = {"flitwise", "run", file.c_str()};

  EXPECT_EQ(run_command_line(families(), 3, argv, run_by_name, Console{closed, error}), 2);
  EXPECT_THAT(error.str(), HasSubstr("standard output: error: cannot write to it"));
}

class ProgressLine : public testing::Test {
 protected:
  std::string shown_after(std::chrono::milliseconds time, bool is_terminal) {
    std::ostringstream stream;
    auto now = std::chrono::steady_clock::time_point{};
    {
      Progress progress("long run", std::nullopt, stream, is_terminal, [&now] { return now; });
      now += time;
      progress.show_step(50, 200);
    }
    return stream.str();
  }
};

TEST_F(ProgressLine, ShowsALongRunAndIsClearedAtTheEnd) {
  EXPECT_EQ(shown_after(std::chrono::milliseconds(600), true),
            "\r\033[Klong run: step 50 of 200 (25 %)\r\033[K");
}

TEST_F(ProgressLine, IsSilentForAShortRun) {
  EXPECT_EQ(shown_after(std::chrono::milliseconds(400), true), "");
}

TEST_F(ProgressLine, IsSilentWithoutATerminal) {
  EXPECT_EQ(shown_after(std::chrono::hours(1), false), "");
}

}  // namespace
}  // namespace flitwise
