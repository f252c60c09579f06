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

void add_shards(CLI::App& command, ShardArguments& arguments, const std::string& runs) {
  CLI::Option* shard =
      command.add_option("--shard", arguments.shard, "Run only this part of the " + runs)
          ->type_name("I/N|auto")
          ->check(not_empty("a part, 2/4 for example"));
  add_file(command, "--merge", arguments.merge,
           "Run nothing, and take the results of all shards from these files or folders")
      ->excludes(shard);
}

std::optional<Shard> asked_shard(const ShardArguments& arguments) {
  if (arguments.shard.empty()) return std::nullopt;
  return parse_shard(arguments.shard, process_environment);
}

std::string refuse_shards(const ShardArguments& arguments,
                          std::initializer_list<std::pair<const char*, bool>> not_with_shard,
                          std::initializer_list<std::pair<const char*, bool>> not_with_merge) {
  for (const auto& [option, is_given] : not_with_shard)
    if (is_given && !arguments.shard.empty())
      return fmt::format("{}: needs all runs; give it to --merge instead of --shard", option);
  for (const auto& [option, is_given] : not_with_merge)
    if (is_given && !arguments.merge.empty())
      return fmt::format("{}: needs runs, and --merge runs nothing", option);
  return {};
}

std::string shards_help(const std::string& example) {
  return R"(
Over several machines: --shard I/N does every N-th run from the I-th on and leaves them in a file
NAME.I-of-N.shard in DIR; --merge, behind all other arguments, takes the files of all N, wherever
they were made, and does the rest as a single run does, with equal results:

)" + example +
         R"(
Like a sweep, a shard that was ended goes on where it was. --shard auto takes I and N from the job
system's variables, --shard auto/N only I:

)" + job_systems_help();
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

std::string refuse_shared_output(
    std::initializer_list<std::pair<const char*, std::string>> options) {
  std::string sharing;
  int count = 0;
  for (const auto& [option, file] : options) {
    if (file != "-") continue;
    sharing += fmt::format("{}{} -", count == 0 ? "" : " ", option);
    ++count;
  }
  return count < 2 ? "" : sharing + ": only one of them can go to standard output";
}

std::string refuse_page(const std::string& file) {
  return file == "-" ? "--report -: a page for browsers needs a file" : "";
}

}  // namespace flitwise
