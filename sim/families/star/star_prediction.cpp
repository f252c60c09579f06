#include "sim/families/star/star_prediction.h"
#include "sim/families/star/star_methods.h"

#include <algorithm>

#include "sim/families/star/language/star_words.h"
#include "sim/families/star/star_idle_faults.h"
#include "sim/families/star/star_setup.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise {
namespace {

StarCase case_of(const StarScenario& star, const StarTrees& trees) {
  return {trees, traffic_of(star), star.root};
}

theory::StarCopies copies_under_deaths(const StarScenario& star, const StarTrees& trees) {
  // A walk that goes on loses what a timetable loses.
  if (star.options.timeout)
    return theory::multinode_copies(trees, traffic_of(star), deaths_of(star));
  return method_of(star).copies(case_of(star, trees), deaths_of(star));
}

std::vector<theory::StarDamage> damages_of(const StarScenario& star,
                                           const std::vector<check::StarFlitError>& errors) {
  std::vector<theory::StarDamage> damages;
  const Flits flits = star.options.flits;
  if (star.options.noise)
    for (const check::StarFlitError& error : errors)
      damages.push_back(
          {error.cycle / flits, error.from, error.dimension, error.cycle % flits == 0});
  for (const StarBadBit& bad : star.options.bad_bits)
    damages.push_back({bad.step, bad.from, bad.dimension, bad.flit == 1});
  return damages;
}

std::vector<theory::StarLinkEvent> packets_on_links(const StarScenario& star,
                                                    const StarTrees& trees) {
  if (star.options.timeout)
    return theory::multinode_timed_events(trees, traffic_of(star), deaths_of(star));
  return method_of(star).events(case_of(star, trees));
}

// Heads of routed packets have no room for a number, and acknowledgements have none.
Flits number_in(const theory::StarLinkEvent& packet, check::StarCarriage carriage, Flits flit) {
  const bool is_routed = carriage == check::StarCarriage::kRouted;
  if (packet.kind == theory::StarPacketKind::kAcknowledgement || (is_routed && flit == 1))
    return -1;
  return packet.packet;
}

// Whether nothing that is sent meets a fault. Beyond so many packets, nobody looks.
bool has_idle_faults(const StarScenario& star, const StarTrees& trees,
                     const theory::StarPrediction& whole) {
  constexpr std::int64_t kMostPackets = 4'000'000;
  // Bit errors that are drawn come without other faults.
  if (star.options.noise) return star.options.noise->probability == 0;
  if (star.breaks_lockstep()) return false;
  if (whole.transmissions + whole.acknowledgements > kMostPackets) return false;
  return meet_nothing(star.options, packets_on_links(star, trees), trees.graph());
}

StarForecast forecast_timed(const StarScenario& star, const StarTrees& trees) {
  const theory::StarTimedWalk timed =
      theory::predict_multinode_timed(trees, traffic_of(star), deaths_of(star), wait_of(star));
  StarForecast forecast;
  forecast.whole = timed.figures;
  forecast.is_exact = timed.keeps_lockstep;
  forecast.is_bounded = timed.keeps_lockstep;
  forecast.is_whole = timed.keeps_lockstep && star.options.deaths.is_empty();
  if (timed.keeps_lockstep) forecast.time_outs = timed.time_outs;
  return forecast;
}

}  // namespace

StarForecast forecast(const StarScenario& star, const StarTrees& trees) {
  StarForecast forecast;
  if (star.options.timeout) return forecast_timed(star, trees);
  forecast.whole = method_of(star).predict(trees, traffic_of(star));
  forecast.is_exact = !star.loses_copies() || has_idle_faults(star, trees, forecast.whole);
  forecast.is_whole = forecast.is_exact;
  forecast.is_bounded = !star.breaks_lockstep();
  if (star.options.skew && star.root != kNoNode)
    forecast.delay = skews_of(star, trees.graph().size())[static_cast<std::size_t>(star.root)];
  return forecast;
}

Step last_cycle(const StarScenario& star, const StarForecast& forecast, Step packet_step) {
  return forecast.delay + (packet_step + 1) * star.options.flits - 1;
}

StarOutcome predict_outcome(const StarScenario& star, const StarTrees& trees,
                            const std::vector<check::StarFlitError>& errors) {
  StarOutcome outcome;
  if (star.options.has_bit_errors()) {
    const theory::StarLosses losses =
        method_of(star).losses(case_of(star, trees), damages_of(star, errors));
    outcome.copies = losses.copies;
    outcome.dropped = losses.dropped;
    outcome.copies_source = theory::losses_source();
  } else {
    outcome.copies = copies_under_deaths(star, trees);
    outcome.copies_source = theory::copies_source();
    outcome.dropped = 0;
  }
  if (star.options.votes && star.options.liars.empty()) {
    outcome.votes = theory::votes_without_liars(outcome.copies);
    outcome.votes_source = theory::votes_without_liars_source();
  } else if (star.options.votes) {
    // Bit errors and later deaths beside liars are refused by the reader.
    outcome.votes =
        theory::multinode_votes(trees, traffic_of(star), deaths_of(star), star.options.liars);
    outcome.votes_source = theory::votes_source();
  }
  return outcome;
}

std::vector<LinkEvent> predicted_star_events(const StarScenario& star, const StarTrees& trees,
                                             Step delay) {
  const check::StarCarriage carriage = method_of(star).carriage;
  const Flits flits = star.options.flits;
  std::vector<LinkEvent> events;
  for (const theory::StarLinkEvent& packet : packets_on_links(star, trees))
    for (Flits flit = 1; flit <= flits; ++flit) {
      LinkEvent event;
      event.step = delay + packet.step * flits + flit - 1;
      event.from = packet.from;
      event.to = packet.to;
      event.kind = carriage == check::StarCarriage::kFlood ? FlitKind::kFlood : FlitKind::kData;
      event.message = packet.source;
      event.index = flit;
      event.value = packet.tree;
      event.stream = number_in(packet, carriage, flit);
      events.push_back(event);
    }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise
