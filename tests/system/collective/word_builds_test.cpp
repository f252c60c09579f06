// Networks whose routers combine, add or flood, as one SystemVerilog top: every event, figure and
// report is that of stages wired one by one.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::word_builds_test {
namespace {

Result run_as(const std::string& text, const std::string& options) {
  RunRequest request;
  request.keep_events = true;
  return run_in_child(
      testing_support::torus_scenario(fmt::format("{}options: {{{}}}\n", text, options)), request);
}

// Assertions name the scope that they stand in, which is another one in a top.
std::vector<std::string> without_scopes(std::vector<std::string> problems) {
  for (std::string& problem : problems)
    if (const std::size_t scope = problem.find("failed in "); problem.rfind("RTL: ", 0) == 0)
      problem.erase(scope, problem.find(": ", scope) - scope);
  return problems;
}

struct WordBuild {
  const char* name;
  const char* network;
  const char* operation;  // and algorithm, length
  const char* options = "width: 31";
};

class WordBuilds : public testing::TestWithParam<WordBuild> {};

TEST_P(WordBuilds, GiveTheSameEventsFiguresAndReports) {
  const WordBuild& one = GetParam();
  const std::string text = fmt::format("network: {{{}}}\n{}\n", one.network, one.operation);
  const std::string options = one.options;
  const Result wired = run_as(text, options);
  const Result whole = run_as(text, options + ", build: elaborated");
  const bool is_broken = options.find("break") != std::string::npos;

  EXPECT_EQ(wired.outcome, is_broken ? Outcome::kFail : Outcome::kPass) << text;
  EXPECT_EQ(whole.outcome, wired.outcome) << text;
  EXPECT_GT(wired.events.size(), 3U);
  EXPECT_EQ(whole.events, wired.events) << text;
  EXPECT_EQ(whole.measured.others, wired.measured.others) << text;
  EXPECT_EQ(without_scopes(whole.problems), without_scopes(wired.problems)) << text;
}

#ifdef FLITWISE_SLOW
constexpr const char* kTree = "parents: [-1, 0, 0, 1, 1]";
constexpr const char* kFatTree = "kind: fat-tree, leaves: 4, capacities: constant";
constexpr const char* kTorus = "kind: torus, sides: [3, 3]";
constexpr const char* kStar = "kind: star-graph, n: 3";
#endif

constexpr WordBuild kBuilds[] = {
    {"RingAllReduce", "kind: torus, sides: [3]",
     "operation: allreduce\nalgorithm: in-network\nlength: 5"},
    {"RingFlood", "kind: torus, sides: [3]", "operation: barrier\nalgorithm: flood", "op: and"},
#ifdef FLITWISE_SLOW  // larger tops
    {"TreeReduce", kTree, "operation: reduce\nalgorithm: in-network\nlength: 5",
     "ports: multi, add: 1"},
    {"TreeFromTheMiddleAtItsOwnPace", kTree,
     "operation: allreduce\nalgorithm: in-network-centre\nlength: 9",
     "ports: multi, meeting: own-pace, add: 1"},
    {"TreeWithAPeThatIsEarly", kTree, "operation: allreduce\nalgorithm: in-network\nlength: 3",
     "ports: multi, break: {early: 1}"},
    {"TreeMulticast", kTree,
     "operation: multicast\nalgorithm: tree-table\nlength: 4\ndestinations: [2, 3]",
     "ports: multi"},
    {"FatTreeAllReduce", kFatTree, "operation: allreduce\nalgorithm: in-switch\nlength: 6",
     "add: 1"},
    {"FatTreeLateBarrier", kFatTree,
     "operation: barrier\nalgorithm: in-switch\nstart: [0, 3, 0, 1]", "meeting: own-pace"},
    {"FatTreeReduceScatter", kFatTree,
     "operation: reduce-scatter\nalgorithm: in-switch-reversed\nlength: 4", "op: xor"},
    {"FatTreeOfThreesAllReduce", "kind: fat-tree, leaves: 9, arity: 3, capacities: constant",
     "operation: allreduce\nalgorithm: in-switch-reversed\nlength: 9", "op: sum"},
    {"FatTreeWithALeafThatIsLate", kFatTree,
     "operation: reduce-scatter\nalgorithm: in-switch-reversed\nlength: 4", "break: {late: 2}"},
    {"TorusAlongAllTrees", kTorus, "operation: allreduce\nalgorithm: in-network-trees\nlength: 12",
     "op: xor, add: 2"},
    {"TorusAlongTwoTreesAtItsOwnPace", kTorus,
     "operation: reduce\nalgorithm: in-network-two-trees\nlength: 12\nroot: [1, 2]",
     "meeting: own-pace, send_overhead: 2"},
    {"TorusFlood", kTorus,
     "operation: barrier\nalgorithm: flood\nstart: [0, 4, 0, 0, 1, 0, 2, 0, 0]", "op: and, add: 1"},
    {"StarAllReduce", kStar, "operation: allreduce\nalgorithm: in-network-trees\nlength: 7",
     "op: max"},
    {"StarMulticast", kStar,
     "operation: multicast\nalgorithm: in-network\nlength: 3\ndestinations: [3, 5]"},
#endif
};

INSTANTIATE_TEST_SUITE_P(Of, WordBuilds, testing::ValuesIn(kBuilds),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace flitwise::word_builds_test
