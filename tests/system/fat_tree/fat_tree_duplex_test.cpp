// Half-duplex links on the routers: every schedule in which nothing waits takes 2T - 2 steps.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing_support::check_of;
using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::finish_of;
using testing_support::run;
using testing_support::run_with_events;

const std::string kHalf = "options: {duplex: half}\n";

TEST(FatTreeDuplex, EveryScheduleWithoutQueuesTakesTwoStepsLessThanTwiceTheTime) {
  for (const char* capacities : {"constant", "exponential", "[1, 2, 4]"})
    for (const char* task :
         {"broadcast flood", "scatter furthest-first", "gather furthest-first", "multinode phased",
          "multinode queue-free", "exchange phased", "exchange phased-serial", "exchange scatters",
          "exchange scatter-pairs"}) {
      const std::string network = fat_tree(8, capacities);
      EXPECT_EQ(finish_of(network, task, kHalf), 2 * finish_of(network, task) - 2)
          << task << ", " << capacities;
    }
  EXPECT_EQ(finish_of(fat_tree(16, "constant"), "exchange optimal-cbft", kHalf), 2 * 71 - 2);
  EXPECT_EQ(finish_of(fat_tree(8, "exponential"), "exchange optimal-ebft", kHalf), 2 * 11 - 2);
}

TEST(FatTreeDuplex, LongMessagesAndPairsOfScattersDoSo) {
  const std::string lengths = "root: 3\nlengths: {uniform: [0, 6], seed: 4}\n";
  for (const char* task : {"scatter furthest-first", "gather furthest-first"})
    EXPECT_EQ(finish_of(fat_tree(8, "constant"), task, lengths + kHalf),
              2 * finish_of(fat_tree(8, "constant"), task, lengths) - 2);
  EXPECT_EQ(finish_of(fat_tree(8, "constant"), "scatter furthest-first", "root: [0, 5]\n" + kHalf),
            16);
}

TEST(FatTreeDuplex, EveryFlitGoesUpInOddStepsAndDownInEvenOnes) {
  const Result result =
      run_with_events(fat_tree_scenario(fat_tree(8, "exponential"), "exchange phased", kHalf));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_TRUE(check_of(result, "events").ok);
  EXPECT_EQ(check_of(result, "two_way_links").measured, "0");
  EXPECT_FALSE(result.events.empty());
  for (const LinkEvent& event : result.events)
    EXPECT_EQ(event.step % 2, event.to > event.from ? 1 : 0);
}

// On full-duplex links the same exchange uses both directions of a link at once.
TEST(FatTreeDuplex, FullDuplexLinksAreNotHeldToIt) {
  const Result result = run_with_events(
      fat_tree_scenario(fat_tree(8, "constant"), "exchange phased", "options: {duplex: full}\n"));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  bool both = false;
  for (const LinkEvent& a : result.events)
    for (const LinkEvent& b : result.events)
      both = both || (a.step == b.step && a.from == b.to && a.to == b.from);
  EXPECT_TRUE(both);
}

TEST(FatTreeDuplex, AMuteLeafLeavesTheRunWithoutEnd) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "multinode queue-free",
                                              "options: {duplex: half, break: {mute: 3}}\n"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
}

}  // namespace
}  // namespace flitwise
