#include "sim/cli/arguments/cli_outputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "sim/console/outputs.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

std::string inside(const std::string& directory, const std::string& file) {
  if (directory.empty() || file.empty() || file == "-") return file;
  return (std::filesystem::path(directory) / file).string();  // keeps an absolute file as it is
}

// One file for many scenarios would mix what belongs to different runs.
std::string refuse_shared(const char* option, const std::string& file,
                          const RunArguments& arguments) {
  if (file.empty()) return {};
  if (arguments.directory.empty())
    return fmt::format(
        "{} {}: several scenarios cannot share one file; add -o DIR to get one "
        "file per scenario in DIR",
        option, file);
  if (file == "-" || std::filesystem::path(file).is_absolute())
    return fmt::format(
        "{} {}: with several scenarios and -o DIR the file must be relative, "
        "because each scenario gets its own file in DIR",
        option, file);
  return {};
}

// Whether the path leads to the process's own descriptor 1, by any chain of links.
bool is_standard_output(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  const std::string wanted = fmt::format("/proc/{}/fd/{}", ::getpid(), STDOUT_FILENO);
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  for (int i = 0; i < kMostLinks && !error; ++i) {
    const fs::path directory = fs::canonical(place.parent_path(), error);
    if (error) return false;
    place = directory / place.filename();
    if (place == wanted) return true;
    if (!fs::is_symlink(place, error)) return false;
    place = directory / fs::read_symlink(place, error);
  }
  return false;
}

}  // namespace

RunArguments with_standard_output_named(RunArguments arguments) {
  for (std::string* file : {&arguments.json, &arguments.events, &arguments.report})
    if (!file->empty() && is_standard_output(*file)) *file = "-";
  return arguments;
}

std::string refuse_outputs(const RunArguments& arguments, std::size_t scenarios) {
  if (arguments.json == "-" && arguments.events == "-")
    return "--json - --events -: only one of them can go to standard output";
  if (arguments.report == "-") return "--report -: a page for browsers needs a file";
  if (arguments.waves == "-") return "--waves -: an FST file cannot go to standard output";
  if (!arguments.waves.empty() && std::filesystem::path(arguments.waves).extension() != ".fst")
    return fmt::format("--waves {}: must end in .fst, the format that is written", arguments.waves);
  if (scenarios > 1) {
    const std::string events = refuse_shared("--events", arguments.events, arguments);
    return events.empty() ? refuse_shared("--waves", arguments.waves, arguments) : events;
  }
  return {};
}

std::string refuse_diagram(const std::string& scenario, const Family& family) {
  if (family.has_diagram()) return {};
  return fmt::format("--diagram: there is no space-time table of '{}': its network is of kind {}",
                     escaped(scenario), fmt::join(family.kinds(), " or "));
}

OutputPlan plan_outputs(const RunArguments& arguments, const std::vector<std::string>& names) {
  OutputPlan plan;
  plan.json = inside(arguments.directory, arguments.json);
  plan.report = inside(arguments.directory, arguments.report);
  const std::vector<std::string> slugs = distinct_slugs(names);
  for (const std::string& slug : slugs) {
    ScenarioOutputs outputs;
    const bool many = slugs.size() > 1;
    if (!arguments.events.empty())
      outputs.events =
          inside(arguments.directory, many ? slug + ".events.jsonl" : arguments.events);
    if (!arguments.waves.empty())
      outputs.waves = inside(arguments.directory, many ? slug + ".fst" : arguments.waves);
    name_wave_files(outputs);
    if (arguments.diagram && !arguments.directory.empty())
      outputs.svg = inside(arguments.directory, slug + ".svg");
    plan.scenarios.push_back(outputs);
  }
  return plan;
}

std::string refuse_clashes(const OutputPlan& plan, const std::vector<std::string>& scenarios,
                           const std::vector<std::string>& inputs) {
  // The FST library removes what is there before it writes: on a device that would be fatal.
  for (const ScenarioOutputs& outputs : plan.scenarios)
    if (is_special_file(outputs.waves))
      return fmt::format("--waves {}: is a device or a pipe; waves need a regular file",
                         outputs.waves);
  std::map<std::string, std::string> owners;  // resolved path to what it is for
  std::string refusal;
  const auto claim = [&](const std::string& path, const std::string& purpose) {
    // Devices and pipes take several streams; only files lose what was there.
    if (path.empty() || path == "-" || !refusal.empty() || is_special_file(path)) return;
    const auto [place, is_new] = owners.emplace(resolved_path(path), purpose);
    if (!is_new)
      refusal =
          fmt::format("{}: is wanted for the {} and for the {}; give one of them another name",
                      path, place->second, purpose);
  };
  for (const std::string& file : scenarios) owners.emplace(resolved_path(file), "scenario itself");
  for (const std::string& file : inputs) owners.emplace(resolved_path(file), "scenario's input");
  claim(plan.json, "results");
  claim(plan.report, "report");
  for (const ScenarioOutputs& outputs : plan.scenarios) {
    claim(outputs.events, "events");
    claim(outputs.waves, "waves");
    claim(outputs.layout, "waves' layout");
    claim(outputs.nodes, "names of nodes");
    claim(outputs.svg, "diagram");
  }
  return refusal;
}

}  // namespace flitwise
