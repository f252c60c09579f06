// Traffic of every pattern on the routers of tori, held against theory; saturation, stress, faults.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::torus_traffic_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;

std::string traffic(const std::string& sides, const std::string& pattern,
                    const std::string& options) {
  return fmt::format(
      "network: {{kind: torus, sides: {}}}\noperation: traffic\nalgorithm: {}\noptions: {{{}}}\n",
      sides, pattern, options);
}

double real(const Result& result, const std::string& figure) {
  return result.measured.find(figure).value_or(Figure()).real().value_or(std::nan(""));
}

class Patterns : public testing::TestWithParam<const char*> {};

TEST_P(Patterns, MeetTheoryFarBelowSaturation) {
  for (const char* length : {"1", "4", "[{flits: 1, share: 3}, {flits: 6, share: 1}]"}) {
    const Result result = expect_pass(traffic(
        "[4, 4]", GetParam(),
        fmt::format("rate: 0.02, seed: 5, warmup: 0, measure: 4000, packet_length: {}", length)));
    EXPECT_EQ(real(result, "stable"), 1);
    EXPECT_GT(real(result, "packets.undisturbed"), 0.5 * real(result, "packets.sent"));
    EXPECT_EQ(real(result, "packets.sent"), real(result, "packets.delivered"));
    EXPECT_TRUE(check_of(result, "accepted").ok);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Patterns,
                         testing::Values("uniform", "transpose", "bit-complement", "tornado",
                                         "neighbour"));

TEST(TorusTraffic, RunsOnEveryShapeOfTorus) {
  for (const char* sides : {"[5]", "[2, 2]", "[1, 6]", "[3, 5]", "[3, 3, 3]", "[2, 2, 2, 2]"})
    for (const char* routers : {"lanes: 2", "lane_rule: strict", "depth: 2"})
      expect_pass(
          traffic(sides, "uniform",
                  fmt::format("rate: 0.3, seed: 2, measure: 1000, packet_length: 3, {}", routers)));
}

TEST(TorusTraffic, UsesTheDimensionsInTheOrderAskedFor) {
  const std::string options = "rate: 0.2, seed: 2, measure: 1000, dimension_order: ";
  const Result xy = expect_pass(traffic("[4, 6]", "uniform", options + "[0, 1]"));
  const Result yx = expect_pass(traffic("[4, 6]", "uniform", options + "[1, 0]"));
  EXPECT_EQ(real(xy, "hops"), real(yx, "hops"));
  EXPECT_NE(real(xy, "stalls"), real(yx, "stalls"));
}

TEST(TorusTraffic, IsAFunctionOfItsSeed) {
  const auto run = [](int seed) {
    return expect_pass(
        traffic("[4, 4]", "uniform", fmt::format("rate: 0.4, measure: 500, seed: {}", seed)));
  };
  const Result one = run(1);
  EXPECT_EQ(one.measured.others, run(1).measured.others);
  EXPECT_NE(one.measured.others, run(2).measured.others);
}

TEST(TorusTraffic, MayStayAtItsNode) {
  const Result result = expect_pass(
      traffic("[4, 4]", "uniform", "rate: 0.4, measure: 2000, seed: 1, include_self: true"));
  EXPECT_NEAR(real(result, "packets.local"), 0.4 * 16 * 3000 / 16, 250);
}

TEST(TorusTraffic, GathersAtHotSpots) {
  const std::string hot = "seed: 1, measure: 3000, hot_share: 0.3, hot_spots: [[1, 1]], rate: ";
  EXPECT_EQ(real(expect_pass(traffic("[4, 4]", "hot-spot", hot + "0.15")), "stable"), 1);
  EXPECT_EQ(real(expect_pass(traffic("[4, 4]", "hot-spot", hot + "0.9")), "stable"), 0);
}

// Of packets whose lanes are given by their way none may overtake another; else some do.
TEST(TorusTraffic, KeepsPacketsOfOneWayInOrderUnderTheStrictRule) {
  const std::string load = "seed: 1, measure: 3000, packet_length: 5, rate: 0.6";
  const Result strict = expect_pass(traffic("[6, 6]", "uniform", load + ", lane_rule: strict"));
  EXPECT_TRUE(check_of(strict, "order").ok);
  EXPECT_EQ(real(strict, "packets.overtaken"), 0);
  EXPECT_GT(real(expect_pass(traffic("[6, 6]", "uniform", load)), "packets.overtaken"), 0);
}

TEST(TorusTraffic, OfOneFlitQueuesHasALatencyOfItsOwn) {
  const Result result = expect_pass(traffic(
      "[4, 4]", "uniform", "seed: 1, measure: 3000, packet_length: 4, rate: 0.01, depth: 1"));
  EXPECT_GT(real(result, "packets.undisturbed"), 0);
}

// Packets of one flit on 8 x 8: R routers lie on a way of R - 1 hops.
TEST(TorusSaturation, LiesBeyondAHalfAndLatencyIsAStepARouter) {
  const std::string phases = "seed: 1, warmup: 1000, measure: 3000, rate: ";
  const Result low = expect_pass(traffic("[8, 8]", "uniform", phases + "0.001"));
  EXPECT_LE(real(low, "latency.mean"), 5 + 3 * real(low, "hops"));
  EXPECT_NEAR(real(low, "latency.mean"), 1 + real(low, "hops"), 0.02);

  const Result high = expect_pass(traffic("[8, 8]", "uniform", phases + "0.65"));
  EXPECT_EQ(real(high, "stable"), 1);
  EXPECT_LT(real(high, "latency.mean"), 12);
  EXPECT_GE(real(high, "accepted"), 0.55);

  const Result long_packets =
      expect_pass(traffic("[8, 8]", "uniform", "packet_length: 5, " + phases + "0.55"));
  EXPECT_EQ(real(long_packets, "stable"), 1);
  EXPECT_LT(real(long_packets, "latency.mean"), 40);
  EXPECT_GE(real(long_packets, "accepted"), 0.42);
}

// Share of the busiest three of eight columns in what crosses the links of dimension 1.
double share_of_three_columns(const std::vector<LinkEvent>& events) {
  std::vector<double> flits(8);
  double all = 0;
  for (const LinkEvent& event : events) {
    if (event.step <= 500 || event.from % 8 != event.to % 8) continue;
    ++flits[static_cast<std::size_t>(event.from % 8)];
    ++all;
  }
  std::sort(flits.rbegin(), flits.rend());
  return (flits[0] + flits[1] + flits[2]) / all;
}

// Heads in transit go first, and all go three hops the same way: nodes 0, 3 and 6 of a row fill its
// ring, and all that they send turns in three columns, whose rings carry what eight could.
TEST(TorusSaturation, OfTornadoFallsBecauseThreeOfEightColumnsCarryAll) {
  RunRequest request;
  request.keep_events = true;
  const auto events = [&](const std::string& rate) {
    return run_in_child(testing_support::torus_scenario(traffic(
                            "[8, 8]", "tornado",
                            "seed: 1, warmup: 0, measure: 1500, max_steps: 1500, rate: " + rate)),
                        request)
        .events;
  };
  EXPECT_GT(share_of_three_columns(events("1")), 0.85);
  EXPECT_LT(share_of_three_columns(events("0.2")), 0.45);

  // Where nothing turns, throughput stays near the third that the ring could carry.
  const Result ring =
      expect_pass(traffic("[8]", "tornado", "seed: 1, warmup: 500, measure: 1500, rate: 1"));
  EXPECT_GT(real(ring, "accepted"), 0.25);
}

TEST(TorusTraffic, TakesSharesOfPacketLengthsAsRelative) {
  const auto run = [](const char* lengths) {
    return expect_pass(
               traffic("[4, 4]", "uniform",
                       std::string("seed: 1, measure: 500, rate: 0.3, packet_length: ") + lengths))
        .measured.others;
  };
  const auto halves = run("[{flits: 1, share: 0.5}, {flits: 5, share: 0.5}]");
  EXPECT_EQ(run("[{flits: 1, share: 3}, {flits: 5, share: 3}]"), halves);
  EXPECT_NE(run("[{flits: 1, share: 3}, {flits: 5, share: 1}]"), halves);
}

TEST(TorusSaturation, IsStableBeyondItsPoint) {
  const std::string phases = "seed: 1, warmup: 1000, measure: 3000, ";
  const Result single = expect_pass(traffic("[8, 8]", "uniform", phases + "rate: 1"));
  EXPECT_EQ(real(single, "stable"), 0);
  EXPECT_THAT(single.notes, Contains(HasSubstr("not stable: of 1 flits per node and step ")));
  EXPECT_GT(real(single, "accepted"), 0.7);
  EXPECT_GT(real(single, "latency.mean"), real(single, "network_latency.mean"));

  const Result five =
      expect_pass(traffic("[8, 8]", "uniform", phases + "packet_length: 5, rate: 1"));
  EXPECT_GT(real(five, "accepted"), 0.6);
}

class Stress : public testing::TestWithParam<const char*> {};

// 0.9 of what the busiest channel can carry; the rate is found from a short run's prediction.
TEST_P(Stress, DeliversAHundredThousandPacketsOnce) {
  const std::string mixed =
      "packet_length: [{flits: 1, share: 1}, {flits: 5, share: 1}], seed: 9, ";
  const Result probe =
      expect_pass(traffic(GetParam(), "uniform", mixed + "rate: 0.1, measure: 200"));
  const double rate = 0.9 * *probe.predicted.find("capacity")->real();
  const double packets_a_step = rate / 3 * probe.pes;
  const Result result =
      expect_pass(traffic(GetParam(), "uniform",
                          mixed + fmt::format("rate: {:.4f}, warmup: 0, measure: {:.0f}",
                                              std::min(rate, 3.0), 101'000 / packets_a_step)));
  EXPECT_GE(real(result, "packets.sent"), 100'000);
  EXPECT_EQ(real(result, "packets.delivered"), real(result, "packets.sent"));
}

INSTANTIATE_TEST_SUITE_P(Tori, Stress, testing::Values("[4, 4]", "[3, 5]", "[3, 3, 3]"));

TEST(TorusTrafficFaults, ASilentNodeIsNamed) {
  const Result result = run_text(traffic(
      "[4, 4]", "uniform", "rate: 0.1, seed: 1, measure: 200, warmup: 0, break: {mute: [2, 1]}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "drained").ok);
  EXPECT_FALSE(check_of(result, "delivered_flits").ok);
  ASSERT_EQ(result.problems.size(), 1U);
  EXPECT_THAT(result.problems[0], HasSubstr("packet 0 of PE 6 to PE "));
  EXPECT_THAT(result.problems[0], HasSubstr(" never begins, and "));
}

// The network sleeps when its packet is due.
TEST(TorusTrafficFaults, ANodeThatIsSilentWhenAllOthersAreDoneIsNamed) {
  const char* rest =
      "\noperation: traffic\nalgorithm: transpose\noptions: {rate: 0.004, seed: 3, "
      "warmup: 0, measure: 500, break: {mute: [1, 0]}}\n";
  for (const char* kind : {"torus", "xy-mesh"}) {
    const Result result =
        run_text(fmt::format("network: {{kind: {}, sides: [2, 2]}}{}", kind, rest));
    EXPECT_EQ(result.outcome, Outcome::kFail) << kind;
    EXPECT_FALSE(check_of(result, "drained").ok) << kind;
    EXPECT_THAT(result.problems, ElementsAre(StartsWith("packet 0 of PE 1 to PE 2, born in step ")))
        << kind;
  }
}

// Whoever sends then wakes a network that sleeps, or, being silent, does not.
TEST(TorusTrafficFaults, NothingIsBornBeyondTheLimit) {
  const std::string options = "rate: 0.004, seed: 3, warmup: 0, measure: 500, max_steps: 20";
  for (const char* fault : {"", ", break: {mute: [1, 0]}"}) {
    const Result result = run_text(traffic("[2, 2]", "transpose", options + fault));
    EXPECT_EQ(result.outcome, Outcome::kNoEnd) << fault;
    EXPECT_EQ(real(result, "packets.sent"), 0) << fault;
    ASSERT_FALSE(result.problems.empty()) << fault;
    EXPECT_THAT(result.problems[0], StartsWith("stopped after step 20 by the limit max_steps"));
  }
}

TEST(TorusTrafficFaults, OfATooShortWindowNothingIsMeasured) {
  const Result result =
      expect_pass(traffic("[4, 4]", "uniform", "rate: 0.001, seed: 1, warmup: 0, measure: 1"));
  EXPECT_THAT(result.notes, Contains(HasSubstr("no packet of the window has arrived")));
  for (const char* figure : {"latency", "network_latency", "zero_load_latency", "hops"})
    EXPECT_TRUE(result.measured.find(figure).value().is_nothing()) << figure;
}

TEST(TorusTrafficFaults, ARunThatDoesNotDrainDoesNotEnd) {
  const Result result = run_text(
      traffic("[4, 4]", "hot-spot",
              "rate: 1, seed: 1, measure: 1000, warmup: 0, drain: 100, hot_spots: [[0, 0]], "
              "hot_share: 1"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("stopped after step 1100 by the limit drain;")));
  EXPECT_THAT(result.notes, Contains(HasSubstr("not stable")));
  for (const Check& check : result.checks) EXPECT_FALSE(is_broken(check)) << check.name;
  for (const char* check : {"drained", "delivered_flits"})
    EXPECT_FALSE(check_of(result, check).decided) << check;
}

// All nodes begin at once to send half round a ring, on one lane: each waits for the one before it.
TEST(TorusTrafficFaults, ADeadlockOnOneLaneIsNamedAsACircle) {
  const Result result = run_text(traffic(
      "[8]", "tornado", "rate: 30, seed: 1, measure: 200, lanes: 1, depth: 2, packet_length: 32"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("deadlock: no flit can move after step ")));
  EXPECT_THAT(result.problems, Contains(HasSubstr("for lane 0 of +x_0 of ")));
  EXPECT_THAT(result.notes, Contains(HasSubstr("may wait for each other in a circle")));
}

}  // namespace
}  // namespace flitwise::torus_traffic_test
