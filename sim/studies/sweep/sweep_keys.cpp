#include "sim/studies/sweep/sweep_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace flitwise {
namespace {

bool is_within(const std::string& key, const std::string& outer) {
  return key.rfind(outer + ".", 0) == 0;
}

// Whether setting what stands at `path` within the value takes anything of it away.
bool has_at(const YamlNode& value, const std::string& path) {
  const YamlNode* node = &value;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    if (node->kind != YamlKind::kMap) break;
    node = node->find(part);
    if (node == nullptr) return false;
  }
  return node->kind != YamlKind::kNull;
}

void check_pair(const VariedKey& varied, const VariedKey& before) {
  const std::string& key = varied.key;
  const auto refuse = [&](const std::string& rule) {
    throw ConfigError(varied.place, "vary", key, rule);
  };
  if (key == before.key) refuse("is varied twice");
  if (is_within(before.key, key))
    refuse("would overwrite " + before.key + ", which stands before it");
  if (!is_within(key, before.key)) return;
  const std::string rest = key.substr(before.key.size() + 1);
  const auto loses = [&](const YamlNode& value) { return has_at(value, rest); };
  if (std::any_of(before.values.begin(), before.values.end(), loses))
    refuse("would overwrite what a value of " + before.key + ", which stands before it, has there");
}

}  // namespace

void check_varied_key(const VariedKey& varied, const std::vector<VariedKey>& earlier) {
  const std::string framed = "." + varied.key + ".";
  if (framed.find("..") != std::string::npos)
    throw ConfigError(varied.place, "vary", varied.key, "has an empty key");
  if (varied.key == "name")
    throw ConfigError(varied.place, "vary", varied.key,
                      "cannot be varied: points are named by what is varied");
  for (const VariedKey& before : earlier) check_pair(varied, before);
}

void check_settings(const std::vector<Setting>& settings, const Sweep& sweep, ErrorList& errors) {
  for (const Setting& setting : settings) {
    const auto refuse = [&](const std::string& rule) {
      const std::string shown = "--set " + setting.path + "=" + setting.value;
      const InputText about{sweep.file, shown, {}};
      errors.add(ConfigError({std::make_shared<const InputText>(about), 0, 0}, setting.path,
                             setting.value, rule));
    };
    if (setting.path == "name")
      refuse("would have no effect: points are named after the sweep and by what is varied");
    for (const SweepAxis& axis : sweep.axes)
      for (std::size_t k = 0; k < axis.keys.size(); ++k)
        if (setting.path == axis.keys[k] || is_within(setting.path, axis.keys[k]))
          refuse(fmt::format("would have no effect: the sweep varies {} (line {})", axis.keys[k],
                             axis.places[k].line));
  }
}

}  // namespace flitwise
