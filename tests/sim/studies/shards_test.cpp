// Sweeps and suites in shards, with a runner that does not simulate: what is run where, and that
// merged results are those of a single run, byte for byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

#include "sim/studies/shards/shard.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Variables = std::map<std::string, std::string>;

// "2/4", or the sentence that refuses it.
std::string shard_of(const std::string& text, const Variables& variables = {}) {
  const auto environment = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  };
  try {
    return parse_shard(text, environment).text();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(Shards, EveryRunIsInExactlyOneOfThem) {
  for (std::size_t count = 1; count <= 12; ++count)
    for (std::size_t run = 0; run < 40; ++run) {
      std::size_t owners = 0;
      for (std::size_t index = 1; index <= count; ++index)
        owners += static_cast<std::size_t>(Shard{index, count}.has(run));
      EXPECT_EQ(owners, 1U) << run << " of " << count;
    }
}

TEST(Shards, AreReadAsWritten) {
  EXPECT_EQ(shard_of("1/1"), "1/1");
  EXPECT_EQ(shard_of("12/100000"), "12/100000");
}

TEST(Shards, AreRefusedWhereTheyAreNone) {
  const std::string rule = "must be I/N, I a whole number from 1 to N, or auto, or auto/N";
  for (const char* text : {"0/4", "5/4", "2", "x/4", "-1/4", "/4", " 1/4"})
    EXPECT_EQ(shard_of(text), "--shard " + std::string(text) + ": " + rule);
  for (const char* text : {"1/0", "1/", "1/x", "auto/0", "1/100001", "1/9999999999"})
    EXPECT_THAT(shard_of(text), HasSubstr(": must be I/N, N a whole number from 1 to 100000"));
}

TEST(Shards, AreTakenFromEachJobSystem) {
  const Variables slurm{{"SLURM_ARRAY_TASK_ID", "7"},
                        {"SLURM_ARRAY_TASK_MIN", "4"},
                        {"SLURM_ARRAY_TASK_MAX", "9"},
                        {"SLURM_ARRAY_TASK_STEP", "1"},
                        {"SLURM_ARRAY_TASK_COUNT", "6"}};
  EXPECT_EQ(shard_of("auto", slurm), "4/6");
  EXPECT_EQ(shard_of("auto/6", slurm), "4/6");
  EXPECT_EQ(shard_of("auto/8", {{"JOB_COMPLETION_INDEX", "0"}}), "1/8");
  EXPECT_EQ(shard_of("auto", {{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "3"}}), "3/3");
  EXPECT_EQ(shard_of("auto", {{"CIRCLE_NODE_INDEX", "3"}, {"CIRCLE_NODE_TOTAL", "4"}}), "4/4");
  EXPECT_EQ(shard_of("auto", {{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "4"}}),
            "1/4");
  EXPECT_EQ(
      shard_of("auto", {{"BUILDKITE_PARALLEL_JOB", "1"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "2"}}),
      "2/2");
  EXPECT_EQ(
      shard_of("auto", {{"SYSTEM_JOBPOSITIONINPHASE", "1"}, {"SYSTEM_TOTALJOBSINPHASE", "2"}}),
      "1/2");
}

TEST(Shards, AreTakenFromAnArrayWithSteps) {
  Variables slurm{{"SLURM_ARRAY_TASK_ID", "6"},
                  {"SLURM_ARRAY_TASK_MIN", "0"},
                  {"SLURM_ARRAY_TASK_MAX", "9"},
                  {"SLURM_ARRAY_TASK_STEP", "3"},
                  {"SLURM_ARRAY_TASK_COUNT", "4"}};
  EXPECT_EQ(shard_of("auto", slurm), "3/4");
  slurm["SLURM_ARRAY_TASK_COUNT"] = "3";  // 0, 6 and 9
  EXPECT_EQ(shard_of("auto", slurm),
            "--shard auto: Slurm's array has gaps; make it a range, --array=1-N");
}

TEST(Shards, AreNotGuessed) {
  EXPECT_THAT(shard_of("auto"), HasSubstr("--shard auto: no job system numbers this job; one of "
                                          "these variables would: SLURM_ARRAY_TASK_ID, JOB_"));
  EXPECT_EQ(shard_of("auto", {{"JOB_COMPLETION_INDEX", "2"}}),
            "--shard auto: Kubernetes does not say how many jobs there are; write auto/N");
  EXPECT_EQ(shard_of("auto/2", {{"JOB_COMPLETION_INDEX", "2"}}),
            "--shard auto/2: Kubernetes has JOB_COMPLETION_INDEX=2, which is none of 2 jobs from "
            "0 on");
  EXPECT_EQ(shard_of("auto", {{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "3"}}),
            "--shard auto: GitLab CI has CI_NODE_INDEX=0, which is none of 3 jobs from 1 on");
  EXPECT_EQ(shard_of("auto/4", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "3"}}),
            "--shard auto/4: GitLab CI has CI_NODE_TOTAL=3 jobs");
  EXPECT_EQ(shard_of("auto", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "0"}}),
            "--shard auto: GitLab CI has 0 jobs; must be from 1 to 100000");
  EXPECT_EQ(shard_of("auto", {{"CI_NODE_INDEX", "one"}, {"CI_NODE_TOTAL", "3"}}),
            "--shard auto: GitLab CI has CI_NODE_INDEX='one', which must be a whole number");
  EXPECT_EQ(
      shard_of("auto",
               {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "3"}, {"JOB_COMPLETION_INDEX", "0"}}),
      "--shard auto: Kubernetes and GitLab CI both number this job; write I/N");
}

class ShardCommands : public test::CommandLine {
 protected:
  std::string sweep(const std::string& name, const std::string& pes = "[3, 4, 5, 6, 7]") {
    const std::string file = directory_.path("s.yaml");
    test::write_text(file, "name: " + name +
                               "\nbase: {network: {shape: path, pes: 4}, operation: scatter, "
                               "algorithm: fdf, lengths: {each: 1}}\nvary: {network.pes: " +
                               pes + "}\nplot: {x: network.pes, y: [finish]}\n");
    return file;
  }
  int run_sweep(const std::string& file, const std::string& folder,
                std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"sweep", file, "-o", output_.path(folder)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  int run_check(std::vector<std::string> more) {
    std::vector<std::string> arguments{"check", directory_.path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  std::string text(const std::string& name) const { return test::read_text(output_.path(name)); }
  std::string path(const std::string& name) const { return output_.path(name); }
  bool is_there(const std::string& name) const { return std::filesystem::exists(path(name)); }
};

TEST_F(ShardCommands, MergedSweepsEqualSingleOnesByteForByte) {
  for (const char* name : {"three", "fails", "hangs", "dies"}) {
    const std::string file = sweep(name);
    const int status = run_sweep(file, "one");
    const std::string printed = out();
    for (const std::size_t count : {1U, 2U, 3U, 5U, 7U}) {
      const std::string parts = std::string(name) + std::to_string(count);
      for (std::size_t i = 1; i <= count; ++i)
        run_sweep(file, parts, {"--shard", Shard{i, count}.text()});
      EXPECT_EQ(run_sweep(file, "all", {"--merge", path(parts)}), status) << parts;
      for (const char* ending : {".jsonl", ".csv", ".svg"})
        EXPECT_EQ(text("all/" + std::string(name) + ending),
                  text("one/" + std::string(name) + ending))
            << parts;
      EXPECT_EQ(out().substr(0, out().find(path(""))), printed.substr(0, printed.find(path(""))));
    }
  }
}

TEST_F(ShardCommands, AShardOfASweepLeavesItsResultsAlone) {
  EXPECT_EQ(run_sweep(sweep("three"), "parts", {"--shard", "2/3"}), 0);
  EXPECT_THAT(out(), HasSubstr("\nshard 2/3: 2 points: 2 passed, 0 failed\n" +
                               path("parts/three.2-of-3.shard") + "\n"));
  EXPECT_FALSE(is_there("parts/three.jsonl"));
  EXPECT_FALSE(is_there("parts/three.svg"));
  EXPECT_EQ(run_sweep(sweep("three"), "parts", {"--shard", "2/3", "--list"}), 0);
  EXPECT_EQ(out(), "three: pes=4\nthree: pes=7\n");
}

// Of a shard's file, in any order: runs end as they like, and take other times.
std::multiset<std::string> runs_of(const std::string& shard) {
  std::multiset<std::string> runs;
  std::istringstream lines(shard);
  for (std::string line; std::getline(lines, line);)
    runs.insert(line.substr(0, line.find("\"result\"")));
  return runs;
}

TEST_F(ShardCommands, AShardOfASweepGoesOnWhereItWas) {
  const std::string file = sweep("three");
  run_sweep(file, "parts", {"--shard", "1/2"});
  const std::string shard = "parts/three.1-of-2.shard";
  const std::string whole = text(shard);
  test::write_text(path(shard), whole.substr(0, whole.size() - 9));

  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/2"}), 0);
  EXPECT_THAT(out(), HasSubstr("3 points: 3 passed, 0 failed; 2 from an earlier run\n"));
  EXPECT_EQ(runs_of(text(shard)), runs_of(whole));
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/2", "--fresh"}), 0);
  EXPECT_THAT(out(), HasSubstr("3 points: 3 passed, 0 failed\n"));
  test::write_text(path(shard), whole.substr(0, 20));  // killed before there was a result
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/2"}), 0);
  EXPECT_EQ(runs_of(text(shard)), runs_of(whole));
}

TEST_F(ShardCommands, ALineThatSaysAnotherOutcomeThanItsResultIsRunAgain) {
  const std::string file = sweep("three");
  run_sweep(file, "parts", {"--shard", "1/2"});
  const std::string shard = "parts/three.1-of-2.shard";
  std::string forged = text(shard);
  forged.replace(forged.find("\"outcome\":\"pass\""), 16, "\"outcome\":\"fail\"");
  test::write_text(path(shard), forged);
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/2"}), 0);
  EXPECT_THAT(out(), HasSubstr("3 points: 3 passed, 0 failed; 2 from an earlier run\n"));
}

TEST_F(ShardCommands, AShardRunsAgainWhatDied) {
  const std::string file = sweep("dies", "[3]");
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/1"}), 1);
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/1"}), 1);
  EXPECT_THAT(out(), Not(HasSubstr("from an earlier run")));
}

TEST_F(ShardCommands, ThereMayBeMoreShardsThanRuns) {
  const std::string file = sweep("three", "[3]");
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "2/2"}), 0);
  EXPECT_THAT(out(), StartsWith("shard 2/2: 0 points: 0 passed, 0 failed\n"));  // and no table
  run_sweep(file, "parts", {"--shard", "1/2"});
  EXPECT_EQ(run_sweep(file, "all", {"--merge", path("parts")}), 0);
}

TEST_F(ShardCommands, ShardsThatDoNotBelongTogetherAreRefused) {
  const std::string file = sweep("three");
  for (const char* shard : {"1/2", "2/2", "1/3"}) run_sweep(file, "parts", {"--shard", shard});
  const std::string one = path("parts/three.1-of-2.shard");
  const std::string two = path("parts/three.2-of-2.shard");
  const std::string three = path("parts/three.1-of-3.shard");
  const auto refusal = [&](const std::vector<std::string>& files) {
    std::vector<std::string> more{"--merge"};
    more.insert(more.end(), files.begin(), files.end());
    EXPECT_EQ(run_sweep(file, "all", more), 2);
    EXPECT_FALSE(is_there("all"));
    return error();
  };
  EXPECT_EQ(refusal({one}), "flitwise: error: --merge: of 2 shards one is missing: 2\n");
  EXPECT_EQ(refusal({three}), "flitwise: error: --merge: of 3 shards some are missing: 2, 3\n");
  EXPECT_EQ(refusal({one, two, one}), one + ": error: is shard 1/2, and so is " + one + "\n");
  EXPECT_EQ(refusal({one, three}), three + ": error: is shard 1/3, and " + one + " is 1/2\n");
  EXPECT_EQ(refusal({file}),
            file + ": error: is no shard of a sweep or check: its first line does not say which\n");
  EXPECT_EQ(refusal({path("nowhere")}),
            path("nowhere") + ": error: cannot be read: No such file or directory\n");
  EXPECT_EQ(
      refusal({"/dev/zero"}),
      "/dev/zero: error: is no shard of a sweep or check: its first line does not say which\n");
  std::filesystem::create_directory(path("empty"));
  EXPECT_EQ(refusal({path("empty")}),
            path("empty") + ": error: holds no shards of this sweep (three.I-of-N.shard)\n");

  const std::string whole = test::read_text(two);
  test::write_text(two, whole.substr(0, whole.size() - 9));
  EXPECT_EQ(refusal({one, two}),
            two +
                ": error: shard 2/2 has 1 of 2 results: run it again, and it goes on where it "
                "was\n");
  std::string other = whole;
  const std::size_t program = other.find("\"program\":\"") + 11;
  other[program] = other[program] == '0' ? '1' : '0';
  test::write_text(two, other);
  const std::string built =
      two +
      ": error: shard 2/2 of sweep 'three' is of another build of flitwise: all shards and "
      "what merges them must be run by the same program\n";
  EXPECT_EQ(refusal({one, two}), built);
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "2/2"}), 2);
  EXPECT_EQ(error(), built);
  test::write_text(two, whole);
  sweep("three", "[3, 4, 5, 6, 8]");
  EXPECT_EQ(refusal({one, two}),
            one +
                ": error: is shard 1/2 of sweep 'three' with 5 runs; this sweep 'three' has 5, "
                "and other values, files, filters or settings\n");
  std::filesystem::copy_file(one, path("parts/three.4-of-5.shard"));
  EXPECT_EQ(run_sweep(sweep("three"), "parts", {"--shard", "4/5"}), 2);
  EXPECT_EQ(error(), path("parts/three.4-of-5.shard") + ": error: is shard 1/2, not 4/5\n");
}

TEST_F(ShardCommands, OptionsThatNeedAllRunsOrAnyAreRefused) {
  const std::string file = sweep("three");
  const auto refusal = [&](const std::vector<std::string>& more) {
    EXPECT_EQ(run_sweep(file, "parts", more), 2);
    return error();
  };
  EXPECT_EQ(refusal({"--shard", "1/2", "--report", "p.html"}),
            "flitwise sweep: error: --report: needs all runs; give it to --merge instead of "
            "--shard\n");
  for (const char* option : {"--fresh", "--list"})
    EXPECT_EQ(refusal({option, "--merge", "x"}), "flitwise sweep: error: " + std::string(option) +
                                                     ": needs runs, and --merge runs nothing\n");
  EXPECT_THAT(refusal({"--shard", "1/2", "--merge", "x"}), HasSubstr("excludes"));
  EXPECT_EQ(refusal({"--shard", "3/2"}),
            "flitwise: error: --shard 3/2: must be I/N, I a whole number from 1 to N, or auto, or "
            "auto/N\n");
}

TEST_F(ShardCommands, APlotOfNothingIsRefusedWhereAllShardsAreMerged) {
  const std::string file = sweep("three");
  test::write_text(file, test::read_text(file) + "\n");
  std::string bad = test::read_text(file);
  bad.replace(bad.find("[finish]"), 8, "[finnish]");
  test::write_text(file, bad);
  EXPECT_EQ(run_sweep(file, "parts", {"--shard", "1/1"}), 0);
  EXPECT_EQ(run_sweep(file, "all", {"--merge", path("parts")}), 2);
  EXPECT_THAT(error(), HasSubstr("'finnish' is a figure of no result (did you mean 'finish'?)"));
}

TEST_F(ShardCommands, AMergedSweepMayHaveAPage) {
  const std::string file = sweep("three");
  run_sweep(file, "one", {"--report", "p.html"});
  run_sweep(file, "parts", {"--shard", "1/2"});
  run_sweep(file, "parts", {"--shard", "2/2"});
  EXPECT_EQ(run_sweep(file, "all", {"--report", "p.html", "--merge", path("parts")}), 0);
  EXPECT_EQ(text("all/p.html"), text("one/p.html"));
}

TEST_F(ShardCommands, MergedSuitesEqualSingleOnesByteForByte) {
  for (const char* name : {"one", "two", "fails", "hangs", "breaks", "throws", "five"})
    scenario(name);
  const auto outputs = [&](const std::string& folder) {
    std::filesystem::create_directory(path(folder));
    return std::vector<std::string>{"-o",      path("failed"),
                                    "--json",  path(folder + "/r.jsonl"),
                                    "--junit", path(folder + "/r.xml")};
  };
  const int status = run_check(outputs("single"));
  const std::string printed = out();
  for (const std::size_t count : {1U, 2U, 3U, 7U, 9U}) {
    const std::string parts = path("parts" + std::to_string(count));
    std::set<int> statuses;
    for (std::size_t i = 1; i <= count; ++i)
      statuses.insert(run_check({"--shard", Shard{i, count}.text(), "-o", parts}));
    std::vector<std::string> more = outputs("merged");
    more.insert(more.end(), {"--merge", parts});
    EXPECT_EQ(run_check(more), status) << count;
    EXPECT_EQ(out(), printed);
    for (const char* file : {"/r.jsonl", "/r.xml"})
      EXPECT_EQ(text("merged" + std::string(file)), text("single" + std::string(file))) << count;
    EXPECT_GE(statuses.size(), count == 1 ? 1U : 2U);
  }
}

TEST_F(ShardCommands, AShardOfASuiteIsASuiteAndGoesOnWhereItWas) {
  for (const char* name : {"a", "b", "c"}) scenario(name);
  const std::vector<std::string> shard{"--shard",     "1/2",    "-o",
                                       path("parts"), "--json", path("r.jsonl")};
  EXPECT_EQ(run_check(shard), 0);
  EXPECT_THAT(out(), HasSubstr("2 scenarios: 2 passed, 0 failed\nshard 1/2: " +
                               path("parts/check.1-of-2.shard") + "\n"));
  const std::string before = test::read_text(path("parts/check.1-of-2.shard"));
  const std::string results = text("r.jsonl");
  EXPECT_EQ(run_check(shard), 0);
  EXPECT_EQ(test::read_text(path("parts/check.1-of-2.shard")), before);
  EXPECT_EQ(text("r.jsonl"), results);
  EXPECT_EQ(run_check({"--shard", "2/2", "--list"}), 0);
  EXPECT_EQ(out(), "b\t" + directory_.path("b.yaml") + "\n");
}

TEST_F(ShardCommands, ASuiteWithOtherFiltersIsAnother) {
  for (const char* name : {"a", "b", "c"}) scenario(name);
  EXPECT_EQ(run_check({"--shard", "1/1", "-o", path("parts"), "--filter", "!a"}), 0);
  EXPECT_EQ(run_check({"--merge", path("parts")}), 2);
  EXPECT_THAT(error(), HasSubstr("is shard 1/1 of check 'check' with 2 runs; this check 'check' "
                                 "has 3, and other values, files, filters or settings\n"));
  EXPECT_EQ(run_check({"--filter", "!a", "--merge", path("parts")}), 0);
}

TEST_F(ShardCommands, AShardOfASweepIsNoneOfASuite) {
  const std::string file = sweep("check");
  run_sweep(file, "parts", {"--shard", "1/1"});
  std::filesystem::remove(file);
  scenario("a");
  EXPECT_EQ(run_check({"--merge", path("parts")}), 2);
  EXPECT_THAT(error(), HasSubstr(": error: is shard 1/1 of sweep 'check', not of a check\n"));
}

TEST_F(ShardCommands, ABaselineIsHeldByShardsAndWrittenByTheMerge) {
  scenario("a");
  const std::vector<std::string> baseline{"--baseline", path("b.json")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), baseline.begin(), baseline.end());
    return more;
  };
  EXPECT_EQ(run_check(with({"--update-baseline", "--shard", "1/1"})), 2);
  EXPECT_THAT(error(), HasSubstr("--update-baseline: needs all runs; give it to --merge"));
  run_check({"--shard", "1/1", "-o", path("parts")});
  EXPECT_EQ(run_check(with({"--update-baseline", "--merge", path("parts")})), 0);
  EXPECT_THAT(out(), HasSubstr("b.json: 1 added"));
  EXPECT_EQ(run_check(with({"--shard", "1/1", "-o", path("parts")})), 0);
  std::string changed = text("b.json");
  const std::size_t finish = changed.find("\"finish\":") + 9;
  changed.insert(finish, "9");
  test::write_text(path("b.json"), changed);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--shard", "1/1", "-o", path("parts"), "--no-waves"},
        std::vector<std::string>{"--no-waves", "--merge", path("parts")}}) {
    EXPECT_EQ(run_check(with(more)), 1);
    EXPECT_THAT(out(), HasSubstr("b.json: finish was 9"));
  }
}

TEST_F(ShardCommands, PagesOfSuitesNeedTheirRuns) {
  scenario("a");
  EXPECT_EQ(run_check({"--shard", "1/1", "--report", path("p.html")}), 2);
  EXPECT_THAT(error(), HasSubstr("--report: draws runs, of which files of shards keep no events"));
  for (const char* option : {"--list", "--dry-run"}) {
    EXPECT_EQ(run_check({option, "--merge", path("parts")}), 2);
    EXPECT_THAT(error(), HasSubstr(std::string(option) + ": needs runs, and --merge runs nothing"));
  }
  EXPECT_EQ(run_check({"--report", path("p.html"), "--merge", path("parts")}), 2);
  EXPECT_THAT(error(), HasSubstr("--report: needs runs, and --merge runs nothing"));
}

}  // namespace
}  // namespace flitwise
