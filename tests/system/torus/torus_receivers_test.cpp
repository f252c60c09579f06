// Traffic before receivers that take no flit now and then: every packet once, whole and in order.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::torus_scenario;

std::string traffic(const std::string& sides, const std::string& options) {
  return fmt::format(
      "network: {{kind: torus, sides: {}}}\noperation: traffic\nalgorithm: uniform\noptions: "
      "{{{}}}\n",
      sides, options);
}

double real(const Result& result, const std::string& figure) {
  return result.measured.find(figure).value_or(Figure()).real().value_or(std::nan(""));
}

void expect_all_delivered(const Result& result) {
  EXPECT_GT(real(result, "packets.sent"), 0);
  EXPECT_EQ(real(result, "packets.delivered"), real(result, "packets.sent"));
  EXPECT_TRUE(check_of(result, "receivers").ok);
  EXPECT_TRUE(check_of(result, "drained").ok);
}

class LateReceivers : public testing::TestWithParam<std::tuple<const char*, double>> {
 protected:
  std::string text(const std::string& options) const {
    const auto& [sides, stall] = GetParam();
    return traffic(sides, fmt::format("receiver_stall: {}, {}", stall, options));
  }
};

// Most packets meet no other: each takes the steps that theory counts, with its receiver's stalls.
TEST_P(LateReceivers, HoldLonePacketsUpForAsLongAsTheySay) {
  for (const char* routers : {"lane_rule: relaxed", "depth: 2", "depth: 1"}) {
    const Result result = expect_pass(
        text(fmt::format("rate: 0.02, seed: 5, measure: 3000, packet_length: 4, {}", routers)));
    expect_all_delivered(result);
    EXPECT_GT(real(result, "packets.undisturbed"), 0.1 * real(result, "packets.sent"));
    EXPECT_TRUE(check_of(result, "undisturbed").ok);
    const double stall = std::get<double>(GetParam());
    const double waits = 4 * stall / (1 - stall);
    EXPECT_GT(real(result, "latency.mean"), real(result, "zero_load_latency") + 0.9 * waits);
    EXPECT_GT(real(result, "blocked"), 0);
  }
}

TEST_P(LateReceivers, GetEveryPacketOnceFarBeyondWhatTheyTake) {
  for (const char* rule : {"relaxed", "strict"})
    expect_all_delivered(expect_pass(
        text(fmt::format("rate: 0.9, seed: 2, warmup: 0, measure: 1500, lane_rule: {}, "
                         "packet_length: [{{flits: 1, share: 1}}, {{flits: 7, share: 1}}]",
                         rule))));
}

TEST_P(LateReceivers, AreServedAlikeWhoeverIsEvaluated) {
  const auto run = [&](const char* skip) {
    RunRequest request;
    request.keep_events = true;
    return run_in_child(
        torus_scenario(text(fmt::format(
            "rate: 0.3, seed: 2, warmup: 0, measure: 400, packet_length: 3, skip: {}", skip))),
        request);
  };
  const Result skipping = run("true");
  const Result all = run("false");
  EXPECT_EQ(skipping.outcome, Outcome::kPass);
  EXPECT_FALSE(skipping.events.empty());
  EXPECT_EQ(skipping.events, all.events);
  EXPECT_EQ(skipping.measured.others, all.measured.others);
  EXPECT_LT(skipping.router_cycles, all.router_cycles);
}

INSTANTIATE_TEST_SUITE_P(Tori, LateReceivers,
                         testing::Combine(testing::Values("[4, 4]", "[3, 5]", "[3, 3, 3]"),
                                          testing::Values(0.1, 0.5, 0.9)));

TEST(TorusReceivers, TakeEveryFlitUnlessToldOtherwise) {
  const std::string load = "rate: 0.4, seed: 1, measure: 500";
  const Result plain = expect_pass(traffic("[4, 4]", load));
  const Result zero = expect_pass(traffic("[4, 4]", load + ", receiver_stall: 0"));
  EXPECT_EQ(plain.measured.others, zero.measured.others);
  EXPECT_EQ(plain.checks.size(), zero.checks.size());
  EXPECT_FALSE(check_of(zero, "receivers").ok) << "there is nothing to check";
}

TEST(TorusReceivers, StallByTheSeed) {
  const auto run = [](int seed) {
    return expect_pass(traffic(
        "[4, 4]", fmt::format("rate: 0.4, measure: 500, receiver_stall: 0.3, seed: {}", seed)));
  };
  const Result one = run(1);
  EXPECT_EQ(one.measured.others, run(1).measured.others);
  EXPECT_NE(one.measured.others, run(2).measured.others);
}

// On [4, 4] 12 of 15 packets come over four ports of one dimension: the others matter little.
TEST(TorusReceivers, TakeNoMoreThanTheirPortsAreFree) {
  const Result result =
      expect_pass(traffic("[4, 4]", "rate: 1, seed: 1, measure: 3000, receiver_stall: 0.9"));
  EXPECT_EQ(real(result, "stable"), 0);
  EXPECT_LT(real(result, "accepted"), 4 * 0.1 * 1.05);
  EXPECT_GT(real(result, "accepted"), 0.1);
}

TEST(TorusReceivers, ThatHardlyEverTakeAFlitGetAllInTheEnd) {
  expect_all_delivered(expect_pass(traffic(
      "[3, 3]", "rate: 0.5, seed: 1, warmup: 0, measure: 100, receiver_stall: 0.99, depth: 2")));
}

}  // namespace
}  // namespace flitwise
