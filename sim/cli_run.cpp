#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "sim/cli.h"
#include "sim/cli_outputs.h"
#include "sim/cli_progress.h"
#include "sim/diagram.h"
#include "sim/interrupt.h"
#include "sim/report_json.h"
#include "sim/report_table.h"
#include "sim/report_text.h"
#include "sim/scenario_reader.h"

namespace flitwise {
namespace {

constexpr int kBadInput = static_cast<int>(Outcome::kBadInput);

// Prints the first errors of a file; an error of a setting belongs to no line, so the file that it
// does not fit is named when there are several.
void print_errors(const std::vector<ConfigError>& errors, const std::string& file,
                  std::size_t files, std::ostream& stream) {
  constexpr std::size_t kMostErrors = 20;  // beyond, the file is of another kind
  const std::size_t shown = std::min(errors.size(), kMostErrors);
  for (std::size_t i = 0; i < shown; ++i) {
    stream << errors[i].what() << "\n" << errors[i].excerpt();
    if (!errors[i].setting().empty() && files > 1)
      stream << "      in " << escaped(errors[i].file()) << "\n";
  }
  const std::size_t rest = errors.size() - shown;
  if (rest > 0)
    stream << fmt::format("and {} more error{} in {}\n", rest, rest == 1 ? "" : "s", escaped(file));
}

std::vector<Scenario> read_all(const RunArguments& arguments, std::ostream& stream) {
  std::vector<Scenario> scenarios;
  std::size_t errors = 0;
  for (const std::string& file : arguments.files) {
    ScenarioReading reading = read_scenario(file, arguments.settings);
    print_errors(reading.errors, file, arguments.files.size(), stream);
    errors += reading.errors.size();
    if (reading.scenario) scenarios.push_back(std::move(*reading.scenario));
  }
  if (errors == 0) return scenarios;
  stream << fmt::format("{} error{} in the input; nothing was run\n", errors,
                        errors == 1 ? "" : "s");
  return {};
}

void make_directory(const std::string& directory) {
  if (directory.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error || !std::filesystem::is_directory(directory))
    throw OutputError(fmt::format("{}: error: cannot create this directory: {}", directory,
                                  error ? error.message() : "a file is in the way"));
}

Result run_one(const Scenario& scenario, const RunArguments& arguments, const std::string& waves,
               Runner runner, const Console& console) {
  Progress progress(scenario.name, console.error, console.error_is_terminal);
  RunRequest request;
  request.keep_events = arguments.diagram || !arguments.events.empty();
  request.waves = waves;
  request.progress = [&progress](Step now, Step expected) { progress.update(now, expected); };
  try {
    return runner(scenario, request);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    return failed_run(scenario, fmt::format("the simulation could not run: {}", error.what()));
  }
}

int exit_status(const std::vector<Result>& results) {
  const auto any = [&](Outcome outcome) {
    return std::any_of(results.begin(), results.end(),
                       [&](const Result& result) { return result.outcome == outcome; });
  };
  if (any(Outcome::kNoEnd)) return static_cast<int>(Outcome::kNoEnd);
  const bool all_passed = std::all_of(results.begin(), results.end(), [](const Result& result) {
    return result.outcome == Outcome::kPass;
  });
  return static_cast<int>(all_passed ? Outcome::kPass : Outcome::kFail);
}

// When JSON goes to standard output, what people read goes to the other stream.
struct Readers {
  std::ostream& stream;
  Colour colour;
  std::size_t width;
};

Readers readers_of(const RunArguments& arguments, const Console& console) {
  const bool out_is_taken = arguments.json == "-" || arguments.events == "-";
  const bool terminal = out_is_taken ? console.error_is_terminal : console.out_is_terminal;
  return {out_is_taken ? console.error : console.out,
          terminal && console.may_colour ? Colour::kAlways : Colour::kNever,
          terminal ? console.width : 0};
}

void print_diagram(const Result& result, const Readers& readers) {
  GridWindow window;
  window.width = readers.width;
  readers.stream << result.scenario << "\n"
                 << render_grid(make_grid(result.events, result.pes), window) << "\n";
}

// Appends to `results` one by one: those of finished runs are there when an output fails.
void run_all(const std::vector<Scenario>& scenarios, const RunArguments& arguments,
             const OutputPlan& plan, Runner runner, const Console& console, const Readers& readers,
             std::vector<Result>& results) {
  TextSink json(plan.json, console.out);
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    ScenarioSinks sinks(plan.scenarios[i], console.out);
    results.push_back(run_one(scenarios[i], arguments, sinks.waves_path(), runner, console));
    Result& result = results.back();
    json.write(result_to_json(result));
    if (arguments.diagram && !result.broke_off) print_diagram(result, readers);
    sinks.write(scenarios[i], result);
    throw_if_interrupted();
    result.events = {};  // the events of many runs need not fit into memory together
  }
  json.commit();
}

void print_results(const std::vector<Result>& results, const RunArguments& arguments,
                   const Readers& readers) {
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_table(results, readers.colour)
                 << render_details(results, detail, readers.colour) << "\n"
                 << render_summary(results);
}

}  // namespace

int run_scenarios(const RunArguments& given, Runner runner, const Console& console) {
  const RunArguments arguments = with_standard_output_named(given);
  const std::string refusal = refuse_outputs(arguments, arguments.files.size());
  if (!refusal.empty()) {
    console.error << "flitwise run: error: " << refusal << "\n";
    return kBadInput;
  }
  const std::vector<Scenario> scenarios = read_all(arguments, console.error);
  if (scenarios.empty()) return kBadInput;

  std::vector<std::string> names;
  for (const Scenario& scenario : scenarios) names.push_back(scenario.name);
  const OutputPlan plan = plan_outputs(arguments, names);
  const std::string clash = refuse_clashes(plan, arguments.files);
  if (!clash.empty()) {
    console.error << "flitwise run: error: " << clash << "\n";
    return kBadInput;
  }
  make_directory(arguments.directory);
  const Readers readers = readers_of(arguments, console);
  std::vector<Result> results;
  std::string trouble;
  try {
    const InterruptScope interrupts;
    run_all(scenarios, arguments, plan, runner, console, readers, results);
    throw_if_interrupted();
  } catch (const OutputError& error) {
    throw_if_interrupted();  // a signal also ends waiting for a pipe, which is no trouble of its
                             // own
    trouble = error.what();  // what has run shall be seen even if it could not be written
  }
  if (!results.empty()) print_results(results, arguments, readers);
  if (!trouble.empty()) throw OutputError(trouble);
  return exit_status(results);
}

}  // namespace flitwise
