// command_main.cpp: the process around a command line: terminal, signals.
#include "sim/cli/command_main.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

#include "sim/cli/cli.h"
#include "sim/commit.h"
#include "sim/run/process/interrupt.h"

namespace {

std::size_t terminal_width() {
  winsize size{};
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 0;
}

bool colour_is_wanted() {
  const char* refusal = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::string(terminal) == "dumb";
  return !is_dumb && (refusal == nullptr || *refusal == '\0');
}

}  // namespace

namespace flitwise {

int main(int argc, char** argv, const Families& families) {
  // A file that grows too large is an output that cannot be written, and says so itself.
  std::signal(SIGXFSZ, SIG_IGN);
  Console console{std::cout, std::cerr};
  // What mpirun gives a process looks like a terminal, wherever its own output goes.
  const bool is_alone = std::getenv("OMPI_COMM_WORLD_RANK") == nullptr;
  console.out_is_terminal = is_alone && ::isatty(STDOUT_FILENO) != 0;
  console.error_is_terminal = is_alone && ::isatty(STDERR_FILENO) != 0;
  console.may_colour = colour_is_wanted();
  console.width = is_alone ? terminal_width() : 0;
  console.commit = kCommit;
  try {
    return run_command_line(families, argc, argv, run_in_child, console);
  } catch (const Interrupted& interruption) {
    std::cerr << "flitwise: interrupted\n";
    end_by_signal(interruption.signal());
  }
}

}  // namespace flitwise
