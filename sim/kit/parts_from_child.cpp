#include "sim/kit/parts_from_child.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <system_error>

#include "sim/run/process/child_run.h"

namespace flitwise {
namespace {

constexpr int kUndone = 70;

void put(int descriptor, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t n = ::write(descriptor, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) ::_exit(kUndone);
    bytes += n;
    count -= static_cast<std::size_t>(n);
  }
}

void put(int descriptor, const std::string& text) {
  const std::uint64_t size = text.size();
  std::array<char, sizeof size> bytes{};
  std::memcpy(bytes.data(), &size, sizeof size);
  put(descriptor, bytes.data(), bytes.size());
  put(descriptor, text.data(), text.size());
}

[[noreturn]] void be_child(const std::function<int(std::vector<std::string>&)>& work,
                           int descriptor, pid_t parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) ::_exit(kUndone);
  std::fflush(stdout);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);  // what verilated code prints is none of the results
  std::vector<std::string> said;
  int value = kUndone;
  try {
    value = work(said);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    ::_exit(kUndone);
  }
  put(descriptor, std::to_string(value));
  for (const std::string& text : said) put(descriptor, text);
  std::fflush(stdout);
  ::_exit(0);  // no destructors: the parent's must not run here
}

// The texts that stand in the bytes, in their order.
std::vector<std::string> texts_in(const std::string& bytes) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size();) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data() + at, sizeof size);
    at += sizeof size;
    texts.push_back(bytes.substr(at, size));
    at += size;
  }
  return texts;
}

}  // namespace

ChildEnd parts_from_child(const std::function<int(std::vector<std::string>&)>& work,
                          const std::vector<std::string*>& texts) {
  HeldInterrupts held;
  Pipe pipe;
  const pid_t parent = ::getpid();
  const pid_t id = ::fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id == 0) {
    forget_interrupts();
    held.release();
    pipe.close_end(Pipe::kRead);
    be_child(work, pipe.end[Pipe::kWrite], parent);
  }
  ChildProcess child(id);
  pipe.close_end(Pipe::kWrite);
  std::string bytes;
  std::array<char, 65536> part{};
  while (true) {
    held.wait_readable(pipe.end[Pipe::kRead]);
    const ssize_t n = ::read(pipe.end[Pipe::kRead], part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    bytes.append(part.data(), static_cast<std::size_t>(n));
  }
  const int status = child.wait();
  // Signals to a whole process group end the child, too: that is no death of its own.
  held.release();
  throw_if_interrupted();
  ChildEnd end;
  const std::vector<std::string> said = texts_in(bytes);
  if (WIFSIGNALED(status))
    end.death = fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) == 0 && said.empty())
    end.death = "a $finish in its RTL, whose line Verilator names, has ended it";
  else if (WEXITSTATUS(status) != 0 || said.size() != texts.size() + 1)
    end.death = fmt::format("status {}", WEXITSTATUS(status));
  if (!end.death.empty()) return end;
  end.value = std::stoi(said.front());
  for (std::size_t k = 0; k < texts.size(); ++k) *texts[k] = said[k + 1];
  return end;
}

}  // namespace flitwise
