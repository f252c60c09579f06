// star_paces.cpp: theory's figures and events against flits on links.
#include "tests/theory/star/star_paces.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "tb/theory/star/star_slots.h"

namespace flitwise::test {

using theory::StarAlgorithm;
using theory::StarLinkEvent;
using theory::StarPace;
using theory::StarPrediction;

namespace {

/// How often nodes may begin to send: as soon as they can where links of spaced slots belong to one
/// source; else by slots, or by steps after which a packet can go on and has left its link.
Step beat_of(StarAlgorithm algorithm, const StarPace& pace) {
  const StarLatency& latency = pace.latency;
  if (latency.slots == StarSlots::kSpaced) return has_one_source(algorithm) ? 1 : pace.flits;
  const Step waits_for = latency.cut_through ? 1 : pace.flits;
  return std::max(pace.flits, waits_for + (latency.link - 1) + latency.router - 1);
}

/// Most between the sendings of two copies of a packet to a node.
Step widest_window(const std::vector<StarLinkEvent>& events) {
  std::map<std::pair<Node, std::int64_t>, std::pair<Step, Step>> spread;
  Step widest = 0;
  for (const StarLinkEvent& e : events) {
    auto& [first, last] = spread.try_emplace({e.to, e.packet}, e.step, e.step).first->second;
    first = std::min(first, e.step);
    last = std::max(last, e.step);
    widest = std::max(widest, last - first);
  }
  return widest;
}

}  // namespace

std::vector<StarCase> small_cases(int least, int most) {
  std::vector<StarCase> cases;
  for (int n = least; n <= most; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ})
      for (const StarAlgorithm algorithm : kStarAlgorithms)
        for (const theory::StarTraffic traffic :
             {theory::StarTraffic{1, n - 1}, theory::StarTraffic{2, 2}, theory::StarTraffic{5, 1}})
          if (n < 5 || has_one_source(algorithm) || traffic.packets == 1)
            cases.push_back({algorithm, n, rule, traffic, StarGraph(n).size() / 3});
  return cases;
}

StarPace random_pace(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto up_to = [&](std::uint64_t most) { return 1 + static_cast<Step>(random() % most); };
  const Flits flits = up_to(16);
  const StarSlots slots = random() % 2 == 0 ? StarSlots::kLockstep : StarSlots::kSpaced;
  const Step router = up_to(8);
  const Step link = up_to(12);
  return {flits, {router, link, random() % 2 == 0, slots}};
}

void expect_flits(const StarCase& c, const StarTrees& trees, const StarPace& pace) {
  if (c.algorithm == StarAlgorithm::kAcknowledged && pace.is_spaced()) return;
  SCOPED_TRACE(testing::Message() << c << " F " << pace.flits << " r " << pace.latency.router
                                  << " w " << pace.latency.link
                                  << (pace.latency.cut_through ? " cut through" : "")
                                  << (pace.is_spaced() ? " spaced" : ""));
  const Step beat = beat_of(c.algorithm, pace);
  StarFlits flits(trees, pace, beat);
  flits.run(c);
  ASSERT_EQ(flits.meetings(), 0);
  ASSERT_EQ(flits.early(), 0);

  std::vector<StarLinkEvent> events =
      theory::star_events(c.algorithm, trees, c.traffic, c.source, pace);
  const StarPrediction p = theory::predict_star(c.algorithm, trees, c.traffic, pace);
  const bool is_broadcast = c.algorithm == StarAlgorithm::kTrees;
  ASSERT_EQ(p.reorder_window.has_value(), is_broadcast);
  if (is_broadcast) {
    EXPECT_EQ(*p.reorder_window, widest_window(events));
  }
  if (!pace.is_spaced())
    for (StarLinkEvent& event : events) event.step = (event.step - 1) * beat + 1;
  ASSERT_EQ(events, flits.packets());

  EXPECT_EQ(p.finish, flits.last_data());
  EXPECT_EQ(p.quiesce, flits.last_flit());
  EXPECT_EQ(p.max_buffer, flits.most_held());
  EXPECT_EQ(p.transmissions + p.acknowledgements, static_cast<std::int64_t>(events.size()));
  EXPECT_LE(p.least_cycles, p.finish);
  EXPECT_LE(p.lower_bound, p.steps);
  // The last flit's sending ends a step or slot, or falls into it.
  const Step cycles = pace.is_spaced() ? pace.flits : beat;
  const Step sent = p.quiesce - (pace.latency.link - 1);
  EXPECT_EQ(p.steps, (sent - 1) / cycles + 1);
}

void expect_fewest(const std::vector<theory::StarArc>& walk, std::int64_t rounds, Step lag) {
  SCOPED_TRACE(testing::Message() << walk.size() << " links, m' " << rounds << " k " << lag);
  std::set<Step> taken;
  for (const std::vector<Step>& round : theory::walk_slots(walk, rounds, lag))
    for (std::size_t i = 0; i < walk.size(); ++i) {
      ASSERT_TRUE(taken.insert(round[i]).second);
      const Step above =
          walk[i].above < 0 ? 1 - lag : round[static_cast<std::size_t>(walk[i].above)];
      ASSERT_GE(round[i], above + lag);
    }
  EXPECT_EQ(*taken.rbegin(), theory::last_walk_slot(walk, rounds, lag));
}

}  // namespace flitwise::test
