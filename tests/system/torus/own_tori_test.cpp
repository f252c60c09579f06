// Routers that are not the project's in scenarios on tori, to the step.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/system/torus/torus_runs.h"

namespace flitwise::own_tori_test {
namespace {

using testing::Not;
using testing::StartsWith;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;

const std::string kSource = FLITWISE_SOURCE_DIR;
// By coordinates, classes of lanes, r = 2, of another hand; and by signed hops, datelines of its
// own: the project's with a wrapper.
const std::string kCarousel = kSource + "/tests/kit/foreign/tc2/router.yaml";
const std::string kRing = kSource + "/tests/data/routers/torus/ring.yaml";

std::string on_own(const std::string& router, const std::vector<int>& sides,
                   const std::string& work, const std::string& options = "") {
  return fmt::format("network: {{kind: torus, sides: [{}], router: {}}}\n{}options: {{{}}}\n",
                     fmt::join(sides, ", "), router, work, options);
}

Result expect_to_the_step(const std::string& text) {
  Result result = expect_pass(text);
  for (const char* name : {"finish", "quiesce", "arrivals", "events"})
    EXPECT_TRUE(check_of(result, name).ok) << text << name;
  return result;
}

// A description with other words in it, where its files are found, too.
std::string changed(const std::string& file, const std::string& name,
                    const std::vector<std::pair<std::string, std::string>>& changes) {
  std::ifstream stream(file);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  const std::string folder = file.substr(0, file.rfind('/') + 1);
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  for (const auto& [from, to] : changes) replace(from, to);
  for (std::size_t at = text.find("files: [") + 8; text[at] != ']';) {
    if (text[at] == ' ') ++at;
    text.insert(at, folder);
    at = text.find_first_of(",]", at);
    if (text[at] == ',') ++at;
  }
  std::string path = testing::TempDir() + name + ".yaml";
  std::ofstream(path) << text;
  return path;
}

// The ring with other parameters.
std::string ring(int dimensions, bool has_all_ports, int router) {
  std::string fields = "  x: \"6:0\"\n";
  if (dimensions > 1) fields += "  y: \"13:7\"\n";
  if (dimensions > 2) fields += "  z: \"20:14\"\n";
  return changed(
      kRing, fmt::format("ring_{}_{}_{}", dimensions, has_all_ports ? "all" : "one", router),
      {{"{Dimensions: 2}",
        fmt::format("{{Dimensions: {}, All: {}, HeadWait: {}, OutStages: {}}}", dimensions,
                    has_all_ports ? 1 : 0, router > 1 ? 1 : 0, router > 2 ? 1 : 0)},
       {"dateline: router\n",
        fmt::format("dateline: router\n{}", has_all_ports ? "ports: all\n" : "")},
       {"{router: 1}", fmt::format("{{router: {}, head_wait: {}}}", router, router > 1 ? 1 : 0)},
       {"  x: \"6:0\"\n  y: \"13:7\"\n", fields}});
}

void expect_every_broadcast_of_one_port(const std::string& router, const std::vector<int>& sides) {
  for (const char* overheads : {"", ", send_overhead: 2, receive_overhead: 1"})
    for (const char* algorithm : {"doubling", "separate", "packet-tree"})
      for (const char* pace : {"barrier: true", "barrier: false"})
        expect_to_the_step(
            on_own(router, sides,
                   fmt::format("operation: broadcast\nroot: [{}]\nalgorithm: {}\nlength: 5\n",
                               fmt::join(std::vector<int>(sides.size(), 1), ", "), algorithm),
                   std::string(pace) + overheads));
}

TEST(OwnTori, TakeThePredictedStepsWithOnePort) {
  for (const std::vector<int>& sides :
       std::vector<std::vector<int>>{{4, 4}, {5, 3}, {2, 3}, {6, 2}})
    expect_every_broadcast_of_one_port(kCarousel, sides);
}

// Text in packets that do not divide it, at both paces.
TEST(OwnTori, SendPacketsDownTheTreeOneChildAfterTheOther) {
  for (const int packet : {1, 3, 4, 7})
    for (const char* pace : {"barrier: true", "barrier: false"})
      expect_to_the_step(on_own(kCarousel, {5, 4},
                                "operation: broadcast\nalgorithm: packet-tree\nlength: 17\n",
                                fmt::format("packet: {}, {}", packet, pace)));
}

TEST(OwnTori, OfOneToThreeDimensionsAndOneToThreeStepsARouter) {
  const std::vector<std::vector<int>> sides{{7}, {4, 3}, {3, 2, 4}};
  for (const auto& one : sides)
    for (const int router : {1, 3})
      expect_every_broadcast_of_one_port(ring(static_cast<int>(one.size()), false, router), one);
}

// As docs/tori.md has them; from the project's network the wires cannot be told.
TEST(OwnTori, WithAllPortsRunAllBroadcastsAsTheProjectsDo) {
  for (const auto& [sides, dimensions] :
       {std::pair(std::vector<int>{4, 4}, 2), std::pair(std::vector<int>{3, 2, 3}, 3)})
    for (const char* algorithm :
         {"peel", "paper", "best", "doubling", "radix3", "flood", "separate", "packet-tree"})
      for (const char* pace : {"barrier: true", "barrier: false"}) {
        const std::string work =
            fmt::format("operation: broadcast\nalgorithm: {}\nlength: 6\n", algorithm);
        const Result theirs = expect_pass(on_own(ring(dimensions, true, 1), sides, work, pace));
        const Result ours = expect_pass(fmt::format(
            "network: {{kind: torus, sides: [{}]}}\n{}options: {{{}, lane_rule: strict}}\n",
            fmt::join(sides, ", "), work, pace));
        EXPECT_EQ(theirs.measured.finish, ours.measured.finish) << algorithm << " " << pace;
      }
  expect_pass(on_own(ring(2, true, 1), {4, 4}, "operation: broadcast\nalgorithm: edn\nlength: 16\n",
                     "barrier: true"));
}

TEST(OwnTori, CarryTrafficOfWhichTheUndisturbedPacketsAreOnTime) {
  for (const std::string& router : {kCarousel, ring(2, false, 3), ring(2, true, 1)})
    for (const char* pattern : {"uniform", "tornado", "neighbour"}) {
      const Result result = expect_pass(
          on_own(router, {5, 4}, fmt::format("operation: traffic\nalgorithm: {}\n", pattern),
                 "rate: 0.05, seed: 3, packet_length: 3, warmup: 100, measure: 2000"));
      for (const char* name : {"undisturbed", "no_faster", "drained", "capacity"})
        EXPECT_TRUE(check_of(result, name).ok) << router << pattern << " " << name;
      // Where classes of one lane each give packets their lanes.
      EXPECT_EQ(check_of(result, "order").ok, router == kCarousel) << router << pattern;
      EXPECT_THAT(check_of(result, "undisturbed").measured, Not(StartsWith("0 of")));
    }
}

// Over links of three steps, datelines too: its queue of 6 is more than the loop of 5.
TEST(OwnTori, TakeThePredictedStepsOverLinksOfSeveral) {
  const std::string far = changed(kCarousel, "far_carousel", {{"link: 1", "link: 3"}});
  expect_every_broadcast_of_one_port(far, {5, 4});
  expect_pass(on_own(far, {5, 4}, "operation: traffic\nalgorithm: uniform\n",
                     "rate: 0.1, seed: 3, packet_length: 3, warmup: 100, measure: 2000"));
}

// With fewer slots than a loop nothing is planned, and own paces have a bound.
TEST(OwnTori, WithShortQueuesAreLateByTheirOwnAccount) {
  const std::string shallow =
      changed(kCarousel, "shallow_carousel", {{"Slots: 6", "Slots: 2"}, {"queue: 6", "queue: 2"}});
  expect_pass(on_own(shallow, {5, 4}, "operation: broadcast\nlength: 9\n", "barrier: false"));
}

// All nodes of a ring send three hops at once: without datelines each waits for the next for ever.
const std::string kFullRing =
    "operation: traffic\nalgorithm: tornado\noptions: {rate: 64, seed: 5, packet_length: 64, "
    "warmup: 1, measure: 20, drain: 60000}\n";

std::string on_full_ring(const std::string& router) {
  return fmt::format("network: {{kind: torus, sides: [8, 2], router: {}}}\n{}", router, kFullRing);
}

TEST(OwnTori, DoNotDeadlock) {
  expect_pass(on_full_ring(kCarousel));
  for (const char* pattern : {"bit-complement", "uniform"})
    expect_pass(on_own(kCarousel, {6, 6},
                       fmt::format("operation: traffic\nalgorithm: {}\n", pattern),
                       "rate: 1, seed: 5, packet_length: 7, warmup: 100, measure: 1000"));
}

// The same router where nobody minds the datelines.
TEST(OwnTori, DeadlockWhereNobodyMindsTheDateline) {
  const std::string careless =
      changed(kCarousel, "careless", {{"lanes_per_class: 1 ", "dateline: router "}});
  const Result result = run_text(on_full_ring(careless));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
}

}  // namespace
}  // namespace flitwise::own_tori_test
