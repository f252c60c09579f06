#include "sim/cli/import_scenario.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

constexpr std::string_view kSection = "schedule.";

bool is_of_schedule(const ImportValue& value) {
  return value.key.compare(0, kSection.size(), kSection) == 0;
}

// A YAML scalar that is text whatever it looks like.
std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? "''" : std::string(1, c);
  return all + "'";
}

bool is_list(const std::string& map) {
  return map.find_first_not_of("0123456789, ") == std::string::npos;
}

std::string seen_from(const std::string& file, const std::string& scenario) {
  const std::filesystem::path path(file);
  if (path.is_absolute()) return file;
  const std::filesystem::path folder = std::filesystem::absolute(scenario).parent_path();
  return std::filesystem::absolute(path)
      .lexically_normal()
      .lexically_proximate(folder.lexically_normal())
      .string();
}

// Behind its key: a map without braces begins on a line of its own, and all lines are indented.
std::string value_text(const std::string& yaml) {
  std::string text = yaml.rfind('{', 0) == 0 || yaml.rfind('\'', 0) == 0 ? " " : "\n  ";
  if (yaml.find_first_of(":\n") == std::string::npos) text = " ";
  for (const char c : yaml) text += c == '\n' ? "\n  " : std::string(1, c);
  return text;
}

}  // namespace

std::vector<ImportValue> import_values(const ImportArguments& a, const std::string& format,
                                       const std::string& scenario) {
  const auto number = [](const char* key, const char* option, std::int64_t value) {
    return ImportValue{std::string(kSection) + key, std::to_string(value),
                       fmt::format("{} {}", option, value)};
  };
  std::vector<ImportValue> values{
      {"name", quoted(std::filesystem::path(a.file).stem().string()), a.file},
      {"network", a.network.empty() ? "null" : a.network, "--network " + a.network},
      {"operation", "collective", a.file},
      {"schedule.file", quoted(seen_from(a.file, scenario)), a.file},
      {"schedule.format", format, a.format.empty() ? a.file : "--format " + a.format}};
  if (!a.map.empty())
    values.push_back({"schedule.map",
                      is_list(a.map) ? "[" + a.map + "]" : quoted(seen_from(a.map, scenario)),
                      "--map " + a.map});
  if (a.flit_bytes > 0) values.push_back(number("flit_bytes", "--flit-bytes", a.flit_bytes));
  if (a.chunk_flits > 0) values.push_back(number("chunk_flits", "--chunk-flits", a.chunk_flits));
  if (a.epoch > 0) values.push_back(number("epoch", "--epoch", a.epoch));
  if (!a.options.empty()) values.push_back({"options", a.options, "--options " + a.options});
  return values;
}

std::string import_text(const std::vector<ImportValue>& values) {
  std::string before, schedule, behind;
  for (const ImportValue& value : values) {
    if (is_of_schedule(value))
      schedule += fmt::format("{}{}: {}", schedule.empty() ? "" : ", ",
                              value.key.substr(kSection.size()), value.yaml);
    else
      (schedule.empty() ? before : behind) += value.key + ":" + value_text(value.yaml) + "\n";
  }
  return before + "schedule: {" + schedule + "}\n" + behind;
}

YamlNode import_tree(const std::vector<ImportValue>& values, const std::string& scenario,
                     ErrorList& errors) {
  std::optional<YamlNode> root = parse_yaml("{}", {scenario, "flitwise import", {}}, errors);
  for (const ImportValue& value : values) {
    const std::optional<YamlNode> node =
        parse_yaml(value.yaml, {scenario, value.origin, {}}, errors);
    if (node) set_value(value.key, *node, *root);
  }
  return std::move(*root);
}

ScenarioReading read_import(const Families& families, const std::vector<ImportValue>& values,
                            const std::string& scenario) {
  ErrorList errors;
  const YamlNode root = import_tree(values, scenario, errors);
  if (errors.empty()) return read_scenario_values(families, root);
  ScenarioReading reading;
  reading.errors = errors.sorted();
  return reading;
}

}  // namespace flitwise
