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

const std::vector<std::string>& Family::operations() const {
  static const std::vector<std::string> none;
  return none;
}

Families::Families(std::vector<const Family*> by_kind, std::vector<const Family*> by_operation,
                   std::vector<const Family*> by_claim)
    : by_kind_(std::move(by_kind)),
      by_operation_(std::move(by_operation)),
      by_claim_(std::move(by_claim)),
      all_(by_kind_) {
  all_.insert(all_.end(), by_claim_.begin(), by_claim_.end());
  all_.insert(all_.end(), by_operation_.begin(), by_operation_.end());
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

const Family* Families::of_operation(const std::string& operation) const {
  for (const Family* family : by_operation_) {
    const std::vector<std::string>& own = family->operations();
    if (std::find(own.begin(), own.end(), operation) != own.end()) return family;
  }
  return nullptr;
}

const Family* Families::that_claims(const Value& root) const {
  for (const Family* family : by_claim_)
    if (family->claims(root)) return family;
  return nullptr;
}

const Family& Families::that_hosts(const Value& root, const std::string& kind) const {
  for (const Family* family : by_claim_)
    if (family->is_host() && family->claims_as_host(root)) return *family;
  return of_kind(kind);
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
  Json by_kind;
  for (const Family* family : families.by_kind()) {
    Json rule;
    rule["if"] = has_kind(family->kinds());
    if (family == families.by_kind().front())
      rule["if"] = Json{{"anyOf", {rule["if"], has_no_kind()}}};
    rule["then"] = Json::parse(family->schema(families));
    by_kind["allOf"].push_back(std::move(rule));
  }
  Json otherwise = std::move(by_kind);
  const std::vector<const Family*>& all = families.by_operation();
  for (auto family = all.rbegin(); family != all.rend(); ++family) {
    Json rule;
    rule["if"]["properties"]["operation"]["enum"] = (*family)->operations();
    rule["then"] = Json::parse((*family)->schema(families));
    rule["else"] = std::move(otherwise);
    otherwise = std::move(rule);
  }
  for (const Family* family : families.by_claim()) {
    Json rule;
    rule["if"] = Json::parse(family->claim_schema());
    rule["then"] = Json::parse(family->schema(families));
    rule["else"] = std::move(otherwise);
    otherwise = std::move(rule);
  }
  for (auto& [key, value] : otherwise.items()) schema[key] = std::move(value);
  return schema.dump(1) + "\n";
}

}  // namespace flitwise
