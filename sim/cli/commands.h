// commands.h: the commands of `flitwise`, and the options that several of them have.
#ifndef FLITWISE_SIM_CLI_COMMANDS_H_
#define FLITWISE_SIM_CLI_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/run/family/scenario_reader.h"
#include "sim/studies/shards/shard.h"

namespace flitwise {

/// A command and what it does. It returns the exit status as run_command_line does, and throws
/// OutputError when an output cannot be written, Interrupted, and std::runtime_error for input that
/// cannot be used.
struct Command {
  const CLI::App* app;
  std::function<int(const Session&)> run;
};

/// All commands, and the texts of --set, which they share.
struct Commands {
  std::vector<Command> all;
  std::vector<std::string> settings;
};

/// Adds a command to the command line, or to the command `to`. Returns it with its arguments, for
/// its options to fill; `run` gets them.
template <typename Arguments>
std::tuple<CLI::App&, Arguments&> add_command(CLI::App& to, Commands& commands,
                                              const std::string& name, const std::string& about,
                                              int (*run)(const Arguments&, const Session&)) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* app = to.add_subcommand(name, about);
  commands.all.push_back(
      {app, [run, arguments](const Session& session) { return run(*arguments, session); }});
  return {*app, *arguments};
}

/// `flitwise run`: validates every file, and only if all are good runs them in turn. A run that
/// throws is a failed run; the others are not affected.
void add_run(CLI::App& app, const Families& families, Commands& commands);
/// `flitwise compare`: runs every algorithm and variant that fits the scenario's operation and
/// network, and prints them best first.
void add_compare(CLI::App& app, const Families& families, Commands& commands);
/// `flitwise claims`: runs what decides the chosen claims and compares the verdicts with those that
/// the files expect, or only checks the files.
void add_claims(CLI::App& app, Commands& commands);
/// `flitwise check`: runs scenarios as a suite.
void add_check(CLI::App& app, Commands& commands);
/// `flitwise sweep`: runs every point that has no result yet, and writes all results as JSON Lines,
/// CSV and plots.
void add_sweep(CLI::App& app, Commands& commands);
/// `flitwise schedule check`: holds broadcast schedules against the rules of the model, unrun.
/// `flitwise schedule export`: writes the schedule of a scenario on a torus as a file.
void add_schedule(CLI::App& app, Commands& commands);
/// `flitwise import`: runs schedules that other tools have written, or makes scenarios of them.
void add_import(CLI::App& app, Commands& commands);
/// `flitwise table star-hypercube`: writes a document of star graphs beside hypercubes.
void add_table(CLI::App& app, Commands& commands);

/// `flitwise trees`: finds disjoint trees of a graph, or checks some.
void add_trees(CLI::App& app, Commands& commands);
/// `flitwise topology export`: writes a network as a file of another tool.
void add_topology(CLI::App& app, Commands& commands);
/// Its formats: "nodelink", for example.
std::vector<std::string> network_formats();
/// What GRAPH may be, for help.
std::string graph_help();

/// `flitwise router check`: holds a router of the user's own against the port contract.
void add_router(CLI::App& app, Commands& commands);

/// `flitwise new`: writes a small project that builds against an installed Flitwise.
void add_new(CLI::App& app, Commands& commands);
/// What it can write: "testbench", for example.
std::vector<std::string> project_kinds();

/// Refuses empty texts: "needs a file name".
CLI::Validator not_empty(const std::string& what);

/// A file or, where `files` is a list, some.
template <typename Files>
CLI::Option* add_file(CLI::App& command, const std::string& name, Files& files,
                      const std::string& about, const std::string& type = "F") {
  return command.add_option(name, files, about)->type_name(type)->check(not_empty("a file name"));
}
/// An option that may be given several times, each time with one value.
void add_repeatable(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                    const std::string& type, const std::string& about);
/// --set KEY=VALUE.
void add_settings(CLI::App& command, Commands& commands);
/// -o DIR.
void add_directory(CLI::App& command, std::string& directory, const std::string& about);
/// --max-parallel and --timeout: how many processes there may be at a time, and how long each.
void add_limits(CLI::App& command, std::size_t& processes, double& timeout);

/// What --shard and --merge ask for; empty: nothing.
struct ShardArguments {
  std::string shard;               ///< "2/4", "auto" or "auto/4"
  std::vector<std::string> merge;  ///< files of shards, and folders of them
};
/// --shard and --merge. `runs` are what the command runs: "points".
void add_shards(CLI::App& command, ShardArguments& arguments, const std::string& runs);
/// The part that --shard asks for.
/// Errors: throws std::invalid_argument.
std::optional<Shard> asked_shard(const ShardArguments& arguments);
/// The rule that they break, also with options that need all runs, or none before; empty if none.
std::string refuse_shards(const ShardArguments& arguments,
                          std::initializer_list<std::pair<const char*, bool>> not_with_shard,
                          std::initializer_list<std::pair<const char*, bool>> not_with_merge);
/// What shards are, for help.
std::string shards_help(const std::string& example);

/// Reads scenario files with the settings. Prints all mistakes, and adds them to `mistakes` where
/// that is given; then there are no readings.
std::vector<ScenarioReading> read_scenarios(const std::vector<std::string>& files,
                                            const Session& session,
                                            std::vector<ConfigError>* mistakes = nullptr);

/// The rule for the first option given of those that need runs, beside `other`, which only lists
/// what would run; empty if there is none, or `other` is empty.
std::string needs_runs(std::initializer_list<std::pair<const char*, bool>> options,
                       const std::string& other);
/// The rule for options, by what each has, of which several name standard output, "-"; empty if at
/// most one does.
std::string refuse_shared_output(
    std::initializer_list<std::pair<const char*, std::string>> options);
/// The rule for a page that shall go to standard output; empty if it does not.
std::string refuse_page(const std::string& file);

/// Long texts of `--help`.
const char* general_help();
std::string run_help(const Families& families);
std::string compare_help(const Families& families);
const char* schedule_help();
const char* schema_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_COMMANDS_H_
