#include "sim/cli/cli_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <utility>

#include "sim/cli/arguments/cli_outputs.h"
#include "sim/console/console.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/suite/baseline.h"
#include "sim/studies/suite/suite.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// Empty after errors, which are printed.
std::optional<Suite> read_suite(const Families& families, const CheckArguments& arguments,
                                const Console& console) {
  const std::vector<std::string> files =
      suite_files(arguments.paths, arguments.recursive ? Folders::kRecursive : Folders::kFlat);
  Suite suite;
  std::size_t errors = 0;
  for (const std::string& file : files) {
    ScenarioReading reading = read_scenario(families, file, arguments.settings);
    print_errors(reading.errors, file, files.size(), console);
    errors += reading.errors.size();
    if (reading.scenario && fits_filters(reading.scenario->name, file, arguments.filters))
      suite.push_back({std::move(reading), {}, {}});
  }
  if (errors > 0) {
    print_error_count(errors, console);
    return std::nullopt;
  }
  if (suite.empty())
    throw SuiteError(
        fmt::format("flitwise check: error: none of {} scenarios fits --filter", files.size()));
  return suite;
}

// A baseline knows scenarios by their names.
std::string refuse_equal_names(const Suite& suite) {
  std::map<std::string, std::string> files;
  for (const SuiteCase& one : suite) {
    const auto [place, is_new] = files.emplace(one.scenario().name, one.scenario().file);
    if (!is_new)
      return fmt::format("--baseline: two scenarios are called '{}': {} and {}", place->first,
                         place->second, one.scenario().file);
  }
  return {};
}

std::string refuse_arguments(const CheckArguments& arguments, const Suite& suite) {
  if (arguments.update_baseline && arguments.baseline.empty())
    return "--update-baseline: needs --baseline FILE";
  if (arguments.list || arguments.dry_run)
    for (const auto& [option, is_given] :
         {std::pair{"--json", !arguments.json.empty()},
          std::pair{"--junit", !arguments.junit.empty()},
          std::pair{"--report", !arguments.report.empty()},
          std::pair{"--update-baseline", arguments.update_baseline}})
      if (is_given) return needs_runs(option, arguments.list ? "--list" : "--dry-run");
  if (arguments.report == "-") return "--report -: a page for browsers needs a file";
  if (arguments.json == "-" && arguments.junit == "-")
    return "--json - --junit -: only one of them can go to standard output";
  return arguments.baseline.empty() ? "" : refuse_equal_names(suite);
}

// No output replaces an input or another output.
std::string refuse_file_clashes(const CheckArguments& arguments, const Suite& suite) {
  std::map<std::string, std::string> owners;
  for (const SuiteCase& one : suite) {
    owners.emplace(resolved_path(one.scenario().file), "a scenario");
    for (const std::string& input : one.scenario().inputs)
      owners.emplace(resolved_path(input), "a scenario's input");
  }
  const std::vector<std::pair<std::string, std::string>> outputs{
      {arguments.baseline, "the baseline"},
      {arguments.json, "the results"},
      {arguments.junit, "JUnit's results"},
      {arguments.report, "the page"}};
  for (const auto& [file, purpose] : outputs) {
    if (file.empty() || file == "-" || is_special_file(file)) continue;
    const auto [place, is_new] = owners.emplace(resolved_path(file), purpose);
    if (!is_new) return fmt::format("{}: is {} and cannot be {}", file, place->second, purpose);
  }
  return {};
}

void print_list(const Suite& suite, std::ostream& stream) {
  for (const SuiteCase& one : suite)
    stream << one.scenario().name << "\t" << one.scenario().file << "\n";
}

// What would run: all that is known without running it.
void print_plan(const Suite& suite, const Readers& readers) {
  std::vector<Result> plans(suite.size());
  for (std::size_t i = 0; i < suite.size(); ++i) identify(suite[i].scenario(), plans[i]);
  std::vector<TextColumn> columns;
  const auto column = [&](const char* heading, Align align, auto&& cell) {
    columns.push_back(make_column(heading, align, plans, cell));
  };
  column("scenario", Align::kLeft, [](const Result& r) { return r.scenario; });
  column("network", Align::kLeft, [](const Result& r) { return r.network; });
  column("operation", Align::kLeft, [](const Result& r) { return r.operation; });
  column("algorithm", Align::kLeft, algorithm_text);
  column("PEs", Align::kRight, [](const Result& r) { return std::to_string(r.pes); });
  column("flits", Align::kRight, [](const Result& r) { return std::to_string(r.flits); });
  column("file", Align::kLeft, [](const Result& r) { return r.file; });
  const std::vector<Outcome> neutral(plans.size(), Outcome::kPass);
  readers.stream << render_columns(columns, neutral, Colour::kNever, readers.width)
                 << fmt::format("{} scenario{} would run\n", plans.size(),
                                plans.size() == 1 ? "" : "s");
}

void run_suite(Suite& suite, const CheckArguments& arguments, Runner runner,
               const Console& console) {
  std::vector<const Scenario*> scenarios;
  for (const SuiteCase& one : suite) scenarios.push_back(&one.scenario());
  run_all_with_progress(
      "check", scenarios, runner, limits_of(arguments.processes, arguments.timeout), console,
      [&](std::size_t i, Result result) {
        suite[i].result = std::move(result);
        return suite[i].result.outcome == Outcome::kPass;
      },
      arguments.report.empty() ? RunRequest() : request_for_page());
}

// Opened before anything runs: a path that cannot be written is an error then, not hours later.
struct Reports {
  TextSink json;
  TextSink junit;
  TextSink page;
};

void write_page(Suite& suite, const CheckArguments& arguments, TextSink& sink) {
  if (arguments.report.empty()) return;
  std::vector<std::string> command{"flitwise", "check"};
  command.insert(command.end(), arguments.paths.begin(), arguments.paths.end());
  if (arguments.recursive) command.emplace_back("-r");
  for (const std::string& filter : arguments.filters) {
    command.emplace_back("--filter");
    command.push_back(filter);
  }
  if (!arguments.baseline.empty() && !arguments.update_baseline) {
    command.emplace_back("--baseline");
    command.push_back(arguments.baseline);
  }
  ReportPage page = page_of_runs("Flitwise check", results_of(suite),
                                 with_settings(command, arguments.settings), arguments.report);
  EventRoom room;
  for (SuiteCase& one : suite) {
    room.fit(one.result);
    page.items.push_back(report_item(
        facts_of(one.result, command_to_reproduce(one.scenario().file, arguments.settings)),
        one.scenario(), one.result));
  }
  sink.write(render_page(page));
  sink.commit();
}

void write_reports(const Suite& suite, Reports& reports) {
  std::string lines;
  std::vector<JunitCase> cases;
  for (const SuiteCase& one : suite) {
    lines += result_to_json(one.result);
    cases.push_back(junit_case(one.result, one.reading.values, one.attachments));
  }
  reports.json.write(lines);
  reports.json.commit();
  reports.junit.write(junit_xml("flitwise check", cases));
  reports.junit.commit();
}

void update(Baseline& baseline, const Suite& suite, const std::string& file, std::ostream& stream) {
  const std::size_t before = baseline.size();
  std::size_t changed = 0;
  std::size_t kept_out = 0;
  for (const SuiteCase& one : suite) {
    if (one.result.outcome != Outcome::kPass)
      ++kept_out;
    else if (baseline.update(one.result))
      ++changed;
  }
  write_file(file, baseline.text());
  const std::size_t added = baseline.size() - before;
  stream << fmt::format("{}: {} added, {} changed, {} failed and left as they were\n", file, added,
                        changed - added, kept_out);
}

void print_results(const Suite& suite, const CheckArguments& arguments, const Readers& readers) {
  const std::vector<Result> results = results_of(suite);
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_table(results, readers.colour, readers.width)
                 << render_details(results, detail, readers.colour, readers.width) << "\n"
                 << render_summary(results);
}

Baseline read_baseline(const CheckArguments& arguments) {
  const bool begins = arguments.update_baseline && !std::filesystem::exists(arguments.baseline);
  return arguments.baseline.empty() || begins ? Baseline() : Baseline::read(arguments.baseline);
}

}  // namespace

int check_suite(const Families& families, const CheckArguments& arguments, Runner runner,
                const Console& console) {
  std::optional<Suite> read = read_suite(families, arguments, console);
  if (!read) return kBadInput;
  Suite& suite = *read;
  std::string refusal = refuse_arguments(arguments, suite);
  if (refusal.empty()) refusal = refuse_file_clashes(arguments, suite);
  if (!refusal.empty()) return refuse("flitwise check", refusal, console);
  Baseline baseline = read_baseline(arguments);
  if (arguments.list || arguments.dry_run) {
    if (arguments.list)
      print_list(suite, console.out);
    else
      print_plan(suite, readers_of(StandardOutput::kFree, console));
    return 0;
  }
  make_directory(arguments.directory);
  const InterruptScope interrupts;
  Reports reports{{arguments.json, console.out},
                  {arguments.junit, console.out},
                  {arguments.report, console.out}};
  run_suite(suite, arguments, runner, console);
  if (!arguments.baseline.empty() && !arguments.update_baseline)
    hold_against(baseline, arguments.baseline, suite);
  if (!arguments.no_waves) record_failures(suite, arguments.directory, runner, console);
  const bool taken = arguments.json == "-" || arguments.junit == "-";
  const Readers readers =
      readers_of(taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
  print_results(suite, arguments, readers);
  write_reports(suite, reports);
  write_page(suite, arguments, reports.page);
  if (arguments.update_baseline) update(baseline, suite, arguments.baseline, readers.stream);
  return exit_status(results_of(suite));
}

}  // namespace flitwise
