#include "sim/cli/cli.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "sim/cli/cli_completion.h"
#include "sim/cli/cli_manual.h"
#include "sim/cli/cli_ranks.h"
#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/language/scenario_lengths.h"
#include "sim/router/router_reader.h"
#include "sim/run/family/explanation.h"
#include "sim/run/family/family.h"
#include "sim/studies/sweep/sweep_schema.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

struct ListArguments {
  std::string word;  // empty: print all
};

struct ExplainArguments {
  std::string algorithm;  // empty: print all names
};

struct SchemaArguments {
  bool of_sweeps = false;
  bool of_routers = false;
};

struct CompletionArguments {
  std::string shell;
};

// What a part of the list can be asked for by.
std::vector<std::string> words_of(const Family& family) {
  std::vector<std::string> words = family.kinds();
  words.insert(words.end(), family.operations().begin(), family.operations().end());
  return words;
}

int list(const ListArguments& arguments, const Session& session) {
  std::string text;
  std::vector<std::string> known;
  for (const Family* family : session.families.all()) {
    const std::vector<std::string> words = words_of(*family);
    known.insert(known.end(), words.begin(), words.end());
    if (arguments.word.empty() ||
        std::find(words.begin(), words.end(), arguments.word) != words.end())
      text += family->list_text(session.families) + "\n";
  }
  if (text.empty()) {
    const std::string hint = did_you_mean(arguments.word, known);
    return refuse(
        "flitwise list",
        fmt::format("there is no network of kind '{}' and no operation of that name on "
                    "vectors{}",
                    escaped(arguments.word), hint.empty() ? "; `flitwise list` prints all" : hint),
        session.console);
  }
  session.console.out << wrapped_list(text + lengths_text(),
                                      readers_of(StandardOutput::kFree, session.console).width);
  return 0;
}

int print_explanation(const ExplainArguments& arguments, const Session& session) {
  const std::string& algorithm = arguments.algorithm;
  const std::size_t width = readers_of(StandardOutput::kFree, session.console).width;
  const std::string text = algorithm.empty() ? explained_algorithms(session.families)
                                             : explain(session.families, algorithm, width);
  session.console.out << text;
  if (!text.empty()) return 0;
  const std::string hint = did_you_mean(algorithm, algorithm_words(session.families));
  return refuse("flitwise explain",
                fmt::format("there is no algorithm '{}'{}", escaped(algorithm),
                            hint.empty() ? "; `flitwise explain` names them all" : hint),
                session.console);
}

int print_schema(const SchemaArguments& arguments, const Session& session) {
  session.console.out << (arguments.of_sweeps    ? sweep_schema_text()
                          : arguments.of_routers ? router_schema_text()
                                                 : schema_text(session.families));
  return 0;
}

void add_texts(CLI::App& app, Commands& commands) {
  auto [lister, listed] = add_command<ListArguments>(
      app, commands, "list",
      "Print the operations, algorithms, options, networks and length generators", list);
  lister
      .add_option("WORD", listed.word,
                  "Only of networks of this kind, or with this operation on vectors: torus, reduce")
      ->type_name("");
  auto [explain, explained] = add_command<ExplainArguments>(
      app, commands, "explain", "Tell what an algorithm does, its formula, range and source",
      print_explanation);
  explain.add_option("ALGORITHM", explained.algorithm, "Left out: print all their names")
      ->type_name("");
  auto [schema, printed] = add_command<SchemaArguments>(
      app, commands, "schema", "Print the JSON Schema of scenarios, for editors", print_schema);
  CLI::Option* sweeps =
      schema.add_flag("--sweep", printed.of_sweeps, "Print that of sweep files instead");
  schema
      .add_flag("--router", printed.of_routers,
                "Print that of descriptions of routers of your own instead")
      ->excludes(sweeps);
  schema.footer(schema_help());
}

// Those that print what the whole command line is.
void add_texts_of_commands(CLI::App& app, Commands& commands) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* completion =
      app.add_subcommand("completion", "Print a script that completes this command in a shell");
  completion->add_option("SHELL", *shell, "bash")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"bash"}));
  commands.all.push_back({completion, [&app, shell](const Session& session) {
                            session.console.out << bash_completion(app, session.families);
                            return 0;
                          }});
  CLI::App* manual =
      app.add_subcommand("man", "Print all of this help as a manual page, for man -l -");
  commands.all.push_back({manual, [&app](const Session& session) {
                            session.console.out << manual_page(app);
                            return 0;
                          }});
}

// The command and the subcommands that have been given: "flitwise schedule check".
std::string given_words(const CLI::App* app) {
  std::string words = app->get_name();
  for (std::vector<CLI::App*> given = app->get_subcommands(); !given.empty();
       given = given.front()->get_subcommands())
    words += " " + given.front()->get_name();
  return words;
}

void add_flags(CLI::App& app, const std::string& version) {
  app.set_help_flag("-h,--help", "Print this help and exit");
  for (CLI::App* command : app.get_subcommands({})) {
    add_flags(*command, version);
    command->set_version_flag("--version", version, "Print the version and exit");
  }
}

// The names of options that a command has, or of commands.
std::vector<std::string> known_words(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(command->get_name());
  return words;
}

// What a command line that does not parse is refused with.
std::string refusal(const CLI::App& failed, const CLI::Error& error) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  const std::vector<std::string> extras = failed.remaining(true);
  if (extras.empty()) return error.what();
  const std::string word = extras.front().substr(0, extras.front().find('='));
  const CLI::App* given = &failed;
  while (!given->get_subcommands().empty()) given = given->get_subcommands().front();
  return fmt::format("'{}' is not expected{}", escaped(word),
                     did_you_mean(word, known_words(*given)));
}

void define(const Families& families, CLI::App& app, Commands& commands, const Console& console) {
  app.failure_message([&console](const CLI::App* failed, const CLI::Error& error) {
    return painted_error(failed->get_name() + ": error: " + refusal(*failed, error),
                         colour_of_errors(console)) +
           "\n" + given_words(failed) + " --help tells more\n";
  });
  const std::string version = version_text(console.commit);
  const CLI::Option* as_json =
      app.add_flag("--json", "With --version: print one object of JSON instead");
  app.set_version_flag(
      "--version",
      [as_json, version, json = version_json(console.commit)] {
        return as_json->count() > 0 ? json : version;
      },
      "Print the version and exit");
  app.get_option("--json")->needs("--version");
  add_run(app, families, commands);
  add_compare(app, families, commands);
  add_claims(app, commands);
  add_check(app, commands);
  add_sweep(app, commands);
  add_texts(app, commands);
  add_texts_of_commands(app, commands);
  add_schedule(app, commands);
  add_import(app, commands);
  add_table(app, commands);
  add_trees(app, commands);
  add_topology(app, commands);
  add_router(app, commands);
  add_new(app, commands);
  add_flags(app, version);
  app.require_subcommand(0, 1);  // `flitwise explain trees`: the word is not another command
  app.footer(general_help());    // last: commands would take it over
}

}  // namespace

int run_command_line(const Families& families, int argc, const char* const* argv, Runner runner,
                     const Console& console) {
  CLI::App app("Collective communication on real router RTL, held against theory.", "flitwise");
  Commands commands;
  define(families, app, commands, console);
  try {
    app.parse(argc, argv);
    const auto given = std::find_if(commands.all.rbegin(), commands.all.rend(),
                                    [](const Command& one) { return one.app->parsed(); });
    if (given == commands.all.rend()) {
      console.error
          << app.help()
          << "\nflitwise: error: a command is missing: run, check, compare, sweep, claims, "
             "list, explain, schema, completion, man, import, schedule, table, trees, topology, "
             "router or new\n";
      return kBadInput;
    }
    const CLI::Option* shard = given->app->get_option_no_throw("--shard");
    const RankPlace place = rank_place();
    const std::string refused =
        given->app->get_name() == "run"
            ? ""
            : refuse_command_of_ranks(place, shard != nullptr && shard->count() > 0,
                                      shard != nullptr);
    if (!refused.empty()) return refuse_ranks_once(place, given_words(&app), refused, console);
    Session session{families, runner, console};
    for (const std::string& text : commands.settings)
      session.settings.push_back(parse_setting(text));
    const int status = given->run(session);
    if (console.out.flush()) return status;
    throw OutputError("standard output: error: cannot write to it");
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error, console.out, console.error);
    return status == 0 && console.out.flush() ? 0 : kBadInput;
  } catch (const ConfigError& error) {
    console.error << error_text(error, colour_of_errors(console));
  } catch (const std::invalid_argument& error) {
    return refuse("flitwise", error.what(), console);
  } catch (const std::runtime_error& error) {
    console.error << painted_error(error.what(), colour_of_errors(console)) << "\n";
  }
  return kBadInput;
}

}  // namespace flitwise
