#include "sim/cli/cli_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <set>
#include <utility>

#include "sim/cli/arguments/cli_outputs.h"
#include "sim/console/console.h"
#include "sim/console/outputs.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/sweep/sweep.h"
#include "sim/studies/sweep/sweep_points.h"
#include "sim/studies/sweep/sweep_report.h"
#include "sim/studies/sweep/sweep_runs.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

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
  std::set<std::string> inputs{resolved_path(sweep.file)};
  if (!sweep.base_file.empty()) inputs.insert(resolved_path(sweep.base_file));
  for (const SweepPoint& point : points)
    for (const std::string& input : point.scenario.inputs) inputs.insert(resolved_path(input));
  std::vector<std::string> outputs = files.plots;
  outputs.push_back(files.rows);
  outputs.push_back(std::filesystem::path(files.rows).replace_extension(".earlier.jsonl").string());
  outputs.push_back(files.csv);
  for (const std::string& output : outputs)
    if (!files.page.empty() && resolved_path(output) == resolved_path(files.page))
      return output + ": is an output of its own; give the page another name";
  if (!files.page.empty()) outputs.push_back(files.page);
  for (const std::string& output : outputs)
    if (inputs.count(resolved_path(output)) > 0)
      return output + ": is an input, and would be overwritten; give the sweep another name";
  return {};
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
    stream << fmt::format("{}: {} line{} that held no whole result dropped\n", files.rows,
                          store.dropped_lines(), store.dropped_lines() == 1 ? "" : "s");
  if (others > 0)
    stream << fmt::format("{}: {} result{} of other points, or of another build, kept\n",
                          store.earlier_path(), others, others == 1 ? "" : "s");
}

void print_files(const SweepFiles& files, std::ostream& stream) {
  stream << files.rows << "\n" << files.csv << "\n";
  for (const std::string& plot : files.plots) stream << plot << "\n";
  if (!files.page.empty()) stream << files.page << "\n";
}

}  // namespace

int run_sweep(const Families& families, const SweepArguments& arguments, Runner runner,
              const Console& console) {
  ErrorList errors;
  const std::optional<Sweep> sweep = read_sweep(arguments.file, arguments.settings, errors);
  if (!sweep) {
    print_errors(errors.sorted(), arguments.file, 1, console);
    print_error_count(errors.size(), console);
    return kBadInput;
  }
  const SweepPoints all = make_points(families, *sweep);
  if (all.points.empty() || (!all.refused.empty() && !sweep->skips_refused)) {
    console.error << refusals_text(all);
    return kBadInput;
  }
  if (arguments.report == "-")
    return refuse("flitwise sweep", "--report -: a page for browsers needs a file", console);
  if (arguments.list) {
    for (const auto& [option, is_given] :
         {std::pair{"--report", !arguments.report.empty()}, std::pair{"--fresh", arguments.fresh}})
      if (is_given) return refuse("flitwise sweep", needs_runs(option, "--list"), console);
    for (const SweepPoint& point : all.points) console.out << escaped(point.scenario.name) << "\n";
    console.out << skipped_text(all);
    return 0;
  }
  SweepFiles files = files_of(*sweep, arguments.directory);
  if (!arguments.report.empty())
    files.page = (std::filesystem::path(arguments.directory) / arguments.report).string();
  const std::string clash = refuse_clashes(*sweep, all.points, files);
  if (!clash.empty()) return refuse("flitwise sweep", clash, console);
  make_directory(arguments.directory);
  const InterruptScope interrupts;
  SweepStore store(files.rows,
                   arguments.fresh ? SweepStore::Earlier::kDrop : SweepStore::Earlier::kKeep);
  TextSink page(files.page, console.out);  // a path that cannot be written is an error now
  const std::size_t reused = count_known(all.points, store);
  run_missing(*sweep, all.points, limits_of(arguments.processes, arguments.timeout), runner,
              console, store);
  const SweepResults results{*sweep, all.points, rows_of(all.points, store)};
  const Readers readers = readers_of(StandardOutput::kFree, console);
  readers.stream << sweep_table(results, readers.colour, readers.width) << sweep_problems(results)
                 << sweep_notes(results);
  readers.stream << skipped_text(all) << curves_text(*sweep);
  readers.stream << "\n" << sweep_summary(results, reused);
  print_leftovers(store, store.finish(results.rows), files, readers.stream);
  write_results(results, files);
  if (!files.page.empty()) page.write(sweep_page(results, arguments, runner));
  page.commit();
  print_files(files, readers.stream);
  return exit_status(outcomes_of(results.rows));
}

}  // namespace flitwise
