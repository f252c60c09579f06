// The checks of traffic on a torus, each by its name: of figures at the edge of what it allows, and
// just beyond. What it allows is worked out here once more, for uniform traffic on a 4 x 4 torus.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/sim/language/traffic_aftermath.h"

namespace flitwise {
namespace {

using test::Aftermath;
using test::kShut;
using test::Shown;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

constexpr double kRate = 0.1;
constexpr Step kWindow = 1'000;
constexpr double kTrials = 16.0 * kWindow;  // every node sends
const auto kPackets = static_cast<double>(Shown().packets);
// Along a ring of four it is 0, 1, 2 or 1 hops: to the 15 other nodes 32 in all, their squares 80.
constexpr double kHops = 32.0 / 15;
constexpr double kHopsVariance = 80.0 / 15 - kHops * kHops;
constexpr double kLength = 2;  // 1 or 3 flits
constexpr double kSquaredLength = 5;
constexpr double kLengthVariance = 1;
// A node's flits go over two directions in each of two dimensions.
constexpr double kCapacity = 4 / kHops;

std::string options(const std::string& rest, double rate = kRate, Step window = kWindow) {
  return "network: {kind: torus, sides: [4, 4]}\noperation: traffic\nalgorithm: uniform\n"
         "options: {seed: 1, warmup: 0, packet_length: [{flits: 1, share: 1}, {flits: 3, share: "
         "1}], rate: " +
         std::to_string(rate) + ", measure: " + std::to_string(window) + rest + "}\n";
}
const std::string kStrict = ", lane_rule: strict";
const std::string kStalled = ", receiver_stall: 0.25";

// Bernstein's inequality, a chance of 10^-6.
double bernstein(double variance, double range, double samples) {
  const double x = std::log(2 / 1e-6);
  return std::sqrt(2 * variance * x / samples) + range * x / (3 * samples);
}

// A packet begins with a chance of rate / kLength.
double births_tolerance(double rate, double trials) {
  return bernstein(rate / kLength * kSquaredLength - rate * rate, 3, trials);
}

// Births, and what an empty network has under way: `waits` steps a packet for its receiver.
double stable_tolerance(double waits) {
  return births_tolerance(kRate, kTrials) + kRate * (kHops + kLength + waits) / kWindow;
}

// Flits by the busiest channel: one a step, and what lies behind it, in 2 lanes of 8 + 1 places a
// link; and 5 standard deviations x of what goes that way by chance: x^2 - s x = steps.
double most_accepted(Step window, double links) {
  const double steps = static_cast<double>(window) + links * 2 * (8 + 1);
  const double s = 5 * std::sqrt(kSquaredLength / kLength);
  const double x = (s + std::sqrt(s * s + 4 * steps)) / 2;
  return kCapacity * x * x / static_cast<double>(window);
}

// Whole flits or hops, at the edge: one more, or one less, is too far off.
std::int64_t highest(double bound) { return static_cast<std::int64_t>(std::floor(bound)); }
std::int64_t lowest(double bound) { return static_cast<std::int64_t>(std::ceil(bound)); }

std::vector<std::string> names(const std::string& text, const Shown& shown = {}) {
  std::vector<std::string> names;
  for (const check::Check& check : Aftermath(text, shown).checks()) names.push_back(check.name);
  return names;
}

std::vector<std::string> broken(const std::string& text, const Shown& shown = {}) {
  std::vector<std::string> names;
  for (const check::Check& check : Aftermath(text, shown).checks())
    if (check::is_broken(check)) names.push_back(check.name);
  return names;
}

// What breaks if one figure is `value`.
template <class Value>
std::vector<std::string> broken_by(Value Shown::*figure, Value value,
                                   const std::string& text = options("")) {
  Shown shown;
  shown.*figure = value;
  return broken(text, shown);
}

TEST(TrafficChecks, AreThereWhereTheyHaveAMeaningAndHold) {
  EXPECT_THAT(names(options(kStrict)),
              ElementsAre("offered", "accepted", "capacity", "hops", "zero_load_latency",
                          "no_faster", "undisturbed", "order", "drained"));
  EXPECT_THAT(names(options(kStalled)),
              ElementsAre("offered", "capacity", "hops", "zero_load_latency", "no_faster",
                          "undisturbed", "receivers", "drained"));
  // More is sent than the receivers can take in the mean: no window makes that a stable run.
  EXPECT_THAT(names(options(", receiver_stall: 0.999")),
              testing::Not(testing::Contains("capacity")));
  EXPECT_THAT(broken(options(kStrict)), IsEmpty());
  EXPECT_THAT(broken(options(kStalled)), IsEmpty());
}

TEST(TrafficChecks, OfLatenciesNeedAPacketThatHasOne) {
  Shown shown;
  shown.packets = 0;
  EXPECT_THAT(names(options(""), shown), ElementsAre("offered", "accepted", "capacity", "drained"));
}

TEST(TrafficChecks, AskSourcesToKeepUpInGoodConditionsAlone) {
  EXPECT_THAT(names(options("", 0.3 * kCapacity - 0.001)), Contains("accepted"));
  EXPECT_THAT(names(options("", 0.3 * kCapacity + 0.001)), Not(Contains("accepted")));
  EXPECT_THAT(names(options(", depth: 2")), Contains("accepted"));
  EXPECT_THAT(names(options(", depth: 1")), Not(Contains("accepted")));
  EXPECT_THAT(names(options(", lanes: 1")), Not(Contains("accepted")));
}

TEST(TrafficChecks, HoldTheOfferedRateAgainstTheOneAskedFor) {
  const double off = births_tolerance(kRate, kTrials);
  for (const auto& [good, step] : {std::pair(highest((kRate + off) * kTrials), 1),
                                   std::pair(lowest((kRate - off) * kTrials), -1)}) {
    Shown shown;
    shown.offered = shown.accepted = good;
    EXPECT_THAT(broken(options(""), shown), IsEmpty());
    shown.offered = shown.accepted = good + step;
    EXPECT_THAT(broken(options(""), shown), ElementsAre("offered"));
  }
}

TEST(TrafficChecks, HoldTheAcceptedRateAgainstTheOfferedOne) {
  const Flits offered = Shown().offered;
  const Flits off = highest(stable_tolerance(0) * kTrials);
  EXPECT_THAT(broken_by(&Shown::accepted, offered + off), IsEmpty());
  EXPECT_THAT(broken_by(&Shown::accepted, offered + off + 1), ElementsAre("accepted"));
  EXPECT_THAT(broken_by(&Shown::accepted, offered - off), IsEmpty());
  EXPECT_THAT(broken_by(&Shown::accepted, offered - off - 1), ElementsAre("accepted"));
}

TEST(TrafficChecks, HoldTheCapacityAgainstWhatIsAcceptedWhereSourcesDoNotFallBehind) {
  for (const auto& [rest, waits] :
       {std::pair(std::string(), 0.0), std::pair(kStalled, kLength * 0.25 / (1 - 0.25))}) {
    Shown shown;
    shown.accepted = shown.offered - highest(stable_tolerance(waits) * kTrials);
    EXPECT_THAT(names(options(rest), shown), Contains("capacity")) << rest;
    --shown.accepted;
    EXPECT_THAT(names(options(rest), shown), Not(Contains("capacity"))) << rest;
  }
}

// Behind the busiest channel are two links in each dimension; of receivers that stall, all.
TEST(TrafficChecks, LetNoMoreBeAcceptedThanTheBusiestChannelPasses) {
  constexpr Step kLongWindow = 100'000;
  for (const auto& [rest, links] :
       {std::pair(std::string(), 2.0 + 2), std::pair(kStalled, 4.0 * 16)}) {
    const double most = most_accepted(kLongWindow, links);
    const std::string text = options(rest, most, kLongWindow);
    Shown shown;
    shown.offered = shown.accepted = highest(most * 16 * kLongWindow);
    EXPECT_THAT(broken(text, shown), IsEmpty()) << rest;
    ++shown.offered;
    ++shown.accepted;
    EXPECT_THAT(broken(text, shown), ElementsAre("capacity")) << rest;
  }
}

TEST(TrafficChecks, HoldTheMeanDistanceAgainstThatOfThePattern) {
  const double off = bernstein(kHopsVariance, 4, kPackets);
  const std::int64_t high = highest((kHops + off) * kPackets);
  const std::int64_t low = lowest((kHops - off) * kPackets);
  EXPECT_THAT(broken_by(&Shown::hops, high), IsEmpty());
  EXPECT_THAT(broken_by(&Shown::hops, high + 1), ElementsAre("hops"));
  EXPECT_THAT(broken_by(&Shown::hops, low), IsEmpty());
  EXPECT_THAT(broken_by(&Shown::hops, low - 1), ElementsAre("hops"));
}

TEST(TrafficChecks, HoldDistanceAndLengthAgainstTheLatencyOfAnEmptyNetwork) {
  const double off = bernstein(kHopsVariance + kLengthVariance, 4 + 3, kPackets);
  const Flits high = highest((kHops + kLength + off) * kPackets) - Shown().hops;
  const Flits low = lowest((kHops + kLength - off) * kPackets) - Shown().hops;
  EXPECT_THAT(broken_by(&Shown::flits, high), IsEmpty());
  EXPECT_THAT(broken_by(&Shown::flits, high + 1), ElementsAre("zero_load_latency"));
  EXPECT_THAT(broken_by(&Shown::flits, low), IsEmpty());
  EXPECT_THAT(broken_by(&Shown::flits, low - 1), ElementsAre("zero_load_latency"));
}

TEST(TrafficChecks, LetNoPacketBeFasterThanAlone) {
  EXPECT_THAT(broken_by(&Shown::early, Step{1}), ElementsAre("no_faster"));
}

TEST(TrafficChecks, LetNoPacketBeLateThatMeetsNoOther) {
  EXPECT_THAT(broken_by(&Shown::late, Step{1}), ElementsAre("undisturbed"));
}

TEST(TrafficChecks, LetNoFlitComeToAReceiverThatTakesNone) {
  EXPECT_THAT(broken_by(&Shown::into_pe, kShut, options(kStalled)), ElementsAre("receivers"));
}

TEST(TrafficChecks, LetNoPacketOvertakeAnotherWhereLanesAreGiven) {
  const std::vector<std::uint32_t> turned{1, 0};
  EXPECT_THAT(broken_by(&Shown::arriving, turned, options(kStrict)), ElementsAre("order"));
  EXPECT_THAT(broken_by(&Shown::arriving, turned), IsEmpty());
}

TEST(TrafficChecks, LetNoPacketStayAway) {
  EXPECT_THAT(broken_by(&Shown::arriving, {0}), ElementsAre("drained"));
}

}  // namespace
}  // namespace flitwise
