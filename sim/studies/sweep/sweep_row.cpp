#include "sim/studies/sweep/sweep_row.h"

#include <nlohmann/json.hpp>

#include "sim/language/yaml_json.h"
#include "sim/report/report_json.h"

namespace flitwise {
namespace {

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

std::optional<std::string> SweepRow::figure(const std::string& name) const {
  for (const std::string& path : {name, "measured." + name}) {
    const bool is_end = path == "measured.finish" || path == "measured.quiesce";
    if (is_end && outcome == Outcome::kNoEnd) return std::nullopt;
    for (const auto& [known, number] : figures)
      if (known == path) return number;
  }
  return std::nullopt;
}

std::vector<Outcome> outcomes_of(const std::vector<SweepRow>& rows) {
  std::vector<Outcome> outcomes;
  for (const SweepRow& row : rows) outcomes.push_back(row.outcome);
  return outcomes;
}

SweepRow make_row(const std::vector<std::string>& keys, const SweepPoint& point,
                  const Result& result) {
  Json line;
  line["key"] = point.key;
  Json& values = line["point"] = Json::object();
  for (std::size_t k = 0; k < keys.size(); ++k)
    values[keys[k]] = Json::parse(yaml_to_json(point.values[k]));
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
