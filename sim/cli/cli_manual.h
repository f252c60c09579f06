// cli_manual.h: the manual page, made of the same texts as --help.
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

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_MANUAL_H_
