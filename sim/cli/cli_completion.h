// cli_completion.h: completion of the command line for shells.
#ifndef FLITWISE_SIM_CLI_CLI_COMPLETION_H_
#define FLITWISE_SIM_CLI_CLI_COMPLETION_H_

#include <string>

namespace CLI {
class App;
}

namespace flitwise {

class Families;

/// A script for bash that completes commands, their options, algorithms and files. Everything that
/// it knows is taken from `app`, so that it cannot lag behind.
std::string bash_completion(const CLI::App& app, const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_COMPLETION_H_
