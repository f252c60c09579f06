#include "sim/studies/suite/suite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

#include "sim/console/outputs.h"
#include "sim/language/scenario_yaml.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

// By its name; what then cannot be read is refused, not left out.
bool is_scenario(const fs::directory_entry& entry) {
  const fs::path extension = entry.path().extension();
  std::error_code ignored;
  return (extension == ".yaml" || extension == ".yml") && !entry.is_directory(ignored);
}

template <typename Iterator>
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (Iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_scenario(*entry)) files.push_back(entry->path().string());
  if (error) throw SuiteError(folder + ": error: cannot be read: " + error.message());
  if (files.empty()) throw SuiteError(folder + ": error: holds no scenario files (*.yaml, *.yml)");
  std::sort(files.begin(), files.end());
  return files;
}

bool fits(const std::string& pattern, const std::string& name, const std::string& file) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0 ||
         ::fnmatch(pattern.c_str(), file.c_str(), 0) == 0;
}

constexpr const char* kFailureFolder = "check-failures";

std::vector<std::string> names_of(const Suite& suite) {
  std::vector<std::string> names;
  for (const SuiteCase& one : suite) names.push_back(one.scenario().name);
  return names;
}

// Runs a failed scenario again and keeps waves and events of the part where it went wrong.
void record(SuiteCase& one, const std::filesystem::path& place, Runner runner,
            const Console& console) {
  ScenarioOutputs outputs;
  outputs.events = place.string() + ".events.jsonl";
  outputs.waves = place.string() + ".fst";
  name_wave_files(outputs);
  ScenarioSinks sinks(outputs, console.out);
  RunRequest request;
  request.keep_events = true;
  request.waves = sinks.waves_path();
  request.trace = window_of(one.result);
  const Result again = run_with_progress(one.scenario(), request, runner, console);
  throw_if_interrupted();
  if (again.broke_off) {
    one.result.notes.push_back("run again with waves, it broke off and left none" +
                               (again.problems.empty() ? "" : ": " + again.problems.front()));
    return;
  }
  sinks.write(one.scenario(), again, request.trace);
  for (const std::string& file :
       {outputs.waves, outputs.layout, outputs.nodes, outputs.surfer, outputs.events})
    one.attachments.push_back(std::filesystem::absolute(file).lexically_normal().string());
  one.result.notes.push_back("waves of " + window_text(request.trace) + ": " + outputs.waves);
}

constexpr Step kShortRun = 200;
constexpr Node kSmallNetwork = 64;
constexpr Step kStepsBefore = 40;
constexpr Step kStepsAfter = 20;
constexpr std::size_t kMostShown = 32;

// The numbers that stand behind a word: "step 14" and "steps 14".
void collect_numbers(const std::string& text, const std::string& word,
                     std::vector<std::int64_t>& numbers) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const char* begin = text.c_str() + at + word.size();
    if (std::isdigit(static_cast<unsigned char>(*begin)) != 0)
      numbers.push_back(std::strtoll(begin, nullptr, 10));
  }
}

std::vector<std::string> texts_of(const Result& result) {
  std::vector<std::string> texts = result.problems;
  for (const check::Check& check : result.checks)
    if (is_broken(check)) {
      texts.push_back(check.measured);
      texts.push_back(check.predicted);
    }
  return texts;
}

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

}  // namespace

std::vector<std::string> suite_files(const std::vector<std::string>& paths, Folders folders) {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    std::error_code ignored;
    std::vector<std::string> files{path};
    if (fs::is_directory(path, ignored))
      files = folders == Folders::kRecursive ? files_in<fs::recursive_directory_iterator>(path)
                                             : files_in<fs::directory_iterator>(path);
    for (std::string& file : files)
      if (seen.insert(resolved_path(file)).second) all.push_back(std::move(file));
  }
  return all;
}

bool fits_filters(const std::string& name, const std::string& file,
                  const std::vector<std::string>& filters) {
  bool is_wanted = false;
  bool has_wish = false;
  for (const std::string& filter : filters) {
    if (!filter.empty() && filter.front() == '!') {
      if (fits(filter.substr(1), name, file)) return false;
      continue;
    }
    has_wish = true;
    is_wanted = is_wanted || fits(filter, name, file);
  }
  return is_wanted || !has_wish;
}

std::vector<Result> results_of(const Suite& suite) {
  std::vector<Result> results;
  for (const SuiteCase& one : suite) results.push_back(one.result);
  return results;
}

void hold_against(const Baseline& baseline, const std::string& file, Suite& suite) {
  for (SuiteCase& one : suite) {
    if (one.result.broke_off) continue;
    for (const std::string& change : baseline.changes(one.result)) {
      one.result.problems.push_back(fmt::format("baseline {}: {}", file, change));
      if (one.result.outcome == Outcome::kPass) one.result.outcome = Outcome::kFail;
    }
  }
}

void record_failures(Suite& suite, const std::string& directory, Runner runner,
                     const Console& console) {
  const std::vector<std::string> slugs = distinct_slugs(names_of(suite));
  const std::string folder = directory.empty() ? kFailureFolder : directory;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    SuiteCase& one = suite[i];
    if (one.result.outcome == Outcome::kPass || one.result.broke_off) continue;
    make_directory(folder);
    record(one, std::filesystem::path(folder) / slugs[i], runner, console);
  }
}

WaveWindow window_of(const Result& result) {
  std::vector<std::int64_t> steps;
  std::vector<std::int64_t> pes;
  for (const std::string& text : texts_of(result)) {
    collect_numbers(text, "step ", steps);
    collect_numbers(text, "PE ", pes);
  }
  WaveWindow window;
  if (!steps.empty() && result.measured.quiesce > kShortRun) {
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
    window.first = std::max<Step>(0, *least - kStepsBefore);
    window.last = std::min(*most, *least + kShortRun) + kStepsAfter;
  }
  std::sort(pes.begin(), pes.end());
  pes.erase(std::unique(pes.begin(), pes.end()), pes.end());
  const bool names_a_few = !pes.empty() && pes.size() <= kMostShown && pes.back() < result.pes;
  if (names_a_few && result.pes > kSmallNetwork)
    for (const std::int64_t pe : pes) window.nodes.push_back(static_cast<Node>(pe));
  return window;
}

std::string window_text(const WaveWindow& window) {
  std::string text = "all steps";
  if (window.last)
    text = fmt::format("steps {} to {}", window.first, *window.last);
  else if (window.first > 0)
    text = fmt::format("steps from {} on", window.first);
  if (window.nodes.empty()) return text + (text == "all steps" ? " and nodes" : "");
  return fmt::format("{}, PEs {}", text, fmt::join(window.nodes, ", "));
}

std::string seeds_of(const YamlNode& scenario) {
  std::string text;
  collect_seeds(scenario, "", text);
  return text;
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
