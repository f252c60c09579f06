// fat_tree_runs.h: runs on fat trees as a user writes them, for the tests of whole runs.
#ifndef FLITWISE_TESTS_SYSTEM_SUPPORT_FAT_TREE_RUNS_H_
#define FLITWISE_TESTS_SYSTEM_SUPPORT_FAT_TREE_RUNS_H_

#include <string>
#include <vector>

#include "sim/run/runner.h"

namespace flitwise::testing_support {

/// "{kind: fat-tree, leaves: 8, arity: 2, capacities: constant}".
std::string fat_tree(Node leaves, const std::string& capacities, int arity = 2);

/// A scenario: `task` is "operation algorithm", `rest` more lines of YAML.
/// Errors: throws std::invalid_argument with the reader's messages when it is refused.
Scenario fat_tree_scenario(const std::string& network, const std::string& task,
                           const std::string& rest = "");

/// Runs it in a process of its own. `with_events` keeps its events.
Result run(const Scenario& scenario);
Result run_with_events(const Scenario& scenario);

/// Runs a scenario that must pass and returns its finish; what does not pass is a test failure.
Step finish_of(const std::string& network, const std::string& task, const std::string& rest = "");

/// A number of a figure under names: value(result, "max_wait", {"1", "up"}); -1 where there is
/// none.
std::int64_t value(const Result& result, const std::string& figure,
                   const std::vector<std::string>& path = {});

/// The check of this name; a test failure and an empty check if there is none.
Check check_of(const Result& result, const std::string& name);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_SUPPORT_FAT_TREE_RUNS_H_
