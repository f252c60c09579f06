// Broadcasts and traffic on tori whose routers, links and credits take several steps.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "sim/families/registry.h"
#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::torus_latency_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::broadcast_text;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::kSearched;
using testing_support::run_text;
using testing_support::torus_scenario;

const std::string kFullPipeline = "pipeline: {rc: 1, va: 1, sa: 1, st: 1}";

std::optional<std::int64_t> figure(const Result& result, const char* name) {
  return result.measured.find(name).value_or(Figure()).number();
}

// Finish, arrivals, stalls and every event are predicted, and so.
Result expect_all_predicted(const std::string& text) {
  Result result = expect_pass(text);
  for (const char* check : {"finish", "quiesce", "stalls", "arrivals", "events"})
    EXPECT_TRUE(check_of(result, check).ok) << text << check;
  EXPECT_EQ(figure(result, "stalls"), 0) << text;
  return result;
}

// The values are those of another model of the same specification.
TEST(LatencyOfTori, ABroadcastTakesAsLongAsInAnotherModel) {
  struct Row {
    const char* latency;
    Step finish;
  };
  for (const Row& row :
       {Row{"link_latency: 1", 80}, Row{"pipeline: {st: 1}", 92}, Row{"link_latency: 2", 88},
        Row{"pipeline: {va: 1, st: 1}, link_latency: 2", 112}})
    for (const char* pace : {"barrier: true", "barrier: false"}) {
      const Result result = expect_all_predicted(broadcast_text(
          {8, 8}, "peel", 16,
          fmt::format("send_overhead: 1, receive_overhead: 1, {}, {}", pace, row.latency)));
      EXPECT_EQ(result.measured.finish, row.finish) << row.latency << ", " << pace;
    }
}

TEST(LatencyOfTori, EveryAlgorithmTakesItsStepsWithABarrier) {
  const std::string latency = kFullPipeline + ", link_latency: [1, 3]";
  for (const std::string& algorithm :
       {std::string("peel"), std::string("paper"), std::string("best"), std::string("fsh"),
        std::string("edn"), std::string("doubling"), std::string("flood"), std::string("radix3"),
        std::string("packet-tree"), kSearched})
    expect_all_predicted(broadcast_text({8, 8}, algorithm, 9, "send_overhead: 1, " + latency));
}

// Heads wait three steps in each router: a node that sends again sooner waits for that.
TEST(LatencyOfTori, NodesAtTheirOwnPaceWaitForHeadsInStages) {
  for (const int overhead : {0, 3, 4})
    for (const char* algorithm : {"peel", "packet-tree"}) {
      const Result result = expect_all_predicted(broadcast_text(
          {8, 8}, algorithm, 9,
          fmt::format("barrier: false, send_overhead: {}, {}", overhead, kFullPipeline)));
      EXPECT_GT(result.measured.finish, 0);
    }
}

// Of what the source sends at once, one message leaves by a port that it has just used.
TEST(LatencyOfTori, StepsAreNotCountedWherePortsKeepSomeMessagesWaiting) {
  const auto run = [](int overhead) {
    return expect_all_predicted(broadcast_text(
        {8, 4}, "peel", 12,
        fmt::format("barrier: false, send_overhead: {}, {}", overhead, kFullPipeline)));
  };
  EXPECT_EQ(figure(run(3), "steps"), 3);
  EXPECT_FALSE(figure(run(1), "steps").has_value());
}

// Two messages of one node and port, a step of overhead apart in place of three.
TEST(LatencyOfTori, AHeadBeginsItsStagesWhenTheTailBeforeItHasLeft) {
  const std::string text = broadcast_text(
      {3, 1}, "packet-tree", 12, "packet: 2, barrier: false, send_overhead: 1, " + kFullPipeline);
  // os + (r - 1) + p + (n - 1)(max(os, Fh) + P) + P
  EXPECT_EQ(expect_all_predicted(text).measured.finish, 1 + 4 + 5 + 5 * (3 + 2) + 2);
}

// The loop of a slot is p + w_c = 2 + 8 for heads and for bodies, which wait alike here.
TEST(LatencyOfTori, QueuesThatRunOutOfCreditsAreSaidToBeUnpredicted) {
  const std::string latency = "barrier: false, pipeline: {st: 1}, credit_latency: ";
  const Result result = expect_pass(broadcast_text({5, 5}, "peel", 20, latency + "8"));

  EXPECT_FALSE(result.predicted.finish.has_value());
  EXPECT_TRUE(check_of(result, "contention_free").ok);
  EXPECT_THAT(result.notes,
              Contains(HasSubstr("with depth 8 flits wait for credits, with 10 none")));
  EXPECT_GT(figure(result, "stalls"), 0);
  EXPECT_GT(figure(result, "blocked"), 0);
  expect_all_predicted(broadcast_text({5, 5}, "peel", 20, latency + "6"));
}

// Heads wait two steps longer than bodies, which may lose as many to credits: the loop of a slot is
// 5 + w_c for heads and 3 + w_c for bodies.
TEST(LatencyOfTori, BodiesThatWaitForCreditsCatchUpWithTheirHead) {
  for (const int credit : {3, 4, 5}) {
    const Result result = expect_pass(broadcast_text(
        {5, 5}, "peel", 20, fmt::format("{}, credit_latency: {}", kFullPipeline, credit)));
    EXPECT_TRUE(check_of(result, "finish").ok);
    EXPECT_TRUE(check_of(result, "arrivals").ok);
    EXPECT_TRUE(check_of(result, "stalls").ok);
    EXPECT_EQ(*figure(result, "stalls") == 0, credit == 3);
    if (credit == 3) continue;
    EXPECT_THAT(result.notes,
                Contains(StartsWith("quiesce and events are not predicted: with depth 8")));
  }
}

// A message fits into a queue, but the slots of the one before it are not free again.
TEST(LatencyOfTori, CreditsOfTheMessageBeforeCount) {
  const std::string slow = "credit_latency: 12, receive_overhead: ";
  EXPECT_THAT(read_scenario_text(broadcast_text({8, 1}, "peel", 6, slow + "3"), "s.yaml").errors,
              testing::SizeIs(1));
  expect_all_predicted(broadcast_text({8, 1}, "peel", 6, slow + "4"));
}

TEST(LatencyOfTori, TheNetworkVerilatedWholeGivesTheSameEvents) {
  const auto events = [](const char* build) {
    RunRequest request;
    request.keep_events = true;
    Result result = run_in_child(
        torus_scenario(broadcast_text(
            {3, 2}, "peel", 4,
            fmt::format("build: {}, checkers: false, link_latency: [2, 3], credit_latency: 2, {}",
                        build, kFullPipeline))),
        request);
    EXPECT_EQ(result.outcome, Outcome::kPass);
    std::sort(result.events.begin(), result.events.end());
    return result.events;
  };
  EXPECT_GE(events("assembled").size(), 20U);
  EXPECT_EQ(events("assembled"), events("elaborated"));
}

std::string traffic(const std::string& options) {
  return "network: {kind: torus, sides: [4, 5]}\noperation: traffic\nalgorithm: uniform\n"
         "options: {seed: 5, warmup: 0, measure: 3000, packet_length: 3, " +
         options + "}\n";
}

TEST(LatencyOfTori, PacketsThatMeetNobodyTakeTheirWayAndTheirFlits) {
  for (const std::string& latency :
       {kFullPipeline + ", link_latency: [3, 1]", kFullPipeline + ", credit_latency: 12",
        std::string("pipeline: {st: 1}, link_latency: 4, credit_latency: 3"),
        std::string("credit_latency: 12")}) {
    const Result result = expect_pass(traffic("rate: 0.02, " + latency));
    EXPECT_TRUE(check_of(result, "undisturbed").ok) << latency;
    EXPECT_TRUE(check_of(result, "zero_load_latency").ok) << latency;
    const auto real = [&](const char* name) { return result.measured.find(name)->real().value(); };
    EXPECT_GT(real("packets.undisturbed"), 0.2 * real("packets.sent")) << latency;
  }
}

TEST(LatencyOfTori, ReceiversMayStallBehindStages) {
  const Result result =
      expect_pass(traffic("rate: 0.05, receiver_stall: 0.3, link_latency: 2, " + kFullPipeline));
  EXPECT_TRUE(check_of(result, "receivers").ok);
  EXPECT_TRUE(check_of(result, "undisturbed").ok);
}

TEST(LatencyOfTori, ASilentNodeIsMissedAndAnEarlyOneCaught) {
  const std::string latency = "link_latency: 2, " + kFullPipeline;
  const Result mute =
      run_text(broadcast_text({4, 4}, "peel", 4, latency + ", break: {mute: [1, 1]}"));
  EXPECT_EQ(mute.outcome, Outcome::kNoEnd);
  const Result early =
      run_text(broadcast_text({8, 8}, "peel", 4, latency + ", break: {early: [1, 1], by: 1}"));
  EXPECT_EQ(early.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(early, "events").ok);
}

}  // namespace
}  // namespace flitwise::torus_latency_test
