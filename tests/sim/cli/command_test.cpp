// The real binary on the project's own scenarios: simulation, checks, files, exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/sim/case_files.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

class Command : public testing::Test {
 protected:
  int run(const std::string& arguments) {
    const std::string line = std::string(FLITWISE_COMMAND " ") + arguments + " >" +
                             directory_.path("out") + " 2>" + directory_.path("error");
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string out() const { return test::read_text(directory_.path("out")); }
  std::string error() const { return test::read_text(directory_.path("error")); }

  static std::string scenario(const std::string& name) {
    return FLITWISE_SOURCE_DIR "/sim/scenarios/" + name + ".yaml ";
  }

  test::TemporaryDirectory directory_;
};

TEST_F(Command, PassesTheFiguresOfThePaper) {
  EXPECT_EQ(run("run " + scenario("figure_1a") + scenario("figure_1b") + scenario("figure_2") +
                scenario("figure_3") + scenario("figure_4")),
            0)
      << out() << error();
  EXPECT_THAT(out(), HasSubstr("5 scenarios: 5 passed, 0 failed\n"));
}

TEST_F(Command, MeasuresTheFinishStepsOfTheFigures) {
  run("run --json - " + scenario("figure_1a") + scenario("figure_1b") + scenario("figure_2") +
      scenario("figure_3") + scenario("figure_4"));
  std::istringstream lines(out());
  std::vector<int> finish;
  for (std::string line; std::getline(lines, line);)
    finish.push_back(Json::parse(line)["measured"]["finish"].get<int>());

  EXPECT_THAT(finish, ElementsAre(10, 11, 11, 13, 21));
}

TEST_F(Command, DrawsFigure4AsThePaperDoes) {
  run("run --diagram " + scenario("figure_4"));

  EXPECT_THAT(out(), HasSubstr("figure 4\n"
                               "  step  P0    P1    P2    P3    P4    P5\n"
                               "     1        [*]\n"
                               "     2              [*]\n"
                               "     3                    [*]\n"
                               "     4                          [*]\n"
                               "     5                                [*]\n"
                               "     6                          <1>\n"
                               "     7                    <2>\n"
                               "     8              <4>\n"
                               "     9        <3>\n"
                               "    10  <3>\n"
                               "    11        (3)\n"
                               "    12              (3)\n"
                               "    13        m1,1        (4)\n"
                               "    14  m1,1  m1,2  m2,1        (2)\n"
                               "    15  m1,2  m2,1  m2,2        m4,1  (2)\n"
                               "    16  m2,1  m2,2  m2,3  m4,1  m4,2  m5,1\n"
                               "    17  m2,2  m2,3  m4,1  m4,2  m5,1\n"
                               "    18  m2,3  m4,1  m4,2  m5,1\n"
                               "    19  m4,1  m4,2  m5,1\n"
                               "    20  m4,2  m5,1\n"
                               "    21  m5,1\n"));
}

TEST_F(Command, GathersOnSpanningTreesOfGraphs) {
  EXPECT_EQ(run("run --json - " + scenario("cube_6_gather") + scenario("wheel_65_gather")), 0)
      << error();
  std::istringstream lines(out());
  std::string cube, wheel;
  std::getline(lines, cube);
  std::getline(lines, wheel);

  EXPECT_FALSE(Json::parse(cube).contains("node_names"));
  EXPECT_EQ(Json::parse(wheel)["node_names"][0], "hub");
  EXPECT_EQ(Json::parse(wheel)["node_names"].size(), 65U);
}

TEST_F(Command, TellsTheFiguresOfEveryTreeOfACover) {
  EXPECT_EQ(run("run --json - " + scenario("mesh_8x8_gather")), 0) << error();
  const Json mesh = Json::parse(out());

  EXPECT_EQ(mesh["node_names"][8], "(1, 0)");
  EXPECT_EQ(mesh["trees"].dump(), R"([{"root_links":[1],"pes":57,"height":14,"flits":32},)"
                                  R"({"root_links":[8],"pes":57,"height":14,"flits":31}])");
  for (const char* side : {"measured", "predicted"}) {
    const Json& trees = mesh[side]["trees"];
    EXPECT_EQ(trees[0]["finish"], 71) << side;
    EXPECT_EQ(trees[1]["finish"], 69) << side;
    EXPECT_EQ(trees[0]["t_sync"], 28) << side;
    EXPECT_EQ(trees[1]["root_loads"].dump(), R"({"8":31})") << side;
    EXPECT_EQ(trees[0]["lag"].size(), 64U) << side;
  }
}

TEST_F(Command, FindsThatShoulderTapIsBestOnAPath) {
  EXPECT_EQ(run("compare --json - " + scenario("figure_4")), 0) << error();
  const Json best = Json::parse(out().substr(0, out().find('\n')));

  EXPECT_EQ(best["algorithm"], "shoulder-tap");
  EXPECT_EQ(best["variant"], "multiport");
  EXPECT_EQ(best["measured"]["finish"], 10);
}

TEST_F(Command, FindsThatFarthestFirstIsBestInFigure1) {
  EXPECT_EQ(run("compare " + scenario("figure_1b")), 0) << error();
  EXPECT_LT(out().find("   fdf "), out().find("*  order (by number) "));
}

TEST_F(Command, ReturnsOneForAnOrderThatIsOneStepEarly) {
  EXPECT_EQ(run("run " + scenario("broken/one_step_early")), 1);
  EXPECT_THAT(out(), HasSubstr("1 scenario: 0 passed, 1 failed\n"));
  EXPECT_THAT(out(), HasSubstr("problem: "));
}

TEST_F(Command, ReturnsOneForPhasesThatAreTooCloseAndNamesTheConflict) {
  EXPECT_EQ(run("run " + scenario("broken/fat_tree_phase_gap")), 1);
  EXPECT_THAT(out(), HasSubstr("problem: conflict in the schedule: step 8: 4 packets want to enter "
                               "the subtree of leaves 0 to 1 by branch 2, which has 2 links"));
}

TEST_F(Command, ReturnsOneForThePapersArithmeticAtItsWordAndPredictsTheConflict) {
  EXPECT_EQ(run("run -v " + scenario("broken/printed_rule") + scenario("broken/printed_limit") +
                scenario("broken/printed_order")),
            1);
  EXPECT_THAT(out(), HasSubstr("3 scenarios: 0 passed, 3 failed\n"));
  EXPECT_THAT(out(), HasSubstr("s = 0 is below its certified lag 3"));
  EXPECT_THAT(out(), Not(HasSubstr("FAIL conflict")));
  EXPECT_THAT(out(), Not(HasSubstr("FAIL events")));
}

TEST_F(Command, RefusesADiagramOfAFatTree) {
  EXPECT_EQ(run("run --diagram " + scenario("fat_tree_multinode")), 2);
  EXPECT_THAT(error(), HasSubstr("Fat trees have none"));
}

TEST_F(Command, ReturnsThreeForAMutePe) {
  EXPECT_EQ(run("run " + scenario("broken/mute_pe") + scenario("figure_2")), 3);
  EXPECT_THAT(out(), HasSubstr("2 scenarios: 1 passed, 0 failed, 1 did not end\n"));
}

TEST_F(Command, ReturnsThreeForAWalkThatWaitsForADeadNodeAndNamesIt) {
  EXPECT_EQ(run("run " + scenario("broken/star_graph_dead_walk")), 3);
  EXPECT_THAT(out(), HasSubstr("problem: nothing moves after step 39, and PEs still wait"));
  EXPECT_THAT(out(), HasSubstr("23 acknowledgements of PE 8"));
}

TEST_F(Command, ReturnsOneForAWalkThatFallsBehindTheOthers) {
  EXPECT_EQ(run("run " + scenario("broken/star_graph_late_walk")), 1);
  EXPECT_THAT(out(), HasSubstr("a time-out that is not what the subtree takes"));
}

TEST_F(Command, ReturnsOneForManySourcesThatDoNotStartTogether) {
  EXPECT_EQ(run("run " + scenario("broken/star_graph_skewed_multinode")), 1);
  EXPECT_THAT(out(), HasSubstr("FAIL lockstep: measured 1, predicted 0"));
}

TEST_F(Command, RunsTheScenariosOnStarGraphs) {
  std::string files;
  for (const char* name :
       {"broadcast_faults", "isolated", "multinode", "exchange", "vote", "noise"})
    files += scenario(std::string("star_graph_") + name);
  EXPECT_EQ(run("run " + files + "--set options.checkers=true"), 0) << out() << error();
  EXPECT_THAT(out(), HasSubstr("every copy of a packet: PE 17 (3, 4, 2, 1)"));
}

TEST_F(Command, ReturnsTwoForABadFile) {
  const std::string file = directory_.path("rule_unknown.yaml");
  test::write_text(file, test::case_of("bad", "rule_unknown").text);
  EXPECT_EQ(run("run " + file), 2);
  EXPECT_EQ(out(), "");
  EXPECT_THAT(error(), HasSubstr("rule_unknown.yaml:6:17: error: options.rule: 'tigth'"));
}

TEST_F(Command, ReturnsTwoWhenStandardOutputIsFull) {
  const int status = std::system(
      (FLITWISE_COMMAND " run " + scenario("figure_2") + ">/dev/full 2>/dev/null").c_str());

  EXPECT_EQ(WEXITSTATUS(status), 2);
}

TEST_F(Command, WritesNoEscapeSequencesIntoAPipe) {
  run("run " + scenario("figure_2"));

  EXPECT_THAT(out() + error(), Not(HasSubstr("\033")));
}

TEST_F(Command, WritesTheSameEventsEachTime) {
  run("run --events - " + scenario("caterpillar_gather"));
  const std::string first = out();
  run("run --events - " + scenario("caterpillar_gather"));

  EXPECT_EQ(out(), first);
  EXPECT_GT(first.size(), 10000U);
}

TEST_F(Command, WritesEveryOutputIntoADirectory) {
  const std::string target = directory_.path("results");
  EXPECT_EQ(run("run --diagram --json r.jsonl --events e --waves w.fst -o " + target + " " +
                scenario("figure_1a") + scenario("figure_4")),
            0)
      << error();

  EXPECT_EQ(test::xml_mistake(test::read_text(target + "/figure-4.svg")), "");
  for (const char* name : {"figure-1a.fst", "figure-4.fst", "figure-1a.events.jsonl",
                           "figure-4.events.jsonl", "figure-1a.svg", "r.jsonl"})
    EXPECT_FALSE(test::read_text(target + "/" + name).empty()) << name;
}

TEST_F(Command, WritesOneReportOfAllRuns) {
  const std::string target = directory_.path("results");
  EXPECT_EQ(run("run --report r.html -o " + target + " " + scenario("figure_4") +
                scenario("torus_8x8_peel") + "--set options.checkers=false"),
            0)
      << error();

  const std::string page = test::read_text(target + "/r.html");
  EXPECT_THAT(page, HasSubstr("\"name\":\"figure 4\""));
  EXPECT_THAT(page, HasSubstr("\"name\":\"torus 8x8 peel\""));
  EXPECT_THAT(page, HasSubstr("torus_8x8_peel.yaml --set options.checkers=false -v\""));
}

TEST_F(Command, ReportsRunsThatFail) {
  EXPECT_EQ(
      run("run --report " + directory_.path("r.html") + " " + scenario("broken/one_step_early")),
      1);

  const std::string page = test::read_text(directory_.path("r.html"));
  EXPECT_THAT(page, HasSubstr("\"verdict\":\"FAIL\""));
  EXPECT_THAT(page, HasSubstr("step 14: collision in PE 1"));
}

TEST_F(Command, RefusesReportsThatHaveNoFileOfTheirOwn) {
  EXPECT_EQ(run("run --report - " + scenario("figure_4")), 2);
  EXPECT_THAT(error(), HasSubstr("--report -: a page for browsers needs a file"));

  const std::string file = directory_.path("same");
  EXPECT_EQ(run("run --report " + file + " --json " + file + " " + scenario("figure_4")), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the results and for the report"));
}

TEST_F(Command, RecordsOnlyThePartOfTheWavesThatIsAskedFor) {
  const auto size_of = [&](const std::string& options) {
    const std::string wave = directory_.path("w.fst");
    EXPECT_EQ(run("run " + scenario("caterpillar_gather") + "--waves " + wave + options), 0)
        << error();
    return std::filesystem::file_size(wave);
  };
  const auto all = size_of("");

  EXPECT_LT(size_of(" --trace-steps 20-40"), all / 2);
  EXPECT_LT(size_of(" --trace-nodes 0,3-5"), all / 2);
}

TEST_F(Command, SaysThatWavesShowNothingOfARunThatEndsBeforeThem) {
  EXPECT_EQ(run("run " + scenario("figure_4") + "--trace-steps 50-60 --waves " +
                directory_.path("w.fst")),
            0);
  EXPECT_THAT(out(), HasSubstr("note: the waves show nothing of it: they begin after its last step "
                               "with traffic\n"));
}

TEST_F(Command, NeverReplacesTheScheduleThatItRuns) {
  const std::string schedule = directory_.path("s.json");
  std::filesystem::copy_file(FLITWISE_SOURCE_DIR "/sim/scenarios/schedules/torus_improved.json",
                             schedule);
  const auto size = std::filesystem::file_size(schedule);
  EXPECT_EQ(run("run " + scenario("torus_8x8_searched") + "--set file=" + schedule + " --json " +
                schedule),
            2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the scenario's input and for the results"));
  EXPECT_EQ(std::filesystem::file_size(schedule), size);
}

TEST_F(Command, HoldsFiguresOfAllKindsAgainstABaselineOfTheirOwn) {
  const std::string suite = "check " + scenario("fat_tree_gather_long") + scenario("figure_4") +
                            scenario("star_graph_noise") + scenario("torus_8x8_peel") +
                            "--baseline " + directory_.path("b.json");
  EXPECT_EQ(run(suite + " --update-baseline"), 0) << error();
  EXPECT_EQ(run(suite), 0) << out();
}

TEST_F(Command, ChecksASuiteAndKeepsWavesOfWhatFailed) {
  EXPECT_EQ(run("check " + scenario("figure_4") + scenario("broken/one_step_early") + "-o " +
                directory_.path("failed") + " --junit " + directory_.path("j.xml")),
            1);
  EXPECT_THAT(out(), HasSubstr("2 scenarios: 1 passed, 1 failed\n"));
  const std::string xml = test::read_text(directory_.path("j.xml"));
  EXPECT_EQ(test::xml_mistake(xml), "");
  EXPECT_THAT(xml, HasSubstr("problem: step 14: collision in PE 1: flits from own, child 0 (PE 2) "
                             "want output parent (PE 0)"));
  for (const char* name : {"one-step-early.fst", "one-step-early.gtkw", "one-step-early.sucl",
                           "one-step-early.events.jsonl"})
    EXPECT_GT(std::filesystem::file_size(directory_.path("failed/") + name), 100U) << name;
}

}  // namespace
}  // namespace flitwise
