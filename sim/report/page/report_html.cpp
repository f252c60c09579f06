#include "sim/report/page/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "sim/report/report_table.h"
#include "sim/report_page.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"
#include "sim/version.h"
#include "systemc/network/flit.h"
#include "systemc/topology/types.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

constexpr FlitKind kLastKind = FlitKind::kMerge;
constexpr std::size_t kLongestList = 300;  // columns of what checks compare

// The shortest text; bytes that are no UTF-8 are replaced.
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json checks_of(const ReportFacts& facts) {
  Json checks = Json::array();
  const auto cut = [](const std::string& list) { return cut_to_width(list, kLongestList); };
  for (const Check& check : facts.checks)
    checks.push_back({check.name, cut(check.measured), cut(check.predicted),
                      check.decided ? Json(check.ok) : Json(nullptr), check.source});
  for (const auto& [name, value] : facts.unpredicted)
    checks.push_back({name, cut(value), "-", nullptr, "measured, not predicted"});
  return checks;
}

Json json_of(const ReportFacts& facts) {
  return {{"name", facts.name},
          {"verdict", facts.verdict},
          {"ok", facts.ok},
          {"about", facts.about},
          {"checks", checks_of(facts)},
          {"problems", facts.problems},
          {"notes", facts.notes},
          {"cases", facts.cases},
          {"command", facts.command},
          {"scenario", nullptr},
          {"undrawn", ""}};
}

Json places_of(const Scenario& scenario) {
  Json places = Json::array();
  for (const NodePlace& place : family_of(scenario).places(scenario))
    places.push_back({place.x, place.y});
  return places;
}

// What LinkEvent::value is called, by the names of the kinds that have one.
Json value_names(const Scenario& scenario) {
  Json names = Json::object();
  for (int kind = 0; kind <= static_cast<int>(kLastKind); ++kind) {
    const std::string name = family_of(scenario).value_name(static_cast<FlitKind>(kind));
    if (!name.empty()) names[name_of(static_cast<FlitKind>(kind))] = name;
  }
  return names;
}

// Sorted by step and receiver, which is how the page looks for them.
std::string events_of(const Result& result) {
  std::vector<LinkEvent> events = result.events;
  std::sort(events.begin(), events.end());
  if (events.size() > kMostReportedEvents) events.resize(kMostReportedEvents);
  std::stable_sort(events.begin(), events.end(), [](const LinkEvent& a, const LinkEvent& b) {
    return std::tie(a.step, a.to) < std::tie(b.step, b.to);
  });
  std::string text;
  for (const LinkEvent& e : events)
    fmt::format_to(std::back_inserter(text), "{}{},{},{},{},{},{},{}", text.empty() ? "[" : ",\n",
                   e.step, e.from, e.to, static_cast<int>(e.kind), e.message, e.index, e.value);
  return text + "]";
}

// Nothing in the data may look like the end of the script that holds it.
std::string inside_script(const std::string& json) { return replaced(json, {{'<', "\\u003c"}}); }

Json json_of(const ReportTable& table) {
  Json columns = Json::array();
  for (const TextColumn& column : table.columns)
    columns.push_back({{"heading", column.heading},
                       {"right", column.align == Align::kRight},
                       {"cells", column.cells}});
  Json runs = Json::array();
  for (const auto& item : table.items) runs.push_back(item ? Json(*item) : Json(nullptr));
  return {{"title", table.title}, {"columns", columns}, {"ok", table.good}, {"runs", runs}};
}

std::string data_of(const ReportPage& page) {
  Json kinds = Json::array();
  Json control = Json::array();
  for (int kind = 0; kind <= static_cast<int>(kLastKind); ++kind) {
    kinds.push_back(name_of(static_cast<FlitKind>(kind)));
    if (is_control(static_cast<FlitKind>(kind))) control.push_back(kind);
  }
  Json tables = Json::array();
  for (const ReportTable& table : page.tables) tables.push_back(json_of(table));
  std::string data = json_text({{"version", kVersion},
                                {"title", page.title},
                                {"summary", page.summary},
                                {"ok", page.ok},
                                {"command", page.command},
                                {"kinds", kinds},
                                {"control", control},
                                {"tables", tables}});
  data.back() = ',';
  data += "\"runs\":[";
  for (std::size_t i = 0; i < page.items.size(); ++i)
    data += (i > 0 ? ",\n" : "\n") + page.items[i].facts;
  return inside_script(data + "]}");
}

std::string plots_of(const ReportPage& page) {
  std::string figures;
  for (const std::string& svg : page.plots) {
    // A prologue belongs to files, not to the middle of a page.
    const std::size_t begin = svg.find("<svg");
    figures +=
        "<figure>" + svg.substr(begin == std::string::npos ? svg.size() : begin) + "</figure>\n";
  }
  return figures;
}

// Browsers read the events of a run when it is opened.
std::string events_of(const ReportPage& page) {
  std::string scripts;
  for (std::size_t i = 0; i < page.items.size(); ++i)
    if (!page.items[i].events.empty())
      scripts += fmt::format("<script type=\"application/json\" id=\"events-{}\">{}</script>\n", i,
                             page.items[i].events);
  return scripts;
}

}  // namespace

ReportFacts facts_of(const Result& result, const std::string& command) {
  ReportFacts facts;
  facts.name = result.scenario;
  facts.verdict = verdict_of(result.outcome);
  facts.ok = result.outcome == Outcome::kPass;
  facts.about = fmt::format("{} of {} flits, {}, {}", result.operation, result.flits,
                            result.network, algorithm_text(result));
  facts.checks = result.checks;
  for (const auto& [name, value] : result.measured.others)
    if (!value.is_nothing() && !has_check(result, name))
      facts.unpredicted.emplace_back(name, value.text());
  facts.problems = result.problems;
  facts.notes = result.notes;
  facts.command = command;
  return facts;
}

ReportItem report_item(const ReportFacts& facts) { return {json_text(json_of(facts)), ""}; }

ReportItem report_item(const ReportFacts& facts, const Scenario& scenario, const Result& result) {
  Json json = json_of(facts);
  const auto total = result.events.size();
  if (total > kMostReportedEvents)
    json["notes"].push_back(fmt::format("the drawings show the first {} of {} flits on links",
                                        kMostReportedEvents, total));
  json["scenario"] = Json::parse(scenario.text, nullptr, false);
  if (json["scenario"].is_discarded()) json["scenario"] = nullptr;
  if (total == 0) {
    if (result.flit_hops > 0)
      json["undrawn"] = fmt::format(
          "{} flits on links are too many to be drawn here. A page of this run alone shows them, "
          "or the first {} of them: add --report run.html to the command below.",
          result.flit_hops, kMostReportedEvents);
    return {json_text(json), ""};
  }
  json["pes"] = result.pes;
  json["node_names"] = result.node_names;
  json["node_labels"] = family_of(scenario).node_labels(scenario);
  json["places"] = places_of(scenario);
  const DeadElements dead = family_of(scenario).dead_elements(scenario);
  json["dead"] = {{"nodes", dead.nodes}, {"links", dead.links}};
  json["values"] = value_names(scenario);
  return {json_text(json), events_of(result)};
}

void EventRoom::fit(Result& result) {
  const auto count = static_cast<std::int64_t>(result.events.size());
  if (count > kMostSuiteEvents || count > left_)
    result.events = {};
  else
    left_ -= count;
}

ReportTable table_of_items(std::vector<TextColumn> columns, const std::vector<Outcome>& outcomes) {
  ReportTable table;
  table.columns = std::move(columns);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    table.good.push_back(outcomes[i] == Outcome::kPass);
    table.items.emplace_back(i);
  }
  return table;
}

std::string render_page(const ReportPage& page) {
  const std::pair<std::string, std::string> parts[] = {{kReportPlotPlace, plots_of(page)},
                                                       {kReportDataPlace, data_of(page)},
                                                       {kReportEventsPlace, events_of(page)}};
  const std::string frame = kReportPage;
  std::string text;
  std::size_t at = 0;
  for (const auto& [place, part] : parts) {
    const std::size_t found = frame.find(place, at);
    text += frame.substr(at, found - at) + part;
    at = found + place.size();
  }
  return text + frame.substr(at);
}

RunRequest request_for_page() {
  RunRequest request;
  request.keep_events = true;
  request.most_events = kMostSuiteEvents;
  return request;
}

std::vector<Result> run_for_page(const std::vector<const Scenario*>& scenarios, Runner runner,
                                 const ParallelLimits& limits) {
  std::vector<Result> results(scenarios.size());
  run_in_parallel(
      scenarios, runner, limits,
      [&](std::size_t i, Result result) { results[i] = std::move(result); }, {},
      request_for_page());
  throw_if_interrupted();
  return results;
}

ReportPage page_of_runs(const std::string& title, const std::vector<Result>& results,
                        std::vector<std::string> command, const std::string& file) {
  const std::vector<Outcome> outcomes = outcomes_of(results);
  ReportPage page;
  page.title = title;
  page.summary = one_line(render_summary(results));
  page.ok = std::all_of(outcomes.begin(), outcomes.end(),
                        [](Outcome outcome) { return outcome == Outcome::kPass; });
  page.command = page_command(std::move(command), file);
  page.tables = {table_of_items(run_columns(results, Cells::kWhole), outcomes)};
  return page;
}

std::string page_command(std::vector<std::string> words, const std::string& file) {
  words.emplace_back("--report");
  words.push_back(file);
  return command_line(words);
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

std::vector<std::string> with_settings(std::vector<std::string> words,
                                       const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    words.emplace_back("--set");
    words.push_back(setting.path + "=" + setting.value);
  }
  return words;
}

std::string command_to_reproduce(const std::string& file, const std::vector<Setting>& settings) {
  std::vector<std::string> words = with_settings({"flitwise", "run", file}, settings);
  words.emplace_back("-v");
  return command_line(words);
}

std::string command_with_scenario(const Scenario& scenario) {
  const std::filesystem::path folder = std::filesystem::path(scenario.file).parent_path();
  const bool reads_files = !scenario.inputs.empty();
  const std::string file =
      ((reads_files ? folder : std::filesystem::path()) / "this-run.yaml").string();
  // A scenario is one line of JSON, in which no line can be the end mark.
  return fmt::format("cat > {} <<'END'\n{}\nEND\n{}", shell_word(file), scenario.text,
                     command_to_reproduce(file, {}));
}

}  // namespace flitwise
