#include "sim/cli/cli_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/cli/cli_ranks.h"
#include "sim/cli/commands.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_options.h"
#include "sim/report/diagram.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// One file for many scenarios would mix what belongs to different runs.
std::string refuse_shared(const char* option, const std::string& file,
                          const RunArguments& arguments) {
  if (file.empty()) return {};
  if (arguments.directory.empty())
    return fmt::format(
        "{} {}: several scenarios cannot share one file; add -o DIR to get one "
        "file per scenario in DIR",
        option, file);
  if (file == "-" || std::filesystem::path(file).is_absolute())
    return fmt::format(
        "{} {}: with several scenarios and -o DIR the file must be relative, "
        "because each scenario gets its own file in DIR",
        option, file);
  return {};
}

// For viewers: other files name it in a line of theirs.
std::string refuse_name(const char* option, const std::string& file, const char* content,
                        const char* extension) {
  if (file.empty()) return {};
  if (file == "-") return fmt::format("{} -: {} cannot go to standard output", option, content);
  if (escaped(file) != file)
    return fmt::format("{} {}: must have no control characters in its name", option, escaped(file));
  if (std::filesystem::path(file).extension() != extension)
    return fmt::format("{} {}: must end in {}, the format that is written", option, file,
                       extension);
  return {};
}

// Whether the path leads to the process's own descriptor 1, by any chain of links.
bool is_standard_output(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  const std::string wanted = fmt::format("/proc/{}/fd/{}", ::getpid(), STDOUT_FILENO);
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  for (int i = 0; i < kMostLinks && !error; ++i) {
    const fs::path directory = fs::canonical(place.parent_path(), error);
    if (error) return false;
    place = directory / place.filename();
    if (place == wanted) return true;
    if (!fs::is_symlink(place, error)) return false;
    place = directory / fs::read_symlink(place, error);
  }
  return false;
}

// The arguments with "-" for each text output that is standard output by another name, such as
// /dev/stdout or /proc/self/fd/1.
RunArguments with_standard_output_named(RunArguments arguments) {
  for (std::string* file : {&arguments.json, &arguments.events, &arguments.report})
    if (!file->empty() && is_standard_output(*file)) *file = "-";
  return arguments;
}

// The rule that the arguments break, as a sentence; empty if none. `scenarios` counts them.
std::string refuse_outputs(const RunArguments& arguments, std::size_t scenarios) {
  std::string refusal =
      refuse_shared_output({{"--json", arguments.json}, {"--events", arguments.events}});
  if (refusal.empty()) refusal = refuse_page(arguments.report);
  if (!refusal.empty()) return refusal;
  refusal = refuse_name("--waves", arguments.waves, "an FST file", ".fst");
  if (refusal.empty()) refusal = refuse_name("--trace", arguments.trace, "a trace", ".pftrace");
  if (scenarios <= 1 || !refusal.empty()) return refusal;
  refusal = refuse_shared("--events", arguments.events, arguments);
  if (refusal.empty()) refusal = refuse_shared("--waves", arguments.waves, arguments);
  if (refusal.empty()) refusal = refuse_shared("--trace", arguments.trace, arguments);
  return refusal;
}

// "3-7", or "3" for a range of one where that is allowed.
std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto first = whole_number(text.substr(0, dash));
  const auto last = dash == std::string::npos ? first : whole_number(text.substr(dash + 1));
  if (!first || !last || *first < 0 || *last < *first) return std::nullopt;
  return std::pair(*first, *last);
}

// Why the waves or the window that were asked for cannot be shown of this scenario, as a sentence;
// empty if they can.
std::string refuse_window(const RunArguments& arguments, const Scenario& scenario) {
  if (!arguments.waves.empty() && scenario.options.build == Build::kNetlist)
    return fmt::format("--waves: '{}' is built of netlists, which have no waves",
                       escaped(scenario.name));
  if (arguments.trace_steps.empty() && arguments.trace_nodes.empty()) return {};
  const WaveWindow window = parse_window(arguments.trace_steps, arguments.trace_nodes);
  if (arguments.waves.empty()) return "--trace-steps and --trace-nodes: need --waves F.fst";
  if (window.nodes.empty()) return {};
  if (scenario.options.build == Build::kElaborated)
    return fmt::format("--trace-nodes: '{}' is built elaborated, whose waves show all nodes",
                       escaped(scenario.name));
  Result facts;
  identify(scenario, facts);
  if (window.nodes.back() < facts.pes) return {};
  return fmt::format("--trace-nodes: '{}' has no PE {}, only 0 to {}", escaped(scenario.name),
                     window.nodes.back(), facts.pes - 1);
}

Result run_one(const Scenario& scenario, const RunArguments& arguments, const std::string& waves,
               const Session& session) {
  RunRequest request = request_of(arguments);
  request.waves = waves;
  return run_with_progress(scenario, request, session.runner, session.console);
}

Readers readers_of(const RunArguments& arguments, const Console& console) {
  const bool taken = arguments.json == "-" || arguments.events == "-";
  return readers_of(taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
}

void print_diagram(const Scenario& scenario, const Result& result, const Readers& readers) {
  GridWindow window;
  window.width = readers.width;
  readers.stream << result.scenario << "\n"
                 << render_grid(grid_of(scenario, result), window) << "\n";
}

ReportPage page_of(const RunArguments& arguments, const std::vector<Result>& results,
                   std::vector<ReportItem> items, const Session& session) {
  std::vector<std::string> command{"flitwise", "run"};
  command.insert(command.end(), arguments.files.begin(), arguments.files.end());
  ReportPage page = page_of_runs("Flitwise report", results,
                                 with_settings(command, session.settings), arguments.report);
  page.items = std::move(items);
  return page;
}

// Appends to `results` one by one: those of finished runs are there when an output fails.
void run_all(const std::vector<Scenario>& scenarios, const RunArguments& arguments,
             const OutputPlan& plan, const Session& session, const Readers& readers,
             std::vector<Result>& results) {
  TextSink json(plan.json, session.console.out);
  TextSink report(plan.report, session.console.out);
  std::vector<ReportItem> items;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    ScenarioSinks sinks(plan.scenarios[i], session.console.out);
    results.push_back(run_one(scenarios[i], arguments, sinks.waves_path(), session));
    Result& result = results.back();
    json.write(result_to_json(result));
    if (arguments.diagram && !result.broke_off) print_diagram(scenarios[i], result, readers);
    sinks.write(scenarios[i], result, parse_window(arguments.trace_steps, arguments.trace_nodes));
    if (!plan.report.empty())
      items.push_back(
          report_item(facts_of(result, command_to_reproduce(scenarios[i].file, session.settings)),
                      scenarios[i], result));
    throw_if_interrupted();
    result.events = {};  // the events of many runs need not fit into memory together
  }
  json.commit();
  if (!items.empty())
    report.write(render_page(page_of(arguments, results, std::move(items), session)));
  report.commit();
}

}  // namespace

std::string inside(const std::string& directory, const std::string& file) {
  if (directory.empty() || file.empty() || file == "-") return file;
  return (std::filesystem::path(directory) / file).string();  // keeps an absolute file as it is
}

std::string refuse_diagram(const std::string& scenario, const Family& family) {
  if (family.has_diagram()) return {};
  return fmt::format("--diagram: there is no space-time table of '{}': {} have none",
                     escaped(scenario), family.title());
}

OutputPlan plan_outputs(const RunArguments& arguments, const std::vector<std::string>& names) {
  OutputPlan plan;
  plan.json = inside(arguments.directory, arguments.json);
  plan.report = inside(arguments.directory, arguments.report);
  const std::vector<std::string> slugs = distinct_slugs(names);
  for (const std::string& slug : slugs) {
    ScenarioOutputs outputs;
    const bool many = slugs.size() > 1;
    if (!arguments.events.empty())
      outputs.events =
          inside(arguments.directory, many ? slug + ".events.jsonl" : arguments.events);
    if (!arguments.waves.empty())
      outputs.waves = inside(arguments.directory, many ? slug + ".fst" : arguments.waves);
    name_wave_files(outputs);
    if (!arguments.trace.empty())
      outputs.trace = inside(arguments.directory, many ? slug + ".pftrace" : arguments.trace);
    if (arguments.diagram && !arguments.directory.empty())
      outputs.svg = inside(arguments.directory, slug + ".svg");
    plan.scenarios.push_back(outputs);
  }
  return plan;
}

std::string refuse_clashes(const OutputPlan& plan, const std::vector<std::string>& scenarios,
                           const std::vector<std::string>& inputs) {
  // The FST library removes what is there before it writes: on a device that would be fatal.
  for (const ScenarioOutputs& outputs : plan.scenarios)
    if (is_special_file(outputs.waves))
      return fmt::format("--waves {}: is a device or a pipe; waves need a regular file",
                         outputs.waves);
  FileOwners owners;
  for (const std::string& file : scenarios) owners.add_input(file, "scenario itself");
  for (const std::string& file : inputs) owners.add_input(file, "scenario's input");
  std::string refusal;
  const auto claim = [&](const std::string& file, const char* purpose) {
    if (refusal.empty()) refusal = owners.refuse_output(file, purpose);
  };
  claim(plan.json, "results");
  claim(plan.report, "report");
  for (const ScenarioOutputs& outputs : plan.scenarios) {
    claim(outputs.events, "events");
    claim(outputs.waves, "waves");
    claim(outputs.layout, "waves' layout");
    claim(outputs.nodes, "names of nodes");
    claim(outputs.surfer, "commands of Surfer");
    claim(outputs.trace, "trace");
    claim(outputs.svg, "diagram");
  }
  return refusal;
}

WaveWindow parse_window(const std::string& steps, const std::string& nodes) {
  WaveWindow window;
  if (!steps.empty()) {
    const auto range = range_of(steps);
    if (!range || steps.find('-') == std::string::npos)
      throw std::invalid_argument(
          fmt::format("--trace-steps {}: must be two steps, the first not above the last, as 10-40",
                      escaped(steps)));
    window.first = range->first;
    window.last = range->second;
  }
  std::istringstream parts(nodes);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto range = range_of(part);
    if (!range || range->second >= kMaxTreePes)
      throw std::invalid_argument(
          fmt::format("--trace-nodes {}: must be PEs below {} and ranges of them, as 0,3,7-9",
                      escaped(nodes), kMaxTreePes));
    for (std::int64_t pe = range->first; pe <= range->second; ++pe)
      window.nodes.push_back(static_cast<Node>(pe));
  }
  std::sort(window.nodes.begin(), window.nodes.end());
  window.nodes.erase(std::unique(window.nodes.begin(), window.nodes.end()), window.nodes.end());
  return window;
}

int run_scenarios(const RunArguments& given, const Session& alone) {
  const RankPlace place = rank_place();
  const Session session{alone.families, place.is_shared() ? run_in_rank : alone.runner,
                        alone.console, alone.settings};
  const Console& console = session.console;
  const RunArguments arguments = with_standard_output_named(given);
  const std::string refusal = refuse_outputs(arguments, arguments.files.size());
  if (!refusal.empty() && place.is_first()) return refuse("flitwise run", refusal, console);
  if (!place.is_first()) return run_beside(place, arguments, session);
  std::vector<Scenario> scenarios;
  for (ScenarioReading& reading : read_scenarios(arguments.files, session))
    scenarios.push_back(std::move(*reading.scenario));
  if (scenarios.empty()) return kBadInput;
  for (Scenario& scenario : scenarios)
    scenario.options.threads = arguments.threads.value_or(scenario.options.threads);

  if (place.is_shared())
    if (const std::string rule = refuse_ranks(place, arguments, scenarios); !rule.empty())
      return refuse("flitwise run", rule, console);
  for (const Scenario& scenario : scenarios) {
    std::string refused =
        arguments.diagram
            ? refuse_diagram(scenario.name, family_of(scenario).network_family(scenario))
            : "";
    if (refused.empty()) refused = refuse_window(arguments, scenario);
    if (refused.empty()) continue;
    return refuse("flitwise run", refused, console);
  }

  std::vector<std::string> names;
  for (const Scenario& scenario : scenarios) names.push_back(scenario.name);
  const OutputPlan plan = plan_outputs(arguments, names);
  std::vector<std::string> inputs;
  for (const Scenario& scenario : scenarios)
    inputs.insert(inputs.end(), scenario.inputs.begin(), scenario.inputs.end());
  const std::string clash = refuse_clashes(plan, arguments.files, inputs);
  if (!clash.empty()) return refuse("flitwise run", clash, console);
  make_directory(arguments.directory);
  const Readers readers = readers_of(arguments, console);
  std::vector<Result> results;
  std::string trouble;
  try {
    const InterruptScope interrupts;
    run_all(scenarios, arguments, plan, session, readers, results);
    throw_if_interrupted();
  } catch (const OutputError& error) {
    throw_if_interrupted();  // a signal also ends waiting for a pipe, which is no trouble of its
                             // own
    trouble = error.what();  // what has run shall be seen even if it could not be written
  }
  if (!results.empty()) print_results(results, arguments.verbose, readers);
  if (!trouble.empty()) throw OutputError(trouble);
  return exit_status(outcomes_of(results));
}

void add_run(CLI::App& app, const Families& families, Commands& commands) {
  auto [command, arguments] = add_command(
      app, commands, "run", "Simulate scenarios and check them against theory", run_scenarios);
  add_file(command, "FILE", arguments.files, "Scenario files (YAML)", "")->required();
  add_settings(command, commands);
  add_file(command, "--json", arguments.json, "Write one JSON object per scenario, one per line");
  add_file(command, "--events", arguments.events,
           "Write one JSON object per flit and link crossed");
  add_file(command, "--waves", arguments.waves, "Write waves for GTKWave and Surfer", "F.fst");
  add_file(command, "--trace", arguments.trace, "Write a trace for Perfetto", "F.pftrace");
  add_file(command, "--report", arguments.report, "Write one page for browsers, of all runs",
           "F.html");
  command.add_option("--trace-steps", arguments.trace_steps, "Only these steps in the waves")
      ->type_name("FIRST-LAST");
  command
      .add_option("--trace-nodes", arguments.trace_nodes,
                  "Only these PEs and their routers in the waves")
      ->type_name("0,3,7-9");
  command
      .add_option("--threads", arguments.threads,
                  "Go through the routers in at most N threads (0: one per processor)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{0}, kMostThreads));
  command.add_flag("--diagram", arguments.diagram,
                   "Print the space-time table of each run; with -o, also write it as SVG");
  add_directory(command, arguments.directory,
                "Directory for all relative outputs, made if missing");
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(run_help(families));
}

}  // namespace flitwise
