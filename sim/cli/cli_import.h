// cli_import.h: `flitwise import`: schedules that other tools have written.
#ifndef FLITWISE_SIM_CLI_CLI_IMPORT_H_
#define FLITWISE_SIM_CLI_CLI_IMPORT_H_

#include <CLI/CLI.hpp>
#include <string>

#include "sim/cli/cli.h"

namespace flitwise {

class Families;

/// Empty texts: not given. Numbers as the scenario's keys, 0: not given.
struct ImportArguments {
  std::string file;
  std::string format;
  std::string network;  ///< YAML
  std::string map;      ///< numbers between commas, or a file
  std::string options;  ///< YAML
  Flits flit_bytes = 0;
  Flits chunk_flits = 0;
  Step epoch = 0;
  std::string report;
  std::string output;
  bool verbose = false;
};

void add_import_options(CLI::App& command, ImportArguments& arguments);

/// Returns the exit status, as run_command_line.
/// Errors: throws OutputError when the scenario or the page cannot be written.
int import_schedule(const Families& families, const ImportArguments& arguments, Runner runner,
                    const Console& console);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_IMPORT_H_
