// The options and the help of `flitwise check`.
#include "sim/cli/arguments/cli_options.h"
#include "sim/cli/cli_check.h"

namespace flitwise {

void add_check_options(CLI::App& command, CheckArguments& arguments,
                       std::vector<std::string>& settings) {
  command.add_option("PATH", arguments.paths, "Scenario files (YAML), and folders of them")
      ->required()
      ->type_name("")
      ->check(not_empty("a file name"));
  add_settings(command, settings);
  const auto file = [&](const char* name, std::string& value, const char* text) {
    command.add_option(name, value, text)->type_name("F")->check(not_empty("a file name"));
  };
  command.add_flag("-r,--recursive", arguments.recursive, "Take the folders in folders, too");
  command
      .add_option("--filter", arguments.filters,
                  "Run only scenarios whose name or file fits; !PATTERN: does not fit; repeatable")
      ->allow_extra_args(false)
      ->type_name("PATTERN");
  command.add_flag("--list", arguments.list, "Print names and files, and run nothing");
  command.add_flag("--dry-run", arguments.dry_run, "Print what would run, and run nothing");
  file("--junit", arguments.junit, "Write JUnit XML");
  file("--json", arguments.json, "Write one JSON object per scenario, one per line");
  file("--report", arguments.report, "Write one page for browsers, of all runs");
  file("--baseline", arguments.baseline, "Hold every figure against those of this file");
  command.add_flag("--update-baseline", arguments.update_baseline, "Write the baseline instead");
  command
      .add_option("-o,--output", arguments.directory,
                  "Directory of what failed scenarios leave, made if missing")
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
  command.add_flag("--no-waves", arguments.no_waves, "Do not run failed scenarios again");
  add_limits(command, arguments.processes, arguments.timeout);
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(check_help());
}

std::string check_help() {
  return R"(Runs scenarios as a suite, several at a time. A PATH is a scenario file, or a folder, whose *.yaml
and *.yml are taken.

  flitwise check sim/scenarios --junit results.xml
  flitwise check sim/scenarios --baseline baseline.json --update-baseline
  flitwise check sim/scenarios --baseline baseline.json --filter 'fat tree*' --filter '!*scatter*'

All files are read and validated first; if one is bad, nothing is run. A scenario that fails is run
again by itself with waves and events, around the steps and PEs that its problems name where it is
long or large; they go into -o DIR, by default check-failures.

A baseline has the measured figures of every scenario by name, one line each. If a figure differs by
a single cycle, or a scenario is not there, the scenario has failed. --update-baseline writes what
was measured, of scenarios that passed; entries of scenarios that did not run stay.

Outputs:
  --junit F   JUnit XML: a case each, with seeds, cycles, what failed where, and attachments
  --json F    JSON Lines: the objects of `flitwise run`
  --report F  one page for browsers: verdicts, checks, drawings of all runs of up to 20,000 flits
              on links, and of each how to reproduce it
  F may be - for standard output (not for pages); the table then goes to standard error.

Exit status: as `flitwise run`: 0 all passed, 1 a check failed or a count changed, 2 bad input or
output, 3 a run did not end or met --timeout.
)";
}

}  // namespace flitwise
