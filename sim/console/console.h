// console.h: where commands write, and what those that run scenarios have in common.
#ifndef FLITWISE_SIM_CONSOLE_CONSOLE_H_
#define FLITWISE_SIM_CONSOLE_CONSOLE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "sim/language/scenario_error.h"
#include "sim/report/report_table.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/run/runner.h"

namespace flitwise {

/// Where a command writes, and what it knows about it.
struct Console {
  std::ostream& out;
  std::ostream& error;
  bool out_is_terminal = false;
  bool error_is_terminal = false;
  bool may_colour = false;  ///< NO_COLOR is not set
  std::size_t width = 0;    ///< columns of the terminal, 0 if there is none
  std::string commit = {};  ///< that the program was built from, empty if that is not known
};

/// The stream for people: standard error where data go to standard output.
struct Readers {
  std::ostream& stream;
  Colour colour;
  std::size_t width;  ///< columns, 0 if it is no terminal
};

enum class StandardOutput : std::uint8_t { kFree, kTaken };
Readers readers_of(StandardOutput output, const Console& console);

/// Exit statuses: all is right, something is wrong, input cannot be read.
inline constexpr int kExitPassed = static_cast<int>(Outcome::kPass);
inline constexpr int kExitFailed = static_cast<int>(Outcome::kFail);
inline constexpr int kBadInput = static_cast<int>(Outcome::kBadInput);

/// Whether errors are coloured.
Colour colour_of_errors(const Console& console);
/// Prints the first errors of `file`, one of `files` scenario files.
void print_errors(const std::vector<ConfigError>& errors, const std::string& file,
                  std::size_t files, const Console& console);
/// Says how many there were and that nothing ran.
void print_error_count(std::size_t errors, const Console& console);
/// "COMMAND: error: RULE": arguments that a command cannot use. Returns the exit status for it.
int refuse(const std::string& command, const std::string& rule, const Console& console);
/// Prints the errors of a file and that nothing ran. Returns the exit status for it.
int refuse_input(const std::vector<ConfigError>& errors, const std::string& file,
                 const Console& console);

/// Errors: throws OutputError when the directory cannot be made.
void make_directory(const std::string& directory);

/// Prints results for people: a table, below it what failed, or every check, and a last line.
void print_results(const std::vector<Result>& results, bool every_check, const Readers& readers);

/// Runs a scenario and shows its progress. A run that throws anything but Interrupted is a failed
/// result: what has run and what is to run must not be lost with it.
Result run_with_progress(const Scenario& scenario, RunRequest request, Runner runner,
                         const Console& console);

/// Takes the result of a scenario; returns whether its progress counts it as passed.
using TakeResult = std::function<bool(std::size_t index, Result result)>;

/// Runs all scenarios, some at a time, and shows their progress under a name.
/// Errors: as run_in_parallel, and throws Interrupted when a signal came.
void run_all_with_progress(const std::string& name, const std::vector<const Scenario*>& scenarios,
                           Runner runner, const ParallelLimits& limits, const Console& console,
                           const TakeResult& take, const RunRequest& request = {});

/// What --max-parallel and --timeout, in seconds, ask for; 0: nothing asked for.
ParallelLimits limits_of(std::size_t processes, double timeout);

/// The exit status that results stand for: a run that could not be made decides over one that did
/// not end, and that over one that failed.
int exit_status(const std::vector<Outcome>& outcomes);

/// "PLACE: error: ..." with the place in bold and the word in red; any other text as it is.
std::string painted_error(const std::string& text, Colour colour);

/// The error's line and, where there is one, the line of the input with a caret below.
std::string error_text(const ConfigError& error, Colour colour);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CONSOLE_CONSOLE_H_
