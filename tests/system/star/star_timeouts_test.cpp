// Walks with acknowledgements and a time-out, on routers with dead nodes and links.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/star/star_runs.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::faults_option;
using testing_support::measured;
using testing_support::run_text;
using testing_support::StarAsk;
using testing_support::text_of;

StarAsk walk(int order, const std::string& timeout, const std::string& faults) {
  StarAsk ask;
  ask.order = order;
  ask.operation = "multinode acknowledged";
  ask.copies = order - 1;
  ask.options = "timeout: " + timeout + (faults.empty() ? "" : ", ") + faults;
  return ask;
}

/// Passes in the steps of a walk without faults, every event as predicted.
void expect_walk(const StarAsk& ask) {
  const Result result = expect_pass(text_of(ask));
  const std::int64_t group = (ask.packets * ask.copies + ask.order - 2) / (ask.order - 1);
  EXPECT_EQ(measured(result, "steps"), (group + 1) * (StarGraph(ask.order).size() - 1))
      << text_of(ask);
  EXPECT_TRUE(check_of(result, "events").ok);
  EXPECT_TRUE(check_of(result, "time_outs").ok);
  EXPECT_TRUE(check_of(result, "max_buffer").ok);
}

TEST(StarTimeoutOnRouters, ThatFitsCarriesTheWalkPastEveryDeadNode) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ})
    for (Node dead = 0; dead < 24; ++dead) {
      StarAsk ask = walk(4, "auto", faults_option({dead}, {}));
      ask.rule = rule;
      expect_walk(ask);
      EXPECT_GE(measured(run_text(text_of(ask)), "copies", "min"), 2);
    }
}

TEST(StarTimeoutOnRouters, ThatFitsCarriesTheWalkPastDeadLinks) {
  const StarGraph graph(4);
  for (Node v = 0; v < graph.size(); ++v)
    for (int d = 2; d <= 4; ++d)
      if (v < graph.neighbour(v, d)) expect_walk(walk(4, "auto", faults_option({}, {{v, d}})));
}

TEST(StarTimeoutOnRouters, ThatFitsKeepsTheStepsOfManyPacketsAndFlits) {
  for (const int order : {3, 4})
    for (const int packets : {1, 2, 4})
      for (const int flits : {1, 3}) {
        StarAsk ask = walk(order, "auto", faults_option({1, 4}, {{2, 3}}));
        ask.packets = packets;
        ask.flits = flits;
        expect_walk(ask);
      }
}

TEST(StarTimeoutOnRouters, OfASurvivingWalkIsNotNoticed) {
  for (const char* timeout : {"auto", "45", "47", "300"})
    for (const int flits : {1, 3}) {
      StarAsk ask = walk(4, timeout, "");
      ask.flits = flits;
      expect_walk(ask);
    }
}

// Too soon and too late: walks that were together are not any more.
TEST(StarTimeoutOnRouters, ThatDoesNotFitIsFoundOutByTheRouters) {
  for (const char* timeout : {"3", "30", "60"})
    for (const int flits : {1, 2}) {
      StarAsk ask = walk(4, timeout, faults_option({5}, {}));
      ask.flits = flits;
      const Result result = run_text(text_of(ask));
      EXPECT_NE(result.outcome, Outcome::kPass) << text_of(ask);
      EXPECT_FALSE(check_of(result, "port_violations").ok) << text_of(ask);
      EXPECT_THAT(result.problems, Contains(HasSubstr("has two flits for port")));
      EXPECT_THAT(result.notes,
                  Contains(HasSubstr("a time-out that is not what the subtree takes")));
    }
}

}  // namespace
}  // namespace flitwise
