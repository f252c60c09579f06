// Runs whose events are digested have the verdict, and the sentences, of those that keep lists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/run/family/family.h"
#include "sim/run/figures/judgement.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/run/simulation.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing::StartsWith;
using testing_support::broadcast_text;
using testing_support::check_of;
using testing_support::torus_scenario;

template <Events events>
Result run_with(const Scenario& scenario, const RunRequest& request) {
  Simulation simulation(family_of(scenario).make_work(scenario, events), request, scenario.options);
  simulation.run();
  Result result = judge(simulation.evidence());
  result.events = simulation.events();
  return result;
}

std::string text_of(const Result& result) {
  std::string text = std::to_string(static_cast<int>(result.outcome)) + "\n";
  for (const Check& c : result.checks)
    text += c.name + ": " + c.measured + ", " + c.predicted + (c.ok ? "" : " FAILS") +
            (c.decided ? "" : " undecided") + "\n";
  for (const std::string& problem : result.problems) text += problem + "\n";
  for (const std::string& note : result.notes) text += note + "\n";
  return text;
}

// The result of the digested run, after it was held against that of the one with lists.
Result expect_alike(const std::string& text) {
  const Scenario scenario = torus_scenario(text);
  const Result lists = run_in_parallel({&scenario}, run_with<Events::kIfFew>, 1).front();
  Result digests = run_in_parallel({&scenario}, run_with<Events::kDigested>, 1).front();
  EXPECT_EQ(text_of(digests), text_of(lists)) << text;
  EXPECT_TRUE(digests.events.empty());
  return digests;
}

TEST(EventDigests, OfRunsThatPassCountEveryTransfer) {
  int exact = 0;
  for (const auto& sides : std::vector<std::vector<int>>{{1, 3}, {4, 4}, {5, 6}, {9, 8}, {3, 3, 3}})
    for (const char* scheme : {"peel", "best", "doubling", "flood", "packet-tree"})
      for (const char* barrier : {"barrier: true", "barrier: false"}) {
        if (std::string(scheme) == "packet-tree" && std::string(barrier) == "barrier: true")
          continue;
        const Result result = expect_alike(broadcast_text(sides, scheme, 11, barrier));
        const Check events = check_of(result, "events");
        if (events.ok) ++exact;
      }
  EXPECT_GT(exact, 20);
}

TEST(EventDigests, OfRunsThatFailNameTheFirstDifference) {
  const Result early = expect_alike(
      broadcast_text({5, 6}, "peel", 5, "barrier: true, break: {early: [2, 2], by: 1}"));
  EXPECT_FALSE(check_of(early, "events").ok);
  EXPECT_THAT(check_of(early, "events").measured, StartsWith("step "));
  const Result mute =
      expect_alike(broadcast_text({5, 6}, "peel", 5, "barrier: true, break: {mute: [2, 2]}"));
  EXPECT_NE(mute.outcome, Outcome::kPass);
}

}  // namespace
}  // namespace flitwise
