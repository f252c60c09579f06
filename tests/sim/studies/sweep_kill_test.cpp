// The real binary: a sweep that is killed at any time goes on without redoing or losing a point.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

constexpr std::size_t kPoints = 24;

class KilledSweep : public testing::Test {
 protected:
  void SetUp() override {
    test::write_text(input_.path("s.yaml"),
                     "name: killed\nbase: {network: {shape: random, pes: 100, depth: uniform, "
                     "seed: 1}, operation: gather, algorithm: certification, lengths: {each: 40}}\n"
                     "vary: {network.seed: {from: 1, to: 24, step: 1}}\n"
                     "plot: {x: network.seed, y: [finish, predicted.finish]}\n");
  }

  pid_t start(const std::string& directory) {
    const std::string file = input_.path("s.yaml");
    const std::string out = input_.path("out");
    const pid_t id = fork();
    if (id != 0) return id;
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    execl(FLITWISE_COMMAND, "flitwise", "sweep", file.c_str(), "-o", directory.c_str(),
          "--max-parallel", "2", nullptr);
    _exit(127);
  }
  static int end(pid_t id) {
    int status = 0;
    EXPECT_EQ(waitpid(id, &status, 0), id);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  static std::string lines_of(const std::string& directory) {
    const std::string file = directory + "/killed.jsonl";
    return std::filesystem::exists(file) ? test::read_text(file) : "";
  }
  static std::size_t count_lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  test::TemporaryDirectory input_;
  test::TemporaryDirectory whole_;
  test::TemporaryDirectory killed_;
};

// Results without the wall time of their simulations.
std::string timeless(const std::string& lines) {
  std::string all;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    Json json = Json::parse(line);
    json["result"].erase("seconds");
    all += json.dump() + "\n";
  }
  return all;
}

TEST_F(KilledSweep, GoesOnUntilItHasTheResultsOfOneThatWasNotKilled) {
  ASSERT_EQ(end(start(whole_.path())), 0) << test::read_text(input_.path("out"));
  std::size_t kills = 0;
  std::set<std::string> seen;  // the lines of results are never written again
  for (int status = -1; status != 0;) {
    const std::size_t before = count_lines(lines_of(killed_.path()));
    const pid_t id = start(killed_.path());
    // Killed in the midst as long as there is one, and then left alone.
    while (before + 5 < kPoints && count_lines(lines_of(killed_.path())) < before + 5)
      std::this_thread::yield();
    if (before + 5 < kPoints) kill(id, SIGKILL);
    status = end(id);
    if (status != 0) ++kills;
    ASSERT_LT(kills, 50U);
    std::istringstream lines(lines_of(killed_.path()));
    std::set<std::string> now;
    for (std::string line; std::getline(lines, line);)
      if (!lines.eof()) now.insert(line);
    EXPECT_TRUE(std::includes(now.begin(), now.end(), seen.begin(), seen.end()));
    seen = now;
  }
  EXPECT_GE(kills, 3U);
  EXPECT_THAT(test::read_text(input_.path("out")), HasSubstr(" from an earlier run\n"));
  EXPECT_EQ(timeless(lines_of(killed_.path())), timeless(lines_of(whole_.path())));
  for (const char* name : {"/killed.csv", "/killed.svg"})
    EXPECT_EQ(test::read_text(killed_.path() + name), test::read_text(whole_.path() + name));
  EXPECT_EQ(count_lines(lines_of(killed_.path())), kPoints);
}

TEST_F(KilledSweep, LetsNoSecondOneWriteItsResults) {
  const pid_t id = start(killed_.path());
  while (lines_of(killed_.path()).empty()) std::this_thread::yield();
  const std::string command = std::string(FLITWISE_COMMAND " sweep ") + input_.path("s.yaml") +
                              " -o " + killed_.path() + " > " + input_.path("second") + " 2>&1";
  kill(id, SIGSTOP);
  const int status = std::system(command.c_str());
  kill(id, SIGCONT);

  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_THAT(test::read_text(input_.path("second")),
              HasSubstr("killed.jsonl: error: another sweep writes this file\n"));
  EXPECT_EQ(end(id), 0);
}

TEST_F(KilledSweep, KeepsItsResultsWhenItIsInterrupted) {
  const pid_t id = start(killed_.path());
  while (lines_of(killed_.path()).empty()) std::this_thread::yield();
  kill(id, SIGINT);
  int status = 0;
  waitpid(id, &status, 0);

  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGINT);
  EXPECT_FALSE(lines_of(killed_.path()).empty());
}

}  // namespace
}  // namespace flitwise
