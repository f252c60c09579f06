#include "sim/language/yaml_json.h"

#include <nlohmann/json.hpp>

#include "sim/language/yaml_removal.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;

Json scalar_to_json(const YamlNode& value) {
  if (value.quoted) return value.text;
  const Json number = Json::parse(value.text, nullptr, false);
  return number.is_number() || number.is_boolean() ? number : Json(value.text);
}

Json to_json(const YamlNode& value) {
  switch (value.kind) {
    case YamlKind::kNull:
      return nullptr;
    case YamlKind::kScalar:
      return scalar_to_json(value);
    case YamlKind::kList: {
      Json list = Json::array();
      for (const YamlNode& item : value.items) list.push_back(to_json(item));
      return list;
    }
    case YamlKind::kMap:
      break;
  }
  Json map = Json::object();
  for (const YamlEntry& entry : value.entries)
    if (!is_removal(entry)) map[entry.key] = to_json(entry.value);
  return map;
}

}  // namespace

std::string yaml_to_json(const YamlNode& value) { return to_json(value).dump(); }

std::string yaml_text(const YamlNode& value) {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  switch (value.kind) {
    case YamlKind::kNull:
      return "none";
    case YamlKind::kScalar:
      return value.text;
    case YamlKind::kList:
      for (const YamlNode& item : value.items) append(yaml_text(item));
      return "[" + text + "]";
    case YamlKind::kMap:
      break;
  }
  for (const YamlEntry& entry : value.entries)
    if (!is_removal(entry)) append(entry.key + ": " + yaml_text(entry.value));
  return "{" + text + "}";
}

std::optional<double> yaml_number(const YamlNode& value) {
  if (value.kind != YamlKind::kScalar) return std::nullopt;
  const Json number = scalar_to_json(value);
  return number.is_number() ? std::optional(number.get<double>()) : std::nullopt;
}

}  // namespace flitwise
