#include "sim/studies/sweep/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/console/console.h"
#include "sim/language/yaml_json.h"
#include "sim/report/page/report_suite.h"
#include "sim/report/report_command.h"
#include "sim/studies/sweep/sweep_texts.h"

namespace flitwise {
namespace {

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
std::string command_for(const SweepResults& results, const SweepArguments& arguments,
                        std::size_t i) {
  if (results.sweep.base_file.empty()) return command_with_scenario(results.points[i].scenario);
  std::vector<Setting> settings = arguments.settings;
  const std::vector<std::string> keys = results.sweep.keys();
  for (std::size_t k = 0; k < keys.size(); ++k)
    settings.push_back({keys[k], yaml_to_json(results.points[i].values[k])});
  return command_to_reproduce(results.sweep.base_file, settings);
}

std::vector<ReportItem> items_of(const SweepResults& results, const SweepArguments& arguments,
                                 Runner runner) {
  const std::vector<std::size_t> drawn = drawn_points(results);
  std::vector<const Scenario*> scenarios;
  for (const std::size_t i : drawn) scenarios.push_back(&results.points[i].scenario);
  const std::vector<Result> runs =
      run_for_page(scenarios, runner, limits_of(arguments.processes, arguments.timeout));
  std::vector<ReportItem> items;
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    ReportFacts facts = facts_of_row(results.rows[i]);
    facts.command = command_for(results, arguments, i);
    Result run;
    run.flit_hops = flit_hops_of(results.rows[i]);
    const bool is_drawn = next < drawn.size() && drawn[next] == i;
    items.push_back(report_item(facts, results.points[i].scenario, is_drawn ? runs[next] : run));
    if (is_drawn) ++next;
  }
  return items;
}

}  // namespace

std::string sweep_page(const SweepResults& results, const SweepArguments& arguments,
                       Runner runner) {
  std::vector<Outcome> outcomes;
  for (const SweepRow& row : results.rows) outcomes.push_back(row.outcome);
  ReportPage page;
  page.title = "Flitwise sweep: " + results.sweep.name;
  page.summary = one_line(sweep_summary(results, 0));
  page.ok = std::all_of(outcomes.begin(), outcomes.end(),
                        [](Outcome outcome) { return outcome == Outcome::kPass; });
  page.command = page_command(
      with_settings({"flitwise", "sweep", arguments.file}, arguments.settings), arguments.report);
  page.tables = {table_of_items(sweep_columns(results), outcomes)};
  for (const SweepPlot& plot : results.sweep.plots)
    page.plots.push_back(plot_to_svg(make_plot(plot, results)));
  page.items = items_of(results, arguments, runner);
  return render_page(page);
}

}  // namespace flitwise
