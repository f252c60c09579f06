#include "sim/run/family/schema.h"

#include <nlohmann/json.hpp>

#include "sim/run/family/families.h"

namespace flitwise {
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
