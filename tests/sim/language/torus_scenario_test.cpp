// Scenarios on tori: what is read, what is taken for granted, what fits the same broadcast.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/registry.h"
#include "sim/families/torus/torus_language.h"
#include "sim/families/torus/torus_ledger.h"
#include "sim/run/family/compare.h"
#include "sim/run/waves/wave_viewers.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kFile = FLITWISE_TEST_DATA "/bad/scenario.yaml";  // beside ../schedules

TorusScenario read(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, kFile);
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario ? torus_of(*reading.scenario) : TorusScenario();
}

std::string torus(const std::string& sides, const std::string& rest = "") {
  return "network: {kind: torus, sides: " + sides + "}\noperation: broadcast\nlength: 4\n" + rest;
}

TEST(TorusScenarios, HaveDefaultsForAllButNetworkOperationAndLength) {
  const TorusScenario scenario = read(torus("[4, 3]"));

  EXPECT_THAT(scenario.sides, ElementsAre(4, 3));
  EXPECT_THAT(scenario.order, ElementsAre(0, 1));
  EXPECT_EQ(scenario.algorithm, TorusAlgorithm::kPeel);
  EXPECT_EQ(scenario.root, 0);
  EXPECT_EQ(scenario.length, 4);
  EXPECT_TRUE(scenario.options.barrier);
  EXPECT_EQ(scenario.options.lanes, 2U);
  EXPECT_EQ(scenario.options.depth, 8U);
}

// The mirror of torus_break_early_of_packets in bad/torus_break.test and its neighbours: what
// leaves some time between the text and its head can be hurried.
TEST(TorusScenarios, MayHurryWhatHasTimeToSpare) {
  const auto early = [](const std::string& sides, const std::string& algorithm, int length,
                        const std::string& options) {
    const TorusScenario scenario =
        read("network: {kind: torus, sides: " + sides + "}\noperation: broadcast\nalgorithm: " +
             algorithm + "\nlength: " + std::to_string(length) + "\noptions: {" + options + "}\n");
    return scenario.options.early.has_value();
  };
  EXPECT_TRUE(early("[8, 8]", "packet-tree", 4, "send_overhead: 1, break: {early: [0, 1]}"));
  EXPECT_TRUE(early("[8, 8]", "packet-tree", 4, "receive_overhead: 1, break: {early: [0, 1]}"));
  EXPECT_TRUE(early("[8, 8]", "packet-tree", 5, "packet: 2, break: {early: [0, 1]}"));
  EXPECT_TRUE(early("[8, 8]", "packet-tree", 4, "packet: 2, break: {early: [0, 0]}"));
  EXPECT_TRUE(early("[8, 8]", "peel", 16, "break: {early: [1, 1]}"));
}

TEST(TorusScenarios, SayStagesLinksAndCredits) {
  const TorusScenario slow = read(torus(
      "[4, 3]",
      "options: {pipeline: {rc: 1, sa: 1, lookahead: true, credit_delay: 1}, link_latency: [2, 1], "
      "credit_latency: 3}\n"));
  EXPECT_EQ(slow.options.latency.pipeline, (TorusPipeline{1, 0, 1, 0, true, false, 1}));
  EXPECT_THAT(slow.options.latency.link, ElementsAre(2, 1));
  EXPECT_EQ(slow.options.latency.credit, 3);
  EXPECT_EQ(torus_variant(slow),
            "barrier, pipeline rc sa lookahead credit_delay, link latency 2/1, credit latency 3");

  const TorusScenario alike = read(
      torus("[4, 3]",
            "options: {link_latency: 2, pipeline: {va: 1, sa: 1, st: 1, speculative: true}}\n"));
  EXPECT_THAT(alike.options.latency.link, ElementsAre(2, 2));
  EXPECT_EQ(torus_variant(alike), "barrier, pipeline va sa st speculative, link latency 2");
}

TEST(TorusScenarios, SayNothingOfLatenciesOfOneStep) {
  for (const char* links : {"1", "[1, 1]"}) {
    const TorusScenario quick = read(torus(
        "[4, 3]",
        std::string("options: {pipeline: {}, credit_latency: 1, link_latency: ") + links + "}\n"));
    EXPECT_TRUE(quick.options.latency.is_unit());
    EXPECT_TRUE(quick.options.latency.link.empty());
    EXPECT_EQ(torus_variant(quick), "barrier");
  }
}

// Queues of a whole message are enough once the credits of the message before are back.
TEST(TorusScenarios, NeedQueuesForTheirCredits) {
  const auto least_depth = [](const std::string& options) {
    return depth_for_planned_steps(
        read(torus("[5, 5]", "options: {depth: 64, " + options + "}\n")));
  };
  EXPECT_EQ(least_depth("lanes: 2"), 2);
  EXPECT_EQ(least_depth("credit_latency: 3"), 4);
  EXPECT_EQ(least_depth("credit_latency: 16"), 16);
  EXPECT_EQ(least_depth("credit_latency: 16, send_overhead: 10, receive_overhead: 2"), 4);
  EXPECT_EQ(least_depth("link_latency: [1, 9]"), 4);  // the length
  EXPECT_EQ(least_depth("barrier: false, link_latency: [1, 9]"), 9 + 1);
  EXPECT_EQ(least_depth("pipeline: {rc: 1, va: 1}"), 2);  // bodies may lose two steps
}

TEST(TorusScenarios, SayEveryOption) {
  const TorusScenario scenario = read(
      torus("[4, 3]",
            "algorithm: packet-tree\nroot: [3, 2]\noptions: {barrier: false, lanes: 4, depth: 3, "
            "lane_rule: strict, send_overhead: 5, receive_overhead: 6, dimension_order: [1, 0], "
            "packet: 2, arrivals: false, break: {mute: [3, 2]}}\n"));

  EXPECT_EQ(scenario.algorithm, TorusAlgorithm::kPacketTree);
  EXPECT_EQ(scenario.root, 3 + 4 * 2);
  EXPECT_THAT(scenario.order, ElementsAre(1, 0));
  EXPECT_FALSE(scenario.options.barrier);
  EXPECT_EQ(scenario.options.lanes, 4U);
  EXPECT_EQ(scenario.options.depth, 3U);
  EXPECT_TRUE(scenario.options.strict_lanes);
  EXPECT_EQ(scenario.options.send_overhead, 5);
  EXPECT_EQ(scenario.options.receive_overhead, 6);
  EXPECT_EQ(scenario.options.packet, 2);
  EXPECT_EQ(scenario.options.arrivals, false);
  EXPECT_EQ(scenario.options.mute, 11);
}

TEST(TorusScenarios, MoveAScheduleToTheirRootAndDropItsPauses) {
  const TorusScenario scenario =
      read(torus("[4]",
                 "algorithm: imported\nfile: ../schedules/ring_4_path_and_pause.json\n"
                 "root: [3]\n"));

  ASSERT_EQ(scenario.imported.steps.size(), 2U);
  EXPECT_THAT(scenario.imported.steps[0], ElementsAre(TorusMessage{3, {2}}, TorusMessage{3, {-1}}));
  EXPECT_EQ(scenario.imported.source, 3);
}

TEST(TorusScenarios, TakeOfSeveralSchedulesTheOneWithTheFewestSteps) {
  const TorusScenario scenario =
      read(torus("[2, 2]", "algorithm: imported\nfile: " FLITWISE_SOURCE_DIR
                           "/sim/scenarios/schedules/torus_improved.json\n"));

  EXPECT_EQ(scenario.imported.steps.size(), 1U);
}

std::vector<std::string> labels(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, kFile);
  std::vector<std::string> labels;
  for (const Variant& variant : variants_of(reading)) labels.push_back(label_of(variant.scenario));
  return labels;
}

std::string traffic(const std::string& rest) {
  return "network: {kind: torus, sides: [4, 3]}\noperation: traffic\n" + rest;
}

TEST(TorusTrafficScenarios, HaveDefaultsForAllButPatternRateAndSeed) {
  const TorusScenario scenario =
      read(traffic("algorithm: uniform\noptions: {rate: 0.1, seed: 3}\n"));

  ASSERT_TRUE(scenario.traffic.has_value());
  EXPECT_EQ(scenario.traffic->plan.pattern, protocols::TrafficPattern::kUniform);
  EXPECT_EQ(scenario.traffic->plan.rate, 0.1);
  EXPECT_EQ(scenario.traffic->plan.seed, 3U);
  ASSERT_EQ(scenario.traffic->plan.lengths.size(), 1U);
  EXPECT_EQ(scenario.traffic->plan.lengths[0].flits, 1);
  EXPECT_EQ(scenario.traffic->plan.self, protocols::SelfTraffic::kNo);
  EXPECT_EQ(scenario.traffic->warmup, 1000);
  EXPECT_EQ(scenario.traffic->measure, 10'000);
  EXPECT_EQ(scenario.traffic->drain, std::nullopt);
  EXPECT_EQ(scenario.traffic->receiver_stall, 0);
  EXPECT_EQ(scenario.options.lanes, 2U);
}

TEST(TorusTrafficScenarios, SayEveryOption) {
  const TorusScenario scenario = read(traffic(
      "algorithm: hot-spot\noptions: {rate: 2, seed: 0, packet_length: [{flits: 1, share: 0.5}, "
      "{flits: 7, share: 2}], warmup: 0, measure: 5, drain: 6, receiver_stall: 0.25, include_self: "
      "true, hot_share: 0.2, "
      "hot_spots: [[3, 2], [0, 1]], lanes: 4, depth: 3, lane_rule: strict, dimension_order: [1, "
      "0], "
      "break: {mute: [1, 0]}}\n"));

  const protocols::TrafficPlan& plan = scenario.traffic.value().plan;
  ASSERT_EQ(plan.lengths.size(), 2U);
  EXPECT_EQ(plan.lengths[1].flits, 7);
  EXPECT_EQ(plan.lengths[1].weight, 2);
  EXPECT_EQ(plan.self, protocols::SelfTraffic::kYes);
  EXPECT_EQ(plan.hot_share, 0.2);
  EXPECT_THAT(plan.hot_spots, ElementsAre(11, 4));
  EXPECT_EQ(scenario.traffic->warmup, 0);
  EXPECT_EQ(scenario.traffic->measure, 5);
  EXPECT_EQ(scenario.traffic->drain, 6);
  EXPECT_EQ(scenario.traffic->receiver_stall, 0.25);
  EXPECT_EQ(scenario.options.lanes, 4U);
  EXPECT_EQ(scenario.options.depth, 3U);
  EXPECT_TRUE(scenario.options.strict_lanes);
  EXPECT_THAT(scenario.order, ElementsAre(1, 0));
  EXPECT_EQ(scenario.options.mute, 1);
}

TEST(TorusTrafficTexts, SayThatSharesAreRelative) {
  const Family& family = family_of(
      read_scenario_text(traffic("algorithm: uniform\noptions: {rate: 0.1, seed: 3}\n"), kFile)
          .scenario.value());

  EXPECT_THAT(family.list_text(families()), HasSubstr("shares are relative"));
  EXPECT_THAT(family.schema(families()), HasSubstr("relative to the sum of all shares"));
  for (const Explanation& one : family.explanations())
    if (one.operation == "traffic") {
      EXPECT_THAT(one.what, HasSubstr("shares, which are relative")) << one.algorithm;
    }
}

TEST(TorusTrafficVariants, AreBothLaneRulesInEveryOrder) {
  const auto variants = variants_of(
      read_scenario_text(traffic("algorithm: uniform\noptions: {rate: 0.1, seed: 3}\n"), kFile));
  EXPECT_EQ(variants.size(), 4U);
}

TEST(TorusVariants, AreAllSchemesWithAndWithoutBarrier) {
  EXPECT_THAT(
      labels(torus("[8, 4]")),
      ElementsAre("peel (barrier)", "peel (own pace)", "paper (barrier)", "paper (own pace)",
                  "best (barrier)", "best (own pace)", "fsh (barrier)", "fsh (own pace)",
                  "doubling (barrier)", "doubling (own pace)", "flood (barrier)",
                  "flood (own pace)", "radix3 (barrier)", "radix3 (own pace)",
                  "packet-tree (1-flit packets, slots)", "packet-tree (1-flit packets, own pace)"));
}

TEST(TorusVariants, LeaveOutSchemesThatHaveNoSchedule) {
  EXPECT_THAT(labels(torus("[8, 2]")), Not(Contains("fsh (barrier)")));
  EXPECT_THAT(labels(torus("[8, 8]")), Contains("edn (barrier)"));
  EXPECT_THAT(labels(torus("[4, 4, 5]")), Contains("edn (own pace)"));
}

TEST(TorusVariants, OfAFileAreItsPacesAndAllSchemes) {
  const auto all =
      labels(torus("[4]", "algorithm: imported\nfile: ../schedules/ring_4_path_and_pause.json\n"));

  EXPECT_EQ(all[0], "imported (barrier)");
  EXPECT_EQ(all[1], "imported (own pace)");
  EXPECT_THAT(all, Contains("peel (barrier)"));
}

TEST(TorusVariants, OfShallowQueuesHaveNoBarrier) {
  EXPECT_THAT(labels(torus("[3, 3]", "options: {barrier: false, depth: 1}\n")),
              Not(Contains("peel (barrier)")));
}

TEST(TorusWaves, ShowWhichRoutersAreBusyBeforeTheLanesOfEach) {
  const ScenarioReading reading = read_scenario_text(torus("[4, 4]"), kFile);
  const std::string layout = wave_layout(reading.scenario.value(), "run.fst", 9);

  const std::size_t busy = layout.find("+{PE 15 (3, 3) busy} pe15.router.torus_router.busy_o\n");
  ASSERT_NE(busy, std::string::npos);
  EXPECT_LT(busy, layout.find("-PE 0 (0, 0)\n"));
}

TEST(TorusWaves, ShowWhichPortsTakeNothingWhereSomeMay) {
  const auto layout = [](const std::string& options) {
    const ScenarioReading reading = read_scenario_text(
        traffic("algorithm: uniform\noptions: {rate: 0.1, seed: 3" + options + "}\n"), kFile);
    return wave_layout(reading.scenario.value(), "run.fst", 9);
  };
  EXPECT_THAT(
      layout(", receiver_stall: 0.1"),
      HasSubstr("   PE takes none next} pe11.router.torus_router.view.channel[3].stalled\n"));
  EXPECT_THAT(layout(""), Not(HasSubstr(".stalled")));
}

TEST(TorusWorms, AreExpectedOncePerMessage) {
  const auto worms = expected_worms(read(torus("[5]",
                                               "algorithm: packet-tree\noptions: {packet: "
                                               "3}\n")));

  ASSERT_EQ(worms.size(), 8U);
  EXPECT_EQ(worms[0].flits, 3);
  EXPECT_EQ(worms[1].flits, 1);
  EXPECT_EQ(worms[1].packet, 1);
}

}  // namespace
}  // namespace flitwise
