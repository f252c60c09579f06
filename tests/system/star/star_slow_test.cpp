// Star graphs: what takes long, or routers that are compiled on first use.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "sim/run/runner.h"
#include "tests/system/star/star_runs.h"

namespace flitwise {
namespace {

using testing_support::check_all_fault_sets;
using testing_support::check_fault_set;
using testing_support::elements_of;
using testing_support::expect_pass;
using testing_support::measured;
using testing_support::star_operations;
using testing_support::StarAsk;
using testing_support::StarElement;
using testing_support::text_of;

TEST(StarFaultTolerance, EveryPairOfFaultsOfAnS4LeavesACopyOfThree) {
  for (const std::string& operation : star_operations()) {
    StarAsk ask;
    ask.order = 4;
    ask.operation = operation;
    ask.copies = 3;
    ask.root = 9;
    // Of 23 or 24 nodes and 36 links.
    EXPECT_EQ(check_all_fault_sets(ask, 2), has_root(ask) ? 1 + 59 + 1711 : 1 + 60 + 1770);
  }
}

Result run_with_events(const StarAsk& ask) {
  RunRequest request;
  request.keep_events = true;
  const Result result = run_in_child(testing_support::torus_scenario(text_of(ask)), request);
  EXPECT_EQ(result.outcome, Outcome::kPass) << text_of(ask);
  return result;
}

TEST(StarLatency, OfAnElaboratedNetworkIsThatOfAnAssembledOne) {
  for (const char* operation : {"broadcast", "multinode acknowledged"})
    for (const char* switching : {"store-and-forward", "cut-through"}) {
      StarAsk ask = testing_support::ask_for(3, operation, 2);
      ask.flits = 2;
      ask.options =
          std::string("router_latency: 2, link_latency: 3, checkers: false, switching: ") +
          switching;
      const Result assembled = run_with_events(ask);
      ask.options += ", build: elaborated";
      const Result elaborated = run_with_events(ask);
      EXPECT_GE(assembled.events.size(), 20U);
      EXPECT_EQ(assembled.events, elaborated.events) << operation;
      EXPECT_EQ(assembled.measured.finish, elaborated.measured.finish);
    }
}

/// Random sets of up to n-2 faults.
void sample_faults(int order, const std::string& operation, int sets, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  StarAsk ask;
  ask.order = order;
  ask.operation = operation;
  for (int i = 0; i < sets; ++i) {
    ask.copies = 2 + static_cast<int>(random() % static_cast<unsigned>(order - 2));
    ask.rule = random() % 2 == 0 ? StarRule::kP : StarRule::kQ;
    ask.root = static_cast<Node>(random() % static_cast<unsigned>(StarGraph(order).size()));
    std::vector<StarElement> all = elements_of(ask);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(1 + random() % static_cast<unsigned>(ask.copies - 1));
    check_fault_set(ask, all);
  }
}

TEST(StarFaultTolerance, SampledFaultsOfAnS5LeaveCopies) {
  for (const std::string& operation : star_operations())
    sample_faults(5, operation, operation == "broadcast" || operation == "scatter" ? 400 : 40, 5);
}

TEST(StarFaultTolerance, SampledFaultsOfAnS6LeaveCopies) {
  sample_faults(6, "broadcast", 200, 6);
  sample_faults(6, "scatter", 100, 7);
  sample_faults(6, "multinode", 4, 8);
}

TEST(StarLargeGraphs, S6RunsEveryOperation) {
  for (const char* operation :
       {"broadcast", "multinode", "multinode acknowledged", "scatter", "exchange"})
    for (const int copies : {1, 3, 5}) {
      StarAsk ask;
      ask.order = 6;
      ask.operation = operation;
      ask.copies = copies;
      ask.root = 501;
      if (operation == std::string("exchange") && copies > 1) continue;
      const Result result = expect_pass(text_of(ask));
      if (operation == std::string("multinode") && copies == 5) {
        EXPECT_EQ(measured(result, "max_buffer"), 7);
      }
    }
}

TEST(StarLargeGraphs, S7BroadcastsAndScattersWithAllCopies) {
  for (const char* operation : {"broadcast", "scatter"})
    for (int copies = 1; copies <= 6; ++copies) {
      StarAsk ask;
      ask.order = 7;
      ask.operation = operation;
      ask.copies = copies;
      ask.packets = 2;
      ask.root = 5039;
      expect_pass(text_of(ask));
    }
}

TEST(StarBuilds, ElaboratedNetworkAndTablesGiveTheSameEvents) {
  RunRequest request;
  request.keep_events = true;
  for (const std::string& operation : star_operations()) {
    StarAsk ask;
    ask.order = 3;
    ask.operation = operation;
    ask.packets = 2;
    ask.copies = 2;
    ask.flits = 2;
    const auto events = [&](const std::string& options) {
      ask.options = options;
      const Result result = run_in_child(testing_support::torus_scenario(text_of(ask)), request);
      EXPECT_EQ(result.outcome, Outcome::kPass) << text_of(ask);
      return result.events;
    };
    const auto assembled = events("");
    EXPECT_GT(assembled.size(), 30U);
    EXPECT_EQ(assembled, events("build: elaborated"));
    EXPECT_EQ(assembled, events("next_hops: tables"));
  }
}

}  // namespace
}  // namespace flitwise
