#include "sim/studies/sweep/sweep_points.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "sim/language/scenario_yaml.h"
#include "sim/report/report_data.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

void add_point(const Families& families, const Sweep& sweep, const Bindings& bindings,
               SweepPoints& all) {
  SweepPoint point;
  point.values = bindings;
  YamlNode values = sweep.base;
  ErrorList errors;
  for (const Binding& binding : bindings)
    errors.attempt([&] { set_value(binding.name, binding.value, values); });
  const std::string label = point_label(bindings);
  YamlNode name = number_node(sweep.name + ": " + label, values.place);
  name.quoted = true;
  set_value("name", name, values);
  ScenarioReading reading;
  if (errors.empty()) reading = read_scenario_values(families, values);
  for (const ConfigError& error : reading.errors) errors.add(error);
  if (!errors.empty()) {
    all.refused.push_back({label, errors.sorted().front()});
    return;
  }
  point.scenario = std::move(*reading.scenario);
  point.key = key_of_run(values, point.scenario);
  all.points.push_back(std::move(point));
}

// "pes" of "network.pes", "sides.0" of "network.sides.0".
std::string last_part(const std::string& key) {
  std::size_t dot = key.rfind('.');
  const std::string last = key.substr(dot + 1);
  const bool is_item = last.find_first_not_of("0123456789") == std::string::npos;
  if (is_item && dot != std::string::npos && dot > 0) dot = key.rfind('.', dot - 1);
  return key.substr(dot + 1);
}

using Json = nlohmann::ordered_json;

void collect_numbers(const Json& json, const std::string& path, SweepRow& row) {
  if (json.is_number()) row.figures.emplace_back(path, json.dump());
  if (!json.is_object()) return;
  for (const auto& [name, value] : json.items())
    collect_numbers(value, path.empty() ? name : path + "." + name, row);
}

Outcome outcome_of(const std::string& name) {
  for (const Outcome outcome : {Outcome::kPass, Outcome::kNoEnd, Outcome::kBadInput})
    if (outcome_name(outcome) == name) return outcome;
  return Outcome::kFail;
}

}  // namespace

SweepPoints make_points(const Families& families, const Sweep& sweep) {
  SweepPoints all;
  combine(
      sweep.axes.size(),
      [&](std::size_t axis, const Bindings&) -> const std::vector<Bindings>& {
        return sweep.axes[axis].rows;
      },
      [&](const Bindings& values) { add_point(families, sweep, values, all); });
  return all;
}

std::vector<std::string> short_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> shorts;
  for (const std::string& key : keys) shorts.push_back(last_part(key));
  const std::set<std::string> different(shorts.begin(), shorts.end());
  return different.size() == keys.size() ? shorts : keys;
}

std::string point_label(const Bindings& values) {
  std::vector<std::string> keys;
  for (const Binding& binding : values) keys.push_back(binding.name);
  const std::vector<std::string> names = short_keys(keys);
  std::string label;
  for (std::size_t k = 0; k < names.size(); ++k)
    label += (k == 0 ? "" : ", ") + names[k] + "=" + yaml_text(values[k].value);
  return label;
}

std::optional<std::string> SweepRow::figure(const std::string& name) const {
  for (const std::string& path : {name, "measured." + name}) {
    const bool is_end = path == "measured.finish" || path == "measured.quiesce";
    if (is_end && outcome == Outcome::kNoEnd) return std::nullopt;
    for (const auto& [known, number] : figures)
      if (known == path) return number;
  }
  return std::nullopt;
}

SweepRow make_row(const SweepPoint& point, const Result& result) {
  Json line;
  line["key"] = point.key;
  Json& values = line["point"] = Json::object();
  for (const Binding& binding : point.values)
    values[binding.name] = Json::parse(yaml_to_json(binding.value));
  line["broke_off"] = result.broke_off;
  line["result"] = Json::parse(result_to_json(result));
  return *parse_row(line.dump());
}

std::optional<SweepRow> parse_row(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("result")) return std::nullopt;
  SweepRow row;
  row.line = line;
  try {
    row.key = json.at("key").get<std::string>();
    row.broke_off = json.at("broke_off").get<bool>();
    Json result = json.at("result");
    row.outcome = outcome_of(result.at("outcome").get<std::string>());
    row.problems = result.at("problems").get<std::vector<std::string>>();
    row.notes = result.at("notes").get<std::vector<std::string>>();
    result.erase("seconds");
    collect_numbers(result, "", row);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return row;
}

}  // namespace flitwise
