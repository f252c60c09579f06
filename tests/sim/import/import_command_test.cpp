// `flitwise import`.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "sim/import/cli_import.h"
#include "sim/scenario_reader.h"
#include "tests/sim/command_line.h"

namespace flitwise {
namespace {

using test::CommandLine;
using testing::HasSubstr;
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
  ImportArguments arguments;
  arguments.file = kGather;
  arguments.network = "{shape: path, pes: 4}";
  const Runner fails = [](const Scenario& scenario, const RunRequest&) {
    return failed_run(scenario, "step 1: collision in PE 1");
  };
  std::ostringstream out, error;
  EXPECT_EQ(import_schedule(arguments, fails, {out, error}), 1);
  EXPECT_THAT(out.str(), HasSubstr("\ngather (" + kGather + "):\n"));
}

TEST_F(CommandLine, ImportRefusesWhatItCannotUse) {
  EXPECT_EQ(run({"import", "ring.txt"}), 2);
  EXPECT_EQ(error(),
            "flitwise import: error: 'ring.txt' does not end in .goal, .xml or .json: say --format "
            "goal, msccl or teccl\n");
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
  EXPECT_THAT(error(), StartsWith("flitwise import: error: "));
}

TEST_F(CommandLine, ImportHelpSaysWhatOfTheFormatsIsRead) {
  EXPECT_EQ(run({"import", "--help"}), 0);
  for (const char* word : {"irequires", "reduce_scatter", "via switches", "conflict_list",
                           "same ranks and tag, in their order", "N-Collective, in letters",
                           "{ports: multi}", "--report"})
    EXPECT_THAT(out(), HasSubstr(word));
}

}  // namespace
}  // namespace flitwise
