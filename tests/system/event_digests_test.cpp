// Runs whose events are digested have the verdict, and the sentences, of those that keep lists.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/run/family/family.h"
#include "sim/run/figures/judgement.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/run/simulation.h"
#include "tests/system/split_cases.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing::StartsWith;
using testing_support::broadcast_text;
using testing_support::check_of;
using testing_support::torus_scenario;

template <Events events>
Result run_with(const Scenario& scenario, const RunRequest& request) {
  Simulation simulation(family_of(scenario).make_work(scenario, events), request, scenario.options);
  simulation.run();
  Result result = judge(simulation.evidence());
  result.events = simulation.events();
  return result;
}

std::string text_of(const Result& result) {
  std::string text = std::to_string(static_cast<int>(result.outcome)) + "\n";
  for (const Check& c : result.checks)
    text += c.name + ": " + c.measured + ", " + c.predicted + (c.ok ? "" : " FAILS") +
            (c.decided ? "" : " undecided") + "\n";
  for (const std::string& problem : result.problems) text += problem + "\n";
  for (const std::string& note : result.notes) text += note + "\n";
  return text;
}

// The result of the digested run, after it was held against that of the one with lists.
Result expect_alike(const Scenario& scenario) {
  const Result lists = run_in_parallel({&scenario}, run_with<Events::kIfFew>, 1).front();
  Result digests = run_in_parallel({&scenario}, run_with<Events::kDigested>, 1).front();
  EXPECT_EQ(text_of(digests), text_of(lists));
  EXPECT_TRUE(digests.events.empty());
  return digests;
}

Result expect_alike(const std::string& text) {
  SCOPED_TRACE(text);
  return expect_alike(torus_scenario(text));
}

TEST(EventDigests, OfRunsThatPassCountEveryTransfer) {
  int exact = 0;
  for (const auto& sides : std::vector<std::vector<int>>{{1, 3}, {4, 4}, {5, 6}, {9, 8}, {3, 3, 3}})
    for (const char* scheme : {"peel", "best", "doubling", "flood", "packet-tree"})
      for (const char* barrier : {"barrier: true", "barrier: false"}) {
        if (std::string(scheme) == "packet-tree" && std::string(barrier) == "barrier: true")
          continue;
        const Result result = expect_alike(broadcast_text(sides, scheme, 11, barrier));
        const Check events = check_of(result, "events");
        if (events.ok) ++exact;
      }
  EXPECT_GT(exact, 20);
}

std::string tree_text(const std::string& work, const std::string& options = "") {
  return "network: {shape: random, pes: 60, depth: uniform, seed: 3}\n" + work + "\noptions: {" +
         options + "}\n";
}

std::string fat_tree_text(const std::string& work, const std::string& options = "") {
  return "network: {kind: fat-tree, leaves: 27, arity: 3, capacities: constant}\n" + work +
         "\noptions: {" + options + "}\n";
}

const std::string kGather = "operation: gather\nalgorithm: certification\nlengths: {each: 2}";
const std::string kScatter = "operation: scatter\nalgorithm: fdf\nlengths: {each: 2}";

TEST(EventDigests, OfTreesThatPassCountEveryTransfer) {
  for (const std::string& text :
       {tree_text(kScatter), tree_text(kScatter, "ports: multi, link_latency: 2"),
        tree_text(kGather), tree_text(kGather, "sync: mirror, sort_cost: 0"),
        tree_text(kGather, "ports: multi"), tree_text(kGather, "setup: 3, flit_time: 2"),
        tree_text("operation: broadcast\nalgorithm: largest-first\nlength: 5", "packet: 2"),
        tree_text("operation: broadcast\nalgorithm: flood\nlength: 5", "ports: multi"),
        std::string("network: {shape: path, pes: 30}\noperation: gather\nalgorithm: "
                    "shoulder-tap\nlengths: {uniform: [0, 3], seed: 1}\noptions: {end_mark: "
                    "true}\n")})
    EXPECT_TRUE(check_of(expect_alike(text), "events").ok) << text;
}

TEST(EventDigests, OfFatTreesThatPassCountEveryTransfer) {
  for (const char* work :
       {"operation: broadcast", "operation: scatter\nalgorithm: furthest-first",
        "operation: gather\nalgorithm: furthest-first", "operation: multinode\nalgorithm: phased",
        "operation: multinode\nalgorithm: queue-free", "operation: exchange\nalgorithm: phased"})
    for (const char* options : {"", "duplex: half", "router_latency: 2, link_latency: 3"}) {
      const std::string text = fat_tree_text(work, options);
      EXPECT_TRUE(check_of(expect_alike(text), "events").ok) << text;
    }
  const Result unsaid = expect_alike(fat_tree_text("operation: gather\nalgorithm: naive"));
  EXPECT_EQ(unsaid.outcome, Outcome::kPass);
}

TEST(EventDigests, OfCoversGraphsAndCombiningRoutersThatPassCountEveryTransfer) {
  const auto cover = [](const char* kind, const char* work) {
    return fmt::format("network: {{kind: {}, sides: [4, 5]}}\n{}\nlengths: {{each: 2}}\n", kind,
                       work);
  };
  const auto graph = [](const char* work) {
    return fmt::format("network: {{kind: graph, shape: 'mesh:4,5'}}\n{}\n", work);
  };
  for (const std::string& text :
       {cover("mesh", "operation: scatter\nalgorithm: fdf"),
        cover("torus-cover", "operation: gather\nalgorithm: certification"),
        cover("mesh", "operation: gather\nalgorithm: timetable"),
        graph("operation: broadcast\nalgorithm: trees\nlength: 9\ntrees: {count: 2, root: 3}"),
        graph("operation: reduce\nalgorithm: trees\nlength: 9\ntrees: {count: 2, root: 3}"),
        graph("operation: allreduce\nalgorithm: trees\nlength: 9\ntrees: {count: 1, root: 3}"),
        graph("operation: scatter\nalgorithm: trees\nlengths: {each: 2}\ntrees: {count: 2}"),
        graph("operation: gather\nalgorithm: trees\nlengths: {each: 2}\ntrees: {count: 2}"),
        std::string("network: {kind: torus, sides: [4, 4]}\noperation: allreduce\nalgorithm: "
                    "in-network\nlength: 6\n"),
        std::string("network: {kind: torus, sides: [4, 4]}\noperation: barrier\nalgorithm: "
                    "flood\n")})
    EXPECT_TRUE(check_of(expect_alike(text), "events").ok) << text;
}

TEST(EventDigests, OfAllScenariosSayWhatListsSay) {
  int compared = 0;
  for (const std::string& file : test::scenario_files()) {
    SCOPED_TRACE(file);
    const Result result = expect_alike(test::scenario_to_split(file));
    if (check_of(result, "events").decided) ++compared;
  }
  EXPECT_GT(compared, 70);
}

TEST(EventDigests, OfTreesAndFatTreesThatFailNameTheFirstDifference) {
  for (const std::string& text :
       {tree_text(kGather, "break: {early: 17}"), tree_text(kGather, "break: {mute: 17}"),
        fat_tree_text("operation: multinode\nalgorithm: phased", "break: {early: 5}"),
        fat_tree_text("operation: exchange\nalgorithm: phased", "break: {mute: 5}")}) {
    const Result result = expect_alike(text);
    EXPECT_NE(result.outcome, Outcome::kPass) << text;
    EXPECT_FALSE(check_of(result, "events").ok) << text;
  }
}

TEST(EventDigests, OfRunsThatFailNameTheFirstDifference) {
  const Result early = expect_alike(
      broadcast_text({5, 6}, "peel", 5, "barrier: true, break: {early: [2, 2], by: 1}"));
  EXPECT_FALSE(check_of(early, "events").ok);
  EXPECT_THAT(check_of(early, "events").measured, StartsWith("step "));
  const Result mute =
      expect_alike(broadcast_text({5, 6}, "peel", 5, "barrier: true, break: {mute: [2, 2]}"));
  EXPECT_NE(mute.outcome, Outcome::kPass);
}

}  // namespace
}  // namespace flitwise
