// `flitwise import`.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "sim/cli/cli.h"
#include "sim/families/registry.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::import_command_test {
namespace {

using test::CommandLine;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kRing = FLITWISE_TEST_DATA "/import/allgather_ring.xml";
const std::string kGather = FLITWISE_TEST_DATA "/import/gather.goal";

TEST_F(CommandLine, ImportSaysWhatAScheduleHolds) {
  EXPECT_EQ(run({"import", kRing, "--chunk-flits", "3"}), 0);
  EXPECT_EQ(out(),
            "ring, allgather (msccl): 4 ranks, 24 operations, 12 transfers of 36 flits, 16 chunks "
            "wanted in the end\n");
  EXPECT_EQ(run({"import", kGather}), 0);
  EXPECT_EQ(out(), kGather +
                       " (goal): 4 ranks, 8 operations, 3 transfers of 6 flits, 0 chunks "
                       "wanted in the end\n");
  EXPECT_EQ(run({"import", FLITWISE_TEST_DATA "/import/gather.json"}), 0);
  EXPECT_THAT(out(), HasSubstr("\n  ranks 0 to 3 are the file's nodes 1, 2, 3, 4\n"));
}

TEST_F(CommandLine, ImportReadsBehindAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  test::write_text(directory_.path("m.goal"), mark + test::read_text(kGather));
  test::write_text(directory_.path("m.xml"), mark + test::read_text(kRing));
  test::write_text(directory_.path("bad.goal"), mark + "rank");
  EXPECT_EQ(run({"import", directory_.path("m.goal")}), 0) << error();
  EXPECT_EQ(run({"import", directory_.path("m.xml")}), 0) << error();
  EXPECT_EQ(run({"import", directory_.path("bad.goal")}), 2);
  EXPECT_THAT(error(), HasSubstr("bad.goal:1:1: error: 'rank' stands where num_ranks must"));
}

TEST_F(CommandLine, ImportWritesAScenarioThatCanBeRead) {
  const std::string file = directory_.path("ring.yaml");
  EXPECT_EQ(run({"import", kRing, "--network", "{kind: torus, sides: [2, 2]}", "--map", "0,2,3,1",
                 "--options", "{lanes: 3}", "--chunk-flits", "2", "-o", file}),
            0)
      << error();
  EXPECT_EQ(test::read_text(file),
            "name: 'allgather_ring'\nnetwork: {kind: torus, sides: [2, 2]}\noperation: "
            "collective\nschedule: {file: '" +
                kRing + "', format: msccl, map: [0,2,3,1], chunk_flits: 2}\noptions: {lanes: 3}\n");
  EXPECT_TRUE(read_scenario(file).scenario);
}

TEST_F(CommandLine, ImportNamesFilesAsTheScenarioSeesThem) {
  test::write_text(directory_.path("it's.goal"), test::read_text(kGather));
  test::write_text(directory_.path("pes"), "3 2 1 0\n");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory_.path());
  std::filesystem::create_directory("deeper");
  const int status = run({"import", "it's.goal", "--network", "{shape: path, pes: 4}", "--map",
                          "pes", "--flit-bytes", "4", "-o", "deeper/s.yaml"});
  std::filesystem::current_path(before);

  EXPECT_EQ(status, 0) << error();
  const std::string text = test::read_text(directory_.path("deeper/s.yaml"));
  EXPECT_THAT(text, HasSubstr("{file: '../it''s.goal', format: goal, map: '../pes', flit_bytes: "
                              "4}"));
  EXPECT_TRUE(read_scenario(directory_.path("deeper/s.yaml")).scenario);
}

TEST_F(CommandLine, ImportRunsOnANetwork) {
  EXPECT_EQ(run({"import", kRing, "--network", "{kind: torus, sides: [2, 2]}"}), 0) << error();
  EXPECT_THAT(out(), HasSubstr("1 scenario: 1 passed, 0 failed"));
}

TEST(ImportCommand, NamesTheScheduleOfWhichItTells) {
  const std::vector<const char*> words{"flitwise", "import", kGather.c_str(), "--network",
                                       "{shape: path, pes: 4}"};
  const Runner fails = [](const Scenario& scenario, const RunRequest&) {
    return failed_run(scenario, "step 1: collision in PE 1");
  };
  std::ostringstream out, error;
  EXPECT_EQ(run_command_line(families(), static_cast<int>(words.size()), words.data(), fails,
                             {out, error}),
            1);
  EXPECT_THAT(out.str(), HasSubstr("\ngather (" + kGather + "), goal (4 ranks):\n"));
}

TEST_F(CommandLine, ImportRefusesWhatItCannotUse) {
  EXPECT_EQ(run({"import", "ring.txt"}), 2);
  EXPECT_EQ(error(),
            "flitwise import: error: 'ring.txt' does not end in .goal, .xml or .json: say --format "
            "goal, msccl, teccl or forestcoll\n");
  for (const auto& [option, value] :
       {std::pair{"--map", "0,1"}, std::pair{"--options", "{}"}, std::pair{"-o", "f"}}) {
    EXPECT_EQ(run({"import", kRing, option, value}), 2);
    EXPECT_EQ(error(), std::string("flitwise import: error: ") + option + ": needs --network\n");
  }
  EXPECT_EQ(run({"import", kRing, "--format", "mpi"}), 2);
  EXPECT_EQ(run({"import", "nowhere.goal"}), 2);
  EXPECT_THAT(error(), StartsWith("nowhere.goal: error: cannot be read: "));
  EXPECT_EQ(run({"import", kRing, "--network", "{shape: path, pes: 3}"}), 2);
  EXPECT_THAT(error(), HasSubstr("has 4 ranks, and the network has 3 PEs"));
  EXPECT_EQ(run({"import", kRing, "--network", "{shape: path, pes: 4}", "-o", kRing}), 2);
  EXPECT_EQ(error(), "flitwise import: error: " + kRing +
                         ": is the schedule, and would be overwritten; give the scenario another "
                         "name\n");
  test::write_text(directory_.path("map"), "3 2 1 0\n");
  EXPECT_EQ(run({"import", kRing, "--network", "{shape: path, pes: 4}", "--map",
                 directory_.path("map"), "--report", directory_.path("map")}),
            2);
  EXPECT_EQ(error(), "flitwise import: error: " + directory_.path("map") +
                         ": is an input, and would be overwritten; give the page another name\n");
}

TEST_F(CommandLine, ImportRefusesUnitsOfAnotherFormatWithoutANetwork) {
  const auto refusal = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "import");
    EXPECT_EQ(run(words), 2) << words.back();
    return error().substr(0, error().find('\n'));
  };
  EXPECT_EQ(refusal({kGather, "--epoch", "3"}),
            "--epoch 3: error: schedule.epoch: '3' belongs to teccl, and the format is goal");
  EXPECT_EQ(refusal({kGather, "--epoch", "1073741824"}),
            "--epoch 1073741824: error: schedule.epoch: '1073741824' belongs to teccl, and the "
            "format is goal");
  EXPECT_EQ(refusal({kGather, "--epoch", "1073741825"}),
            "flitwise: error: --epoch: Value 1073741825 not in range 1 to 1073741824");
  EXPECT_EQ(refusal({kGather, "--chunk-flits", "3"}),
            "--chunk-flits 3: error: schedule.chunk_flits: '3' belongs to msccl, teccl and "
            "forestcoll, and the "
            "format is goal");
  EXPECT_EQ(refusal({kRing, "--flit-bytes", "3"}),
            "--flit-bytes 3: error: schedule.flit_bytes: '3' belongs to goal, and the format is "
            "msccl");
  EXPECT_EQ(run({"import", kRing, "--flit-bytes", "3", "--epoch", "2"}), 2);
  EXPECT_THAT(error(), HasSubstr("2 errors in the input"));
}

TEST_F(CommandLine, ImportRefusesToBeVerboseWhereNothingRuns) {
  EXPECT_EQ(run({"import", kRing, "-v"}), 2);
  EXPECT_EQ(error(), "flitwise import: error: -v: needs --network\n");
  EXPECT_EQ(run({"import", kRing, "--network", "{shape: path, pes: 4}", "-o", "-", "-v"}), 2);
  EXPECT_EQ(
      error(),
      "flitwise import: error: -v: needs a run, and -o writes the scenario and runs nothing\n");
}

TEST_F(CommandLine, ImportBlamesTheOptionThatSaysWhatIsWrong) {
  const auto blames = [&](const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> words{"import", kRing};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run(words), 2);
    EXPECT_EQ(error().substr(0, error().find('\n')), message);
    EXPECT_THAT(error(), Not(HasSubstr("import.yaml")));
  };
  const std::string torus = "{kind: torus, sides: [2, 2]}";
  blames(
      {"--network", "{kind: tours, sides: [2, 2]}"},
      "--network {kind: tours, sides: [2, 2]}: error: network.kind: 'tours' must be one of tree, "
      "graph, mesh, torus-cover, fat-tree, torus, xy-mesh, star-graph (did you mean 'torus'?)");
  EXPECT_THAT(error(), HasSubstr("\n1 error in the input"));
  blames({"--network", "{kind: torus"},
         "--network {kind: torus: error: not YAML: end of map flow not found");
  blames({"--network", torus, "--options", "{lane: 3}"},
         "--options {lane: 3}: error: options.lane: unknown key (did you mean 'lanes'?)");
  blames({"--network", torus, "--map", "0,1,2,2"},
         "--map 0,1,2,2: error: schedule.map: '2' stands in the map twice: a PE runs one rank");
  blames({"--network", torus, "--map", "nowhere"},
         "--map nowhere: error: schedule.map: 'nowhere' cannot be read: No such file or directory");
  blames({"--network", torus, "--flit-bytes", "4"},
         "--flit-bytes 4: error: schedule.flit_bytes: '4' belongs to goal, and the format is "
         "msccl");
  blames({"--network", "{shape: path, pes: 3}"},
         kRing + ": error: schedule.file: '" + kRing + "' has 4 ranks, and the network has 3 PEs");
  blames({"--network", "null"},
         "flitwise import: error: network: missing key: any network: a tree, a torus, ...");
}

TEST_F(CommandLine, ImportBlamesTheOutputThatCannotBeWritten) {
  EXPECT_EQ(run({"import", kRing, "--network", "{kind: torus, sides: [2, 2]}", "-o",
                 directory_.path("nowhere/x.yaml")}),
            2);
  EXPECT_EQ(error(), directory_.path("nowhere/x.yaml") +
                         ": error: cannot create this file: No such file or directory\n");
}

TEST_F(CommandLine, ImportWritesAMapWithoutBracesAsItReadsIt) {
  const std::string file = directory_.path("ring.yaml");
  EXPECT_EQ(run({"import", kRing, "--network", "kind: torus\nsides: [2, 2]", "--options",
                 "{lanes:\n3}", "-o", file}),
            0)
      << error();
  const ScenarioReading reading = read_scenario(file);
  ASSERT_TRUE(reading.scenario) << reading.errors.front().what();
  EXPECT_THAT(test::read_text(file), HasSubstr("network:\n  kind: torus\n  sides: [2, 2]\n"));
}

TEST_F(CommandLine, ImportWritesAPageOfItsRun) {
  const std::string page = directory_.path("run.html");
  EXPECT_EQ(run({"import", kRing, "--network", "{kind: torus, sides: [2, 2]}", "--chunk-flits", "2",
                 "--report", page}),
            0)
      << error();
  const std::string text = test::read_text(page);
  EXPECT_THAT(text, HasSubstr("flitwise import " + kRing +
                              " --network '{kind: torus, sides: [2, 2]}' --chunk-flits 2 -v"));
  EXPECT_THAT(text, HasSubstr("--chunk-flits 2 --report " + page));

  EXPECT_EQ(run({"import", kRing, "--report", page}), 2);
  EXPECT_EQ(error(), "flitwise import: error: --report: needs --network\n");
  EXPECT_EQ(run({"import", kRing, "--network", "{}", "-o", "f", "--report", page}), 2);
  EXPECT_EQ(error(),
            "flitwise import: error: --report: needs a run, and -o writes the scenario and runs "
            "nothing\n");
  EXPECT_EQ(run({"import", kRing, "--network", "{}", "--report", "-"}), 2);
  EXPECT_EQ(error(), "flitwise import: error: --report -: a page for browsers needs a file\n");
}

TEST_F(CommandLine, ImportHelpSaysWhatOfTheFormatsIsRead) {
  EXPECT_EQ(run({"import", "--help"}), 0);
  for (const char* word : {"irequires", "reduce_scatter", "via switches", "conflict_list",
                           "same ranks and tag, in their order", "N-Collective, in letters",
                           "{ports: multi}", "--report"})
    EXPECT_THAT(out(), HasSubstr(word));
}

}  // namespace
}  // namespace flitwise::import_command_test
