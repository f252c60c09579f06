// The soak's own parts: what it draws, what it counts, how it goes on, and that it sees failures.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "sim/families/registry.h"
#include "sim/families/torus/torus_scenario.h"
#include "tests/sim/support.h"
#include "tests/soak/campaign.h"
#include "tests/soak/instances.h"

namespace flitwise::soak {
namespace {

using testing::HasSubstr;

Campaign campaign_of(std::int64_t runs, const std::string& more = "") {
  return {"test",
          [=](std::uint64_t, std::int64_t) {
            return "network: {shape: path, pes: 3}\noperation: scatter\nalgorithm: fdf\n"
                   "lengths: {each: 1}\n" +
                   more;
          },
          [=](const Progress& progress) { return runs - progress.passed - progress.failed; }, 2};
}

TEST(SoakDraws, AreMostlyScenariosOfEveryFamilyAndSize) {
  std::set<const Family*> families;
  std::set<std::string> operations;
  std::set<std::string> star_graphs;
  int refused = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    const std::string text = instance_text(instance_number(1, i), kWhole);
    const ScenarioReading reading = read_scenario_text(text, "soak.yaml");
    if (!reading.scenario) {
      ++refused;
      continue;
    }
    families.insert(reading.scenario->family);
    operations.insert(text.substr(text.find("operation"), 14));
    const std::size_t star = text.find("star-graph, n: ");
    if (star != std::string::npos) star_graphs.insert(text.substr(star, 16));
  }
  EXPECT_EQ(families.size(), flitwise::families().by_kind().size());
  EXPECT_EQ(operations.size(), 5U);
  EXPECT_EQ(star_graphs.size(), 3U);
  EXPECT_LT(refused, 500);
}

TEST(SoakDraws, OfPacketsAreAllScenarios) {
  int stalling = 0;
  for (std::int64_t i = 0; i < 200; ++i) {
    const std::string text = packets_text(instance_number(2, i), 100);
    const ScenarioReading reading = read_scenario_text(text, "soak.yaml");
    for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what() << "\n" << text;
    if (!reading.scenario) continue;
    const double stall = torus_of(*reading.scenario).traffic->receiver_stall;
    EXPECT_LE(stall, 0.5);
    stalling += stall > 0 ? 1 : 0;
  }
  EXPECT_GT(stalling, 60);
  EXPECT_LT(stalling, 140);
}

// Faults that would do nothing are refused.
TEST(SoakDraws, OfFaultsAreScenariosMoreOftenThanNot) {
  int scenarios = 0;
  for (std::int64_t i = 0; i < 200; ++i)
    scenarios +=
        read_scenario_text(fault_text(instance_number(2, i)), "soak.yaml").scenario ? 1 : 0;
  EXPECT_GT(scenarios, 100);
}

TEST(Soak, GoesOnWhereItWasStopped) {
  const test::TemporaryDirectory directory;
  const CampaignSettings settings{7, 1, directory.path(), "one"};
  std::ostringstream first;
  std::ostringstream second;
  run_campaign(campaign_of(2), settings, first);
  const Progress progress = run_campaign(campaign_of(6), settings, second);

  EXPECT_THAT(first.str(), HasSubstr("seed 7, from instance 0\n"));
  EXPECT_THAT(second.str(), HasSubstr("seed 7, from instance 2\n"));
  EXPECT_EQ(progress.passed, 6);
  EXPECT_EQ(progress.flits, 12);
}

TEST(Soak, RunsNoMoreThanAsked) {
  const test::TemporaryDirectory directory;
  std::ostringstream out;

  EXPECT_EQ(run_campaign(campaign_of(3), {7, 1, directory.path(), "one"}, out).passed, 3);
}

TEST(Soak, SaysWhenNothingIsLeftToRun) {
  const test::TemporaryDirectory directory;
  const CampaignSettings settings{7, 1, directory.path(), "one"};
  std::ostringstream out;
  run_campaign(campaign_of(2), settings, out);
  out.str("");
  run_campaign(campaign_of(2), settings, out);

  EXPECT_THAT(out.str(), HasSubstr("nothing is left to run; in the log:\n  test: 2 passed"));
}

TEST(Soak, DoesNotCountWhatAnotherBuildPassed) {
  const test::TemporaryDirectory directory;
  std::ostringstream out;
  run_campaign(campaign_of(2), {7, 1, directory.path(), "one"}, out);
  const Progress progress = run_campaign(campaign_of(2), {7, 1, directory.path(), "two"}, out);

  EXPECT_THAT(out.str(), HasSubstr("from instance 0; the log was of another build"));
  EXPECT_EQ(progress.next, 2);
  EXPECT_THAT(test::read_text(directory.path("test-7.log.old")),
              testing::StartsWith("build-one 2"));
  EXPECT_THAT(test::read_text(directory.path("test-7.log")), testing::StartsWith("build-two 2"));
}

TEST(Soak, KeepsAScenarioThatRepeatsAFailure) {
  const test::TemporaryDirectory directory;
  std::ostringstream out;
  const Progress progress = run_campaign(campaign_of(2, "options: {break: {mute: 0}}\n"),
                                         {1, 1, directory.path(), "one"}, out);

  EXPECT_EQ(progress.failed, 2);
  EXPECT_THAT(out.str(),
              HasSubstr("repeat it with: build/flitwise run " + directory.path("test-1-0.yaml")));
  EXPECT_THAT(test::read_text(directory.path("test-1-0.yaml")), HasSubstr("break"));
}

// The smaller ones that pass are not what failed.
TEST(Soak, KeepsTheSmallestScenarioThatFails) {
  const test::TemporaryDirectory directory;
  Campaign campaign = campaign_of(1);
  campaign.text = [](std::uint64_t, std::int64_t most) {
    const std::string fault = most < 4 ? "" : "options: {break: {mute: 0}}\n";
    return fmt::format(
        "network: {{shape: path, pes: {}}}\noperation: scatter\nalgorithm: fdf\n"
        "lengths: {{each: 1}}\n{}",
        most, fault);
  };
  std::ostringstream out;
  run_campaign(campaign, {1, 1, directory.path(), "one"}, out);

  EXPECT_THAT(test::read_text(directory.path("test-1-0.yaml")), HasSubstr("pes: 4}"));
}

TEST(Soak, EndsWhereNoDrawIsAScenario) {
  const test::TemporaryDirectory directory;
  std::ostringstream out;

  EXPECT_THROW(run_campaign(campaign_of(1, "nonsense: 1\n"), {1, 1, directory.path(), "one"}, out),
               std::runtime_error);
}

TEST(SoakLog, RefusesAFolderInWhichAnotherIsAtWork) {
  const test::TemporaryDirectory directory;
  const SoakLog other(directory.path(), "test", 1, "one");
  std::ostringstream out;

  EXPECT_THROW(run_campaign(campaign_of(1), {1, 1, directory.path(), "one"}, out),
               std::runtime_error);
}

TEST(SoakLog, RefusesWhatIsNoLog) {
  const test::TemporaryDirectory directory;
  for (const char* text :
       {"no numbers\n", "", "build-one 2 2 0 0 0 4\n", "build-one 2 2 0 0 0 4 1 x\n",
        "build-one 2 2 -1 0 0 4 1\n", "build-one 2 2 0 0 0 4 nan\n"}) {
    test::write_text(directory.path("test-1.log"), text);
    std::ostringstream out;

    EXPECT_THROW(run_campaign(campaign_of(1), {1, 1, directory.path(), "one"}, out),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace flitwise::soak
