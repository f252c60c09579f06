// The real binary, stopped by signals: nothing that it began may go on or look finished.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

struct ProcessState {
  char state = 'X';  // as ps shows it; X: there is none
  pid_t parent = 0;
};

ProcessState state_of(pid_t process) {
  std::ifstream stream("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stream, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  ProcessState found;
  std::istringstream(text.substr(name_end + 1)) >> found.state >> found.parent;
  return found;
}

pid_t child_of(pid_t parent) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (!std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }))
      continue;
    const auto process = static_cast<pid_t>(std::stol(name));
    if (state_of(process).parent == parent) return process;
  }
  return 0;
}

bool has_ended(pid_t process) {
  const char state = state_of(process).state;
  return state == 'X' || state == 'Z';
}

template <typename Condition>
bool comes_true(Condition&& condition) {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

class RunningCommand : public testing::Test {
 protected:
  // Starts a run of minutes and waits until its simulation writes waves.
  void start(bool ignores_hangup = false) {
    test::write_text(input_.path("long.yaml"),
                     "name: long\nnetwork: {shape: path, pes: 40}\noperation: scatter\n"
                     "algorithm: fdf\nlengths: {one: 39, length: 3000000}\n");
    test::write_text(input_.path("short.yaml"), test::small_scenario("short"));
    command_ = fork();
    if (command_ == 0) become_command(ignores_hangup);
    ASSERT_TRUE(comes_true([&] { return fs::exists(wave() + ".hier"); })) << text("error");
    simulation_ = child_of(command_);
    ASSERT_GT(simulation_, 0);
  }

  void TearDown() override {
    if (command_ > 0) kill(command_, SIGKILL);
    if (command_ > 0) waitpid(command_, nullptr, 0);
  }

  // The status of the command's end.
  int end() {
    int status = 0;
    EXPECT_EQ(waitpid(command_, &status, 0), command_);
    command_ = 0;
    return status;
  }

  std::string wave() const {
    return output_.path(".long." + std::to_string(command_) + ".tmp.fst");
  }
  std::string text(const std::string& stream) const { return test::read_text(input_.path(stream)); }

  test::TemporaryDirectory input_;
  test::TemporaryDirectory output_;
  pid_t command_ = 0;
  pid_t simulation_ = 0;

 private:
  [[noreturn]] void become_command(bool ignores_hangup) {
    if (ignores_hangup) signal(SIGHUP, SIG_IGN);
    const std::string out = input_.path("out");
    const std::string error = input_.path("error");
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
    dup2(open(error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
    const std::string first = input_.path("long.yaml");
    const std::string second = input_.path("short.yaml");
    execl(FLITWISE_COMMAND, "flitwise", "run", first.c_str(), second.c_str(), "--waves", "w.fst",
          "--diagram", "--events", "e", "--json", "r.jsonl", "-o", output_.path().c_str(), nullptr);
    _exit(127);
  }
};

class InterruptedCommand : public RunningCommand, public testing::WithParamInterface<int> {};

TEST_P(InterruptedCommand, EndsByTheSignal) {
  start();
  kill(command_, GetParam());
  const int status = end();

  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_EQ(text("error"), "flitwise: interrupted\n");
}

TEST_P(InterruptedCommand, LeavesNoFile) {
  start();
  kill(command_, GetParam());
  end();

  EXPECT_THAT(output_.files(), IsEmpty());
}

TEST_P(InterruptedCommand, LeavesNoSimulation) {
  start();
  kill(command_, GetParam());
  end();

  EXPECT_EQ(state_of(simulation_).state, 'X');
}

INSTANTIATE_TEST_SUITE_P(By, InterruptedCommand, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& signal) {
                           return std::string(signal.param == SIGINT    ? "Interrupt"
                                              : signal.param == SIGTERM ? "Termination"
                                                                        : "Hangup");
                         });

TEST_F(RunningCommand, IsInterruptedAndNotFailedWhenItsSimulationGetsTheSignalToo) {
  start();
  kill(command_, SIGSTOP);
  ASSERT_TRUE(comes_true([&] { return state_of(command_).state == 'T'; }));
  kill(simulation_, SIGINT);
  kill(command_, SIGINT);
  kill(command_, SIGCONT);
  const int status = end();

  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(text("out"), "");
}

TEST_F(RunningCommand, GoesOnAfterAHangupThatItWasToldToIgnore) {
  start(true);
  kill(command_, SIGHUP);
  kill(command_, SIGTERM);
  const int status = end();

  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

TEST_F(RunningCommand, TakesItsSimulationAlongWhenItIsKilled) {
  start();
  kill(command_, SIGKILL);
  end();

  EXPECT_TRUE(comes_true([&] { return has_ended(simulation_); }));
}

TEST_F(RunningCommand, LeavesOnlyHiddenFilesWhenItIsKilled) {
  start();
  kill(command_, SIGKILL);
  end();

  for (const std::string& file : output_.files()) EXPECT_EQ(file.front(), '.') << file;
}

TEST_F(RunningCommand, PublishesOnlyTheVerdictOfASimulationThatDies) {
  start();
  kill(simulation_, SIGKILL);
  const int status = end();

  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(text("out"), HasSubstr("the simulation was ended by signal 9 (Killed)\n"));
  EXPECT_THAT(output_.files(),
              ElementsAre("r.jsonl", "short.events.jsonl", "short.fst", "short.gtkw",
                          "short.nodes.txt", "short.sucl", "short.svg"));
}

TEST_F(RunningCommand, RunsTheOtherScenariosAfterASimulationThatDies) {
  start();
  kill(simulation_, SIGSEGV);
  end();

  EXPECT_THAT(text("out"), HasSubstr("2 scenarios: 1 passed, 1 failed\n"));
}

TEST_F(RunningCommand, SuspectsTheDiskWhenWritingWavesEndsTheSimulation) {
  for (const int signal : {SIGXFSZ, SIGBUS}) {
    start();
    kill(simulation_, signal);
    end();

    EXPECT_THAT(text("out"), HasSubstr("the disk of the wave file may be full, or the size of "
                                       "files limited"));
  }
}

}  // namespace
}  // namespace flitwise
