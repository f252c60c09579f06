// star_prediction.cpp: what theory says of a scenario, and which faults nothing meets.
#include "sim/families/star/star_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "sim/families/star/star_methods.h"

namespace flitwise {
namespace {

// A node that dies in step t has not handed on what came to it in step t - 1.
bool meets_dead_node(const StarDeaths& deaths, const theory::StarLinkEvent& packet) {
  const auto is_dead = [&](Node v) {
    return std::count(deaths.nodes.begin(), deaths.nodes.end(), v) > 0;
  };
  return packet.step + 1 >= deaths.from_step && (is_dead(packet.from) || is_dead(packet.to));
}

bool crosses(const theory::StarLinkEvent& packet, Node node, int dimension,
             const StarGraph& graph) {
  return packet.from == node && packet.to == graph.neighbour(node, dimension);
}

bool meets_dead_link(const StarDeaths& deaths, const theory::StarLinkEvent& packet,
                     const StarGraph& graph) {
  if (packet.step < deaths.from_step) return false;
  return std::any_of(deaths.links.begin(), deaths.links.end(), [&](const auto& link) {
    const auto& [node, dimension] = link;
    return crosses(packet, node, dimension, graph) ||
           crosses(packet, graph.neighbour(node, dimension), dimension, graph);
  });
}

bool meets_bad_bit(const std::vector<StarBadBit>& bits, const theory::StarLinkEvent& packet,
                   const StarGraph& graph) {
  return std::any_of(bits.begin(), bits.end(), [&](const StarBadBit& bad) {
    return packet.step == bad.step && crosses(packet, bad.from, bad.dimension, graph);
  });
}

bool meets_fault(const StarOptions& faults, const theory::StarLinkEvent& packet,
                 const StarGraph& graph) {
  return meets_dead_node(faults.deaths, packet) || meets_dead_link(faults.deaths, packet, graph) ||
         meets_bad_bit(faults.bad_bits, packet, graph);
}

theory::StarCopies copies_under_deaths(const StarScenario& star, const StarTrees& trees) {
  // A walk that goes on loses what a timetable loses.
  return theory::star_copies(star.options.timeout ? StarAlgorithm::kStatic : star.algorithm, trees,
                             star.traffic(), star.root, star.options.deaths);
}

std::vector<theory::StarDamage> damages_of(const StarScenario& star,
                                           const std::vector<check::StarFlitError>& errors) {
  std::vector<theory::StarDamage> damages;
  const Step step = star.pace().step();
  if (star.options.noise)
    for (const check::StarFlitError& error : errors) {
      const Step since = error.cycle - star.cycle(1);
      damages.push_back({since / step + 1, error.from, error.dimension, since % step == 0});
    }
  for (const StarBadBit& bad : star.options.bad_bits)
    damages.push_back({bad.step, bad.from, bad.dimension, bad.flit == 1});
  return damages;
}

void visit_packets_on_links(const StarScenario& star, const StarTrees& trees,
                            const theory::TakeStarEvent& take) {
  if (star.options.timeout)
    theory::visit_multinode_timed_events(trees, star.traffic(), star.options.deaths, take);
  else
    theory::visit_star_events(star.algorithm, trees, star.traffic(), star.root, star.pace(), take);
}

// Heads of routed packets have no room for a number, and acknowledgements have none.
Flits number_in(const theory::StarLinkEvent& packet, check::StarCarriage carriage, Flits flit) {
  const bool is_routed = carriage == check::StarCarriage::kRouted;
  if (packet.kind == theory::StarPacketKind::kAcknowledgement || (is_routed && flit == 1))
    return -1;
  return packet.packet;
}

// Whether nothing that is sent crosses a dead link, comes to or leaves a dead node, or has a listed
// bit error: such faults cost nothing, which the user should know. Beyond so many packets, nobody
// looks.
bool has_idle_faults(const StarScenario& star, const StarTrees& trees,
                     const theory::StarPrediction& whole) {
  constexpr std::int64_t kMostPackets = 4'000'000;
  // Bit errors that are drawn come without other faults.
  if (star.options.noise) return star.options.noise->probability == 0;
  if (star.breaks_lockstep()) return false;
  if (whole.transmissions + whole.acknowledgements > kMostPackets) return false;
  bool is_idle = true;
  visit_packets_on_links(star, trees, [&](const theory::StarLinkEvent& packet) {
    is_idle = is_idle && !meets_fault(star.options, packet, trees.graph());
  });
  return is_idle;
}

StarForecast forecast_timed(const StarScenario& star, const StarTrees& trees) {
  const theory::StarTimedWalk timed = theory::predict_multinode_timed(
      trees, star.traffic(), star.options.deaths, *star.options.timeout, star.pace());
  StarForecast forecast;
  forecast.whole = timed.figures;
  forecast.is_exact = timed.keeps_lockstep;
  forecast.is_bounded = timed.keeps_lockstep;
  forecast.is_whole = timed.keeps_lockstep && star.options.deaths.is_empty();
  if (timed.keeps_lockstep) forecast.time_outs = timed.time_outs;
  return forecast;
}

}  // namespace

std::vector<Step> skews_of(const StarScenario& star, Node nodes) {
  if (!star.options.skew) return {};
  std::mt19937_64 random(star.options.skew->seed);
  std::vector<Step> skews;
  // Not a distribution of the standard library: their draws differ between implementations.
  for (Node v = 0; v < nodes; ++v)
    skews.push_back(
        static_cast<Step>(random() % (static_cast<std::uint64_t>(star.options.skew->most) + 1)));
  return skews;
}

StarForecast forecast(const StarScenario& star, const StarTrees& trees) {
  StarForecast forecast;
  if (star.options.timeout) return forecast_timed(star, trees);
  forecast.whole = theory::predict_star(star.algorithm, trees, star.traffic(), star.pace());
  forecast.is_exact = !star.loses_copies() || has_idle_faults(star, trees, forecast.whole);
  forecast.is_whole = forecast.is_exact;
  forecast.is_bounded = !star.breaks_lockstep();
  if (star.options.skew && star.root != kNoNode)
    forecast.delay = skews_of(star, trees.graph().size())[static_cast<std::size_t>(star.root)];
  return forecast;
}

Step cycle_of(const StarScenario& star, const StarForecast& forecast, Step cycle) {
  return forecast.delay + star.filling() + cycle;
}

StarOutcome predict_outcome(const StarScenario& star, const StarTrees& trees,
                            const std::vector<check::StarFlitError>& errors) {
  StarOutcome outcome;
  if (star.options.has_bit_errors()) {
    const theory::StarLosses losses = theory::star_losses(star.algorithm, trees, star.traffic(),
                                                          star.root, damages_of(star, errors));
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
        theory::multinode_votes(trees, star.traffic(), star.options.deaths, star.options.liars);
    outcome.votes_source = theory::votes_source();
  }
  return outcome;
}

void visit_predicted_star_events(const StarScenario& star, const StarTrees& trees, Step delay,
                                 const theory::TakeEvent& take) {
  const check::StarCarriage carriage = method_of(star).carriage;
  const bool is_spaced = star.pace().is_spaced();
  visit_packets_on_links(star, trees, [&](const theory::StarLinkEvent& packet) {
    const Step head = is_spaced ? star.filling() + packet.step : star.cycle(packet.step);
    LinkEvent event;
    event.from = packet.from;
    event.to = packet.to;
    event.kind = carriage == check::StarCarriage::kFlood ? FlitKind::kFlood : FlitKind::kData;
    event.message = packet.source;
    event.value = packet.tree;
    for (event.index = 1; event.index <= star.options.flits; ++event.index) {
      event.step = delay + head + event.index - 1;
      event.stream = number_in(packet, carriage, event.index);
      take(event);
    }
  });
}

std::vector<std::string> missed_bits(const StarScenario& star,
                                     const std::vector<check::StarFlitError>& seen) {
  const StarOptions& faults = star.options;
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < faults.bad_bits.size(); ++i) {
    const StarBadBit& bad = faults.bad_bits[i];
    const Step cycle = star.cycle(bad.step) + bad.flit - 1;
    const bool is_seen = std::any_of(seen.begin(), seen.end(), [&](const auto& error) {
      return error.cycle == cycle && error.from == bad.from && error.dimension == bad.dimension;
    });
    if (!is_seen)
      sentences.push_back(
          fmt::format("corrupt.bits[{}] hits nothing: no flit leaves PE {} in dimension {} in "
                      "packet step {}, flit {}",
                      i, bad.from, bad.dimension, bad.step, bad.flit));
  }
  return sentences;
}

}  // namespace flitwise
