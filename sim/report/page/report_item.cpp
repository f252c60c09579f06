#include "sim/report/page/report_item.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "sim/report/report_columns.h"
#include "sim/report/report_command.h"
#include "sim/report/report_table.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestList = 300;  // columns of what checks compare

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
  for (int kind = 0; kind <= static_cast<int>(FlitKind::kCopies); ++kind) {
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

bool has_check(const Result& result, const std::string& name) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.name == name; });
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

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
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

}  // namespace flitwise
