// command_line.h: the command line with a runner that does not simulate.
#ifndef FLITWISE_TESTS_SIM_CLI_COMMAND_LINE_H_
#define FLITWISE_TESTS_SIM_CLI_COMMAND_LINE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/families/registry.h"
#include "sim/run/process/interrupt.h"
#include "systemc/network/models/model_error.h"
#include "tests/sim/support.h"

namespace flitwise::test {

/// A file of waves that is whole and shows nothing: blocks of FST, the last one with a comment.
inline std::string waves_with(const std::string& comment) {
  const auto block = [](char type, const std::string& content) {
    return std::string(1, type) + std::string(7, '\0') + static_cast<char>(8 + content.size()) +
           content;
  };
  return block(0, "") + block(3, "") + block(4, comment);
}

/// Ends as the first word of the scenario's name says.
inline Result run_by_name(const Scenario& scenario, const RunRequest& request) {
  Result result = certification_result();
  result.scenario = scenario.name;
  const auto is = [&](const char* word) { return scenario.name.rfind(word, 0) == 0; };
  if (is("fails and then dies") && !request.waves.empty())
    return failed_run(scenario, "the disk of the wave file is full");
  if (is("fails")) result.outcome = Outcome::kFail;
  if (is("fails")) result.problems = {"step 14: collision in PE 1"};
  if (is("hangs")) result.outcome = Outcome::kNoEnd;
  if (is("hangs")) result.checks[0] = {"finish", "9", "8", false, "a theorem", false};
  if (request.keep_events) result.events = scatter_of_one_flit();
  if (is("in threads"))
    result.notes.push_back(std::to_string(scenario.options.threads) + " threads");
  if (is("breaks")) result.broke_off = true;
  if (is("dies")) std::raise(SIGKILL);
  if (is("sleeps")) std::this_thread::sleep_for(std::chrono::seconds(20));
  if (is("throws")) throw std::runtime_error("there is no more memory");
  if (is("no compiler")) throw ModelError("there is no compiler");
  if (is("is stopped")) throw Interrupted(SIGTERM);
  if (!request.waves.empty()) write_text(request.waves, waves_with(scenario.name));
  return result;
}

class CommandLine : public testing::Test {
 protected:
  std::string scenario(const std::string& name) {
    write_text(directory_.path(name + ".yaml"), small_scenario(name));
    return directory_.path(name + ".yaml");
  }

  int run(const std::vector<std::string>& arguments) {
    std::vector<const char*> argv{"flitwise"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    out_.str("");
    error_.str("");
    const Console console{out_, error_};
    return run_command_line(families(), static_cast<int>(argv.size()), argv.data(), run_by_name,
                            console);
  }

  std::string out() const { return out_.str(); }
  std::string error() const { return error_.str(); }

  TemporaryDirectory directory_;
  TemporaryDirectory output_;

 private:
  std::ostringstream out_;
  std::ostringstream error_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_CLI_COMMAND_LINE_H_
