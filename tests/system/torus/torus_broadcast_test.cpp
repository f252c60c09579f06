// Broadcasts on the routers of tori of two dimensions, held against theory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/run/runner.h"
#include "tests/support/number_table.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::read_rows;
using test::Row;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::broadcast_text;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::kSearched;
using testing_support::run_text;

const std::vector<std::string> kSchemes{"peel",     "paper", "best",   "fsh",
                                        "doubling", "flood", "radix3", "packet-tree"};

// fsh needs rows and columns enough.
bool exists(const std::string& scheme, const std::vector<int>& sides) {
  return scheme != "fsh" || (sides[0] >= 4 && sides[1] >= 3 && sides != std::vector<int>{4, 5});
}

TEST(TorusBroadcast, OfOneFlitTakesThePredictedStepsOnSmallTori) {
  int runs = 0;
  for (int x = 1; x <= 4; ++x)
    for (int y = 1; y <= 4; ++y)
      for (const std::string& scheme : kSchemes) {
        if (!exists(scheme, {x, y})) continue;
        expect_pass(broadcast_text({x, y}, scheme, 1, "barrier: true"));
        ++runs;
      }
  EXPECT_EQ(runs, 16 * 7 + 2);
}

TEST(TorusBroadcast, OfPeelNeverWaitsWithoutABarrier) {
  for (const auto& sides : std::vector<std::vector<int>>{{1, 1}, {1, 7}, {2, 2}, {5, 6}, {9, 8}}) {
    const Result result = expect_pass(
        broadcast_text(sides, "peel", 5, "barrier: false, send_overhead: 2, receive_overhead: 3"));
    EXPECT_TRUE(check_of(result, "finish").ok);
    EXPECT_EQ(check_of(result, "stalls").measured, "0");
    if (sides.back() > 1) {
      EXPECT_TRUE(check_of(result, "events").ok);
    }
  }
}

// Cycles with r = os = orv = 1 of the table's 8 x 8 and 10 x 10 tori.
TEST(TorusBroadcast, TakesTheCyclesOfTheTable) {
  int compared = 0;
  for (const Row& row : read_rows("torus/broadcast_cycles.txt", 30)) {
    const std::vector<int> torus = row.list(0);
    if (torus != std::vector<int>{8, 8} && torus != std::vector<int>{10, 10}) continue;
    const std::string scheme = row.words[1] == "sat" ? kSearched : row.words[1];
    const std::string overheads = "send_overhead: 1, receive_overhead: 1, barrier: ";
    const Result stepped =
        expect_pass(broadcast_text(torus, scheme, row.number(2), overheads + "true"));
    EXPECT_EQ(stepped.measured.finish, row.number(3)) << row.line;
    const Result own =
        expect_pass(broadcast_text(torus, scheme, row.number(2), overheads + "false"));
    // What waits depends on buffers; what does not is the table's number.
    if (own.predicted.finish) {
      EXPECT_EQ(std::to_string(own.measured.finish), row.words.at(4)) << row.line;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 15);
}

TEST(TorusBroadcast, FromAnySourceAndByAnyOrderIsPredicted) {
  const Result result =
      expect_pass(broadcast_text({5, 6}, "best\nroot: [4, 2]", 3, "dimension_order: [1, 0]"));
  EXPECT_EQ(check_of(result, "steps").measured, "3");
  const Result other = expect_pass(broadcast_text({5, 6}, "best\nroot: [4, 2]", 3, ""));
  EXPECT_EQ(check_of(other, "steps").measured, "4");
}

TEST(TorusBroadcast, AtGivenCyclesIsPredicted) {
  const Result result = expect_pass(broadcast_text(
      {5, 1}, "imported\nfile: " FLITWISE_TEST_DATA "/schedules/ring_5x1_starts.json", 4, ""));
  EXPECT_EQ(result.measured.finish, 10);
  EXPECT_EQ(check_of(result, "steps").measured, "2");
}

TEST(TorusBroadcast, IsSentOnInPacketsThatFillTheTree) {
  for (const Flits packet : {1, 3, 7, 20})
    for (const char* barrier : {"true", "false"})
      expect_pass(broadcast_text(
          {6, 5}, "packet-tree", 20,
          "receive_overhead: 2, packet: " + std::to_string(packet) + ", barrier: " + barrier));
}

TEST(TorusBroadcast, SkippingIdleRoutersChangesNothing) {
  const std::string text = broadcast_text({6, 5}, "paper", 9, "barrier: false, skip: ");
  RunRequest request;
  request.keep_events = true;
  const auto events = [&](const std::string& skip) {
    return run_in_child(
               testing_support::torus_scenario(text.substr(0, text.size() - 2) + skip + "}\n"),
               request)
        .events;
  };
  const auto skipped = events("true");
  EXPECT_GT(skipped.size(), 100U);
  EXPECT_EQ(skipped, events("false"));
}

TEST(TorusBroadcast, ThatWaitsIsHeldAgainstTheTimeWithoutWaiting) {
  const Result result = expect_pass(
      broadcast_text({8, 8}, "paper", 64, "barrier: false, send_overhead: 1, receive_overhead: 1"));

  EXPECT_FALSE(result.predicted.finish.has_value());
  EXPECT_TRUE(check_of(result, "contention_free").ok);
  EXPECT_THAT(result.notes, Contains(StartsWith("finish, arrivals and stalls are not predicted")));
  EXPECT_GT(*result.measured.find("stalls")->number(), 0);
}

TEST(TorusBroadcast, WithAMuteNodeDoesNotEndAndSaysWhoWaits) {
  const Result result = run_text(broadcast_text({4, 4}, "peel", 4, "break: {mute: [1, 1]}"));

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_FALSE(check_of(result, "delivered_flits").ok);
  EXPECT_FALSE(check_of(result, "arrivals").ok);
  EXPECT_THAT(result.problems, Contains(HasSubstr("waits for 4 flits of the text from PE 5")));
}

// Flits that came of texts that are not whole are neither errors nor lost.
TEST(TorusBroadcast, ThatIsStoppedInsideAMessageHasBrokenNothing) {
  const Result result = run_text(broadcast_text({4, 4}, "peel", 16, "max_steps: 12"));

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_GT(std::stoll(check_of(result, "delivered_flits").measured), 0);
  EXPECT_FALSE(check_of(result, "flit_errors").decided);
}

// The last steps may be those of a PE with its text, or of a flit on its last link.
TEST(TorusBroadcast, ARunThatEndsBeyondItsLimitHasNoEnd) {
  const std::string tree =
      "network: {shape: path, pes: 4}\noperation: scatter\nalgorithm: fdf\nlengths: {each: 2}\n"
      "options: {link_latency: 3{}}\n";
  for (const std::string& text :
       {broadcast_text({4, 4}, "peel", 4, "receive_overhead: 5{}"),
        broadcast_text({4, 4}, "packet-tree", 4, "link_latency: 3{}"), tree}) {
    const auto with_limit = [&](const std::string& limit) {
      return std::string(text).replace(text.find("{}"), 2, limit);
    };
    const Step finish = expect_pass(with_limit("")).measured.finish;
    expect_pass(with_limit(fmt::format(", max_steps: {}", finish)));
    const Result result = run_text(with_limit(fmt::format(", max_steps: {}", finish - 1)));
    EXPECT_EQ(result.outcome, Outcome::kNoEnd) << text;
    EXPECT_THAT(result.problems, Contains(HasSubstr(fmt::format(
                                     "stopped after step {} by the limit max_steps", finish - 1))))
        << text;
  }
}

// One step early a head leaves, but the text is not there yet, or the step has not begun.
TEST(TorusBroadcast, WithAnEarlyNodeFailsAndNamesTheFirstFlit) {
  const Result planned =
      run_text(broadcast_text({8, 8}, "peel", 16, "break: {early: [1, 1], by: 1}"));
  EXPECT_EQ(planned.outcome, Outcome::kFail);
  EXPECT_THAT(check_of(planned, "events").measured, HasSubstr("PE 9 (1, 1) -> PE "));

  const Result free = run_text(broadcast_text(
      {8, 8}, "peel", 16, "barrier: false, send_overhead: 3, break: {early: [1, 1], by: 2}"));
  EXPECT_EQ(free.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(free, "arrivals").ok);
}

TEST(TorusBroadcast, ShowsArrivalsOfSmallToriUnlessTold) {
  const auto shows = [](const std::vector<int>& sides, const std::string& options) {
    return expect_pass(broadcast_text(sides, "peel", 1, options)).measured.find("arrivals");
  };
  EXPECT_TRUE(shows({8, 8}, "").has_value());
  EXPECT_FALSE(shows({9, 8}, "").has_value());
  EXPECT_FALSE(shows({8, 8}, "arrivals: false").has_value());
  EXPECT_TRUE(shows({9, 8}, "arrivals: true").has_value());
}

using testing_support::expect_as_predicted;

class Planes : public testing::TestWithParam<const char*> {};

// Sides 1 to 12, with a barrier and without.
TEST_P(Planes, TakeThePredictedStepsAndReachEveryNode) {
  const bool is_fsh = std::string(GetParam()) == "fsh";
  int runs = 0;
  for (int x = is_fsh ? 4 : 1; x <= 12; ++x)
    for (int y = is_fsh ? 3 : 1; y <= 12; ++y) {
      if (is_fsh && x == 4 && y == 5) continue;
      expect_as_predicted({x, y}, GetParam());
      ++runs;
    }
  EXPECT_EQ(runs, is_fsh ? 9 * 10 - 1 : 144);
}

// The sides that edn is for: all channels of a step are free, and nodes have the text when its
// theory, which shares nothing with the schedule, says.
TEST(DominatedPlanes, TakeThePredictedStepsAndReachEveryNode) {
  for (const int n : {2, 4, 8, 16}) expect_as_predicted({n, n}, "edn");
  for (const int z : {1, 2, 3, 5, 10}) expect_as_predicted({4, 4, z}, "edn");
}

INSTANTIATE_TEST_SUITE_P(Schemes, Planes,
                         testing::Values("peel", "paper", "best", "fsh", "doubling", "flood",
                                         "radix3", "packet-tree"));

}  // namespace

}  // namespace flitwise
