// cli_compare.cpp: `flitwise compare`: every algorithm that fits a scenario, the best first.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

#include "sim/cli/cli_run.h"
#include "sim/cli/commands.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/run/family/compare.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// Empty texts and "-" as in RunArguments.
struct CompareArguments {
  std::string file;
  std::string json;
  std::string report;
  std::string directory;
  bool verbose = false;
};

std::string heading(const Scenario& scenario, const Result& result) {
  return fmt::format("{}: {} of {} flits, {}\n", scenario.name, result.operation, result.flits,
                     result.network);
}

ComparedRun run_variant(const Variant& variant, const RunRequest& request, const Session& session) {
  ComparedRun run;
  run.label = label_of(variant.scenario);
  run.origin = variant.origin;
  run.result = run_with_progress(variant.scenario, request, session.runner, session.console);
  run.costs = family_of(variant.scenario).costs(run.result);
  // Orders are told apart by the table and must be by the data, too.
  const std::string order = family_of(variant.scenario).distinction(variant.scenario);
  std::string& text = run.result.variant;
  if (!order.empty()) text = text.empty() ? order : order + ", " + text;
  return run;
}

// On the page, the label tells which row is meant.
std::vector<Result> labelled_results(const std::vector<ComparedRun>& runs) {
  std::vector<Result> results = results_of(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) results[i].scenario += ", " + runs[i].label;
  return results;
}

void print_comparison(const CompareArguments& arguments, const Scenario& own,
                      const std::vector<ComparedRun>& runs,
                      const std::vector<RefusedVariant>& refused,
                      const std::vector<std::string>& notes, const Readers& readers) {
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  const auto is_own = [](const ComparedRun& run) { return run.origin == Origin::kOwn; };
  const auto own_run = std::find_if(runs.begin(), runs.end(), is_own);
  readers.stream << heading(own, own_run->result)
                 << render_comparison(runs, readers.colour, readers.width)
                 << "* the scenario as it is\n"
                 << refused_text(refused, readers.width);
  for (const std::string& note : notes) readers.stream << wrapped(note, 0, readers.width) << "\n";
  readers.stream << render_compared_details(runs, detail, readers.colour, readers.width) << "\n"
                 << render_summary(results_of(runs), "variant");
}

ReportPage page_of(const CompareArguments& arguments, const std::vector<ComparedRun>& runs,
                   const std::vector<Variant>& variants, const std::vector<Setting>& settings) {
  std::vector<Result> results = labelled_results(runs);
  ReportPage page = page_of_runs("Flitwise compare", results,
                                 with_settings({"flitwise", "compare", arguments.file}, settings),
                                 arguments.report);
  page.summary = one_line(render_summary(results, "variant"));
  page.tables.front().columns = comparison_columns(runs);
  EventRoom room;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Scenario& scenario = variants[runs[i].variant].scenario;
    const std::string command = runs[i].origin == Origin::kOwn
                                    ? command_to_reproduce(arguments.file, settings)
                                    : command_with_scenario(scenario);
    room.fit(results[i]);
    page.items.push_back(report_item(facts_of(results[i], command), scenario, results[i]));
  }
  return page;
}

int compare_variants(const CompareArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const ScenarioReading reading = read_scenario(session.families, arguments.file, session.settings);
  if (!reading.scenario) return refuse_input(reading.errors, arguments.file, console);
  OutputPlan plan;
  plan.json = inside(arguments.directory, arguments.json);
  plan.report = inside(arguments.directory, arguments.report);
  std::string clash = refuse_clashes(plan, {arguments.file}, reading.scenario->inputs);
  if (arguments.report == "-") clash = refuse_page(arguments.report);
  if (!clash.empty()) return refuse("flitwise compare", clash, console);
  make_directory(arguments.directory);
  const bool taken = arguments.json == "-";
  const Readers readers =
      readers_of(taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
  const InterruptScope interrupts;
  TextSink json(plan.json, console.out);
  TextSink report(plan.report, console.out);
  const RunRequest request = arguments.report.empty() ? RunRequest() : request_for_page();
  const std::vector<Variant> variants = variants_of(reading);
  std::vector<ComparedRun> runs;
  for (const Variant& variant : variants) {
    runs.push_back(run_variant(variant, request, session));
    runs.back().variant = runs.size() - 1;
  }
  throw_if_interrupted();
  sort_best_first(runs);
  const std::vector<RefusedVariant> refused =
      family_of(*reading.scenario).refused_alternatives(reading);
  print_comparison(arguments, *reading.scenario, runs, refused,
                   family_of(*reading.scenario).comparison_notes(reading), readers);
  for (const ComparedRun& run : runs)
    json.write(run.origin == Origin::kOwn ? result_to_json(run.result, refused)
                                          : result_to_json(run.result));
  json.commit();
  if (!arguments.report.empty())
    report.write(render_page(page_of(arguments, runs, variants, session.settings)));
  report.commit();
  return exit_status(outcomes_of(results_of(runs)));
}

}  // namespace

void add_compare(CLI::App& app, const Families& families, Commands& commands) {
  auto [command, arguments] = add_command(
      app, commands, "compare",
      "Run every algorithm that fits a scenario, and print the best first", compare_variants);
  add_file(command, "FILE", arguments.file, "Scenario file (YAML)", "")->required();
  add_settings(command, commands);
  add_file(command, "--json", arguments.json, "Write one JSON object per variant, one per line");
  add_file(command, "--report", arguments.report, "Write one page for browsers, of all variants",
           "F.html");
  add_directory(command, arguments.directory, "Directory for F, made if missing");
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(compare_help(families));
}

}  // namespace flitwise
