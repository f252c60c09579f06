#include "sim/cli/commands.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

// What CLI::Range lets pass: no comparison with it holds.
CLI::Validator a_number() {
  return {[](const std::string& text) {
            double number = 0;
            const bool is_nan = CLI::detail::lexical_cast(text, number) && std::isnan(number);
            return is_nan ? "must be a number, not " + text : std::string();
          },
          ""};
}

}  // namespace

CLI::Validator not_empty(const std::string& what) {
  return {[what](const std::string& text) { return text.empty() ? "needs " + what : ""; }, ""};
}

void add_repeatable(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                    const std::string& type, const std::string& about) {
  command.add_option(name, values, about)->allow_extra_args(false)->type_name(type);
}

void add_settings(CLI::App& command, Commands& commands) {
  add_repeatable(command, "--set", commands.settings, "KEY=VALUE",
                 "Change a value of every scenario before it is checked; repeatable");
}

void add_directory(CLI::App& command, std::string& directory, const std::string& about) {
  command.add_option("-o,--output", directory, about)
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
}

void add_limits(CLI::App& command, std::size_t& processes, double& timeout) {
  constexpr double kLongest = 1e6;
  command
      .add_option("--max-parallel", processes, "Processes at a time (default one per processor)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command.add_option("--timeout", timeout, "Stop a run that takes longer; it counts as no end")
      ->type_name("SECONDS")
      ->check(a_number())
      ->check(CLI::Range(0.001, kLongest));
}

std::vector<ScenarioReading> read_scenarios(const std::vector<std::string>& files,
                                            const Session& session,
                                            std::vector<ConfigError>* mistakes) {
  std::vector<ScenarioReading> readings;
  std::size_t errors = 0;
  for (const std::string& file : files) {
    readings.push_back(read_scenario(session.families, file, session.settings));
    print_errors(readings.back().errors, file, files.size(), session.console);
    const std::vector<ConfigError>& its = readings.back().errors;
    errors += its.size();
    if (mistakes != nullptr) mistakes->insert(mistakes->end(), its.begin(), its.end());
  }
  if (errors == 0) return readings;
  print_error_count(errors, session.console);
  return {};
}

std::string needs_runs(std::initializer_list<std::pair<const char*, bool>> options,
                       const std::string& other) {
  for (const auto& [option, is_given] : options)
    if (is_given && !other.empty())
      return fmt::format("{}: needs runs, and {} runs nothing", option, other);
  return {};
}

std::string refuse_page(const std::string& file) {
  return file == "-" ? "--report -: a page for browsers needs a file" : "";
}

}  // namespace flitwise
