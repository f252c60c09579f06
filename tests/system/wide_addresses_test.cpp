// Networks of more than 8,192 addresses, whose flits are split anew: every flit on every link in
// every step as theory says, and faults named.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/families/tree/tree_language.h"
#include "sim/report/report_table.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::wide_addresses_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::expect_pass;
using testing_support::run_text;

void expect_events_as_predicted(const std::string& text) {
  const Result result = expect_pass(text);
  for (const char* check : {"finish", "events"})
    EXPECT_TRUE(has_check(result, check)) << text << check;
}

// Trees of nothing but routers for two children, so that few models are made.
std::string tree_text(Node pes, const std::string& algorithm, const std::string& options,
                      const std::string& lengths = "each: 1") {
  const bool is_scatter = algorithm == "fdf";
  return fmt::format(
      "network: {{shape: random, pes: {}, depth: uniform, seed: {}, max_children: 2}}\n"
      "operation: {}\nalgorithm: {}\nlengths: {{{}}}\noptions: {{{}}}\n",
      pes, pes, is_scatter ? "scatter" : "gather", algorithm, lengths, options);
}

std::string grid_text(const std::string& kind, const std::string& algorithm) {
  return fmt::format(
      "network: {{kind: {}, sides: [100, 90]}}\noperation: {}\nalgorithm: {}\nlengths: {{each: "
      "1}}\n",
      kind, algorithm == "fdf" ? "scatter" : "gather", algorithm);
}

std::string graph_text(const std::string& operation, const std::string& size,
                       const std::string& trees) {
  return fmt::format(
      "network: {{kind: graph, shape: 'mesh:90,100'}}\noperation: {}\nalgorithm: trees\n{}\ntrees: "
      "{}\n",
      operation, size, trees);
}

// Of 3^7 leaves, whose digits take 14 bits, unless told otherwise.
std::string fat_tree_text(const std::string& work, const std::string& options = "",
                          const std::string& shape = "leaves: 2187, arity: 3") {
  return fmt::format("network: {{kind: fat-tree, {}, capacities: constant}}\n{}\noptions: {{{}}}\n",
                     shape, work, options);
}

const std::string kFatTreeScatter = "operation: scatter\nalgorithm: furthest-first";
const std::string kFatTreeGather = "operation: gather\nalgorithm: furthest-first";

#ifndef FLITWISE_SLOW
std::string path_text(Node pes, const std::string& algorithm, const std::string& lengths) {
  return fmt::format(
      "network: {{shape: path, pes: {}}}\noperation: gather\nalgorithm: {}\nlengths: {{{}}}\n", pes,
      algorithm, lengths);
}

// The last tree of 13 bits and the first of 14.
TEST(WideTrees, ScatterAndGatherAsPredictedOnBothSidesOfTheBoundary) {
  for (const Node pes : {8192, 8193}) {
    expect_events_as_predicted(tree_text(pes, "fdf", ""));
    expect_events_as_predicted(tree_text(pes, "certification", ""));
  }
}

TEST(WideTrees, ScatterAndGatherAsPredictedWithAPortForEachLink) {
  expect_events_as_predicted(tree_text(8193, "fdf", "ports: multi"));
  expect_events_as_predicted(tree_text(8193, "certification", "ports: multi"));
}

TEST(WideTrees, CertifyALagOnAPathThatNeedsMoreThan13Bits) {
  const Result result = expect_pass(path_text(8193, "certification", "one: 8192, length: 2"));
  EXPECT_TRUE(has_check(result, "events"));
  const Figure lag = result.measured.find("lag").value_or(Figure());
  ASSERT_NE(lag.items(), nullptr);
  EXPECT_GT(lag.items()->at(1).number().value_or(0), 8191);
}

TEST(WideTrees, TapShouldersAlongAPathAsPredicted) {
  const Result result =
      expect_pass(path_text(8193, "shoulder-tap", "sparse: 0.01, length: [1, 3], seed: 3"));
  EXPECT_TRUE(has_check(result, "events"));
  EXPECT_GT(result.flits, 100);
}

TEST(WideTrees, NameThePeThatSendsEarly) {
  const Result result = run_text(tree_text(8193, "certification", "break: {early: 8190}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("collision in PE")));
  for (const Check& check : result.checks) {
    if (check.name != "events") continue;
    EXPECT_FALSE(check.ok);
    EXPECT_THAT(check.measured, HasSubstr("PE 8190 -> PE"));
    EXPECT_THAT(check.measured, HasSubstr("flit 1 of message 8190"));
  }
}

TEST(WideTrees, NameThePeWhoseCertificateNeverComes) {
  const Result result = run_text(tree_text(8193, "certification", "break: {mute: 8190}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("waits for certificate of PE 8190")));
}

TEST(WideCovers, ScatterAndGatherAsPredictedOnAMeshOf100X90) {
  expect_events_as_predicted(grid_text("mesh", "fdf"));
  expect_events_as_predicted(grid_text("mesh", "certification"));
}

TEST(WideGraphs, BroadcastAndReduceAsPredictedOn9000Nodes) {
  for (const char* operation : {"broadcast", "reduce"})
    expect_events_as_predicted(graph_text(operation, "length: 20", "{count: 1, root: 0}"));
}

// Words lie where no tag is then, and a number of theirs is not said: they are counted by link.
TEST(WideTrees, ReduceWordsThatFitTheirPayload) {
  const std::string text =
      "network: {shape: random, pes: 9000, depth: uniform, seed: 1, max_children: 2}\n"
      "operation: reduce\nalgorithm: interleaved\nlength: 2\n";
  const Result result = expect_pass(text + "options: {width: 29}\n");
  for (const char* check : {"finish", "events", "contents"})
    EXPECT_TRUE(has_check(result, check)) << check;
}
TEST(WideFatTrees, BroadcastScatterAndGatherAsPredicted) {
  expect_events_as_predicted(fat_tree_text("operation: broadcast\nroot: 2186"));
  for (const char* lengths : {"", "\nlengths: {uniform: [0, 2], seed: 5}"})
    for (const std::string& work : {kFatTreeScatter, kFatTreeGather})
      expect_events_as_predicted(fat_tree_text(work + lengths));
}

TEST(WideFatTrees, ScatterAsPredictedOnLinksOfOneDirectionAtOnce) {
  expect_events_as_predicted(fat_tree_text(kFatTreeScatter, "duplex: half"));
}

TEST(WideFatTrees, NameTheLeafThatSendsEarly) {
  const Result result = run_text(fat_tree_text(kFatTreeGather, "break: {early: 2186, by: 3}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  for (const Check& check : result.checks) {
    if (check.name != "events") continue;
    EXPECT_FALSE(check.ok);
    EXPECT_THAT(check.measured, HasSubstr("leaf 2186 -> switch 1.728"));
  }
}

TEST(WideFatTrees, NameTheLeafWhoseMessageNeverComes) {
  const Result result = run_text(fat_tree_text(kFatTreeGather, "break: {mute: 2186}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems,
              Contains("leaf 0 never receives 1 of the 1 flits of leaf 2186's message"));
}

// Its results come down as flits for all.
TEST(WideFatTrees, ReduceInSwitchesAsPredicted) {
  const Result result =
      expect_pass(fat_tree_text("operation: allreduce\nalgorithm: in-switch\nlength: 3"));
  for (const char* check : {"finish", "events", "contents"})
    EXPECT_TRUE(has_check(result, check)) << check;
}
#else
TEST(WideFatTrees, SendCopiesForSeveralLevelsAsPredicted) {
  for (const char* algorithm : {"flood", "phased", "queue-free"})
    expect_pass(fat_tree_text(fmt::format("operation: multinode\nalgorithm: {}", algorithm)));
}

TEST(WideFatTrees, ExchangeAsPredicted) {
  expect_pass(fat_tree_text("operation: exchange\nalgorithm: phased"));
}

TEST(WideFatTrees, ScatterAndGatherAsPredictedWithAddressesOf14To18Bits) {
  for (const char* shape : {"leaves: 16384", "leaves: 32768, arity: 8", "leaves: 65536, arity: 4",
                            "leaves: 46656, arity: 6"})
    for (const std::string& work : {kFatTreeScatter, kFatTreeGather})
      expect_events_as_predicted(
          fat_tree_text(work + "\nlengths: {sparse: 0.1, length: 1, seed: 9}", "", shape));
}

TEST(WideFatTrees, GatherAsPredictedByEveryPolicyAndWithCredits) {
  for (const char* options :
       {"policy: local-first", "policy: round-robin", "policy: random, seed: 7",
        "depth: 32, backpressure: true, router_latency: 2, link_latency: 3"})
    expect_pass(fat_tree_text("operation: gather\nalgorithm: naive", options));
}

// Of 16 and of 14 bits: to every leaf, and to the last one.
TEST(WideFatTrees, SendToEveryLeafWithCreditsAsPredicted) {
  const std::string options = "depth: 32, backpressure: true, router_latency: 2, link_latency: 3";
  expect_pass(fat_tree_text(kFatTreeScatter, options, "leaves: 6561, arity: 3"));
  expect_pass(fat_tree_text(kFatTreeGather + "\nroot: 2186", options));
}

TEST(WideFatTrees, ScatterWholeMessagesAsPredicted) {
  expect_pass(fat_tree_text(kFatTreeScatter + "\nlengths: {uniform: [0, 3], seed: 2}",
                            "store_forward: true"));
}

TEST(WideTrees, GatherAsPredictedByEveryRuleOnTenThousandPes) {
  for (const auto& rule : single_port_rule_words())
    for (const auto& sync : sync_words()) {
      const bool is_mirror = sync.meaning == Sync::kMirror;
      if (rule.meaning == CertificationRule::kPrinted) continue;  // is wrong on many trees
      expect_events_as_predicted(tree_text(10'000, "certification",
                                           fmt::format("rule: {}, sync: {}{}", rule.word, sync.word,
                                                       is_mirror ? "" : ", sort_cost: d")));
    }
}

TEST(WideTrees, ScatterAndGatherAsPredictedOnTenThousandPes) {
  for (const char* options : {"", "ports: multi", "setup: 7, flit_time: 2"})
    for (const char* algorithm : {"fdf", "certification"})
      expect_events_as_predicted(tree_text(10'000, algorithm, options, "uniform: [0, 3], seed: 4"));
}

TEST(WideTrees, ScatterAndGatherAsPredictedWithAddressesOf16And17Bits) {
  for (const Node pes : {65'536, 65'537})
    for (const char* ports : {"single", "multi"})
      for (const char* algorithm : {"fdf", "certification"})
        expect_events_as_predicted(tree_text(pes, algorithm, fmt::format("ports: {}", ports),
                                             "sparse: 0.05, length: 1, seed: 9"));
}

TEST(WideCovers, ScatterAndGatherAsPredictedOnAMeshAndATorusOf100X90) {
  for (const char* kind : {"mesh", "torus-cover"})
    for (const char* algorithm : {"fdf", "certification", "timetable"})
      expect_events_as_predicted(grid_text(kind, algorithm));
}

TEST(WideGraphs, ScatterAsPredictedOverTwoTreesOf9000Nodes) {
  expect_events_as_predicted(graph_text("scatter", "lengths: {each: 1}", "{count: 2}"));
}

TEST(WideGraphs, BroadcastAndReduceAsPredictedOverTwoTreesOf9000Nodes) {
  for (const char* operation : {"broadcast", "reduce"})
    expect_events_as_predicted(graph_text(operation, "length: 20", "{count: 2}"));
}
#endif

}  // namespace
}  // namespace flitwise::wide_addresses_test
