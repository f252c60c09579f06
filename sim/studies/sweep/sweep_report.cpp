#include "sim/studies/sweep/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "sim/console/console.h"
#include "sim/language/scenario_yaml.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/studies/expression.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return '"' + replaced(text, {{'"', "\"\""}}) + '"';
}

void append_cell(std::string& line, const std::string& text) {
  line += (line.empty() ? "" : ",") + csv_cell(text);
}

// All figures of all rows, in the order in which they come up.
std::vector<std::string> figure_names(const std::vector<SweepRow>& rows) {
  std::vector<std::string> names;
  for (const SweepRow& row : rows)
    for (const auto& figure : row.figures)
      if (std::count(names.begin(), names.end(), figure.first) == 0) names.push_back(figure.first);
  return names;
}

constexpr std::size_t kMostShown = 10;

using Json = nlohmann::ordered_json;

std::int64_t flit_hops_of(const SweepRow& row) {
  const std::optional<std::string> text = row.figure("flit_hops");
  return text ? std::strtoll(text->c_str(), nullptr, 10) : 0;
}

// Points that the page can draw, in their order, by their place.
std::vector<std::size_t> drawn_points(const SweepResults& results) {
  std::vector<std::size_t> drawn;
  std::int64_t left = kMostEventsOfAll;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    const SweepRow& row = results.rows[i];
    const std::int64_t count = flit_hops_of(row);
    if (row.broke_off || count == 0 || count > kMostSuiteEvents || count > left) continue;
    left -= count;
    drawn.push_back(i);
  }
  return drawn;
}

// What is on disk of a point's result.
ReportFacts facts_of_row(const SweepRow& row) {
  const Json result = Json::parse(row.line).at("result");
  const auto text = [&](const char* key) { return result.at(key).get<std::string>(); };
  ReportFacts facts;
  facts.name = text("scenario");
  facts.verdict = verdict_of(row.outcome);
  facts.ok = row.outcome == Outcome::kPass;
  const std::string variant = text("variant").empty() ? "" : " (" + text("variant") + ")";
  facts.about = fmt::format("{} of {} flits, {}, {}{}", text("operation"),
                            result.at("flits").dump(), text("network"), text("algorithm"), variant);
  const auto cell = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  for (const Json& check : result.at("checks")) {
    const Json& ok = check.at("ok");  // null where it was not decided
    facts.checks.push_back({check.at("name").get<std::string>(), cell(check.at("measured")),
                            cell(check.at("predicted")), ok.is_boolean() && ok.get<bool>(),
                            check.at("source").get<std::string>(), !ok.is_null()});
  }
  facts.problems = row.problems;
  facts.notes = result.at("notes").get<std::vector<std::string>>();
  return facts;
}

// A point of a scenario file is that file with settings.
std::string command_for(const SweepResults& results, std::vector<Setting> settings, std::size_t i) {
  if (results.sweep.base_file.empty()) return command_with_scenario(results.points[i].scenario);
  for (const Binding& binding : results.points[i].values)
    settings.push_back({binding.name, yaml_to_json(binding.value)});
  return command_to_reproduce(results.sweep.base_file, settings);
}

std::vector<ReportItem> items_of(const SweepResults& results, const std::vector<Setting>& settings,
                                 Runner runner, const ParallelLimits& limits) {
  const std::vector<std::size_t> drawn = drawn_points(results);
  std::vector<const Scenario*> scenarios;
  for (const std::size_t i : drawn) scenarios.push_back(&results.points[i].scenario);
  const std::vector<Result> runs = run_for_page(scenarios, runner, limits);
  std::vector<ReportItem> items;
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    ReportFacts facts = facts_of_row(results.rows[i]);
    facts.command = command_for(results, settings, i);
    Result run;
    run.flit_hops = flit_hops_of(results.rows[i]);
    const bool is_drawn = next < drawn.size() && drawn[next] == i;
    items.push_back(report_item(facts, results.points[i].scenario, is_drawn ? runs[next] : run));
    if (is_drawn) ++next;
  }
  return items;
}

}  // namespace

std::string sweep_csv(const SweepResults& results) {
  const std::vector<std::string> names = figure_names(results.rows);
  std::string csv;
  for (const std::string& key : results.sweep.keys()) append_cell(csv, key);
  append_cell(csv, "verdict");
  for (const std::string& name : names) append_cell(csv, name);
  csv += ",problem\n";
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    const SweepRow& row = results.rows[i];
    std::string line;
    for (const Binding& binding : results.points[i].values)
      append_cell(line, yaml_text(binding.value));
    append_cell(line, outcome_name(row.outcome));
    for (const std::string& name : names) {
      const auto is_it = [&](const auto& figure) { return figure.first == name; };
      const auto found = std::find_if(row.figures.begin(), row.figures.end(), is_it);
      append_cell(line, found == row.figures.end() ? "" : found->second);
    }
    append_cell(line, row.problems.empty() ? "" : row.problems.front());
    csv += line + "\n";
  }
  return csv;
}

std::vector<TextColumn> sweep_columns(const SweepResults& results) {
  std::vector<TextColumn> columns;
  const std::vector<std::string> names = short_keys(results.sweep.keys());
  for (std::size_t k = 0; k < names.size(); ++k)
    columns.push_back(
        make_column(names[k], Align::kRight, results.points,
                    [&](const SweepPoint& point) { return yaml_text(point.values[k].value); }));
  for (TextColumn& column : columns) column.weight = 1;
  std::vector<std::string> figures{"finish", "predicted.finish", "lower_bound"};
  for (const SweepPlot& plot : results.sweep.plots)
    for (const std::string& name : plot.y)
      if (std::count(figures.begin(), figures.end(), name) == 0) figures.push_back(name);
  for (const std::string& name : figures)
    columns.push_back(make_column(name, Align::kRight, results.rows, [&](const SweepRow& row) {
      return row.figure(name).value_or("-");
    }));
  columns.push_back(make_column("verdict", Align::kLeft, results.rows,
                                [](const SweepRow& row) { return verdict_of(row.outcome); }));
  return columns;
}

std::string sweep_table(const SweepResults& results, Colour colour, std::size_t width) {
  return render_columns(sweep_columns(results), outcomes_of(results.rows), colour, width);
}

std::string refusals_text(const SweepPoints& points, bool skips_refused) {
  std::string text;
  std::set<std::string> seen;
  std::size_t shown = 0;
  for (const RefusedPoint& refused : points.refused) {
    if (!seen.insert(refused.error.what()).second) continue;
    if (++shown > kMostShown) continue;
    text += fmt::format("{}\n{}      in the point {}\n", refused.error.what(),
                        refused.error.excerpt(), escaped(refused.label));
  }
  if (shown > kMostShown) text += fmt::format("and {} more mistakes\n", shown - kMostShown);
  // Without them there would be no point left.
  const bool can_skip = !skips_refused && !points.points.empty();
  return text + fmt::format("{} of {} points cannot be run; nothing was run{}\n",
                            points.refused.size(), points.refused.size() + points.points.size(),
                            can_skip ? " (`refused: skip` leaves them out)" : "");
}

std::string skipped_text(const SweepPoints& points) {
  if (points.refused.empty()) return {};
  std::string text = fmt::format("\nleft out, because no scenario can be made of them: {}\n",
                                 points.refused.size());
  for (std::size_t i = 0; i < std::min(points.refused.size(), kMostShown); ++i)
    text +=
        fmt::format("  {}: {}\n", escaped(points.refused[i].label),
                    escaped(points.refused[i].error.key() + " " + points.refused[i].error.value() +
                            " " + points.refused[i].error.rule()));
  if (points.refused.size() > kMostShown)
    text += fmt::format("  and {} more\n", points.refused.size() - kMostShown);
  return text;
}

std::string curves_text(const Sweep& sweep) {
  std::string text;
  for (const SweepPlot& plot : sweep.plots)
    for (const SweepCurve& curve : plot.curves)
      text += fmt::format("  {}: {} for x from {} to {}; {}\n", escaped(curve.label),
                          escaped(curve.formula), number_text(curve.points.front().first),
                          number_text(curve.points.back().first), escaped(curve.source));
  return text.empty() ? text : "\ndrawn from formulas, not run:\n" + text;
}

std::string sweep_problems(const SweepResults& results) {
  std::string text;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    const SweepRow& row = results.rows[i];
    if (row.outcome == Outcome::kPass || shown++ >= kMostShown) continue;
    text += fmt::format("\n{}:\n", escaped(point_label(results.points[i].values)));
    for (std::size_t p = 0; p < std::min<std::size_t>(row.problems.size(), 3); ++p)
      text += fmt::format("  problem: {}\n", escaped(row.problems[p]));
  }
  if (shown > kMostShown) text += fmt::format("\nand {} more points\n", shown - kMostShown);
  return text;
}

std::string sweep_notes(const SweepResults& results) {
  const auto has_note = [](const SweepRow& row) { return !row.notes.empty(); };
  const auto first = std::find_if(results.rows.begin(), results.rows.end(), has_note);
  if (first == results.rows.end()) return {};
  const auto& point = results.points[static_cast<std::size_t>(first - results.rows.begin())];
  return fmt::format("\nnotes on {} of {} points; the first, {}:\n  note: {}\n",
                     std::count_if(first, results.rows.end(), has_note), results.rows.size(),
                     escaped(point_label(point.values)), escaped(first->notes.front()));
}

std::string sweep_summary(const SweepResults& results, std::size_t reused) {
  std::string text = count_text(outcomes_of(results.rows), "point");
  if (reused > 0) text += fmt::format("; {} from an earlier run", reused);
  return text + "\n";
}

std::string sweep_page(const SweepResults& results, const std::string& command,
                       const std::vector<Setting>& settings, Runner runner,
                       const ParallelLimits& limits) {
  const std::vector<Outcome> outcomes = outcomes_of(results.rows);
  ReportPage page;
  page.title = "Flitwise sweep: " + results.sweep.name;
  page.summary = one_line(sweep_summary(results, 0));
  page.ok = std::all_of(outcomes.begin(), outcomes.end(),
                        [](Outcome outcome) { return outcome == Outcome::kPass; });
  page.command = command;
  page.tables = {table_of_items(sweep_columns(results), outcomes)};
  for (const SweepPlot& plot : results.sweep.plots)
    page.plots.push_back(plot_to_svg(make_plot(plot, results)));
  page.items = items_of(results, settings, runner, limits);
  return render_page(page);
}

}  // namespace flitwise
