// Walks with acknowledgements whose PEs do not wait for ever.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/protocols/star/star_acknowledged.h"
#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_faulty_runs.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {
namespace {

using testing::HasSubstr;

StarSettings patient(StarSettings settings, std::optional<Step> steps) {
  settings.timeout = StarTimeout{steps};
  settings.loss = StarLoss::kExpected;
  return settings;
}

struct TimedRun {
  StarRecord record;
  std::int64_t time_outs = 0;
  int least = 0;  ///< copies of a packet at a live node
};

TimedRun run(const StarSettings& settings, const StarFaults& faults) {
  std::vector<std::unique_ptr<PeProtocol>> pes;
  std::vector<const StarAcknowledged*> walkers;
  for (auto& pe : make_star_pes(StarScheme::kAcknowledged, settings)) {
    walkers.push_back(dynamic_cast<const StarAcknowledged*>(pe.get()));
    if (settings.timeout->steps)
      pes.push_back(std::make_unique<PatientProtocol>(std::move(pe)));
    else
      pes.push_back(std::move(pe));
  }
  TimedRun result;
  result.record = run_star(settings, pes, faults);
  result.least = settings.degree();
  for (const StarAcknowledged* pe : walkers) {
    if (faults.nodes.count(pe->self()) > 0) continue;
    result.time_outs += pe->time_outs();
    for (Node h = 0; h < settings.graph().size(); ++h)
      for (int q = 0; q < settings.packets; ++q)
        if (h != pe->self() && faults.nodes.count(h) == 0)
          result.least = std::min(result.least, pe->copies().count(h, q));
  }
  return result;
}

Step steps_without_faults(const StarSettings& settings) {
  return Step{largest_share(settings) + 1} * (settings.graph().size() - 1);
}

TEST(StarTimeout, ThatFitsCarriesTheWalkPastEveryFault) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarSettings settings = patient(star_settings(4, rule, 1, 3), std::nullopt);
    for (const StarFaults& one : elements(settings.graph())) {
      const TimedRun result = run(settings, one);
      EXPECT_EQ(result.record.faults(), "");
      EXPECT_GE(result.least, 2);
      EXPECT_EQ(result.record.steps, steps_without_faults(settings));
      EXPECT_GT(result.time_outs, 0);
    }
  }
}

TEST(StarTimeout, ThatFitsCarriesTheWalkPastPairsOfFaults) {
  const StarSettings settings = patient(star_settings(4, StarRule::kP, 1, 3), std::nullopt);
  const std::vector<StarFaults> all = elements(settings.graph());
  for (std::size_t a = 0; a < all.size(); a += 5)
    for (std::size_t b = a + 1; b < all.size(); b += 3) {
      const TimedRun result = run(settings, both(all[a], all[b]));
      EXPECT_EQ(result.record.faults(), "");
      EXPECT_GE(result.least, 1);
    }
}

TEST(StarTimeout, ThatFitsKeepsTheStepsForAllPacketsAndFlits) {
  for (const int n : {3, 4, 5})
    for (const int packets : {1, 2, 5})
      for (const int flits : {1, 3}) {
        if (n == 5 && packets * flits > 2) continue;
        const StarSettings settings =
            patient(star_settings(n, StarRule::kQ, packets, n - 1, flits), std::nullopt);
        StarFaults faults;
        faults.nodes.insert(2);
        const TimedRun result = run(settings, faults);
        EXPECT_EQ(result.record.faults(), "");
        EXPECT_EQ(result.record.steps, steps_without_faults(settings));
        EXPECT_GE(result.least, n - 2);
      }
}

TEST(StarTimeout, WithoutFaultsChangesNothing) {
  for (const int flits : {1, 3}) {
    const StarSettings waiting = star_settings(4, StarRule::kQ, 2, 3, flits);
    const StarRecord record = run_star(waiting, make_star_pes(StarScheme::kAcknowledged, waiting));
    // A subtree of 23 nodes takes 3 * 23 - 2 steps behind its group.
    for (const std::optional<Step> steps : {std::optional<Step>(), {67}, {69}, {200}}) {
      const TimedRun result = run(patient(waiting, steps), {});
      EXPECT_EQ(result.record.faults(), "");
      EXPECT_EQ(result.record.steps, record.steps);
      EXPECT_EQ(result.record.transmissions, record.transmissions);
      EXPECT_EQ(result.record.acknowledgements, record.acknowledgements);
      // Every root's acknowledgement comes too late for 67 steps, in all three trees.
      EXPECT_EQ(result.time_outs, steps == Step{67} ? 24 * 3 : 0);
    }
  }
}

// A dead PE is passed over too soon or too late, and what comes after meets others on links.
TEST(StarTimeout, ThatDoesNotFitLetsPacketsMeet) {
  StarFaults faults;
  faults.nodes.insert(5);
  for (const Step steps : {2, 60, 100}) {
    const TimedRun result = run(patient(star_settings(4, StarRule::kQ, 1, 3), steps), faults);
    EXPECT_THAT(result.record.faults(), HasSubstr("used twice")) << steps;
    EXPECT_TRUE(result.record.complaints.empty()) << result.record.faults();
    EXPECT_GE(result.least, 2) << "nothing is lost where two packets may share a link";
  }
}

TEST(StarTimeout, CountsTheDeadThatAreComeTo) {
  // On the ring of six a dead node ends both walks of each of five sources.
  StarFaults faults;
  faults.nodes.insert(3);
  EXPECT_EQ(run(patient(star_settings(3, StarRule::kQ, 1, 2), std::nullopt), faults).time_outs, 10);
}

TEST(StarTimeout, RefusesWhatIsNone) {
  StarSettings settings = patient(star_settings(3, StarRule::kQ, 1, 1), 0);
  EXPECT_THAT([&] { check_settings(settings); },
              testing::ThrowsMessage<std::invalid_argument>(
                  "a time-out must be at least 1 packet step, got 0"));
  settings.timeout.reset();
  StarPes pes = make_star_pes(StarScheme::kAcknowledged, settings);
  EXPECT_THROW(PatientProtocol(std::move(pes.front())), std::invalid_argument);
  StarPes others = make_star_pes(StarScheme::kStatic, settings);
  EXPECT_THROW(PatientProtocol(std::move(others.front())), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::protocols::test
