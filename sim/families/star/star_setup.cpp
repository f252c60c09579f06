#include "sim/families/star/star_setup.h"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

#include "sim/families/star/language/star_words.h"
#include "sim/families/star/star_methods.h"
#include "systemc/protocols/faults.h"
#include "systemc/protocols/star/star_liar.h"
#include "systemc/protocols/star/star_patient.h"

namespace flitwise {
namespace {

// Whatever is not the truth.
constexpr std::int64_t kLie = 1;

// The acknowledged walk without a time-out waits for what a dead node does not send; elsewhere what
// has not come by its time is lost.
protocols::StarLoss loss_of(const StarScenario& star) {
  const bool waits = star.algorithm == StarAlgorithm::kAcknowledged && !star.options.timeout;
  return star.loses_copies() && !waits ? protocols::StarLoss::kExpected
                                       : protocols::StarLoss::kNone;
}

bool is_in(const std::vector<Node>& nodes, Node v) {
  return std::count(nodes.begin(), nodes.end(), v) > 0;
}

}  // namespace

std::shared_ptr<const StarTrees> make_trees(const StarScenario& star) {
  return std::make_shared<const StarTrees>(StarGraph(star.order), star.options.rule);
}

theory::StarTraffic traffic_of(const StarScenario& star) { return {star.packets, star.copies}; }

theory::StarFaults deaths_of(const StarScenario& star) {
  theory::StarFaults faults;
  faults.nodes = star.options.deaths.nodes;
  for (const auto& [node, dimension] : star.options.deaths.links)
    faults.links.push_back({node, dimension});
  faults.from_step = star.options.deaths.from_step;
  return faults;
}

theory::StarWait wait_of(const StarScenario& star) { return {star.options.timeout->steps}; }

protocols::StarSkews skews_of(const StarScenario& star, Node nodes) {
  if (!star.options.skew) return {};
  std::mt19937_64 random(star.options.skew->seed);
  protocols::StarSkews skews;
  // Not a distribution of the standard library: their draws differ between implementations.
  for (Node v = 0; v < nodes; ++v)
    skews.push_back(
        static_cast<Step>(random() % (static_cast<std::uint64_t>(star.options.skew->most) + 1)));
  return skews;
}

StarPeSet make_star_pes(const StarScenario& star, std::shared_ptr<const StarTrees> trees) {
  protocols::StarSettings settings;
  settings.trees = std::move(trees);
  settings.packets = star.packets;
  settings.copies = star.copies;
  settings.flits = static_cast<int>(star.options.flits);
  settings.belief =
      star.options.votes ? protocols::StarBelief::kMajority : protocols::StarBelief::kFirstCopy;
  settings.loss = loss_of(star);
  if (star.options.timeout) settings.timeout = {star.options.timeout->steps};
  const bool gives_up = star.options.timeout && star.options.timeout->steps;
  StarPeSet pes;
  for (std::unique_ptr<protocols::StarPe>& pe :
       method_of(star).make(settings, star.root, skews_of(star, settings.graph().size()))) {
    if (is_in(star.options.liars, pe->self())) {
      pes.all.push_back(std::make_unique<protocols::LyingProtocol>(std::move(pe), kLie));
      continue;
    }
    const bool dies = is_in(star.options.deaths.nodes, pe->self());
    if (!dies) pes.honest.push_back(pe.get());
    if (dies && star.options.deaths.from_step == 1)
      pes.all.push_back(std::make_unique<protocols::DeadProtocol>());
    else if (gives_up)
      pes.all.push_back(std::make_unique<protocols::PatientProtocol>(std::move(pe)));
    else
      pes.all.push_back(std::move(pe));
  }
  return pes;
}

StarNetworkConfig star_network_config(const Scenario& scenario) {
  const StarScenario& star = star_of(scenario);
  const Flits flits = star.options.flits;
  StarNetworkConfig config;
  config.flits = static_cast<std::uint32_t>(flits);
  config.next_hops = star.options.has_tables ? StarNextHops::kTables : StarNextHops::kRules;
  config.rule = star.options.rule;
  if (star.options.slots > 0) {
    config.slots = static_cast<std::uint32_t>(star.options.slots);
    config.scheduled = false;
  }
  // Packet step t is the cycles tF to tF + F - 1.
  const StarDeaths& deaths = star.options.deaths;
  for (const Node v : deaths.nodes) config.faults.nodes.push_back({v, deaths.from_step * flits});
  for (const auto& [node, dimension] : deaths.links)
    config.faults.links.push_back({node, dimension, deaths.from_step * flits});
  for (const StarBadBit& bad : star.options.bad_bits)
    config.faults.bits.push_back(
        {bad.from, bad.dimension, bad.step * flits + bad.flit - 1, bad.bit});
  if (star.options.noise)
    config.faults.noise = {star.options.noise->probability, star.options.noise->seed};
  return config;
}

}  // namespace flitwise
