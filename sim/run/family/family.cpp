#include "sim/run/family/family.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace flitwise {

void identify(const Scenario& scenario, Result& result) {
  result.scenario = scenario.name;
  result.file = scenario.file;
  result.network = scenario.shape;
  result.operation = scenario.operation;
  result.node_names = family_of(scenario).pe_names(scenario);
  family_of(scenario).identify(scenario, result);
  if (scenario.options.build == Build::kNetlist)
    result.variant += result.variant.empty() ? "netlist" : ", netlist";
}

Families::Families(std::vector<const Family*> by_kind, const Family& of_schedules)
    : by_kind_(std::move(by_kind)), of_schedules_(of_schedules), all_(by_kind_) {
  all_.push_back(&of_schedules);
}

std::vector<std::string> Families::kinds() const {
  std::vector<std::string> kinds;
  for (const Family* family : by_kind_)
    kinds.insert(kinds.end(), family->kinds().begin(), family->kinds().end());
  return kinds;
}

const Family& Families::of_kind(const std::string& kind) const {
  if (kind.empty()) return *by_kind_.front();
  for (const Family* family : by_kind_)
    if (std::count(family->kinds().begin(), family->kinds().end(), kind) > 0) return *family;
  throw std::out_of_range("no family has networks of kind " + kind);
}

namespace {

using Json = nlohmann::ordered_json;

// Whether a scenario's network is of one of the kinds.
Json has_kind(const std::vector<std::string>& kinds) {
  Json network;
  network["properties"]["kind"]["enum"] = kinds;
  network["required"] = {"kind"};
  Json condition;
  condition["properties"]["network"] = network;
  condition["required"] = {"network"};
  return condition;
}

// Whether it names no kind.
Json has_no_kind() {
  Json condition;
  condition["properties"]["network"]["not"]["required"] = {"kind"};
  return condition;
}

}  // namespace

std::string schema_text(const Families& families) {
  Json schema;
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "Flitwise scenario";
  schema["type"] = "object";
  schema["required"] = {"network", "operation"};
  Json kind;
  kind["enum"] = families.kinds();
  schema["properties"]["network"]["properties"]["kind"] = kind;
  Json is_collective;
  is_collective["properties"]["operation"]["const"] = kScheduleOperation;
  Json by_kind;
  for (const Family* family : families.by_kind()) {
    Json rule;
    rule["if"] = has_kind(family->kinds());
    if (family == families.by_kind().front())
      rule["if"] = Json{{"anyOf", {rule["if"], has_no_kind()}}};
    rule["then"] = Json::parse(family->schema(families));
    by_kind["allOf"].push_back(std::move(rule));
  }
  schema["if"] = is_collective;
  schema["then"] = Json::parse(families.of_schedules().schema(families));
  schema["else"] = by_kind;
  return schema.dump(1) + "\n";
}

}  // namespace flitwise
