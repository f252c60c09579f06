#include <ostream>
#include <utility>

#include "sim/cli/arguments/cli_outputs.h"
#include "sim/cli/arguments/cli_window.h"
#include "sim/cli/cli.h"
#include "sim/console/console.h"
#include "sim/report/diagram.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

std::vector<Scenario> read_all(const Families& families, const RunArguments& arguments,
                               const Console& console) {
  std::vector<Scenario> scenarios;
  std::size_t errors = 0;
  for (const std::string& file : arguments.files) {
    ScenarioReading reading = read_scenario(families, file, arguments.settings);
    print_errors(reading.errors, file, arguments.files.size(), console);
    errors += reading.errors.size();
    if (reading.scenario) scenarios.push_back(std::move(*reading.scenario));
  }
  if (errors == 0) return scenarios;
  print_error_count(errors, console);
  return {};
}

Result run_one(const Scenario& scenario, const RunArguments& arguments, const std::string& waves,
               Runner runner, const Console& console) {
  RunRequest request;
  request.keep_events = arguments.diagram || !arguments.events.empty() || !arguments.report.empty();
  request.waves = waves;
  request.trace = parse_window(arguments.trace_steps, arguments.trace_nodes);
  return run_with_progress(scenario, request, runner, console);
}

Readers readers_of(const RunArguments& arguments, const Console& console) {
  const bool taken = arguments.json == "-" || arguments.events == "-";
  return readers_of(taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
}

void print_diagram(const Result& result, const Readers& readers) {
  GridWindow window;
  window.width = readers.width;
  readers.stream << result.scenario << "\n"
                 << render_grid(make_grid(result.events, result.pes), window) << "\n";
}

ReportPage page_of(const RunArguments& arguments, const std::vector<Result>& results,
                   std::vector<ReportItem> items) {
  std::vector<std::string> command{"flitwise", "run"};
  command.insert(command.end(), arguments.files.begin(), arguments.files.end());
  ReportPage page = page_of_runs("Flitwise report", results,
                                 with_settings(command, arguments.settings), arguments.report);
  page.items = std::move(items);
  return page;
}

// Appends to `results` one by one: those of finished runs are there when an output fails.
void run_all(const std::vector<Scenario>& scenarios, const RunArguments& arguments,
             const OutputPlan& plan, Runner runner, const Console& console, const Readers& readers,
             std::vector<Result>& results) {
  TextSink json(plan.json, console.out);
  TextSink report(plan.report, console.out);
  std::vector<ReportItem> items;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    ScenarioSinks sinks(plan.scenarios[i], console.out);
    results.push_back(run_one(scenarios[i], arguments, sinks.waves_path(), runner, console));
    Result& result = results.back();
    json.write(result_to_json(result));
    if (arguments.diagram && !result.broke_off) print_diagram(result, readers);
    sinks.write(scenarios[i], result, parse_window(arguments.trace_steps, arguments.trace_nodes));
    if (!plan.report.empty())
      items.push_back(
          report_item(facts_of(result, command_to_reproduce(scenarios[i].file, arguments.settings)),
                      scenarios[i], result));
    throw_if_interrupted();
    result.events = {};  // the events of many runs need not fit into memory together
  }
  json.commit();
  if (!items.empty()) report.write(render_page(page_of(arguments, results, std::move(items))));
  report.commit();
}

void print_results(const std::vector<Result>& results, const RunArguments& arguments,
                   const Readers& readers) {
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_table(results, readers.colour, readers.width)
                 << render_details(results, detail, readers.colour, readers.width) << "\n"
                 << render_summary(results);
}

}  // namespace

int run_scenarios(const Families& families, const RunArguments& given, Runner runner,
                  const Console& console) {
  const RunArguments arguments = with_standard_output_named(given);
  const std::string refusal = refuse_outputs(arguments, arguments.files.size());
  if (!refusal.empty()) return refuse("flitwise run", refusal, console);
  const std::vector<Scenario> scenarios = read_all(families, arguments, console);
  if (scenarios.empty()) return kBadInput;

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
