#include "sim/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/families.h"
#include "sim/report_columns.h"
#include "sim/report_page.h"
#include "sim/report_table.h"
#include "sim/version.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

constexpr FlitKind kLastKind = FlitKind::kCopies;

bool is_control(FlitKind kind) {
  return kind == FlitKind::kTap || kind == FlitKind::kToken || kind == FlitKind::kCertificate ||
         kind == FlitKind::kOrder;
}

// Nothing in the data may look like the end of the script that holds it.
std::string inside_script(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

Json checks_of(const Result& result) {
  Json checks = Json::array();
  for (const Check& check : result.checks)
    checks.push_back({check.name, check.measured, check.predicted, check.ok, check.source});
  return checks;
}

Json places_of(const Scenario& scenario) {
  Json places = Json::array();
  for (const NodePlace& place : family_of(scenario).places(scenario))
    places.push_back({place.x, place.y});
  return places;
}

// Six numbers an event, sorted by step.
Json events_of(const Result& result) {
  std::vector<LinkEvent> events = result.events;
  std::sort(events.begin(), events.end());
  if (events.size() > kMostReportedEvents) events.resize(kMostReportedEvents);
  Json numbers = Json::array();
  for (const LinkEvent& event : events)
    for (const std::int64_t number : {std::int64_t{event.step}, std::int64_t{event.from},
                                      std::int64_t{event.to}, static_cast<std::int64_t>(event.kind),
                                      std::int64_t{event.message}, std::int64_t{event.index}})
      numbers.push_back(number);
  return numbers;
}

Json notes_of(const Result& result) {
  Json notes = result.notes;
  if (result.events.size() > kMostReportedEvents)
    notes.push_back(fmt::format("the drawings show the first {} of {} flits on links",
                                kMostReportedEvents, result.events.size()));
  return notes;
}

std::string quoted(const std::string& word) {
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string("_-./=,:+").find(c) != std::string::npos;
  });
  if (is_plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string report_of_run(const Scenario& scenario, const Result& result,
                          const std::string& command) {
  Json json;
  json["name"] = result.scenario;
  json["network"] = result.network;
  json["operation"] = result.operation;
  json["algorithm"] = algorithm_text(result);
  json["pes"] = result.pes;
  json["flits"] = result.flits;
  json["ok"] = result.outcome == Outcome::kPass;
  json["verdict"] = verdict_of(result.outcome);
  json["finish"] = step_cell(result, result.measured.finish);
  json["predicted"] = predicted_finish_cell(result);
  json["lower_bound"] = result.broke_off ? "-" : std::to_string(result.lower_bound);
  json["checks"] = checks_of(result);
  json["problems"] = result.problems;
  json["notes"] = notes_of(result);
  json["command"] = command;
  json["node_names"] = result.node_names;
  json["places"] = places_of(scenario);
  json["events"] = events_of(result);
  return inside_script(json);
}

std::string report_page(const std::vector<std::string>& runs) {
  Json kinds = Json::array();
  Json control = Json::array();
  for (int kind = 0; kind <= static_cast<int>(kLastKind); ++kind) {
    kinds.push_back(name_of(static_cast<FlitKind>(kind)));
    if (is_control(static_cast<FlitKind>(kind))) control.push_back(kind);
  }
  std::string data = fmt::format(R"({{"version":"{}","kinds":{},"control":{},"runs":[)", kVersion,
                                 kinds.dump(), control.dump());
  for (std::size_t i = 0; i < runs.size(); ++i) data += (i > 0 ? ",\n" : "\n") + runs[i];
  data += "]}";
  std::string page = kReportPage;
  return page.replace(page.find(kReportDataPlace), std::string(kReportDataPlace).size(), data);
}

std::string command_to_reproduce(const std::string& file, const std::vector<Setting>& settings) {
  std::string command = "flitwise run " + quoted(file);
  for (const Setting& setting : settings)
    command += " --set " + quoted(setting.path + "=" + setting.value);
  return command + " -v";
}

}  // namespace flitwise
