// Schedules from files on the routers of every network: delivered, how fast, and what collides.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sim/run/runner.h"
#include "tests/sim/support.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::check_of;

const std::string kBeside = FLITWISE_TEST_DATA "/import/scenario.yaml";

std::string text(const std::string& network, const std::string& file, const std::string& more = "",
                 const std::string& options = "") {
  const std::string format = file.find(".goal") != std::string::npos  ? "goal"
                             : file.find(".xml") != std::string::npos ? "msccl"
                                                                      : "teccl";
  return fmt::format(
      "network: {{{}}}\noperation: collective\nschedule: {{file: {}, format: {}{}}}\noptions: "
      "{{{}}}\n",
      network, file, format, more, options);
}

Result passes(const std::string& scenario) {
  return testing_support::expect_pass(scenario, kBeside);
}
Result runs(const std::string& scenario) { return testing_support::run_text(scenario, kBeside); }

std::int64_t figure(const Result& result, const std::string& name) {
  return result.measured.find(name).value_or(Figure()).number().value_or(-1);
}

constexpr const char* kPath = "shape: path, pes: 4";
constexpr const char* kTorus = "kind: torus, sides: [2, 2]";
constexpr const char* kMesh = "kind: xy-mesh, sides: [2, 2]";
constexpr const char* kFatTree = "kind: fat-tree, leaves: 4, capacities: constant";
constexpr const char* kStar = "kind: star-graph, n: 3";

// On networks in which messages wait for each other, everything arrives. Star routers of one slot
// hold nothing back, and an all-to-all needs more.
TEST(Collective, SamplesOfAllFormatsRunOnNetworksOfQueues) {
  for (const auto& [network, options] : {std::pair{kTorus, ""}, std::pair{kMesh, ""},
                                         std::pair{kFatTree, ""}, std::pair{kStar, "slots: 1"}})
    for (const char* operation : {"scatter", "allgather_ring", "gather", "alltoall"})
      for (const char* format : {".goal", ".xml", ".json"}) {
        const Result result = passes(text(network, std::string(operation) + format, "", options));
        EXPECT_EQ(check_of(result, "contents").ok, std::string(format) != ".goal");
        EXPECT_GE(result.measured.finish, result.lower_bound.value());
      }
}

TEST(Collective, ReductionsSumUpOverARing) {
  for (const auto& [network, options] : {std::pair{kTorus, ""}, std::pair{kMesh, ""},
                                         std::pair{kFatTree, ""}, std::pair{kStar, "slots: 1"}}) {
    const Result result = passes(text(network, "allreduce_ring.xml", ", chunk_flits: 3", options));
    EXPECT_EQ(check_of(result, "contents").measured, "16 of 16 chunks");
    EXPECT_EQ(figure(result, "transfers"), 24);
  }
}

// Rank 0 sends its 3 messages of 2 flits back to back: the last is for rank 1, one link away.
TEST(Collective, ScatterOnAPathIsAsFastAsItsPort) {
  const Result result = passes(text(kPath, "scatter.goal"));
  EXPECT_EQ(result.measured.finish, 6);
  EXPECT_EQ(result.lower_bound, 6);
  EXPECT_EQ(figure(result, "conflicts"), 0);
}

// Flits 1 and 2 of rank 1, then those of rank 2, then of rank 3, without a gap at PE 0.
TEST(Collective, GatherInTurnsOnAPathMeetsNowhere) {
  const Result result = passes(text(kPath, "gather.goal"));
  EXPECT_EQ(result.measured.finish, 6);
  EXPECT_EQ(*result.measured.find("arrivals"), Figure(std::vector<std::int64_t>{2, 4, 6}));
}

TEST(Collective, CollisionsOnATreeAreNamedWithNodePortsAndStep) {
  const Result result = runs(text(kPath, "collide.goal"));

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_GT(result.collisions, 0);
  EXPECT_THAT(result.problems, Contains(HasSubstr("step 2: collision in PE 1")))
      << testing::PrintToString(result.problems);
  EXPECT_THAT(result.problems,
              Contains(HasSubstr("transfer 1 (rank 3: l1 (line 12)) from PE 3 to PE 0:")))
      << testing::PrintToString(result.problems);
  EXPECT_FALSE(check_of(result, "transfers").ok);
}

TEST(Collective, WaitsOnAFatTreeAreToldOnceForAllPacketsAndNoFailure) {
  const Result result = passes(text(kFatTree, "collide.goal"));
  EXPECT_EQ(figure(result, "conflicts"), 5);
  EXPECT_EQ(figure(result, "waited"), 9);
  EXPECT_THAT(
      result.notes,
      ElementsAre("conflict: steps 4 to 6, switch 1.0, link to leaf 0: transfer 0 (rank 1: l1 "
                  "(line 9)) waits 6 steps in 3 packets behind transfer 1 (rank 3: l1 (line 12))",
                  "conflict: steps 5 to 6, switch 1.0, link to leaf 0: transfer 1 (rank 3: l1 "
                  "(line 12)) waits 3 steps in 2 packets behind transfer 0 (rank 1: l1 (line 9))",
                  testing::HasSubstr("nothing is predicted of what comes from there on")));
}

// A ring needs every PE to send and to receive in each step, and the way back passes all of them.
TEST(Collective, SinglePortsThatARingNeedsTwiceAreNamedAsTheCause) {
  const Result single = runs(text(kPath, "allgather_ring.xml", ", chunk_flits: 4"));
  EXPECT_EQ(single.outcome, Outcome::kFail);
  EXPECT_EQ(figure(single, "conflicts"), single.port_violations);
  EXPECT_EQ(single.problems.front(),
            fmt::format("the tree's PEs have a single port, and the schedule needs more {} times: "
                        "with options: {{ports: multi}} they have one for each link",
                        single.port_violations));
  passes(text(kPath, "allgather_ring.xml", ", chunk_flits: 4", "ports: multi"));
}

// Worms three links long on a ring of one lane, each behind the next.
TEST(Collective, DeadlocksOfANetworkAreNoEndAndNamed) {
  const test::TemporaryDirectory directory;
  std::string goal = "num_ranks 8\n";
  for (int rank = 0; rank < 8; ++rank)
    goal += fmt::format("rank {} {{\nsend 400b to {}\nrecv 400b from {}\n}}\n", rank,
                        (rank + 3) % 8, (rank + 5) % 8);
  test::write_text(directory.path("ring.goal"), goal);
  const Result result = testing_support::run_text(
      text("kind: torus, sides: [8, 1]", "ring.goal", "", "lanes: 1, depth: 2"),
      directory.path("s.yaml"));

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains("deadlock: no flit can move after step 3"));
  EXPECT_THAT(result.problems, Contains(HasSubstr("message 0 of PE 7 waits in (0, 0) for lane 0")));
  EXPECT_THAT(result.problems, Contains("PE 0 waits for 50 flits of transfer 5 (recv (line 4))"));
}

TEST(Collective, WhatTheCollectiveWantsIsHeldAgainstWhatIsThere) {
  const test::TemporaryDirectory directory;
  std::string ring = test::read_text(FLITWISE_TEST_DATA "/import/allgather_ring.xml");
  const std::string last = "dstbuf=\"o\" dstoff=\"1\"";  // of rank 0's last receive
  ring.replace(ring.find(last), last.size(), "dstbuf=\"o\" dstoff=\"2\"");
  test::write_text(directory.path("ring.xml"), ring);
  const Result result =
      testing_support::run_text(text(kTorus, "ring.xml"), directory.path("s.yaml"));

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(check_of(result, "contents").measured, "14 of 16 chunks");
  EXPECT_TRUE(check_of(result, "transfers").ok);
  EXPECT_THAT(result.problems, Contains("rank 0 (PE 0 (0, 0)): o[1] holds nothing, not chunk 0 of "
                                        "rank 1"));
  EXPECT_THAT(result.problems, Contains("rank 0 (PE 0 (0, 0)): o[2] holds chunk 0 of rank 1, not "
                                        "chunk 0 of rank 2"));
}

TEST(Collective, AnAllgatherOfOneRankIsNone) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("part.json"),
                   "{\"2-Collective\": \"ALLGATHER\", \"7-Flows\": [\"Chunk 0 from 0 traveled over "
                   "0->1 in epoch 0\", \"Chunk 0 from 0 traveled over 1->2 in epoch 1\"]}");
  const Result result =
      testing_support::run_text(text(kTorus, "part.json"), directory.path("s.yaml"));

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(check_of(result, "contents").measured, "5 of 9 chunks");
  EXPECT_THAT(result.problems, Contains("rank 0 (PE 0 (0, 0)): chunk 0 of 1 holds nothing, not "
                                        "chunk 0 of rank 1"));
}

TEST(Collective, EveryPortOfATreeCanBeUsedAtOnce) {
  const std::string star = "shape: star, leaves: 3";
  const Result single = passes(text(star, "scatter.goal"));
  const Result multi = passes(text(star, "scatter.goal", "", "ports: multi"));
  EXPECT_EQ(single.measured.finish, 6);
  EXPECT_EQ(multi.measured.finish, 6);  // l2 requires l1: the program itself takes turns
  EXPECT_EQ(runs(text(star, "alltoall.goal")).outcome, Outcome::kFail);
}

// 60 messages to one leaf: more than its switch has room for.
TEST(Collective, FatTreesHoldBackWhatTheyHaveNoRoomFor) {
  const test::TemporaryDirectory directory;
  std::string goal = "num_ranks 4\nrank 0 {\n";
  for (int i = 0; i < 60; ++i) goal += fmt::format("recv 8b from {}\n", 1 + i % 3);
  goal += "}\n";
  for (int rank = 1; rank < 4; ++rank) {
    goal += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < 20; ++i) goal += "send 8b to 0\n";
    goal += "}\n";
  }
  test::write_text(directory.path("in.goal"), goal);
  const Result result =
      testing_support::expect_pass(text(kFatTree, "in.goal"), directory.path("s.yaml"));
  EXPECT_THAT(result.notes, testing::Contains(testing::MatchesRegex("and [0-9]+ more conflicts")));
  EXPECT_LT(result.measured.finish, 70);  // one a step, at best 60 and the way
  const Result lossy = testing_support::run_text(text(kFatTree, "in.goal", "", "depth: 2"),
                                                 directory.path("s.yaml"));
  EXPECT_EQ(lossy.outcome, Outcome::kFail);
  EXPECT_THAT(lossy.problems, Contains(HasSubstr("switch 1.")));
}

TEST(Collective, EpochsHoldFlowsBack) {
  const Result soon = passes(text(kTorus, "allgather_ring.json"));
  const Result late = passes(text(kTorus, "allgather_ring.json", ", epoch: 50"));
  EXPECT_LT(soon.measured.finish, 50);
  EXPECT_GT(late.measured.finish, 100);
}

TEST(Collective, SlowPacketsOfAStarGraphHoldWholeMessages) {
  for (const int flits : {1, 2}) {
    const Result result = passes(text(kStar, "allgather_ring.xml", ", chunk_flits: 5",
                                      fmt::format("flits: {}, slots: 1", flits)));
    EXPECT_EQ(figure(result, "transfers"), 12);
  }
}

TEST(Collective, LostPacketsOfAStarGraphAreNamed) {
  const Result result =
      runs(text("kind: star-graph, n: 3", "alltoall.goal", ", flit_bytes: 1", "slots: 1"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("overflow")));
}

TEST(Collective, RunsWhereTheMapPutsIt) {
  const Result near = passes(text("kind: torus, sides: [4, 4]", "alltoall.xml"));
  const Result far =
      passes(text("kind: torus, sides: [5, 5]", "alltoall.xml", ", map: [0, 12, 4, 22]"));
  EXPECT_LT(near.measured.finish, far.measured.finish);
  passes(text("kind: torus, sides: [4, 4]", "alltoall.json", ", map: spread.map"));
}

TEST(Collective, WithoutMessagesIsOverAtOnce) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("none.goal"), "num_ranks 2\nrank 0 {\ncalc 5\n}\n");
  const Result result =
      testing_support::expect_pass(text(kPath, "none.goal"), directory.path("s.yaml"));
  EXPECT_EQ(result.measured.finish, 0);
}

// A chain of messages, each to a rank that sends the next, with computation between them: no two
// are in the network at once, and the bound is what it takes.
std::string chain(std::mt19937_64& random, int ranks, int messages) {
  std::vector<std::string> programs(static_cast<std::size_t>(ranks));
  int at = 0;
  std::vector<std::string> known(static_cast<std::size_t>(ranks));
  for (int m = 0; m < messages; ++m) {
    const int to = static_cast<int>(
        (static_cast<unsigned>(at) + 1 + random() % (static_cast<unsigned>(ranks) - 1)) %
        static_cast<unsigned>(ranks));
    const auto bytes = 8 * (1 + random() % 6);
    std::string& sender = programs[static_cast<std::size_t>(at)];
    sender += fmt::format("c{0}: calc {1}\ns{0}: send {2}b to {3} tag {0}\ns{0} requires c{0}\n", m,
                          random() % 4, bytes, to);
    if (!known[static_cast<std::size_t>(at)].empty())
      sender += fmt::format("c{} requires {}\n", m, known[static_cast<std::size_t>(at)]);
    programs[static_cast<std::size_t>(to)] +=
        fmt::format("r{0}: recv {1}b from {2} tag {0}\n", m, bytes, at);
    known[static_cast<std::size_t>(to)] = fmt::format("r{}", m);
    at = to;
  }
  std::string goal = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank)
    goal += fmt::format("rank {} {{\n{}}}\n", rank, programs[static_cast<std::size_t>(rank)]);
  return goal;
}

void expect_bound(const std::string& network, const std::string& options, unsigned seed) {
  std::mt19937_64 random(seed);
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("chain.goal"), chain(random, 8, 12));
  const Result result = testing_support::expect_pass(text(network, "chain.goal", "", options),
                                                     directory.path("s.yaml"));
  EXPECT_EQ(result.measured.finish, result.lower_bound) << network << ", seed " << seed;
  EXPECT_EQ(figure(result, "conflicts"), 0) << network << ", seed " << seed;
}

TEST(Collective, ChainsOfLoneMessagesTakeTheLowerBound) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    for (const char* ports : {"ports: single", "ports: multi"})
      expect_bound("shape: random, pes: 9, depth: uniform, seed: 5", ports, seed);
    expect_bound("kind: torus, sides: [3, 4]", "dimension_order: [1, 0]", seed);
    expect_bound("kind: fat-tree, leaves: 8, capacities: exponential", "depth: 16", seed);
    for (const char* flits : {"flits: 1, slots: 1", "flits: 3, slots: 1"})
      expect_bound("kind: star-graph, n: 4", flits, seed);
  }
}

}  // namespace
}  // namespace flitwise
