// One simulation in a process of its own: a SystemC kernel elaborates once in a process.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "sim/families.h"
#include "sim/interrupt.h"
#include "sim/result_wire.h"
#include "sim/runner.h"

namespace flitwise {
namespace {

constexpr int kRead = 0;
constexpr int kWrite = 1;
constexpr int kThrew = 70;  // the child's exit status when the simulation threw

struct Pipe {
  std::array<int, 2> end{-1, -1};
  Pipe() {
    if (pipe(end.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  }
  ~Pipe() {
    close_end(kRead);
    close_end(kWrite);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(int which) {
    if (end[static_cast<std::size_t>(which)] >= 0) close(end[static_cast<std::size_t>(which)]);
    end[static_cast<std::size_t>(which)] = -1;
  }
};

void write_all(int fd, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) _exit(kThrew);
    done += static_cast<std::size_t>(n);
  }
}

std::string read_all(int fd, const HeldInterrupts& held) {
  std::string bytes;
  std::array<char, 1 << 16> chunk{};
  for (;;) {
    held.wait_readable(fd);
    const ssize_t n = read(fd, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw std::system_error(errno, std::generic_category(), "read");
    if (n == 0) return bytes;
    bytes.append(chunk.data(), static_cast<std::size_t>(n));
  }
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
      lines.emplace_back("and more of what the RTL printed");
      break;
    }
    lines.push_back("RTL: " + text);
  }
  return lines;
}

// A process that does not outlive this object, however the object's scope is left.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ < 0) return;
    ::kill(id_, SIGKILL);
    int ignored = 0;
    while (waitpid(id_, &ignored, 0) < 0 && errno == EINTR) continue;
  }
  int wait() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0)
      if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
    id_ = -1;
    return status;
  }

 private:
  pid_t id_;
};

// The kernel ends this process with its parent, even if that is killed. The parent may have died
// before the kernel was asked.
void die_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(kThrew);
}

[[noreturn]] void be_child(const Scenario& scenario, const RunRequest& request, int fd) {
  int status = 0;
  std::string bytes;
  try {
    std::FILE* scratch = capture_stdout();
    Result result = run_here(scenario, request);
    for (std::string& line : captured_lines(scratch)) result.problems.push_back(std::move(line));
    bytes = to_wire(result);
  } catch (const std::exception& error) {
    bytes = error.what();
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
  if (WEXITSTATUS(status) == kThrew) throw std::runtime_error(bytes);
  if (WEXITSTATUS(status) != 0)
    return failed_run(scenario,
                      fmt::format("the simulation ended with status {}", WEXITSTATUS(status)));
  return from_wire(bytes);
}

}  // namespace

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

Result run_in_child(const Scenario& scenario, const RunRequest& request) {
  HeldInterrupts held;
  Pipe channel;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id == 0) {
    die_with(parent);
    forget_interrupts();
    held.release();
    channel.close_end(kRead);
    be_child(scenario, request, channel.end[kWrite]);
  }
  Child child(id);
  channel.close_end(kWrite);
  const std::string bytes = read_all(channel.end[kRead], held);
  const int status = child.wait();
  // Signals to a whole process group end the child, too: that is no failure of the simulation.
  held.release();
  throw_if_interrupted();
  return result_of(scenario, request, status, bytes);
}

}  // namespace flitwise
