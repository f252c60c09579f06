// cli_check.cpp: `flitwise check`: scenarios as a suite.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/points.h"
#include "sim/studies/shards/shard_store.h"
#include "sim/studies/suite/baseline.h"
#include "sim/studies/suite/github.h"
#include "sim/studies/suite/suite.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

struct CheckArguments {
  std::vector<std::string> paths;
  std::vector<std::string> filters;
  std::string junit;
  std::string json;
  std::string report;
  std::string directory;
  std::string baseline;
  bool update_baseline = false;
  bool recursive = false;
  bool list = false;
  bool dry_run = false;
  bool no_waves = false;
  bool github = false;
  bool verbose = false;
  std::size_t processes = 0;  // at a time; 0: one per processor
  double timeout = 0;         // seconds of a scenario; 0: none
  ShardArguments shards;
};

// The stream for people; commands of a workflow are lines among theirs.
Readers readers_of(const CheckArguments& arguments, const Console& console) {
  const bool taken = arguments.json == "-" || arguments.junit == "-";
  return readers_of(taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
}

// Shows errors where GitHub shows the files.
void annotate(std::vector<Annotation> annotations, std::ostream& stream) {
  stream << workflow_commands(std::move(annotations)) << std::flush;
}

// The same, and adds a text to the summary of the workflow's step.
void tell_github(std::vector<Annotation> annotations, const std::string& summary,
                 std::ostream& stream) {
  annotate(std::move(annotations), stream);
  const std::string file = github_job().summary;
  if (!file.empty()) add_to_summary(file, summary);
}

void tell_github(const std::vector<ConfigError>& errors, std::ostream& stream) {
  std::vector<Annotation> annotations;
  for (const ConfigError& error : errors) annotations.push_back(annotation_of(error));
  tell_github(std::move(annotations), summary_of(errors), stream);
}

void tell_github(const Suite& suite, std::ostream& stream) {
  std::vector<Annotation> annotations;
  for (const SuiteCase& one : suite)
    if (one.result.outcome != Outcome::kPass) annotations.push_back(annotation_of(one));
  tell_github(std::move(annotations), summary_of(suite), stream);
}

// Empty after errors, which are printed.
std::optional<Suite> read_suite(const CheckArguments& arguments, const Session& session) {
  const std::vector<std::string> files =
      suite_files(arguments.paths, arguments.recursive ? Folders::kRecursive : Folders::kFlat);
  std::vector<ConfigError> mistakes;
  std::vector<ScenarioReading> readings = read_scenarios(files, session, &mistakes);
  if (arguments.github && !mistakes.empty())
    tell_github(mistakes, readers_of(arguments, session.console).stream);
  if (readings.empty()) return std::nullopt;
  Suite suite;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (fits_filters(readings[i].scenario->name, files[i], arguments.filters))
      suite.push_back({std::move(readings[i]), {}, {}});
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
  std::string refusal = needs_runs({{"--json", !arguments.json.empty()},
                                    {"--junit", !arguments.junit.empty()},
                                    {"--report", !arguments.report.empty()},
                                    {"--github", arguments.github},
                                    {"--update-baseline", arguments.update_baseline}},
                                   arguments.list      ? "--list"
                                   : arguments.dry_run ? "--dry-run"
                                                       : "");
  if (refusal.empty()) refusal = refuse_page(arguments.report);
  if (refusal.empty())
    refusal = refuse_shards(arguments.shards, {{"--update-baseline", arguments.update_baseline}},
                            {{"--report", !arguments.report.empty()},
                             {"--list", arguments.list},
                             {"--dry-run", arguments.dry_run}});
  if (refusal.empty() && !arguments.shards.shard.empty() && !arguments.report.empty())
    refusal = "--report: draws runs, of which files of shards keep no events; leave --shard out";
  if (!refusal.empty()) return refusal;
  refusal = refuse_shared_output({{"--json", arguments.json}, {"--junit", arguments.junit}});
  if (!refusal.empty()) return refusal;
  return arguments.baseline.empty() ? "" : refuse_equal_names(suite);
}

// No output replaces an input or another output.
std::string refuse_file_clashes(const CheckArguments& arguments, const Suite& suite) {
  FileOwners owners;
  for (const SuiteCase& one : suite) {
    owners.add_input(one.scenario().file, "a scenario");
    for (const std::string& input : one.scenario().inputs)
      owners.add_input(input, "a scenario's input");
  }
  const std::vector<std::pair<std::string, std::string>> outputs{
      {arguments.baseline, "the baseline"},
      {arguments.json, "the results"},
      {arguments.junit, "JUnit's results"},
      {arguments.report, "the page"},
      {arguments.github ? github_job().summary : "", "the summary of the workflow's step"}};
  for (const auto& [file, purpose] : outputs) {
    const std::string other = owners.add_output(file, purpose);
    if (!other.empty()) return fmt::format("{}: is {} and cannot be {}", file, other, purpose);
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
                 << counted(plans.size(), "scenario") << " would run\n";
}

ShardPlan plan_of(const Suite& suite) {
  ShardPlan plan{"check", "check", {}};
  for (const SuiteCase& one : suite)
    plan.keys.push_back(key_of_run(one.reading.values, one.scenario()));
  return plan;
}

void take_results(std::vector<Result> results, Suite& suite) {
  for (std::size_t i = 0; i < suite.size(); ++i) suite[i].result = std::move(results[i]);
}

Suite cases_of(const Shard& shard, Suite all) {
  Suite suite;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (shard.has(i)) suite.push_back(std::move(all[i]));
  return suite;
}

std::string shard_file(const ShardPlan& plan, const Shard& shard, const std::string& directory) {
  return (std::filesystem::path(directory) / plan.file_of(shard)).string();
}

void run_shard(Suite& suite, const ShardPlan& plan, const Shard& shard,
               const CheckArguments& arguments, const Session& session) {
  ShardStore store(shard_file(plan, shard, arguments.directory), plan, shard, false);
  const ShardPlan own = plan_of(suite);
  std::vector<const Scenario*> scenarios;
  for (const SuiteCase& one : suite) scenarios.push_back(&one.scenario());
  run_missing("check " + shard.text(), own.keys, scenarios,
              {session.runner, limits_of(arguments.processes, arguments.timeout), session.console},
              store);
  std::vector<Result> results;
  for (const std::string& key : own.keys) results.push_back(*store.find(key));
  take_results(std::move(results), suite);
}

void run_suite(Suite& suite, const CheckArguments& arguments, const Session& session) {
  std::vector<const Scenario*> scenarios;
  for (const SuiteCase& one : suite) scenarios.push_back(&one.scenario());
  run_all_with_progress(
      "check", scenarios, session.runner, limits_of(arguments.processes, arguments.timeout),
      session.console,
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

void write_page(Suite& suite, const CheckArguments& arguments, const std::vector<Setting>& settings,
                TextSink& sink) {
  if (arguments.report.empty()) return;
  std::vector<std::string> command{"flitwise", "check"};
  command.insert(command.end(), arguments.paths.begin(), arguments.paths.end());
  if (arguments.recursive) command.emplace_back("-r");
  for (const std::string& filter : arguments.filters)
    command.insert(command.end(), {"--filter", filter});
  if (!arguments.baseline.empty() && !arguments.update_baseline)
    command.insert(command.end(), {"--baseline", arguments.baseline});
  ReportPage page = page_of_runs("Flitwise check", results_of(suite),
                                 with_settings(command, settings), arguments.report);
  EventRoom room;
  for (SuiteCase& one : suite) {
    room.fit(one.result);
    page.items.push_back(
        report_item(facts_of(one.result, command_to_reproduce(one.scenario().file, settings)),
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

Baseline read_baseline(const CheckArguments& arguments) {
  const bool begins = arguments.update_baseline && !std::filesystem::exists(arguments.baseline);
  return arguments.baseline.empty() || begins ? Baseline() : Baseline::read(arguments.baseline);
}

int run_check(const CheckArguments& arguments, const Session& session) {
  const Console& console = session.console;
  std::optional<Suite> read = read_suite(arguments, session);
  if (!read) return kBadInput;
  const std::optional<Shard> shard = asked_shard(arguments.shards);
  Suite& suite = *read;
  std::string refusal = refuse_arguments(arguments, suite);
  if (refusal.empty()) refusal = refuse_file_clashes(arguments, suite);
  if (!refusal.empty()) return refuse("flitwise check", refusal, console);
  Baseline baseline = read_baseline(arguments);
  const ShardPlan plan = plan_of(suite);
  if (!arguments.shards.merge.empty())
    take_results(merge_shards(plan, arguments.shards.merge), suite);
  if (shard) suite = cases_of(*shard, std::move(suite));
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
  if (shard)
    run_shard(suite, plan, *shard, arguments, session);
  else if (arguments.shards.merge.empty())
    run_suite(suite, arguments, session);
  if (!arguments.baseline.empty() && !arguments.update_baseline)
    hold_against(baseline, arguments.baseline, suite);
  if (!arguments.no_waves) record_failures(suite, arguments.directory, session.runner, console);
  const Readers readers = readers_of(arguments, console);
  print_results(results_of(suite), arguments.verbose, readers);
  if (shard)
    readers.stream << "shard " << shard->text() << ": "
                   << shard_file(plan, *shard, arguments.directory) << "\n";
  write_reports(suite, reports);
  write_page(suite, arguments, session.settings, reports.page);
  if (arguments.update_baseline) update(baseline, suite, arguments.baseline, readers.stream);
  if (arguments.github) tell_github(suite, readers.stream);
  return exit_status(outcomes_of(results_of(suite)));
}

int check_suite(const CheckArguments& arguments, const Session& session) {
  try {
    return run_check(arguments, session);
  } catch (const std::runtime_error& error) {
    if (arguments.github)
      annotate({annotation_of(error)}, readers_of(arguments, session.console).stream);
    throw;
  }
}

constexpr const char* kCheckHelp =
    R"(Runs scenarios as a suite, several at a time. A PATH is a scenario file, or a folder, whose *.yaml
and *.yml are taken.

  flitwise check sim/scenarios --junit results.xml
  flitwise check sim/scenarios --baseline baseline.json --update-baseline
  flitwise check sim/scenarios --baseline baseline.json --filter 'fat tree*' --filter '!*scatter*'

All files are read and validated first; if one is bad, nothing is run. A scenario that fails is run
again by itself with waves and events, around the steps and PEs that its problems name where it is
long or large; they go into -o DIR, by default check-failures.

A baseline has the measured figures of every scenario by name, one line each. If a figure differs by
a single cycle, or a scenario is not there, the scenario has failed. --update-baseline writes what
was measured, of scenarios that passed; entries of scenarios that did not run stay.

Outputs:
  --junit F   JUnit XML: a case each, with seeds, cycles, what failed where, and attachments
  --json F    JSON Lines: the objects of `flitwise run`
  --report F  one page for browsers: verdicts, checks, drawings of all runs of up to 20,000 flits
              on links, and of each how to reproduce it
  F may be - for standard output (not for pages); the table then goes to standard error.
  --github    in a workflow of GitHub: an error at the line of the scenario that decides what failed
              (options.break, the algorithm, bad input), and the table in the step's summary

Exit status: as `flitwise run`: 0 all passed, 1 a check failed or a count changed, 2 bad input or
output, 3 a run did not end or met --timeout.
)";

}  // namespace

void add_check(CLI::App& app, Commands& commands) {
  auto [command, arguments] =
      add_command(app, commands, "check", "Run scenarios as a suite, for CI", check_suite);
  add_file(command, "PATH", arguments.paths, "Scenario files (YAML), and folders of them", "")
      ->required();
  add_settings(command, commands);
  command.add_flag("-r,--recursive", arguments.recursive, "Take the folders in folders, too");
  add_repeatable(command, "--filter", arguments.filters, "PATTERN",
                 "Run only scenarios whose name or file fits; !PATTERN: does not fit; repeatable");
  command.add_flag("--list", arguments.list, "Print names and files, and run nothing");
  command.add_flag("--dry-run", arguments.dry_run, "Print what would run, and run nothing");
  add_file(command, "--junit", arguments.junit, "Write JUnit XML");
  add_file(command, "--json", arguments.json, "Write one JSON object per scenario, one per line");
  add_file(command, "--report", arguments.report, "Write one page for browsers, of all runs");
  command.add_flag("--github", arguments.github,
                   "Show what failed as annotations of a GitHub workflow, and in its summary");
  add_file(command, "--baseline", arguments.baseline,
           "Hold every figure against those of this file");
  command.add_flag("--update-baseline", arguments.update_baseline, "Write the baseline instead");
  add_directory(command, arguments.directory,
                "Directory of what failed scenarios leave, made if missing");
  command.add_flag("--no-waves", arguments.no_waves, "Do not run failed scenarios again");
  add_limits(command, arguments.processes, arguments.timeout);
  add_shards(command, arguments.shards, "scenarios");
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(kCheckHelp +
                 shards_help("  flitwise check scenarios -o parts --shard 2/4\n"
                             "  flitwise check scenarios --junit results.xml --merge parts\n"));
}

}  // namespace flitwise
