// The real binary where it is killed at any time, where the disk is full or cannot be written to,
// in folders of odd names, and at the ends of what scenarios may ask for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "sim/run/fst_file.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

std::string extension_of(const std::string& file) { return fs::path(file).extension().string(); }

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Why a file that a command left cannot be one that it finished; empty if it can.
std::string mistake_in(const std::string& path) {
  const std::string text = test::read_text(path);
  const std::string extension = extension_of(path);
  if (extension == ".fst") return is_whole_fst(path) ? "" : "waves that are cut off";
  if (extension == ".xml" || extension == ".svg") return test::xml_mistake(text);
  if (extension == ".html") return ends_with(text, "</html>\n") ? "" : "no end of the page";
  if (!text.empty() && text.back() != '\n') return "no end of the last line";
  if (extension != ".jsonl") return "";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!Json::accept(line)) return "a line that is no JSON: " + line;
  return "";
}

class RealCommand : public testing::Test {
 protected:
  RealCommand() {
    test::write_text(input_.path("good.yaml"),
                     "name: good\nnetwork: {shape: random, pes: 60, depth: uniform, seed: 1}\n"
                     "operation: gather\nalgorithm: certification\nlengths: {each: 5}\n");
    test::write_text(input_.path("bad.yaml"),
                     "name: bad\nnetwork: {parents: [-1, 0, 1, 2]}\noperation: gather\n"
                     "algorithm: certification\nlengths: [0, 2, 3, 1]\n"
                     "options: {break: {early: 2}}\n");
    test::write_text(input_.path("sweep.yaml"),
                     "name: many\nbase: good.yaml\nvary: {network.seed: [1, 2, 3, 4, 5, 6]}\n"
                     "plot: {x: network.seed, y: [finish, predicted.finish]}\n");
    test::write_text(
        input_.path("claims.yaml"),
        "paper: mine\ntitle: A paper\nclaims:\n  - id: mine.one\n    source: paper\n    place: "
        "here\n"
        "    claim: it takes n - 1 steps\n    range: all\n    expect: holds\n    cases:\n"
        "      - scenario: {network: {shape: path, pes: (n)}, operation: scatter, algorithm: fdf, "
        "lengths: {each: 1}}\n        over: {n: 3..12}\n        paper: n - 1\n");
  }

  // Begins the command with these arguments, in the folder of its input.
  pid_t start(const std::vector<std::string>& arguments) {
    const pid_t id = fork();
    if (id != 0) return id;
    const std::string console = input_.path("console");
    if (chdir(input_.path().c_str()) != 0 ||
        std::freopen(console.c_str(), "w", stdout) == nullptr || dup2(1, 2) < 0)
      _exit(127);
    std::vector<const char*> argv{"flitwise"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    argv.push_back(nullptr);
    execv(FLITWISE_COMMAND, const_cast<char* const*>(argv.data()));
    _exit(127);
  }
  static int end(pid_t id) {
    int status = 0;
    EXPECT_EQ(waitpid(id, &status, 0), id);
    return status;
  }
  int run(const std::vector<std::string>& arguments) {
    const int status = end(start(arguments));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::string console() const { return test::read_text(input_.path("console")); }
  void scenario(const std::string& name, const std::string& text) {
    test::write_text(input_.path(name + ".yaml"), "name: " + name + "\n" + text);
  }

  test::TemporaryDirectory input_;
  test::TemporaryDirectory output_;
};

struct Work {
  const char* name;
  std::vector<std::string> arguments;  // with OUT for the folder of the outputs
};

std::vector<Work> works() {
  return {
      {"Run",
       {"run", "good.yaml", "--json", "r.jsonl", "--events", "e.jsonl", "--waves", "w.fst",
        "--report", "r.html", "--diagram", "-o", "OUT"}},
      {"Check",
       {"check", "good.yaml", "bad.yaml", "--junit", "OUT/r.xml", "--json", "OUT/r.jsonl", "-o",
        "OUT"}},
      {"Sweep", {"sweep", "sweep.yaml", "-o", "OUT"}},
      {"Claims",
       {"claims", "claims.yaml", "--markdown", "OUT/c.md", "--json", "OUT/c.jsonl", "--junit",
        "OUT/c.xml"}},
  };
}

std::vector<std::string> into(const std::string& folder, std::vector<std::string> arguments) {
  for (std::string& argument : arguments)
    if (argument.rfind("OUT", 0) == 0) argument.replace(0, 3, folder);
  return arguments;
}

class KilledCommand : public RealCommand,
                      public testing::WithParamInterface<std::tuple<std::size_t, int>> {};

TEST_P(KilledCommand, LeavesNoHalfWrittenResult) {
  const auto [which, signal] = GetParam();
  const Work work = works()[which];
  const auto began = std::chrono::steady_clock::now();
  fs::create_directory(output_.path("whole"));
  const int usual = run(into(output_.path("whole"), work.arguments));
  ASSERT_THAT(usual, AnyOf(0, 1)) << console();
  const auto time = std::chrono::steady_clock::now() - began;
  std::random_device device;
  const unsigned seed = device();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  int ended_by_signal = 0;
  for (int i = 0; i < 5; ++i) {
    const test::TemporaryDirectory folder;
    const pid_t id = start(into(folder.path(), work.arguments));
    std::this_thread::sleep_for(time * (random() % 1000) / 1000);
    kill(id, signal);
    const int status = end(id);
    ended_by_signal += WIFSIGNALED(status) ? 1 : 0;
    if (WIFEXITED(status)) {
      EXPECT_EQ(WEXITSTATUS(status), usual);
    }
    for (const std::string& file : folder.files()) {
      const bool is_hidden = file.front() == '.';
      EXPECT_FALSE(is_hidden && signal != SIGKILL) << file << " was left";
      // Rows of a sweep are appended; a torn last one is dropped by the next run.
      const bool grows = std::string(work.name) == "Sweep" && extension_of(file) == ".jsonl";
      if (!is_hidden && !grows) {
        EXPECT_EQ(mistake_in(folder.path(file)), "") << file;
      }
    }
    EXPECT_EQ(run(into(folder.path(), work.arguments)), usual) << console();
  }
  EXPECT_GT(ended_by_signal, 0) << "nothing was interrupted";
}

INSTANTIATE_TEST_SUITE_P(
    Each, KilledCommand,
    testing::Combine(testing::Range<std::size_t>(0, 4), testing::Values(SIGKILL, SIGTERM)),
    [](const auto& instance) {
      return works()[std::get<0>(instance.param)].name +
             std::string(std::get<1>(instance.param) == SIGKILL ? "ByKill" : "ByTermination");
    });

// A folder that is a disk of its own, in a mount namespace that ends with the command.
class OtherDisk : public RealCommand {
 protected:
  static bool can_mount() { return std::system("unshare -m true 2>/dev/null") == 0; }

  // Runs the command with `options` of the disk at OUT; `after` looks at what is there then.
  int run_on_disk(const std::string& options, const std::string& arguments,
                  const std::string& after = "true") {
    test::write_text(input_.path("inside"),
                     "mount -t tmpfs -o " + options + " none " + output_.path() +
                         " || exit 99\ncd " + input_.path() + "\n" + FLITWISE_COMMAND + " " +
                         arguments + " >console 2>&1\nstatus=$?\nls -A " + output_.path() +
                         " >left\n" + after + "\nexit $status\n");
    const int status = std::system(("unshare -m bash " + input_.path("inside")).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string in(const std::string& name) const { return output_.path(name); }
  std::string left() const { return test::read_text(input_.path("left")); }
};

TEST_F(OtherDisk, ThatIsFullIsReportedByEveryCommand) {
  if (!can_mount()) GTEST_SKIP() << "no mount namespaces here";
  scenario("long",
           "network: {shape: path, pes: 60}\noperation: scatter\nalgorithm: fdf\n"
           "lengths: {each: 40}\n");
  for (const std::string& arguments :
       {"run long.yaml --events " + in("e.jsonl"), "run long.yaml --report " + in("r.html"),
        "run long.yaml --diagram -o " + in(""),
        "check long.yaml good.yaml good.yaml bad.yaml --no-waves --json " + in("r.jsonl") +
            " --junit " + in("r.xml"),
        "claims --json " + in("c.jsonl") + " --markdown " + in("c.md") + " --junit " + in("c.xml") +
            " claims.yaml",
        "sweep sweep.yaml -o " + in("")}) {
    const int status = run_on_disk("size=4k", arguments);
    EXPECT_EQ(status, 2) << arguments << "\n" << console();
    EXPECT_THAT(console(), HasSubstr("No space left on device")) << arguments;
    EXPECT_THAT(left(), Not(AnyOf(HasSubstr(".tmp"), HasSubstr(".html"), HasSubstr(".svg"),
                                  HasSubstr("e.jsonl"))))
        << arguments;
  }
}

TEST_F(OtherDisk, ThatIsFullLeavesNoWaves) {
  if (!can_mount()) GTEST_SKIP() << "no mount namespaces here";
  for (const char* size : {"4k", "16k", "64k"}) {
    const int status =
        run_on_disk(std::string("size=") + size, "run good.yaml --waves " + in("w.fst"));
    EXPECT_THAT(status, AnyOf(1, 2)) << size << console();
    EXPECT_THAT(console(),
                AnyOf(HasSubstr("the disk of the wave file may be full"),
                      HasSubstr("No space left on device"), HasSubstr("the waves are cut off")))
        << size;
    EXPECT_EQ(left(), "") << size;
  }
}

TEST_F(OtherDisk, ThatCannotBeWrittenToIsReportedBeforeAnythingRuns) {
  if (!can_mount()) GTEST_SKIP() << "no mount namespaces here";
  for (const std::string& arguments :
       {"run good.yaml --json " + in("r.jsonl"), "run good.yaml --waves w.fst -o " + in("sub"),
        "sweep sweep.yaml -o " + in("")}) {
    EXPECT_EQ(run_on_disk("ro", arguments), 2) << arguments << "\n" << console();
    EXPECT_THAT(console(), HasSubstr("Read-only file system")) << arguments;
    EXPECT_THAT(console(), Not(HasSubstr("passed"))) << arguments;
  }
}

TEST_F(RealCommand, ReportsALimitOnTheSizeOfFilesAndDoesNotDieOfIt) {
  const std::string line = "cd " + input_.path() +
                           "; ulimit -f 1; " FLITWISE_COMMAND " run good.yaml --events " +
                           output_.path("e.jsonl") + " 2>" + output_.path("error") + " >/dev/null";
  const int status = std::system(("bash -c '" + line + "'").c_str());

  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_THAT(test::read_text(output_.path("error")),
              HasSubstr("cannot write this file: File too large"));
  EXPECT_FALSE(fs::exists(output_.path("e.jsonl")));
}

TEST_F(RealCommand, WritesIntoFoldersWhateverTheirNames) {
  for (const std::string name :
       {"two words", "Übergrößen-Ω", "quote'\"", "$HOME;ls", "*", "-dash", "new\nline"}) {
    const std::string folder = output_.path(name);
    const bool is_oddest = name == "new\nline";
    std::vector<std::string> wanted{"r.jsonl", "e.jsonl", "w.fst",   "w.gtkw",
                                    "w.sucl",  "r.html",  "good.svg"};
    for (const Work& work : works())
      if (is_oddest || std::string(work.name) == "Run") {
        EXPECT_THAT(run(into(folder, work.arguments)), AnyOf(0, 1)) << name << console();
      }
    if (is_oddest) wanted.insert(wanted.end(), {"r.xml", "many.csv", "many.svg", "c.md"});
    for (const std::string& file : wanted) {
      ASSERT_TRUE(fs::exists(folder + "/" + file)) << name << " " << file;
      EXPECT_EQ(mistake_in(folder + "/" + file), "") << name << " " << file;
    }
  }
}

TEST_F(RealCommand, TakesAFolderThatBeginsWithADash) {
  EXPECT_EQ(run({"run", "good.yaml", "--json", "r.jsonl", "-o", "-dash"}), 0) << console();
  EXPECT_EQ(run({"run", "good.yaml", "--json", "r.jsonl", "--output=--two"}), 0) << console();
  EXPECT_TRUE(fs::exists(input_.path("-dash/r.jsonl")));
  EXPECT_TRUE(fs::exists(input_.path("--two/r.jsonl")));
}

TEST_F(RealCommand, RunsOnTheLargestNetworksAndRefusesLargerOnes) {
  scenario("tree",
           "network: {shape: random, pes: 9000, depth: uniform, seed: 1}\noperation: gather\n"
           "algorithm: certification\nlengths: {each: 1}\n");
  scenario("torus",
           "network: {kind: torus, sides: [64, 64]}\noperation: broadcast\nlength: 4\n"
           "options: {checkers: true}\n");
  EXPECT_EQ(run({"run", "tree.yaml", "torus.yaml", "--report", output_.path("r.html"), "--json",
                 output_.path("r.jsonl")}),
            0)
      << console();
  EXPECT_THAT(console(), HasSubstr("2 scenarios: 2 passed, 0 failed"));
  EXPECT_EQ(mistake_in(output_.path("r.html")), "");

  EXPECT_EQ(run({"run", "tree.yaml", "--set", "network.pes=1048577"}), 2);
  EXPECT_THAT(console(),
              HasSubstr("network.pes: '1048577' must be a whole number from 2 to 1048576"));
  EXPECT_EQ(run({"run", "torus.yaml", "--set", "network.sides=[1024, 1025]"}), 2);
  EXPECT_THAT(console(), HasSubstr("network.sides"));
}

TEST_F(RealCommand, RunsWithoutAnyMessage) {
  scenario("scatter",
           "network: {shape: path, pes: 5}\noperation: scatter\nalgorithm: fdf\n"
           "lengths: {each: 0}\n");
  scenario("gather",
           "network: {shape: path, pes: 5}\noperation: gather\nalgorithm: certification\n"
           "lengths: {each: 0}\n");
  scenario("fat",
           "network: {kind: fat-tree, leaves: 8, capacities: constant}\noperation: "
           "gather\nalgorithm: furthest-first\n"
           "lengths: {each: 0}\n");
  scenario("mesh",
           "network: {kind: mesh, sides: [3, 3]}\noperation: scatter\nalgorithm: fdf\n"
           "lengths: {each: 0}\n");
  EXPECT_EQ(run({"run", "scatter.yaml", "gather.yaml", "fat.yaml", "mesh.yaml", "--json", "r.jsonl",
                 "--events", "e.jsonl", "--report", "r.html", "-o", output_.path()}),
            0)
      << console();
  EXPECT_THAT(console(), HasSubstr("4 scenarios: 4 passed, 0 failed"));
  EXPECT_EQ(test::read_text(output_.path("scatter.events.jsonl")), "");
  EXPECT_EQ(mistake_in(output_.path("r.html")), "");
  EXPECT_EQ(run({"run", "scatter.yaml", "--diagram", "--waves", "w.fst", "-o", output_.path()}), 0)
      << console();
  for (const char* file : {"scatter.svg", "w.fst", "r.jsonl"})
    EXPECT_EQ(mistake_in(output_.path(file)), "") << file;
}

}  // namespace
}  // namespace flitwise
