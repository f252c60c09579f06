#include "sim/console/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

#include "sim/console/outputs.h"
#include "sim/console/progress.h"
#include "sim/run/process/child_run.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr const char* kBold = "\033[1m";
constexpr const char* kPlain = "\033[0m";

}  // namespace

Readers readers_of(StandardOutput output, const Console& console) {
  const bool taken = output == StandardOutput::kTaken;
  const bool terminal = taken ? console.error_is_terminal : console.out_is_terminal;
  return {taken ? console.error : console.out,
          terminal && console.may_colour ? Colour::kAlways : Colour::kNever,
          terminal ? console.width : 0};
}

Colour colour_of_errors(const Console& console) {
  return console.error_is_terminal && console.may_colour ? Colour::kAlways : Colour::kNever;
}

// An error of a setting belongs to no line, so the file that it does not fit is named when there
// are several.
void print_errors(const std::vector<ConfigError>& errors, const std::string& file,
                  std::size_t files, const Console& console) {
  std::ostream& stream = console.error;
  constexpr std::size_t kMostErrors = 20;  // beyond, the file is of another kind
  const std::size_t shown = std::min(errors.size(), kMostErrors);
  for (std::size_t i = 0; i < shown; ++i) {
    stream << error_text(errors[i], colour_of_errors(console));
    if (!errors[i].setting().empty() && files > 1)
      stream << "      in " << escaped(errors[i].file()) << "\n";
  }
  const std::size_t rest = errors.size() - shown;
  if (rest > 0) stream << fmt::format("and {} in {}\n", counted(rest, "more error"), escaped(file));
}

void print_error_count(std::size_t errors, const Console& console) {
  console.error << counted(errors, "error") << " in the input; nothing was run\n";
}

int refuse(const std::string& command, const std::string& rule, const Console& console) {
  console.error << painted_error(command + ": error: " + rule, colour_of_errors(console)) << "\n";
  return kBadInput;
}

int refuse_input(const std::vector<ConfigError>& errors, const std::string& file,
                 const Console& console) {
  print_errors(errors, file, 1, console);
  print_error_count(errors.size(), console);
  return kBadInput;
}

void print_results(const std::vector<Result>& results, bool every_check, const Readers& readers) {
  const Detail detail = every_check ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_table(results, readers.colour, readers.width)
                 << render_details(results, detail, readers.colour, readers.width) << "\n"
                 << render_summary(results);
}

void make_directory(const std::string& directory) {
  if (directory.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error || !std::filesystem::is_directory(directory))
    throw OutputError(fmt::format("{}: error: cannot create this directory: {}", directory,
                                  error ? error.message() : "a file is in the way"));
}

Result run_with_progress(const Scenario& scenario, RunRequest request, Runner runner,
                         const Console& console) {
  Progress progress(scenario.name, std::nullopt, console.error, console.error_is_terminal);
  request.progress = [&progress](Step now, Step expected) { progress.show_step(now, expected); };
  try {
    return runner(scenario, request);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    return thrown_run(scenario, error);
  }
}

void run_all_with_progress(const std::string& name, const std::vector<const Scenario*>& scenarios,
                           Runner runner, const ParallelLimits& limits, const Console& console,
                           const TakeResult& take, const RunRequest& request) {
  Progress progress(name, scenarios.size(), console.error, console.error_is_terminal);
  run_in_parallel(
      scenarios, runner, limits,
      [&](std::size_t i, Result result) { progress.finish_one(take(i, std::move(result))); },
      [&](std::size_t running) { progress.show_runs(running); }, request);
  throw_if_interrupted();
}

ParallelLimits limits_of(std::size_t processes, double timeout) {
  ParallelLimits limits;
  limits.processes = processes;
  if (timeout > 0)
    limits.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(timeout * 1000));
  return limits;
}

int exit_status(const std::vector<Outcome>& outcomes) {
  const auto is = [](Outcome wanted) { return [=](Outcome outcome) { return outcome == wanted; }; };
  for (const Outcome worst : {Outcome::kBadInput, Outcome::kNoEnd})
    if (std::any_of(outcomes.begin(), outcomes.end(), is(worst))) return static_cast<int>(worst);
  const bool all_passed = std::all_of(outcomes.begin(), outcomes.end(), is(Outcome::kPass));
  return all_passed ? kExitPassed : kExitFailed;
}

std::string painted_error(const std::string& text, Colour colour) {
  static const std::string kWord = "error:";
  const std::size_t at = text.find(kWord);
  const bool is_error =
      at == 0 || (at != std::string::npos && at >= 2 && text.compare(at - 2, 2, ": ") == 0);
  if (colour == Colour::kNever || !is_error) return text;
  const std::string place = text.substr(0, at);
  return (place.empty() ? "" : kBold + place + kPlain) + painted(kWord, false, colour) +
         text.substr(at + kWord.size());
}

std::string error_text(const ConfigError& error, Colour colour) {
  std::string excerpt = error.excerpt();
  const std::size_t caret = excerpt.rfind('^');
  if (caret != std::string::npos) excerpt.replace(caret, 1, painted("^", true, colour));
  return painted_error(error.what(), colour) + "\n" + excerpt;
}

}  // namespace flitwise
