#include "sim/cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>
#include <stdexcept>

#include "sim/cli/arguments/cli_options.h"
#include "sim/cli/cli_check.h"
#include "sim/cli/cli_claims.h"
#include "sim/cli/cli_completion.h"
#include "sim/cli/cli_import.h"
#include "sim/cli/cli_manual.h"
#include "sim/cli/cli_sweep.h"
#include "sim/console/console.h"
#include "sim/console/outputs.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/explanation.h"
#include "sim/run/family/family.h"
#include "sim/studies/sweep/sweep_schema.h"
#include "sim/text/report_text.h"
#include "sim/text/version_text.h"

namespace flitwise {
namespace {

struct Commands {
  CLI::App* run = nullptr;
  CLI::App* compare = nullptr;
  CLI::App* claims = nullptr;
  CLI::App* check = nullptr;
  CLI::App* sweep = nullptr;
  CLI::App* list = nullptr;
  CLI::App* explain = nullptr;
  CLI::App* schema = nullptr;
  CLI::App* completion = nullptr;
  CLI::App* manual = nullptr;
  CLI::App* import = nullptr;
  CLI::App* schedule = nullptr;
  CLI::App* schedule_check = nullptr;
  CLI::App* schedule_export = nullptr;
  CLI::App* table = nullptr;
  CLI::App* star_hypercube = nullptr;
};

// Everything that a command line can say.
struct Arguments {
  RunArguments run;
  CompareArguments compare;
  ClaimsArguments claims;
  CheckArguments check;
  SweepArguments sweep;
  ImportArguments import;
  ScheduleCheckArguments schedule_check;
  ScheduleExportArguments schedule_export;
  TableArguments table;
  std::string algorithm;
  std::string shell;
  bool sweep_schema = false;
  std::vector<std::string> settings;
};

void add_run_options(const Families& families, CLI::App& run, RunArguments& arguments,
                     std::vector<std::string>& settings) {
  run.add_option("FILE", arguments.files, "Scenario files (YAML)")
      ->required()
      ->type_name("")
      ->check(not_empty("a file name"));
  add_settings(run, settings);
  run.add_option("--json", arguments.json, "Write one JSON object per scenario, one per line")
      ->type_name("F")
      ->check(not_empty("a file name"));
  run.add_option("--events", arguments.events, "Write one JSON object per flit and link crossed")
      ->type_name("F")
      ->check(not_empty("a file name"));
  run.add_option("--waves", arguments.waves, "Write waves for GTKWave")
      ->type_name("F.fst")
      ->check(not_empty("a file name"));
  run.add_option("--report", arguments.report, "Write one page for browsers, of all runs")
      ->type_name("F.html")
      ->check(not_empty("a file name"));
  run.add_option("--trace-steps", arguments.trace_steps, "Only these steps in the waves")
      ->type_name("FIRST-LAST");
  run.add_option("--trace-nodes", arguments.trace_nodes,
                 "Only these PEs and their routers in the waves")
      ->type_name("0,3,7-9");
  run.add_flag("--diagram", arguments.diagram,
               "Print the space-time table of each run; with -o, also write it as SVG");
  run.add_option("-o,--output", arguments.directory,
                 "Directory for all relative outputs, made if missing")
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
  run.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  run.footer(run_help(families));
}

void add_compare_options(const Families& families, CLI::App& compare, CompareArguments& arguments,
                         std::vector<std::string>& settings) {
  compare.add_option("FILE", arguments.file, "Scenario file (YAML)")
      ->required()
      ->type_name("")
      ->check(not_empty("a file name"));
  add_settings(compare, settings);
  compare.add_option("--json", arguments.json, "Write one JSON object per variant, one per line")
      ->type_name("F")
      ->check(not_empty("a file name"));
  compare.add_option("--report", arguments.report, "Write one page for browsers, of all variants")
      ->type_name("F.html")
      ->check(not_empty("a file name"));
  compare.add_option("-o,--output", arguments.directory, "Directory for F, made if missing")
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
  compare.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  compare.footer(compare_help(families));
}

void add_schedule_commands(Commands& commands, Arguments& arguments) {
  CLI::App& schedule = *commands.schedule;
  schedule.require_subcommand(1);
  schedule.footer(schedule_help());
  CLI::App& check = *schedule.add_subcommand("check", "Hold schedules against the rules, unrun");
  ScheduleCheckArguments& checked = arguments.schedule_check;
  check.add_option("FILE", checked.files, "Schedule files (JSON)")
      ->required()
      ->type_name("")
      ->check(not_empty("a file name"));
  const auto number = [&check](const char* name, std::optional<std::int64_t>& value,
                               std::int64_t least, const char* text) {
    check.add_option(name, value, text)->type_name("N")->check(CLI::Range(least, kMostFlits));
  };
  number("--flits", checked.flits, 1, "Length of the text, for start cycles (default 1)");
  number("--send-overhead", checked.send_overhead, 0, "Likewise: cycles before a head (default 0)");
  number("--receive-overhead", checked.receive_overhead, 0,
         "Likewise: cycles after a tail (default 0)");
  CLI::App& made =
      *schedule.add_subcommand("export", "Write the schedule of a scenario on a torus");
  ScheduleExportArguments& exported = arguments.schedule_export;
  made.add_option("SCENARIO", exported.file, "Scenario file (YAML)")
      ->required()
      ->type_name("")
      ->check(not_empty("a file name"));
  add_settings(made, arguments.settings);
  made.add_option("-o,--output", exported.output, "File to write (default standard output)")
      ->type_name("F")
      ->check(not_empty("a file name"));
  commands.schedule_check = &check;
  commands.schedule_export = &made;
}

void add_table_commands(Commands& commands, TableArguments& arguments) {
  constexpr std::int64_t kMostPackets = 1'000'000;
  commands.table->require_subcommand(1);
  CLI::App& made = *commands.table->add_subcommand(
      "star-hypercube", "Star graphs beside hypercubes: sizes and lower bounds (Markdown)");
  made.add_option("--packets", arguments.packets, "Packets of every source (default 1)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, kMostPackets));
  made.add_option("-o,--output", arguments.output, "File to write (default standard output)")
      ->type_name("F")
      ->check(not_empty("a file name"));
  commands.star_hypercube = &made;
}

// The command and the subcommands that have been given: "flitwise schedule check".
std::string given_words(const CLI::App* app) {
  std::string words = app->get_name();
  for (std::vector<CLI::App*> given = app->get_subcommands(); !given.empty();
       given = given.front()->get_subcommands())
    words += " " + given.front()->get_name();
  return words;
}

Commands define(const Families& families, CLI::App& app, Arguments& arguments,
                const Console& console) {
  const std::string version = version_text(console.commit);
  Commands commands;
  app.set_version_flag("--version", version, "Print the version and exit");
  app.failure_message([&console](const CLI::App* failed, const CLI::Error& error) {
    return painted_error(failed->get_name() + ": error: " + error.what(),
                         colour_of_errors(console)) +
           "\n" + given_words(failed) + " --help tells more\n";
  });
  commands.run = app.add_subcommand("run", "Simulate scenarios and check them against theory");
  add_run_options(families, *commands.run, arguments.run, arguments.settings);
  commands.compare = app.add_subcommand(
      "compare", "Run every algorithm that fits a scenario, and print the best first");
  add_compare_options(families, *commands.compare, arguments.compare, arguments.settings);
  commands.claims = app.add_subcommand("claims", "Decide on RTL what the papers claim");
  add_claims_options(*commands.claims, arguments.claims);
  commands.check = app.add_subcommand("check", "Run scenarios as a suite, for CI");
  add_check_options(*commands.check, arguments.check, arguments.settings);
  commands.sweep = app.add_subcommand("sweep", "Run a scenario over ranges of its values");
  add_sweep_options(*commands.sweep, arguments.sweep, arguments.settings);
  commands.list = app.add_subcommand(
      "list", "Print the operations, algorithms, options, networks and length generators");
  commands.explain =
      app.add_subcommand("explain", "Tell what an algorithm does, its formula, range and source");
  commands.explain->add_option("ALGORITHM", arguments.algorithm, "Left out: print all their names")
      ->type_name("");
  commands.schema = app.add_subcommand("schema", "Print the JSON Schema of scenarios, for editors");
  commands.schema->add_flag("--sweep", arguments.sweep_schema, "Print that of sweep files instead");
  commands.schema->footer(schema_help());
  commands.completion =
      app.add_subcommand("completion", "Print a script that completes this command in a shell");
  commands.completion->add_option("SHELL", arguments.shell, "bash")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"bash"}));
  commands.manual =
      app.add_subcommand("man", "Print all of this help as a manual page, for man -l -");
  commands.schedule =
      app.add_subcommand("schedule", "Check and export broadcast schedules on tori");
  add_schedule_commands(commands, arguments);
  commands.import = app.add_subcommand(
      "import", "Run a schedule in GOAL, MSCCL's XML or TE-CCL's JSON on any network");
  add_import_options(*commands.import, arguments.import);
  commands.table = app.add_subcommand("table", "Print documents that are made of formulas alone");
  add_table_commands(commands, arguments.table);
  for (CLI::App* command :
       {&app, commands.run, commands.check, commands.compare, commands.sweep, commands.claims,
        commands.list, commands.explain, commands.schema, commands.completion, commands.manual,
        commands.import, commands.schedule, commands.schedule_check, commands.schedule_export,
        commands.table, commands.star_hypercube}) {
    command->set_help_flag("-h,--help", "Print this help and exit");
    if (command != &app)
      command->set_version_flag("--version", version, "Print the version and exit");
  }
  app.footer(general_help());  // last: commands would take it over
  return commands;
}

int print_explanation(const Families& families, const std::string& algorithm,
                      const Console& console) {
  const std::string text =
      algorithm.empty() ? explained_algorithms(families) : explain(families, algorithm);
  console.out << text;
  if (!text.empty()) return 0;
  const std::string hint = did_you_mean(algorithm, algorithm_words(families));
  return refuse("flitwise explain",
                fmt::format("there is no algorithm '{}'{}", escaped(algorithm),
                            hint.empty() ? "; `flitwise explain` names them all" : hint),
                console);
}

int dispatch(const Families& families, const CLI::App& app, const Commands& commands,
             Arguments& arguments, Runner runner, const Console& console) {
  if (commands.explain->parsed()) return print_explanation(families, arguments.algorithm, console);
  if (commands.schema->parsed()) {
    console.out << (arguments.sweep_schema ? sweep_schema_text() : schema_text(families));
    return 0;
  }
  if (commands.completion->parsed()) {
    console.out << bash_completion(app, families);
    return 0;
  }
  if (commands.manual->parsed()) {
    console.out << manual_page(app);
    return 0;
  }
  if (commands.list->parsed()) {
    console.out << wrapped_list(list_text(families),
                                readers_of(StandardOutput::kFree, console).width);
    return 0;
  }
  if (commands.claims->parsed()) return decide_claims(arguments.claims, runner, console);
  std::vector<Setting> settings;
  for (const std::string& text : arguments.settings) settings.push_back(parse_setting(text));
  arguments.run.settings = arguments.compare.settings = arguments.check.settings =
      arguments.sweep.settings = arguments.schedule_export.settings = settings;
  if (commands.schedule_check->parsed()) return check_schedules(arguments.schedule_check, console);
  if (commands.schedule_export->parsed())
    return export_schedule(families, arguments.schedule_export, console);
  if (commands.star_hypercube->parsed())
    return print_star_hypercube_table(arguments.table, console);
  if (commands.import->parsed())
    return import_schedule(families, arguments.import, runner, console);
  if (commands.compare->parsed())
    return compare_variants(families, arguments.compare, runner, console);
  if (commands.check->parsed()) return check_suite(families, arguments.check, runner, console);
  if (commands.sweep->parsed()) return run_sweep(families, arguments.sweep, runner, console);
  return run_scenarios(families, arguments.run, runner, console);
}

}  // namespace

int run_command_line(const Families& families, int argc, const char* const* argv, Runner runner,
                     const Console& console) {
  CLI::App app("Collective communication on real router RTL, held against theory.", "flitwise");
  Arguments arguments;
  const Commands commands = define(families, app, arguments, console);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      console.error
          << app.help()
          << "\nflitwise: error: a command is missing: run, check, compare, sweep, claims, "
             "list, explain, schema, completion, man, import, schedule or table\n";
      return kBadInput;
    }
    const int status = dispatch(families, app, commands, arguments, runner, console);
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
