// cli_help.cpp: long texts of `--help`.
#include "sim/cli/commands.h"
#include "sim/run/family/family.h"

namespace flitwise {
namespace {

// One text of every family, in their order.
std::string of_families(const Families& families, std::string FamilyHelp::*text) {
  std::string all;
  for (const Family* family : families.all()) all += family->help().*text;
  return all;
}

}  // namespace

const char* general_help() {
  return "Examples:\n"
         "  flitwise run sim/scenarios/figure_4.yaml --diagram\n"
         "  flitwise run sim/scenarios/*.yaml --json results.jsonl\n"
         "  flitwise check sim/scenarios --junit results.xml\n"
         "  flitwise compare sim/scenarios/caterpillar_gather.yaml\n"
         "  flitwise claims         what the papers claim, decided on the routers\n"
         "  flitwise sweep sim/sweeps/tree_gather.yaml\n"
         "  flitwise explain certification\n"
         "  flitwise run --help     the scenario language, outputs and exit status\n"
         "  flitwise list           all algorithms, options, networks and length generators\n"
         "Of an installed program, sim/ lies in share/flitwise beside its folder of programs.\n";
}

const char* schedule_help() {
  return R"(A schedule says which node sends the text where in which step, as signed hops per dimension. Files
are JSON, as `export` writes them:

  {"format": "flitwise torus schedule 1", "sides": [4, 4], "source": [0, 0],
   "steps": [[{"from": [0, 0], "hops": [2, 0]}, {"from": [0, 0], "path": [[0, 1], [0, 2]]}]]}

`order`, the dimensions in the order of routing, `scheme`, any word, and `flits`, the length of the
text, are optional. A step may also be {"start": CYCLE, "messages": [...]}; then all are.

  flitwise schedule check sim/scenarios/schedules/torus_improved.json
  flitwise schedule export sim/scenarios/torus_8x8_peel.yaml -o peel.json

`check` says of each schedule whether no channel is used twice in a step, every sender has the text
in an earlier step and every node is reached; if not, in which step, and which node or channel.

Exit status: 0 all right, 1 a schedule is wrong, 2 bad input, or an output that cannot be written.
)";
}

const char* schema_help() {
  return R"(Editors that speak YAML complete and check scenarios by it. With the file of the schema beside the
scenarios, say, the first line of a scenario is

  # yaml-language-server: $schema=../scenario.schema.json

and that of a sweep beside sim/sweeps

  # yaml-language-server: $schema=../sweep.schema.json

router.schema.json, beside them, is that of descriptions of routers. What the schema refuses, `flitwise run` refuses too, which also knows rules that no schema can say.
)";
}

std::string compare_help(const Families& families) {
  return std::string(
             R"(Which algorithm is best here? Runs, for the scenario's operation, network and lengths:
)") + of_families(families, &FamilyHelp::compared) +
         R"(All other options stay as the scenario has them. What the scenario language does not allow, order
with ports: multi, for example, is not run: a line below the table says which settings and which
rule.

The table has the best first: by finish, on star graphs before that by what is lost, traffic by its
latency or throughput. Equals stay in the order of the algorithms; after them come failed runs. *
marks the scenario as it is. Columns are those of `flitwise run`; ratio is finish / at least, the
distance from the lower bound of that row's tree.

Outputs:
  --json F   the objects of `flitwise run`, one line per row in the table's order; the scenario's
             own has the variants that were not run under `refused`. F may be - for standard output,
             then the table goes to standard error
  --report F one page for browsers: the table, checks, drawings of all variants of up to 20,000
             flits on links, and of each how to reproduce it
  -o DIR     a relative F goes into DIR, which is made if missing

Exit status: as `flitwise run`: 0 all passed, 1 a check failed, 2 bad input or output, 3 no end.
)";
}

std::string run_help(const Families& families) {
  return std::string(R"(A scenario file:
)") + of_families(families, &FamilyHelp::scenario) +
         R"(
Changing scenarios:
  --set network.pes=12 --set lengths='{each: 3}' --set options.rule=paper
  KEY is a path of keys joined by dots (a number counts list items from 0), VALUE is YAML.
  A key that is not there is created; KEY=null removes it. Later settings win.

Checking:
  All files are read and validated first. If one is bad, every mistake in every file is printed
  and nothing is run.

The table:
  finish     step in which the last flit of a message reaches its PE, measured on the routers
  predicted  the same by theory
  quiesce    last step in which any link carried a flit
)" + of_families(families, &FamilyHelp::columns) +
         R"(  at least   no schedule of this operation can finish earlier; - where no bound is known
  verdict    pass; FAIL: a check failed; NO END: the run did not end
  Below it stand the checks that failed, measured and predicted, and what went wrong where. Checks
  that a run without end has not reached are open.

Outputs:
  --json F    JSON Lines: verdict, measured and predicted figures, checks, counters
  --events F  JSON Lines: {step, from, to, kind, message, index}, for taps, orders and certificates
              also value, for certificates also stream
  --waves F   FST for GTKWave and Surfer; --trace-steps 10-40 and --trace-nodes 0,3,7-9 show a part
              of a long or large run (PEs of assembled networks; switches are always shown)
  --trace F   a trace for ui.perfetto.dev: messages in PEs and on links, flits per step
  --report F  one page for browsers: verdicts, checks, space-time diagram, link use, how to reproduce
  --diagram   rows are steps, columns are PEs: m5,1 is flit 1 of message 5, (3) a tap or order
              "transmit after 3", [*] the token, <2> a certificate, end the END mark. A flit is
              shown where it is at the end of the step; its sender shows it one row earlier
  F may be - for standard output (not for waves and traces); the table then goes to standard error.
  -o DIR      relative F go into DIR. With several scenarios, --events, --waves and --trace need it
              and write one file per scenario, DIR/<name>.events.jsonl, .fst and .pftrace, whatever
              F is called. With --diagram, DIR/<name>.svg is written for each scenario. <name> is
              the scenario's name in lower case with hyphens; -2, -3, ... tell equal names apart.
  A file appears under its name only when it is complete.

Exit status:
  0  every run ended and passed all checks
  1  a check failed
  2  bad input, or an output that cannot be written
  3  a run did not end (deadlock or max_steps)
  SIGINT, SIGTERM and SIGHUP end the command and its simulation, and remove unfinished files.

Environment:
  NO_COLOR   no colours, also on a terminal
)";
}

}  // namespace flitwise
