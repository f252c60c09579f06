#include "sim/run/family/recipe.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

const std::string kOptions = "options.";

bool is_option(const std::string& key) { return key.rfind(kOptions, 0) == 0; }

// Whether it was there. Keys have at most one level: "order" or "options.sync".
bool erase_key(YamlNode& root, const std::string& path) {
  YamlNode* map = is_option(path) ? root.find("options") : &root;
  if (map == nullptr) return false;
  const std::string key = is_option(path) ? path.substr(kOptions.size()) : path;
  const auto is_it = [&](const YamlEntry& entry) { return entry.key == key; };
  const auto gone = std::remove_if(map->entries.begin(), map->entries.end(), is_it);
  const bool was_there = gone != map->entries.end();
  map->entries.erase(gone, map->entries.end());
  return was_there;
}

bool erase_keys(YamlNode& root, const std::vector<std::string>& paths) {
  bool any = false;
  for (const std::string& path : paths) any = erase_key(root, path) || any;
  return any;
}

// Keys that the reader refuses because they belong to another algorithm.
std::vector<std::string> foreign_keys(const ScenarioReading& reading) {
  std::vector<std::string> keys;
  for (const ConfigError& error : reading.errors)
    if (error.rule().rfind("is an option of algorithm", 0) == 0) keys.push_back(error.key());
  return keys;
}

}  // namespace

void Refusals::add(const Recipe& recipe, const std::vector<ConfigError>& errors) {
  const ConfigError& error = errors.front();
  const std::string value = error.value().empty() ? "" : fmt::format("'{}' ", error.value());
  refused_.push_back({recipe.settings, fmt::format("{}: {}{}", error.key(), value, error.rule())});
}

std::optional<Scenario> cook(const Families& families, const Recipe& recipe, YamlNode values,
                             Refusals* refusals) {
  const std::string file = values.place.text->file;
  ErrorList errors;
  erase_keys(values, recipe.removed);
  for (const Setting& setting : recipe.settings) apply_setting(setting, file, values, errors);
  if (!errors.empty()) return std::nullopt;
  ScenarioReading reading = read_scenario_values(families, values);
  while (erase_keys(values, foreign_keys(reading)))
    reading = read_scenario_values(families, values);
  if (!reading.scenario && refusals != nullptr) refusals->add(recipe, reading.errors);
  return reading.scenario;
}

}  // namespace flitwise
