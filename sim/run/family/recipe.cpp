#include "sim/run/family/recipe.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

const std::string kOptions = "options.";

bool is_option(const std::string& key) { return key.rfind(kOptions, 0) == 0; }

// Keys have at most one level: "order" or "options.sync".
void erase_key(YamlNode& root, const std::string& path) {
  YamlNode* map = is_option(path) ? root.find("options") : &root;
  if (map == nullptr) return;
  const std::string key = is_option(path) ? path.substr(kOptions.size()) : path;
  const auto is_it = [&](const YamlEntry& entry) { return entry.key == key; };
  map->entries.erase(std::remove_if(map->entries.begin(), map->entries.end(), is_it),
                     map->entries.end());
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
  for (const std::string& key : recipe.removed) erase_key(values, key);
  for (const Setting& setting : recipe.settings) apply_setting(setting, file, values, errors);
  if (!errors.empty()) return std::nullopt;
  ScenarioReading reading = read_scenario_values(families, values);
  for (auto foreign = foreign_keys(reading); !foreign.empty(); foreign = foreign_keys(reading)) {
    for (const std::string& key : foreign) erase_key(values, key);
    reading = read_scenario_values(families, values);
  }
  if (!reading.scenario && refusals != nullptr) refusals->add(recipe, reading.errors);
  return reading.scenario;
}

}  // namespace flitwise
