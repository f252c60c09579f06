// Star graphs that are not whole: dead nodes and links, bit errors, and PEs that start late.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/star/star_runs.h"

namespace flitwise {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing_support::ask_for;
using testing_support::check_all_fault_sets;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::faults_option;
using testing_support::measured;
using testing_support::run_text;
using testing_support::star_operations;
using testing_support::StarAsk;
using testing_support::text_of;

// 5 or 6 nodes and 6 links: with one source, that one lives.
TEST(StarFaultTolerance, EveryFaultOfAnS3LeavesACopyOfEveryOperation) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ})
    for (const std::string& operation : star_operations()) {
      StarAsk ask = ask_for(3, operation, 2);
      ask.rule = rule;
      ask.packets = 2;
      ask.root = 4;
      EXPECT_EQ(check_all_fault_sets(ask, 1), has_root(ask) ? 12 : 13) << operation;
    }
}

TEST(StarFaultTolerance, EveryFaultOfAnS4LeavesTwoCopiesOfThree) {
  for (const std::string& operation : star_operations()) {
    StarAsk ask = ask_for(4, operation, 3);
    ask.root = 9;
    EXPECT_EQ(check_all_fault_sets(ask, 1), has_root(ask) ? 1 + 59 : 1 + 60) << operation;
  }
}

TEST(StarFaultTolerance, FaultsThatComeLaterCostWhatIsOnItsWay) {
  for (const std::string& operation : star_operations())
    for (const int flits : {1, 3}) {
      std::int64_t before = -1;
      for (const char* from : {"1", "3", "5", "9", "20", "400"}) {
        StarAsk ask = ask_for(4, operation, 3);
        ask.packets = 2;
        ask.flits = flits;
        ask.options = faults_option({5, 7}, {{2, 3}}, std::string("from_step: ") + from);
        const std::int64_t delivered =
            std::stoll(check_of(expect_pass(text_of(ask)), "delivered_flits").measured);
        EXPECT_GE(delivered, before) << text_of(ask);
        before = delivered;
      }
    }
}

// As many faults as a node has links, around it.
TEST(StarFaultTolerance, DeadNeighboursIsolateANode) {
  for (const std::string& operation : star_operations()) {
    StarAsk ask = ask_for(4, operation, 3);
    std::vector<Node> around;
    for (int d = 2; d <= 4; ++d) around.push_back(StarGraph(4).neighbour(17, d));
    ask.options = faults_option(around, {});
    const Result result = expect_pass(text_of(ask));
    EXPECT_EQ(measured(result, "copies", "min"), 0);
    EXPECT_THAT(result.notes,
                Contains(AnyOf(HasSubstr("every copy of a packet: PE 17 (3, 4, 2, 1)"),
                               HasSubstr(", PE 17 (3, 4, 2, 1)"), HasSubstr(" more"))));
  }
}

TEST(StarFaultTolerance, AcknowledgedWalkUnderADeadNodeEndsWithTheNamesOfThoseWhoWait) {
  StarAsk ask = ask_for(3, "multinode acknowledged", 2);
  ask.options = faults_option({2}, {});
  const Result result = run_text(text_of(ask));

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_TRUE(check_of(result, "copies").ok);
  EXPECT_THAT(result.problems, Contains(HasSubstr("nothing moves after step ")));
  EXPECT_THAT(result.problems,
              Contains(testing::AllOf(HasSubstr("PE 0 waits for "),
                                      HasSubstr("acknowledgements of PE 2 in tree 2 of PE 0"))));
  for (const std::string& problem : result.problems)
    EXPECT_EQ(problem.find("PE 2 waits"), std::string::npos) << problem;
}

// One dead node has every position relative to some source.
TEST(StarFaultTolerance, AcknowledgedWalkUnderADeadNodeCutsPairsOff) {
  for (const auto& [order, cut, pairs] : {std::tuple{3, 0, 20}, std::tuple{4, 52, 506}}) {
    StarAsk ask = ask_for(order, "multinode acknowledged", order - 1);
    ask.options = faults_option({5}, {});
    const Figure copies = run_text(text_of(ask)).measured.find("copies").value_or(Figure());
    const Figure::Items& histogram = *copies.members()->at(1).second.items();
    std::int64_t all = 0;
    for (const Figure& entry : histogram) all += *entry.number();
    EXPECT_EQ(*histogram[0].number(), cut);
    EXPECT_EQ(all, pairs);
  }
}

TEST(StarBitErrors, OfEveryBitOfAFlitCostTheCopyThatItIsIn) {
  for (int bit = 0; bit <= 62; ++bit)
    for (const int flit : {1, 3}) {
      StarAsk ask = ask_for(4, bit % 2 == 0 ? "broadcast" : "multinode", 3);
      ask.flits = 3;
      ask.options =
          "corrupt: {bits: [[0, 2, 1, " + std::to_string(flit) + ", " + std::to_string(bit) + "]]}";
      const Result result = expect_pass(text_of(ask));
      EXPECT_EQ(measured(result, "bit_errors"), 1);
      // The first link of a tree: all nodes lose that copy.
      EXPECT_EQ(measured(result, "copies", "min"), 2) << text_of(ask);
    }
}

TEST(StarBitErrors, AtRandomCostWhatTheorySaysTheyCost) {
  for (const std::string& operation : star_operations())
    for (const int seed : {1, 2, 3}) {
      StarAsk ask = ask_for(4, operation, 3);
      ask.packets = 3;
      ask.flits = 3;
      ask.options = "corrupt: {probability: 0.01, seed: " + std::to_string(seed) + "}";
      const Result result = expect_pass(text_of(ask));
      EXPECT_GT(measured(result, "bit_errors"), 0) << text_of(ask);
    }
}

TEST(StarSkewOnRouters, DoesNotHarmOperationsOfOneSource) {
  for (const char* operation : {"broadcast", "scatter"})
    for (const int flits : {1, 3})
      for (const int seed : {1, 2, 3}) {
        StarAsk ask = ask_for(4, operation, 2);
        ask.packets = 3;
        ask.flits = flits;
        ask.root = 4 + seed;
        ask.options = "skew: {most: 11, seed: " + std::to_string(seed) + "}";
        expect_pass(text_of(ask));
      }
}

TEST(StarSkewOnRouters, IsReportedWhereManySourcesNeedLockstep) {
  for (const char* operation : {"multinode", "multinode acknowledged", "exchange"}) {
    StarAsk ask = ask_for(4, operation, 3);
    ask.options = "skew: {most: 1, seed: 1}";
    const Result result = run_text(text_of(ask));
    EXPECT_EQ(result.outcome, Outcome::kFail) << operation;
    EXPECT_FALSE(check_of(result, "lockstep").ok);
    EXPECT_THAT(result.problems, Contains(HasSubstr("lockstep is broken")));
  }
}

}  // namespace
}  // namespace flitwise
