#include "tests/system/support/fat_tree_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/families/registry.h"

namespace flitwise::testing_support {

std::string fat_tree(Node leaves, const std::string& capacities, int arity) {
  return fmt::format("{{kind: fat-tree, leaves: {}, arity: {}, capacities: {}}}", leaves, arity,
                     capacities);
}

Scenario fat_tree_scenario(const std::string& network, const std::string& task,
                           const std::string& rest) {
  const std::size_t space = task.find(' ');
  const std::string text = fmt::format("network: {}\noperation: {}\nalgorithm: {}\n{}\n", network,
                                       task.substr(0, space), task.substr(space + 1), rest);
  const ScenarioReading reading = read_scenario_text(text, "test.yaml");
  std::string errors;
  for (const ConfigError& error : reading.errors) errors += std::string(error.what()) + "\n";
  if (!reading.scenario) throw std::invalid_argument(errors);
  return *reading.scenario;
}

Result run(const Scenario& scenario) { return run_in_child(scenario, {}); }

Result run_with_events(const Scenario& scenario) {
  RunRequest request;
  request.keep_events = true;
  return run_in_child(scenario, request);
}

Step finish_of(const std::string& network, const std::string& task, const std::string& rest) {
  const Result result = run(fat_tree_scenario(network, task, rest));
  EXPECT_EQ(result.outcome, Outcome::kPass) << network << " " << task << " " << rest << "\n"
                                            << fmt::format("{}", fmt::join(result.problems, "\n"));
  return result.measured.finish;
}

std::int64_t value(const Result& result, const std::string& figure,
                   const std::vector<std::string>& path) {
  Figure at = result.measured.find(figure).value_or(Figure());
  for (const std::string& name : path) {
    Figure next;
    if (const Figure::Members* members = at.members())
      for (const auto& [other, member] : *members)
        if (other == name) next = member;
    at = next;
  }
  return at.number().value_or(-1);
}

Check check_of(const Result& result, const std::string& name) {
  for (const Check& check : result.checks)
    if (check.name == name) return check;
  ADD_FAILURE() << "no check of " << name;
  return {};
}

}  // namespace flitwise::testing_support
