// command_line.h: the command line with a runner that does not simulate.
#ifndef FLITWISE_TESTS_SIM_COMMAND_LINE_H_
#define FLITWISE_TESTS_SIM_COMMAND_LINE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sim/cli.h"
#include "sim/interrupt.h"
#include "support.h"

namespace flitwise::test {

/// Ends as the first word of the scenario's name says.
inline Result run_by_name(const Scenario& scenario, const RunRequest& request) {
  Result result = certification_result();
  result.scenario = scenario.name;
  const auto is = [&](const char* word) { return scenario.name.rfind(word, 0) == 0; };
  if (is("fails")) result.outcome = Outcome::kFail;
  if (is("fails")) result.problems = {"step 14: collision in PE 1"};
  if (is("hangs")) result.outcome = Outcome::kNoEnd;
  if (request.keep_events) result.events = scatter_of_one_flit();
  if (is("breaks")) result.broke_off = true;
  if (is("dies")) std::raise(SIGKILL);
  if (is("sleeps")) std::this_thread::sleep_for(std::chrono::seconds(20));
  if (is("throws")) throw std::runtime_error("there is no more memory");
  if (is("is stopped")) throw Interrupted(SIGTERM);
  if (!request.waves.empty()) write_text(request.waves, "waves of " + scenario.name);
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
    return run_command_line(static_cast<int>(argv.size()), argv.data(), run_by_name, console);
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

#endif  // FLITWISE_TESTS_SIM_COMMAND_LINE_H_
