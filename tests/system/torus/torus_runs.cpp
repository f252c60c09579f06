#include "tests/system/torus/torus_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "sim/families/registry.h"
#include "sim/run/runner.h"

namespace flitwise::testing_support {

Scenario torus_scenario(const std::string& text, const std::string& file) {
  const ScenarioReading reading = read_scenario_text(text, file);
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario.value_or(Scenario());
}

std::string broadcast_text(const std::vector<int>& sides, const std::string& algorithm,
                           Flits length, const std::string& options) {
  return fmt::format(
      "network: {{kind: torus, sides: [{}]}}\noperation: broadcast\nalgorithm: {}\nlength: {}\n"
      "options: {{{}}}\n",
      fmt::join(sides, ", "), algorithm, length, options);
}

Result run_text(const std::string& text, const std::string& file) {
  return run_in_child(torus_scenario(text, file), {});
}

Result expect_pass(const std::string& text, const std::string& file) {
  Result result = run_text(text, file);
  EXPECT_EQ(result.outcome, Outcome::kPass) << text;
  for (const Check& check : result.checks)
    EXPECT_TRUE(check.ok) << text << check.name << ": measured " << check.measured << ", predicted "
                          << check.predicted;
  for (const std::string& problem : result.problems) ADD_FAILURE() << text << problem;
  return result;
}

Check check_of(const Result& result, const std::string& name) {
  for (const Check& check : result.checks)
    if (check.name == name) return check;
  return {name, "no such check", "", false, ""};
}

void expect_as_predicted(const std::vector<int>& sides, const std::string& scheme) {
  const Result planned = expect_pass(broadcast_text(sides, scheme, 1, "barrier: true"));
  EXPECT_EQ(planned.predicted.finish, planned.measured.finish);
  EXPECT_EQ(planned.predicted.find("steps"), planned.measured.find("steps"));
  EXPECT_TRUE(check_of(planned, "events").ok || scheme == "packet-tree");

  const Result free = expect_pass(broadcast_text(sides, scheme, 1, "barrier: false"));
  if (scheme == "peel" || scheme == "packet-tree") {
    EXPECT_EQ(free.predicted.finish, free.measured.finish);
  }
}

}  // namespace flitwise::testing_support
