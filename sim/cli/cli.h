// cli.h: the command line of `flitwise`.
#ifndef FLITWISE_SIM_CLI_CLI_H_
#define FLITWISE_SIM_CLI_CLI_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/language/scenario_yaml.h"
#include "sim/run/figures/result.h"
#include "sim/run/runner.h"

namespace flitwise {

class Families;

/// What `flitwise run` was asked for. Empty texts: not asked for; "-": standard output.
struct RunArguments {
  std::vector<std::string> files;
  std::vector<Setting> settings;
  std::string json;
  std::string events;
  std::string waves;
  std::string report;
  std::string trace_steps;  ///< "10-40"
  std::string trace_nodes;  ///< "0,3,7-12"
  std::string directory;
  bool diagram = false;
  bool verbose = false;
};

/// What `flitwise compare` was asked for; empty texts as in RunArguments.
struct CompareArguments {
  std::string file;
  std::vector<Setting> settings;
  std::string json;
  std::string report;
  std::string directory;
  bool verbose = false;
};

/// What `flitwise schedule check` was asked for. Flits and overheads count for schedules with start
/// cycles; the flits of the schedule itself come first.
struct ScheduleCheckArguments {
  std::vector<std::string> files;
  std::optional<Flits> flits;  ///< empty: not given
  std::optional<Step> send_overhead;
  std::optional<Step> receive_overhead;
};

/// What `flitwise schedule export` was asked for; `output` as in RunArguments.
struct ScheduleExportArguments {
  std::string file;
  std::vector<Setting> settings;
  std::string output = "-";
};

/// What `flitwise table` was asked for; "-": standard output.
struct TableArguments {
  std::int64_t packets = 1;
  std::string output = "-";
};

/// Does what the command line says. Returns the exit status: 0 all passed, 1 a check failed, 2 bad
/// input or output that cannot be written, 3 a run did not end.
/// Errors: throws Interrupted when SIGINT, SIGTERM or SIGHUP came during the runs.
int run_command_line(const Families& families, int argc, const char* const* argv, Runner runner,
                     const Console& console);

/// `flitwise run`: validates every file, and only if all are good runs them in turn.
/// A run that throws is a failed run; the others are not affected.
/// Errors: throws OutputError when an output cannot be written, Interrupted as above.
int run_scenarios(const Families& families, const RunArguments& arguments, Runner runner,
                  const Console& console);

/// `flitwise compare`: runs every algorithm and variant that fits the scenario's operation and
/// network, and prints them best first.
/// Errors: throws OutputError when an output cannot be written.
int compare_variants(const Families& families, const CompareArguments& arguments, Runner runner,
                     const Console& console);

/// `flitwise schedule check`: holds broadcast schedules against the rules of the model, without
/// running them. Returns 0 if all are right, 1 if one is wrong, 2 for a file that cannot be used.
int check_schedules(const ScheduleCheckArguments& arguments, const Console& console);

/// `flitwise schedule export`: writes the schedule of a scenario on a torus as a file.
/// Errors: throws OutputError when the output cannot be written.
int export_schedule(const Families& families, const ScheduleExportArguments& arguments,
                    const Console& console);

/// `flitwise table star-hypercube`: writes a document of star graphs beside hypercubes.
/// Errors: throws OutputError when the output cannot be written.
int print_star_hypercube_table(const TableArguments& arguments, const Console& console);

/// The text of `flitwise list`.
std::string list_text(const Families& families);

/// Long texts of `--help`.
const char* general_help();
std::string run_help(const Families& families);
std::string compare_help(const Families& families);
const char* schedule_help();
const char* schema_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_H_
