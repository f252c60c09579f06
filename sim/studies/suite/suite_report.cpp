#include "sim/studies/suite/suite_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/language/yaml_json.h"
#include "sim/language/yaml_removal.h"
#include "sim/report/report_columns.h"
#include "sim/report/report_json.h"

namespace flitwise {
namespace {

void collect_seeds(const YamlNode& node, const std::string& path, std::string& text) {
  for (const YamlEntry& entry : node.entries) {
    const std::string key = path.empty() ? entry.key : path + "." + entry.key;
    if (entry.key == "seed" && !is_removal(entry))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, yaml_text(entry.value));
    collect_seeds(entry.value, key, text);
  }
}

// "sim.scenarios": CI servers group cases by it.
std::string classname_of(const std::string& file) {
  std::string name = std::filesystem::path(file).parent_path().lexically_normal().string();
  std::replace(name.begin(), name.end(), '/', '.');
  const std::size_t first = name.find_first_not_of('.');
  return first == std::string::npos ? "scenarios" : name.substr(first);
}

std::vector<std::string> failures_of(const Result& result) {
  std::vector<std::string> lines;
  for (const check::Check& check : result.checks)
    if (is_broken(check))
      lines.push_back(fmt::format("{}: measured {}, predicted {} ({})", check.name, check.measured,
                                  check.predicted, check.source));
  for (const std::string& problem : result.problems) lines.push_back("problem: " + problem);
  for (const std::string& note : result.notes) lines.push_back("note: " + note);
  return lines;
}

}  // namespace

std::string seeds_of(const YamlNode& scenario) {
  std::string text;
  collect_seeds(scenario, "", text);
  return text;
}

JunitCase junit_case(const Result& result, const YamlNode& values,
                     const std::vector<std::string>& attachments) {
  JunitCase one;
  one.classname = classname_of(result.file);
  one.name = result.scenario;
  one.file = result.file;
  one.seconds = result.seconds;
  one.properties = {{"network", result.network},
                    {"operation", result.operation},
                    {"algorithm", algorithm_text(result)},
                    {"finish", step_cell(result, result.measured.finish)},
                    {"predicted", predicted_finish_cell(result)},
                    {"quiesce", step_cell(result, result.measured.quiesce)}};
  const std::string seeds = seeds_of(values);
  if (!seeds.empty()) one.properties.emplace_back("seed", seeds);
  one.attachments = attachments;
  if (result.outcome == Outcome::kPass) return one;
  const std::vector<std::string> lines = failures_of(result);
  one.kind = result.outcome == Outcome::kNoEnd || result.broke_off ? "error" : "failure";
  one.message = lines.empty() ? outcome_name(result.outcome) : lines.front();
  for (const std::string& line : lines) one.text += line + "\n";
  return one;
}

}  // namespace flitwise
