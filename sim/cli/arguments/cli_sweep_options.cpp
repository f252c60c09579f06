// The options and the help of `flitwise sweep`.
#include "sim/cli/arguments/cli_options.h"
#include "sim/cli/cli_sweep.h"

namespace flitwise {

void add_sweep_options(CLI::App& command, SweepArguments& arguments,
                       std::vector<std::string>& settings) {
  command.add_option("FILE", arguments.file, "Sweep file (YAML)")
      ->required()
      ->type_name("")
      ->check(not_empty("a file name"));
  add_settings(command, settings);
  command
      .add_option("-o,--output", arguments.directory,
                  "Directory of the results, made if missing (default: the current one)")
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
  command.add_option("--report", arguments.report, "Write one page for browsers: plots and points")
      ->type_name("F.html")
      ->check(not_empty("a file name"));
  add_limits(command, arguments.processes, arguments.timeout);
  command.add_flag("--fresh", arguments.fresh, "Drop earlier results and run every point");
  command.add_flag("--list", arguments.list, "Print the points and run nothing");
  command.footer(sweep_help());
}

std::string sweep_help() {
  return R"(Runs one scenario over ranges of its values, several points at a time:

  name: gather against n                   # default: the file's name
  base: ../scenarios/random_255_best.yaml  # or a scenario, as a map
  vary:                                    # keys of the scenario, joined by dots
    - {network.pes: {from: 16, to: 1024, factor: 2}}
    - options.rule: [paper, tight, pos]    # keys of one item change together;
      options.sync: [seq, seq, slot]       # null leaves a key out
  refused: skip                            # leave out what is no scenario (default: error)
  plot: {x: network.pes, y: [finish, predicted.finish, lower_bound],
         series: [options.rule, options.sync], log: [x, y]}

The points are all combinations of one row of each item; a map in place of the list varies every key
by itself. Values are a list or a range, {from, to, step} or {from, to, factor}; a range may be an
item of a list. A number in a key counts list items from 0: network.sides.1. A plot's x and y are
varied keys or numbers of the results (finish is short for measured.finish); `plot` may be a list,
and a plot have a `title` and an `x_label`. Curves that nothing is run for are listed under
`curves`: {label: bound, formula: 2 * x, at: [1, 8], source: where it stands}.

Outputs, in DIR and named after the sweep:
  .jsonl  one line per point: {"key", "point", "result"}; grows as the points end
  .csv    one line per point: varied values, verdict and every number of the result
  .svg    a picture per plot; measured points, formulas as lines, bounds as broken lines
  --report F.html  one page for browsers: plots, table, and of every point its checks, how to
          reproduce it and, up to 20,000 flits on links, its drawings

Whatever ends a sweep, even kill -9, the same command goes on where it was: points whose scenario,
input files and program are the same are not run again, except those whose process died. Results of
points that the sweep no longer has, or of another build, are kept in NAME.earlier.jsonl and found
there when the points come back. --fresh drops all of them and runs every point.

Exit status: as `flitwise run`: 0 all passed, 1 a check failed, 2 bad input or output, 3 no end.
)";
}

}  // namespace flitwise
