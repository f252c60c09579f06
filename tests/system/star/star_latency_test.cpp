// Operations on star graphs whose routers and links take several cycles.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "sim/run/runner.h"
#include "tests/system/star/star_runs.h"

namespace flitwise {
namespace {

using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::measured;
using testing_support::random_ask;
using testing_support::StarAsk;
using testing_support::text_of;

std::string latencies(Step router, Step link) {
  return "router_latency: " + std::to_string(router) + ", link_latency: " + std::to_string(link);
}

// The paths of S_4, broadcast in 3 copies: values of another model, from the first flit's cycle on;
// routers are filled in the F - 1 cycles before.
TEST(StarLatency, ABroadcastTakesWhatAnotherModelSays) {
  const std::map<std::pair<Step, Step>, std::pair<Step, Step>> finishes{
      {{1, 1}, {28, 28}}, {{2, 1}, {34, 33}}, {{1, 2}, {35, 34}}, {{3, 2}, {47, 44}}};
  for (const auto& [latency, finish] : finishes) {
    StarAsk ask = testing_support::ask_for(4, "broadcast", 3);
    ask.packets = 2;
    ask.flits = 4;
    ask.options = latencies(latency.first, latency.second);
    const Result result = expect_pass(text_of(ask));
    EXPECT_EQ(result.measured.finish, finish.first + ask.flits - 1) << ask.options;
    EXPECT_EQ(measured(result, "steps"), 7);
    ask.options += ", slots: spaced";
    EXPECT_EQ(expect_pass(text_of(ask)).measured.finish, finish.second + ask.flits - 1)
        << ask.options;
  }
}

// Slots of as many cycles as packets have flits hide all but a slot of what routers and links take.
TEST(StarLatency, AMultinodeBroadcastTakesTheSlotsThatAnotherModelSays) {
  const std::map<std::pair<Step, Step>, Step> slots{
      {{1, 1}, 23}, {{2, 1}, 24}, {{1, 2}, 24}, {{3, 2}, 24}};
  for (const auto& [latency, steps] : slots) {
    StarAsk ask = testing_support::ask_for(4, "multinode", 3);
    ask.flits = 4;
    ask.options = latencies(latency.first, latency.second) + ", slots: spaced";
    const Result result = expect_pass(text_of(ask));
    EXPECT_EQ(measured(result, "steps"), steps) << ask.options;
    EXPECT_EQ(result.measured.finish, 4 * steps + 3 + latency.second - 1) << ask.options;
  }
}

TEST(StarLatency, AnExchangeInSpacedSlotsTakesTheSlotsThatAnotherModelSays) {
  const std::map<Step, Step> slots{{1, 94}, {2, 94}, {3, 95}};  // by k
  for (const auto& [k, steps] : slots) {
    StarAsk ask = testing_support::ask_for(4, "exchange", 3);
    ask.options = latencies(1, k) + ", slots: spaced";
    EXPECT_EQ(measured(expect_pass(text_of(ask)), "steps"), steps) << k;
  }
}

TEST(StarLatency, ChangesNothingThatIsCountedInPacketSteps) {
  for (const char* operation :
       {"broadcast", "multinode", "multinode acknowledged", "scatter", "exchange"}) {
    StarAsk ask = testing_support::ask_for(3, operation, 2);
    ask.packets = 2;
    ask.flits = 2;
    const Result quick = expect_pass(text_of(ask));
    ask.options = latencies(4, 5);
    const Result slow = expect_pass(text_of(ask));
    for (const char* figure : {"steps", "transmissions", "max_buffer", "reorder_window"})
      EXPECT_EQ(measured(slow, figure), measured(quick, figure)) << operation << " " << figure;
    const Step steps = measured(slow, "steps");
    EXPECT_EQ(quick.measured.quiesce, (steps + 1) * 2 - 1);
    EXPECT_EQ(slow.measured.quiesce, 2 + (steps - 1) * (2 + 4 + 5 - 2) + 2 + 5 - 2);
  }
}

// As the tests before, from the first flit's cycle on: the tree of S_4 is 6 links high.
TEST(StarLatency, CutThroughCostsABroadcastAHopALink) {
  for (const auto& [router, link] : {std::pair<Step, Step>{1, 1}, {1, 2}, {3, 2}}) {
    StarAsk ask = testing_support::ask_for(4, "broadcast", 3);
    ask.packets = 2;
    ask.flits = 4;
    ask.options = latencies(router, link) + ", slots: spaced, switching: cut-through";
    const Step hop = router + link - 1;
    EXPECT_EQ(expect_pass(text_of(ask)).measured.finish, 4 + 5 * hop + 4 + link - 1) << ask.options;
  }
}

// Where a head goes on within a slot latency costs nothing: S_4 has N - 1 = 23 links in a tree.
TEST(StarLatency, CutThroughHidesHopsThatAreNoLongerThanPackets) {
  for (const auto& [router, link] : {std::pair<Step, Step>{1, 1}, {3, 2}}) {
    StarAsk ask = testing_support::ask_for(4, "multinode", 3);
    ask.flits = 4;
    for (const char* slots : {"spaced", "lockstep"}) {
      ask.options = latencies(router, link) + ", switching: cut-through, slots: " + slots;
      const Result result = expect_pass(text_of(ask));
      EXPECT_EQ(measured(result, "steps"), 23) << ask.options;
      EXPECT_EQ(result.measured.finish, 23 * 4 + link - 1) << ask.options;
    }
  }
}

TEST(StarLatency, CutThroughMakesPacketStepsAsLongAsAPacketOrAHop) {
  for (const char* operation :
       {"broadcast", "multinode", "multinode acknowledged", "scatter", "exchange"}) {
    StarAsk ask = testing_support::ask_for(3, operation, 2);
    ask.packets = 2;
    ask.flits = 2;
    const Result stored = expect_pass(text_of(ask));
    ask.options = latencies(2, 3) + ", switching: cut-through";
    const Result cut = expect_pass(text_of(ask));
    for (const char* figure : {"steps", "transmissions", "max_buffer", "reorder_window"})
      EXPECT_EQ(measured(cut, figure), measured(stored, figure)) << operation << " " << figure;
    EXPECT_EQ(cut.measured.quiesce, (measured(cut, "steps") - 1) * 4 + 2 + 3 - 1) << operation;
  }
}

class RandomStarGraphs : public testing::TestWithParam<int> {};

TEST_P(RandomStarGraphs, AgreeWhateverRoutersAndLinksTake) {
  constexpr int kPerCase = 75;
  constexpr Step kMostLink = 7;
  std::map<std::string, int> met;
  int predicted = 0;
  for (int i = 0; i < kPerCase; ++i) {
    const auto seed = static_cast<std::uint64_t>(GetParam() * kPerCase + i);
    const StarAsk ask = random_ask(seed, kMostLink);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Result result = expect_pass(text_of(ask));
    ++met[ask.operation];
    if (check_of(result, "events").ok) ++predicted;
  }
  EXPECT_EQ(met.size(), 5U) << "an operation was never drawn";
  EXPECT_GT(predicted, kPerCase / 3) << "event by event";
}

INSTANTIATE_TEST_SUITE_P(ThreeHundred, RandomStarGraphs, testing::Range(0, 4));

}  // namespace
}  // namespace flitwise
