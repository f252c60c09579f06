#include "sim/run/process/child_run.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <systemc>

#include "sim/run/family/family.h"
#include "sim/run/figures/result.h"
#include "systemc/network/models/model_error.h"

namespace flitwise {
namespace {

// Exit status of a child that could not do its work.
constexpr int kThrew = 70;
// Likewise of one whose router model could not be made.
constexpr int kHadNoModel = 71;
// Likewise of one that memory did not suffice for.
constexpr int kHadNoMemory = 72;

constexpr const char* kRtlSays = "RTL: ";
constexpr const char* kNoMemory = "there is not enough memory";

// Writes all bytes; ends this process with kThrew when nobody reads them. For children.
void write_all(int descriptor, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = write(descriptor, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) _exit(kThrew);
    done += static_cast<std::size_t>(n);
  }
}

// Makes the kernel end this process when its parent, `parent`, ends, even if that is killed. For
// children, first of all. The parent may have died before the kernel was asked.
void die_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(kThrew);
}

// What verilated assertions print goes to a scratch file instead of among the results.
std::FILE* capture_stdout() {
  std::FILE* scratch = std::tmpfile();
  if (scratch == nullptr) throw std::system_error(errno, std::generic_category(), "scratch file");
  std::fflush(stdout);
  dup2(fileno(scratch), STDOUT_FILENO);
  return scratch;
}

std::vector<std::string> captured_lines(std::FILE* scratch) {
  constexpr std::size_t kMostLines = 20;
  std::fflush(stdout);
  std::rewind(scratch);
  std::vector<std::string> lines;
  std::array<char, 1024> line{};
  while (std::fgets(line.data(), line.size(), scratch) != nullptr) {
    std::string text(line.data());
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    // Verilator adds to each failed assertion that it goes on; that is no news.
    if (text.empty() || text.rfind("-Info:", 0) == 0) continue;
    if (lines.size() == kMostLines) {
      lines.push_back(std::string(kRtlSays) + "and more that is not shown");
      break;
    }
    lines.push_back(kRtlSays + text);
  }
  return lines;
}

// The kernel wraps what is thrown inside a process in a report of its own.
std::string words_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return kNoMemory;
  const auto* report = dynamic_cast<const sc_core::sc_report*>(&error);
  return report == nullptr ? error.what() : report->get_msg();
}

[[noreturn]] void be_child(const Scenario& scenario, const RunRequest& request, Runner work,
                           int fd) {
  // Before anything is thrown: verilated models do not survive an exception while they are made.
  std::set_new_handler([] { _exit(kHadNoMemory); });
  int status = 0;
  std::string bytes;
  std::FILE* scratch = nullptr;
  // Assertions that failed before an exception are its reason, as a rule.
  const auto and_printed = [&](std::string what) {
    if (scratch != nullptr)
      for (const std::string& line : captured_lines(scratch)) what += "\n" + line;
    return what;
  };
  try {
    scratch = capture_stdout();
    Result result = work(scenario, request);
    for (std::string& line : captured_lines(scratch)) result.problems.push_back(std::move(line));
    bytes = to_wire(result);
  } catch (const ModelError& error) {
    bytes = and_printed(error.what());
    status = kHadNoModel;
  } catch (const std::exception& error) {
    bytes = and_printed(words_of(error));
    status = kThrew;
  }
  write_all(fd, bytes);
  _exit(status);  // no destructors: the kernel has nothing to add, and the parent's must not run
}

std::string death_of(int signal, bool writes_waves) {
  std::string sentence =
      fmt::format("the simulation was ended by signal {} ({})", signal, strsignal(signal));
  // Writers of waves map their files: a disk that is full shows as a signal.
  if (writes_waves && (signal == SIGBUS || signal == SIGXFSZ))
    sentence += "; the disk of the wave file may be full, or the size of files limited";
  return sentence;
}

Result result_of(const Scenario& scenario, const RunRequest& request, int status,
                 const std::string& bytes) {
  if (WIFSIGNALED(status))
    return failed_run(scenario, death_of(WTERMSIG(status), !request.waves.empty()));
  if (WEXITSTATUS(status) == kHadNoModel) throw ModelError(bytes);
  if (WEXITSTATUS(status) == kThrew) throw std::runtime_error(bytes);
  if (WEXITSTATUS(status) == kHadNoMemory) throw std::runtime_error(kNoMemory);
  if (WEXITSTATUS(status) != 0)
    return failed_run(scenario,
                      fmt::format("the simulation ended with status {}", WEXITSTATUS(status)));
  // Verilator ends the program itself, with status 0, at the second $finish.
  if (bytes.empty()) return failed_run(scenario, "a $finish in the RTL has ended the simulation");
  return from_wire(bytes);
}

}  // namespace

Pipe::Pipe() {
  if (pipe(end.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
}

Pipe::~Pipe() {
  close_end(kRead);
  close_end(kWrite);
}

void Pipe::close_end(std::size_t which) {
  if (end[which] >= 0) close(end[which]);
  end[which] = -1;
}

ChildProcess::~ChildProcess() {
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  int ignored = 0;
  while (waitpid(id_, &ignored, 0) < 0 && errno == EINTR) continue;
}

int ChildProcess::wait() {
  int status = 0;
  while (waitpid(id_, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  id_ = -1;
  return status;
}

ChildRun::ChildRun(const Scenario& scenario, const RunRequest& request, Runner work,
                   HeldInterrupts& held) {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id == 0) {
    die_with(parent);
    forget_interrupts();
    ::signal(SIGXFSZ, SIG_DFL);  // writers of waves would go on
    held.release();
    channel_.close_end(Pipe::kRead);
    be_child(scenario, request, work, channel_.end[Pipe::kWrite]);
  }
  process_ = std::make_unique<ChildProcess>(id);
  channel_.close_end(Pipe::kWrite);
}

bool ChildRun::take() {
  std::array<char, 1 << 16> chunk{};
  const ssize_t n = read(descriptor(), chunk.data(), chunk.size());
  if (n < 0 && errno == EINTR) return true;
  if (n < 0) throw std::system_error(errno, std::generic_category(), "read");
  bytes_.append(chunk.data(), static_cast<std::size_t>(n));
  return n > 0;
}

void ChildRun::wait() { status_ = process_->wait(); }

Result ChildRun::result(const Scenario& scenario, const RunRequest& request) const {
  return result_of(scenario, request, status_, bytes_);
}

Result failed_run(const Scenario& scenario, const std::string& problem) {
  Result result;
  identify(scenario, result);
  result.measured.others = family_of(scenario).blank_figures(scenario);
  result.predicted = {0, 0, result.measured.others};
  result.outcome = Outcome::kFail;
  result.broke_off = true;
  result.problems.push_back(problem);
  return result;
}

Result thrown_run(const Scenario& scenario, const std::exception& error) {
  std::istringstream text(error.what());
  std::vector<std::string> printed;  // by the RTL, a problem a line
  std::string reason;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind(kRtlSays, 0) == 0)
      printed.push_back(line);
    else
      reason += (reason.empty() ? "" : "\n") + line;
  }
  Result result = failed_run(scenario, fmt::format("the simulation could not run: {}", reason));
  result.problems.insert(result.problems.end(), printed.begin(), printed.end());
  if (dynamic_cast<const ModelError*>(&error) != nullptr) result.outcome = Outcome::kBadInput;
  return result;
}

Result run_in_child(const Scenario& scenario, const RunRequest& request) {
  return work_in_child(scenario, request, run_here);
}

Result work_in_child(const Scenario& scenario, const RunRequest& request, Runner work) {
  HeldInterrupts held;
  ChildRun run(scenario, request, work, held);
  do {
    held.wait_readable(run.descriptor());
  } while (run.take());
  run.wait();
  // Signals to a whole process group end the child, too: that is no failure of the simulation.
  held.release();
  throw_if_interrupted();
  return run.result(scenario, request);
}

}  // namespace flitwise
