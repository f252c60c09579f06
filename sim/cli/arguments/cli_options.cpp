#include "sim/cli/arguments/cli_options.h"

#include <cmath>

namespace flitwise {
namespace {

// What CLI::Range lets pass: no comparison with it holds.
CLI::Validator a_number() {
  return {[](const std::string& text) {
            double number = 0;
            const bool is_nan = CLI::detail::lexical_cast(text, number) && std::isnan(number);
            return is_nan ? "must be a number, not " + text : std::string();
          },
          ""};
}

}  // namespace

CLI::Validator not_empty(const std::string& what) {
  return {[what](const std::string& text) { return text.empty() ? "needs " + what : ""; }, ""};
}

void add_settings(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "Change a value of every scenario before it is checked; repeatable")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void add_limits(CLI::App& command, std::size_t& processes, double& timeout) {
  constexpr double kLongest = 1e6;
  command
      .add_option("--max-parallel", processes, "Processes at a time (default one per processor)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command.add_option("--timeout", timeout, "Stop a run that takes longer; it counts as no end")
      ->type_name("SECONDS")
      ->check(a_number())
      ->check(CLI::Range(0.001, kLongest));
}

}  // namespace flitwise
