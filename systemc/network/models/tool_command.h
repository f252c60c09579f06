// tool_command.h: runs a program and keeps what it prints.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_TOOL_COMMAND_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_TOOL_COMMAND_H_

#include <string>
#include <vector>

namespace flitwise {

/// The end of a program: "exit status 1", "signal 9"; empty when it ended with status 0.
struct ToolResult {
  std::string failure;
  std::string output;  ///< standard output and error, as they came
};

/// Runs a program with its arguments and waits for it. It dies with this process.
/// Errors: throws ModelError when no process can be made; a program that cannot be started is a
///         failed result that says so.
ToolResult run_tool(const std::vector<std::string>& command);

/// The command as one would type it, and the last lines of what it printed.
std::string describe_failure(const std::vector<std::string>& command, const ToolResult& result);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_TOOL_COMMAND_H_
