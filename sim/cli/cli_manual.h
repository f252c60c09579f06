// cli_manual.h: what the program says of itself: its manual page, made of the same texts as --help,
// and its version.
#ifndef FLITWISE_SIM_CLI_CLI_MANUAL_H_
#define FLITWISE_SIM_CLI_CLI_MANUAL_H_

#include <string>

namespace CLI {
class App;
}

namespace flitwise {

/// A page for man(1) in roff: synopsis and description of the command, then a section for each
/// subcommand with its arguments, its options and the rest of its help.
std::string manual_page(const CLI::App& app);

/// "flitwise 1.0.0 (commit ...)" and a line for each tool that the results depend on: Verilator,
/// whose runtime is in the program, SystemC and the compiler. `commit` may be empty.
std::string version_text(const std::string& commit);

/// The same and Yosys, of which netlists are made, as one object of JSON on one line. Shape: all
/// values are strings, `commit` is null where it is not known.
std::string version_json(const std::string& commit);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_MANUAL_H_
