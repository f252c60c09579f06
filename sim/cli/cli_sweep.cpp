// cli_sweep.cpp: `flitwise sweep`: one scenario over ranges of its values.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/report/page/report_html.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/shards/shard_store.h"
#include "sim/studies/sweep/sweep.h"
#include "sim/studies/sweep/sweep_points.h"
#include "sim/studies/sweep/sweep_report.h"
#include "sim/studies/sweep/sweep_runs.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

struct SweepArguments {
  std::string file;
  std::string directory;
  std::string report;
  std::size_t processes = 0;  // at a time; 0: one per processor
  double timeout = 0;         // seconds of a point; 0: none
  bool fresh = false;
  bool list = false;
  ShardArguments shards;
};

struct SweepFiles {
  std::string rows;
  std::string csv;
  std::vector<std::string> plots;
  std::string page;  ///< empty where none was asked for
};

SweepFiles files_of(const Sweep& sweep, const std::string& directory) {
  const std::filesystem::path folder(directory);
  const std::string slug = slug_of(sweep.name);
  SweepFiles files;
  files.rows = (folder / (slug + ".jsonl")).string();
  files.csv = (folder / (slug + ".csv")).string();
  std::vector<std::string> titles;
  for (const SweepPlot& plot : sweep.plots) titles.push_back(plot.title);
  if (titles.size() == 1) titles = {sweep.name};
  for (const std::string& one : distinct_slugs(titles))
    files.plots.push_back((folder / (one + ".svg")).string());
  return files;
}

// None of the outputs may replace what was read.
std::string refuse_clashes(const Sweep& sweep, const std::vector<SweepPoint>& points,
                           const SweepFiles& files) {
  const std::string earlier = std::filesystem::path(files.rows).replace_extension(".earlier.jsonl");
  std::vector<std::string> outputs = files.plots;
  outputs.insert(outputs.end(), {files.rows, earlier, files.csv});
  for (const std::string& output : outputs)
    if (!files.page.empty() && resolved_path(output) == resolved_path(files.page))
      return output + ": is an output of its own; give the page another name";
  std::set<std::string> inputs{resolved_path(sweep.file)};
  if (!sweep.base_file.empty()) inputs.insert(resolved_path(sweep.base_file));
  for (const SweepPoint& point : points)
    for (const std::string& input : point.scenario.inputs) inputs.insert(resolved_path(input));
  if (!files.page.empty()) outputs.push_back(files.page);
  for (const std::string& output : outputs)
    if (inputs.count(resolved_path(output)) > 0)
      return output + ": is an input, and would be overwritten; give the sweep another name";
  return {};
}

std::vector<std::string> keys_of(const std::vector<SweepPoint>& points) {
  std::vector<std::string> keys;
  for (const SweepPoint& point : points) keys.push_back(point.key);
  return keys;
}

std::vector<const Scenario*> scenarios_of(const std::vector<SweepPoint>& points) {
  std::vector<const Scenario*> scenarios;
  for (const SweepPoint& point : points) scenarios.push_back(&point.scenario);
  return scenarios;
}

ShardPlan plan_of(const Sweep& sweep, const std::vector<SweepPoint>& points) {
  return {"sweep", sweep.name, keys_of(points)};
}

// Those of a shard.
std::vector<SweepPoint> points_of(const Shard& shard, std::vector<SweepPoint> all) {
  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (shard.has(i)) points.push_back(std::move(all[i]));
  return points;
}

std::vector<SweepRow> rows_of(const std::vector<SweepPoint>& points, const SweepStore& store) {
  std::vector<SweepRow> rows;
  for (const SweepPoint& point : points) rows.push_back(*store.find(point.key));
  return rows;
}

void write_results(const SweepResults& results, const SweepFiles& files) {
  write_file(files.csv, sweep_csv(results));
  for (std::size_t i = 0; i < files.plots.size(); ++i)
    write_file(files.plots[i], plot_to_svg(make_plot(results.sweep.plots[i], results)));
}

std::size_t count_known(const std::vector<SweepPoint>& points, const SweepStore& store) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(),
                    [&](const SweepPoint& point) { return store.find(point.key) != nullptr; }));
}

void print_leftovers(const SweepStore& store, std::size_t others, const SweepFiles& files,
                     std::ostream& stream) {
  if (store.dropped_lines() > 0)
    stream << fmt::format("{}: {} that held no whole result dropped\n", files.rows,
                          counted(store.dropped_lines(), "line"));
  if (others > 0)
    stream << fmt::format("{}: {} of other points, or of another build, kept\n",
                          store.earlier_path(), counted(others, "result"));
}

void print_files(const SweepFiles& files, std::ostream& stream) {
  stream << files.rows << "\n" << files.csv << "\n";
  for (const std::string& plot : files.plots) stream << plot << "\n";
  if (!files.page.empty()) stream << files.page << "\n";
}

std::string page_text(const SweepResults& results, const SweepArguments& arguments,
                      const ParallelLimits& limits, const Session& session) {
  const std::string command = page_command(
      with_settings({"flitwise", "sweep", arguments.file}, session.settings), arguments.report);
  return sweep_page(results, command, session.settings, session.runner, limits);
}

// One part of the points; plots, which may be of figures that only other parts have, are left to
// --merge.
int run_shard(const Sweep& sweep, const ShardPlan& plan, const std::vector<SweepPoint>& points,
              const Shard& shard, const SweepArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const std::string file =
      (std::filesystem::path(arguments.directory) / plan.file_of(shard)).string();
  make_directory(arguments.directory);
  const InterruptScope interrupts;
  ShardStore store(file, plan, shard, arguments.fresh);
  const std::size_t reused = static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(),
                    [&](const SweepPoint& point) { return store.find(point.key) != nullptr; }));
  run_missing(sweep.name + " " + shard.text(), keys_of(points), scenarios_of(points),
              {session.runner, limits_of(arguments.processes, arguments.timeout), console}, store);
  SweepResults results{sweep, points, {}};
  for (const SweepPoint& point : points)
    results.rows.push_back(make_row(point, *store.find(point.key)));
  const Readers readers = readers_of(StandardOutput::kFree, console);
  if (!points.empty())
    readers.stream << sweep_table(results, readers.colour, readers.width) << sweep_problems(results)
                   << sweep_notes(results) << "\n";
  readers.stream << "shard " << shard.text() << ": " << sweep_summary(results, reused) << file
                 << "\n";
  return exit_status(outcomes_of(results.rows));
}

// What the shards of all points have, as if it had been run here.
std::vector<SweepRow> merged_rows(const Sweep& sweep, const std::vector<SweepPoint>& points,
                                  const std::vector<std::string>& files) {
  const std::vector<Result> results = merge_shards(plan_of(sweep, points), files);
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i) rows.push_back(make_row(points[i], results[i]));
  expect_plotted_figures(sweep, rows);
  return rows;
}

int run_sweep(const SweepArguments& arguments, const Session& session) {
  const Console& console = session.console;
  ErrorList errors;
  const std::optional<Sweep> sweep = read_sweep(arguments.file, session.settings, errors);
  if (!sweep) return refuse_input(errors.sorted(), arguments.file, console);
  const std::optional<Shard> shard = asked_shard(arguments.shards);
  SweepPoints all = make_points(session.families, *sweep);
  if (all.points.empty() || (!all.refused.empty() && !sweep->skips_refused)) {
    console.error << refusals_text(all, sweep->skips_refused);
    return kBadInput;
  }
  std::string refusal = refuse_page(arguments.report);
  if (refusal.empty())
    refusal = needs_runs({{"--report", !arguments.report.empty()}, {"--fresh", arguments.fresh}},
                         arguments.list ? "--list" : "");
  if (refusal.empty())
    refusal = refuse_shards(arguments.shards, {{"--report", !arguments.report.empty()}},
                            {{"--fresh", arguments.fresh}, {"--list", arguments.list}});
  if (!refusal.empty()) return refuse("flitwise sweep", refusal, console);
  const ShardPlan plan = plan_of(*sweep, all.points);
  if (shard) all.points = points_of(*shard, std::move(all.points));
  if (arguments.list) {
    for (const SweepPoint& point : all.points) console.out << escaped(point.scenario.name) << "\n";
    console.out << skipped_text(all);
    return 0;
  }
  SweepFiles files = files_of(*sweep, arguments.directory);
  if (!arguments.report.empty())
    files.page = (std::filesystem::path(arguments.directory) / arguments.report).string();
  refusal = refuse_clashes(*sweep, all.points, files);
  if (!refusal.empty()) return refuse("flitwise sweep", refusal, console);
  if (shard) return run_shard(*sweep, plan, all.points, *shard, arguments, session);
  const bool merges = !arguments.shards.merge.empty();
  std::vector<SweepRow> rows;
  if (merges) rows = merged_rows(*sweep, all.points, arguments.shards.merge);
  make_directory(arguments.directory);
  const InterruptScope interrupts;
  SweepStore store(files.rows,
                   arguments.fresh ? SweepStore::Earlier::kDrop : SweepStore::Earlier::kKeep);
  TextSink page(files.page, console.out);  // a path that cannot be written is an error now
  const std::size_t reused = merges ? 0 : count_known(all.points, store);
  const ParallelLimits limits = limits_of(arguments.processes, arguments.timeout);
  if (!merges) {
    run_missing(*sweep, all.points, limits, session.runner, console, store);
    rows = rows_of(all.points, store);
  }
  const SweepResults results{*sweep, all.points, std::move(rows)};
  const Readers readers = readers_of(StandardOutput::kFree, console);
  readers.stream << sweep_table(results, readers.colour, readers.width) << sweep_problems(results)
                 << sweep_notes(results);
  readers.stream << skipped_text(all) << curves_text(*sweep);
  readers.stream << "\n" << sweep_summary(results, reused);
  print_leftovers(store, store.finish(results.rows), files, readers.stream);
  write_results(results, files);
  if (!files.page.empty()) page.write(page_text(results, arguments, limits, session));
  page.commit();
  print_files(files, readers.stream);
  return exit_status(outcomes_of(results.rows));
}

constexpr const char* kSweepHelp =
    R"(Runs one scenario over ranges of its values, several points at a time:

  name: gather against n                   # default: the file's name
  base: ../scenarios/random_255_best.yaml  # or a scenario, as a map
  vary:                                    # keys of the scenario, joined by dots
    - {network.pes: {from: 16, to: 1024, factor: 2}}
    - options.rule: [paper, tight, pos]    # keys of one item change together;
      options.sync: [seq, seq, slot]       # null leaves a key out
  refused: skip                            # leave out what is no scenario (default: error)
  plot: {x: network.pes, y: [finish, predicted.finish, lower_bound],
         series: [options.rule, options.sync], log: [x, y]}

The points are all combinations of one row of each item; a map in place of the list varies every key
by itself. Values are a list or a range, {from, to, step} or {from, to, factor}; a range may be an
item of a list. A number in a key counts list items from 0: network.sides.1. A plot's x and y are
varied keys or numbers of the results (finish is short for measured.finish); `plot` may be a list,
and a plot have a `title` and an `x_label`. Curves that nothing is run for are listed under
`curves`: {label: bound, formula: 2 * x, at: [1, 8], source: where it stands}.

Outputs, in DIR and named after the sweep:
  .jsonl  one line per point: {"key", "point", "result"}; grows as the points end
  .csv    one line per point: varied values, verdict and every number of the result
  .svg    a picture per plot; measured points, formulas as lines, bounds as broken lines
  --report F.html  one page for browsers: plots, table, and of every point its checks, how to
          reproduce it and, up to 20,000 flits on links, its drawings

Whatever ends a sweep, even kill -9, the same command goes on where it was: points whose scenario,
input files and program are the same are not run again, except those whose process died. Results of
points that the sweep no longer has, or of another build, are kept in NAME.earlier.jsonl and found
there when the points come back. --fresh drops all of them and runs every point.

Exit status: as `flitwise run`: 0 all passed, 1 a check failed, 2 bad input or output, 3 no end.
)";

}  // namespace

void add_sweep(CLI::App& app, Commands& commands) {
  auto [command, arguments] =
      add_command(app, commands, "sweep", "Run a scenario over ranges of its values", run_sweep);
  add_file(command, "FILE", arguments.file, "Sweep file (YAML)", "")->required();
  add_settings(command, commands);
  add_directory(command, arguments.directory,
                "Directory of the results, made if missing (default: the current one)");
  add_file(command, "--report", arguments.report, "Write one page for browsers: plots and points",
           "F.html");
  add_limits(command, arguments.processes, arguments.timeout);
  add_shards(command, arguments.shards, "points");
  command.add_flag("--fresh", arguments.fresh, "Drop earlier results and run every point");
  command.add_flag("--list", arguments.list, "Print the points and run nothing");
  command.footer(kSweepHelp + shards_help("  flitwise sweep s.yaml -o parts --shard 2/4\n"
                                          "  flitwise sweep s.yaml -o all --merge parts\n"));
}

}  // namespace flitwise
