// Operations on the routers of star graphs in packet steps, held against theory and against figures
// from elsewhere.
#include <gtest/gtest.h>

#include <map>

#include "sim/run/runner.h"
#include "tests/support/number_table.h"
#include "tests/system/star/star_runs.h"

namespace flitwise {
namespace {

using testing_support::expect_pass;
using testing_support::measured;
using testing_support::run_text;
using testing_support::StarAsk;
using testing_support::text_of;

std::int64_t ceil_of(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Heights of the trees, by order and rule.
std::int64_t height(const StarAsk& ask) {
  static const std::map<int, std::int64_t> by_p{{3, 5}, {4, 7}, {5, 8}, {6, 10}, {7, 11}};
  return ask.rule == StarRule::kQ && ask.order == 4 ? 6 : by_p.at(ask.order);
}

std::int64_t nodes(const StarAsk& ask) { return StarGraph(ask.order).size(); }
std::int64_t rounds(const StarAsk& ask) {
  return ceil_of(std::int64_t{ask.packets} * ask.copies, ask.order - 1);
}

// S(x), E(x) of rule Q.
std::pair<std::int64_t, std::int64_t> selection(const StarAsk& ask) {
  static const auto table = test::read_numbers<std::int64_t>("star/protocol_selection.txt", 14, 4);
  for (const auto& row : table)
    if (row[0] == ask.order && row[1] == ask.copies) return {row[2], row[3]};
  ADD_FAILURE() << "no row";
  return {};
}

std::int64_t steps_of(const StarAsk& ask) {
  if (ask.operation == "broadcast") return rounds(ask) + height(ask) - 1;
  if (ask.operation == "multinode") return rounds(ask) * (nodes(ask) - 1);
  if (ask.operation == "multinode acknowledged") return (rounds(ask) + 1) * (nodes(ask) - 1);
  if (ask.operation == "scatter") return ask.packets * selection(ask).first;
  return ask.packets * selection(ask).second;
}

/// Passes, in the steps of the formulas.
Result expect_steps(const StarAsk& ask) {
  SCOPED_TRACE(text_of(ask));
  const Result result = expect_pass(text_of(ask));
  const std::int64_t steps = steps_of(ask);
  EXPECT_EQ(measured(result, "steps"), steps);
  EXPECT_EQ(result.measured.quiesce, (steps + 1) * ask.flits - 1);
  EXPECT_EQ(measured(result, "copies", "min"), ask.copies);
  return result;
}

/// Runs an operation in S_3 to S_5 with all numbers of copies; counts the runs.
int sweep(const std::string& operation, const std::vector<int>& packets) {
  int runs = 0;
  for (int order = 3; order <= 5; ++order)
    for (int copies = 1; copies < order; ++copies)
      for (const int m : packets)
        for (const int flits : {1, order == 3 ? 2 : 3}) {
          if (order == 5 && flits > 1) continue;
          StarAsk ask;
          ask.order = order;
          ask.operation = operation;
          ask.packets = m;
          ask.copies = copies;
          ask.flits = flits;
          ask.root = (copies * 5 + m) % 6;
          expect_steps(ask);
          ++runs;
        }
  return runs;
}

TEST(StarOperations, BroadcastTakesItsRoundsAndTheHeightForAllCopies) {
  EXPECT_EQ(sweep("broadcast", {1, 2, 5}), (2 * 2 + 3 * 2 + 4) * 3);
}

TEST(StarOperations, MultinodeTakesAWalkARoundForAllCopies) {
  EXPECT_EQ(sweep("multinode", {1, 3}), (2 * 2 + 3 * 2 + 4) * 2);
}

TEST(StarOperations, AcknowledgedMultinodeTakesAStepMoreALinkForAllCopies) {
  EXPECT_EQ(sweep("multinode acknowledged", {1, 3}), (2 * 2 + 3 * 2 + 4) * 2);
}

TEST(StarOperations, ScatterTakesAStepForEachSelectedAddressForAllCopies) {
  EXPECT_EQ(sweep("scatter", {1, 3}), (2 * 2 + 3 * 2 + 4) * 2);
}

TEST(StarOperations, ExchangeTakesTheDepthsOfTheSelectedAddressesForAllCopies) {
  EXPECT_EQ(sweep("exchange", {1, 2}), (2 * 2 + 3 * 2 + 4) * 2);
}

TEST(StarOperations, PassUnderThePublishedRule) {
  for (const int order : {3, 4, 5})
    for (const char* operation :
         {"broadcast", "multinode", "multinode acknowledged", "scatter", "exchange"}) {
      StarAsk ask;
      ask.order = order;
      ask.operation = operation;
      ask.copies = order - 1;
      ask.rule = StarRule::kP;
      const Result result = expect_pass(text_of(ask));
      if (operation != std::string("scatter") && operation != std::string("exchange")) {
        EXPECT_EQ(measured(result, "steps"), steps_of(ask));
      }
    }
}

TEST(StarOperations, BroadcastFromEveryNodeOfAnS4TakesTheSameTime) {
  for (Node root = 0; root < 24; ++root) {
    StarAsk ask;
    ask.order = 4;
    ask.packets = 2;
    ask.copies = 2;
    ask.root = root;
    expect_steps(ask);
  }
}

TEST(StarOperations, StoreAsManyPacketsAsTheTableSays) {
  const std::vector<std::pair<StarRule, std::vector<std::int64_t>>> table = {
      {StarRule::kQ, {1, 3, 5}}, {StarRule::kP, {1, 3, 4}}};
  for (const auto& [rule, most] : table)
    for (int order = 3; order <= 5; ++order)
      for (const std::string& operation : testing_support::star_operations()) {
        StarAsk ask;
        ask.order = order;
        ask.operation = operation;
        ask.copies = order - 1;
        ask.rule = rule;
        const bool is_multinode = operation == "multinode";
        EXPECT_EQ(measured(run_text(text_of(ask)), "max_buffer"),
                  is_multinode ? most[static_cast<std::size_t>(order - 3)] : 1)
            << text_of(ask);
      }
}

TEST(StarOperations, DeliverTheLastPacketBeforeTheLastAcknowledgement) {
  for (const auto& [order, last, steps] : {std::tuple{4, 40, 46}, std::tuple{5, 230, 238}}) {
    StarAsk ask;
    ask.order = order;
    ask.operation = "multinode acknowledged";
    ask.copies = order - 1;
    const Result result = expect_pass(text_of(ask));
    EXPECT_EQ(result.measured.finish, last);
    EXPECT_EQ(measured(result, "steps"), steps);
  }
}

TEST(StarOperations, GiveTheSameEventsWhetherIdleRoutersAreSkippedOrNot) {
  StarAsk ask;
  ask.order = 4;
  ask.packets = 2;
  ask.copies = 2;
  ask.flits = 3;
  RunRequest request;
  request.keep_events = true;
  const auto events = [&](const std::string& skip) {
    ask.options = "skip: " + skip;
    return run_in_child(testing_support::torus_scenario(text_of(ask)), request).events;
  };
  const auto skipped = events("true");
  EXPECT_EQ(skipped.size(), 2U * 2 * 23 * 3);
  EXPECT_EQ(skipped, events("false"));
}

}  // namespace
}  // namespace flitwise
