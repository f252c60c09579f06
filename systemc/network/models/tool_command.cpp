#include "systemc/network/models/tool_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "systemc/network/models/model_error.h"

namespace flitwise {
namespace {

constexpr std::size_t kLastLines = 15;
constexpr int kCannotStart = 127;

// In the child: becomes the program, or says why it cannot.
[[noreturn]] void become(std::vector<char*>& arguments, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  const std::string reason = fmt::format("cannot start it: {}\n", std::strerror(errno));
  if (write(STDERR_FILENO, reason.data(), reason.size()) < 0) _exit(kCannotStart);
  _exit(kCannotStart);
}

std::string read_all(int descriptor) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

std::string failure_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  if (WEXITSTATUS(status) != 0) return fmt::format("exit status {}", WEXITSTATUS(status));
  return {};
}

bool needs_quotes(const std::string& word) {
  return word.empty() || word.find_first_of(" '\"$;&|<>()*?\\\t\n") != std::string::npos;
}

std::string quoted(const std::string& word) {
  if (!needs_quotes(word)) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

std::string last_lines(const std::string& text) {
  std::size_t begin = text.size();
  for (std::size_t lines = 0; begin > 0; --begin) {
    const bool ends_a_line = text[begin - 1] == '\n' && begin != text.size();
    if (ends_a_line && ++lines == kLastLines) break;
  }
  return text.substr(begin);
}

}  // namespace

ToolResult run_tool(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw ModelError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child == 0) become(arguments, ends[1]);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw ModelError(fmt::format("cannot make a process: {}", std::strerror(errno)));
  }
  ToolResult result;
  result.output = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.failure = failure_of(status);
  return result;
}

std::string describe_failure(const std::vector<std::string>& command, const ToolResult& result) {
  std::string text = fmt::format("this command ended with {}:\n ", result.failure);
  for (const std::string& word : command) text += " " + quoted(word);
  const std::string tail = last_lines(result.output);
  return text + (tail.empty() ? "\nit printed nothing" : "\n" + tail);
}

}  // namespace flitwise
