// star_work.cpp: a scenario's PEs and monitors, and what they showed.
#include "sim/families/star/star_work.h"

#include <algorithm>
#include <utility>

#include "sim/families/star/star_methods.h"
#include "systemc/protocols/faults.h"
#include "systemc/protocols/star/star_acknowledged.h"
#include "systemc/protocols/star/star_multinode.h"
#include "tb/check/star/star_flits.h"

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

// Beyond, copies are listed node by node only if it is asked for.
constexpr Node kMostNodesShown = 120;

check::StarScoreboard::Config scoreboard_config(const StarScenario& star,
                                                const std::shared_ptr<const StarTrees>& trees) {
  check::StarScoreboard::Config config;
  config.dues = std::make_shared<const check::StarDues>(trees, star.traffic(),
                                                        method_of(star).carriage, star.root);
  config.flits = star.options.flits;
  config.is_lossless = !star.loses_copies();
  config.dead = star.options.deaths.nodes;
  if (star.options.liars.empty()) config.content = &protocols::star_content;
  return config;
}

}  // namespace

StarWork::StarWork(const Scenario& scenario, Events events)
    : star_(star_of(scenario)),
      trees_(std::make_shared<const StarTrees>(StarGraph(star_.order), star_.options.rule)),
      forecast_(forecast(star_, *trees_)),
      shows_nodes_(star_.options.shows_nodes.value_or(trees_->graph().size() <= kMostNodesShown)),
      machine_(trees_->graph(), star_network_config(star_)),
      meter_(star_.order, {star_.options.flits, star_.options.latency}, method_of(star_).carriage),
      scoreboard_(scoreboard_config(star_, trees_)),
      event_check_(
          keeps_list(events, (forecast_.whole.transmissions + forecast_.whole.acknowledgements) *
                                 star_.options.flits),
          check::StarEventReader(trees_->graph(), method_of(star_).carriage), expected_events()) {
  const StarGraph& graph = trees_->graph();
  const check::StarClock clock(star_.options.flits, star_.options.latency);
  const bool is_hopping = method_of(star_).carriage == check::StarCarriage::kHops;
  if (is_hopping &&
      check::StarStorage::copies(graph, star_.packets) <= check::StarStorage::kMostCopies)
    storage_.emplace(graph, star_.packets, clock);
  if (star_.algorithm == StarAlgorithm::kTrees) window_.emplace(graph.size(), star_.packets, clock);
}

EventCheck::Expected StarWork::expected_events() const {
  if (!forecast_.is_exact) return {};
  return {[this](const theory::TakeEvent& take) {
            visit_predicted_star_events(star_, *trees_, forecast_.delay, take);
          },
          trees_->graph().size(), expected_steps()};
}

protocols::Protocols StarWork::make_protocols() {
  protocols::StarSettings settings;
  settings.trees = trees_;
  settings.packets = star_.packets;
  settings.copies = star_.copies;
  settings.flits = static_cast<int>(star_.options.flits);
  settings.latency = star_.options.latency;
  settings.belief =
      star_.options.votes ? protocols::StarBelief::kMajority : protocols::StarBelief::kFirstCopy;
  settings.loss = loss_of(star_);
  if (star_.options.timeout) settings.timeout = {star_.options.timeout->steps};
  const bool gives_up = star_.options.timeout && star_.options.timeout->steps;
  honest_.clear();
  protocols::Protocols all;
  for (std::unique_ptr<protocols::StarPe>& pe :
       make_star_pes(method_of(star_).scheme, settings, star_.root,
                     skews_of(star_, settings.graph().size()))) {
    if (is_in(star_.options.liars, pe->self())) {
      all.push_back(std::make_unique<protocols::LyingProtocol>(std::move(pe), kLie));
      continue;
    }
    const bool dies = is_in(star_.options.deaths.nodes, pe->self());
    if (!dies) honest_.push_back(pe.get());
    if (dies && star_.options.deaths.from_step == 1)
      all.push_back(std::make_unique<protocols::DeadProtocol>());
    else if (gives_up)
      all.push_back(std::make_unique<protocols::PatientProtocol>(std::move(pe)));
    else
      all.push_back(std::move(pe));
  }
  return all;
}

std::vector<NetworkObserver*> StarWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  event_check_.watch(monitors);
  if (storage_) monitors.push_back(&*storage_);
  if (window_) monitors.push_back(&*window_);
  return monitors;
}

// The routers deliver the last packet one packet step after it has crossed its last link.
Step StarWork::expected_steps() const {
  Step steps = forecast_.whole.steps;
  if (star_.options.timeout) {
    // The slowest that a walk can be, unless packets wait: a time-out for each child on a way.
    const Step longest = theory::longest_traversal(*trees_, star_.traffic());
    steps = std::max(steps, longest);
    if (!forecast_.is_exact)
      steps +=
          star_.options.timeout->steps.value_or(0) * trees_->height() * trees_->graph().degree();
  }
  return cycle_of(star_, forecast_, forecast_.whole.quiesce) +
         (steps + 1 - forecast_.whole.steps) * star_.pace().hop();
}

std::optional<std::int64_t> StarWork::max_buffer() const {
  if (method_of(star_).carriage != check::StarCarriage::kHops)
    return static_cast<std::int64_t>(machine_.counters().max_stored());
  if (!storage_) return std::nullopt;
  return storage_->max_held();
}

std::optional<theory::StarVotes> StarWork::votes() const {
  if (!star_.options.votes && star_.options.liars.empty()) return std::nullopt;
  theory::StarVotes votes;
  for (const protocols::StarPe* pe : honest_)
    for (const protocols::StarPe* source : honest_)
      for (int q = 0; q < star_.packets && pe != source; ++q) {
        const auto belief = pe->copies().believed(source->self(), q);
        const bool is_right = belief == protocols::star_content(source->self(), kNoNode, q);
        ++(!belief ? votes.undecided : is_right ? votes.right : votes.wrong);
      }
  return votes;
}

std::optional<std::int64_t> StarWork::time_outs() const {
  if (!star_.options.timeout) return std::nullopt;
  std::int64_t time_outs = 0;
  for (const protocols::StarPe* pe : honest_)
    time_outs += dynamic_cast<const protocols::StarAcknowledged&>(*pe).time_outs();
  return time_outs;
}

StarFindings StarWork::findings() const {
  StarFindings findings{star_,
                        *trees_,
                        forecast_,
                        predict_outcome(star_, *trees_, meter_.errors()),
                        meter_,
                        scoreboard_.copies(),
                        max_buffer(),
                        std::nullopt,
                        votes(),
                        time_outs(),
                        machine_.counters().crc_errors(),
                        machine_.counters().misdirected(),
                        shows_nodes_};
  if (window_) findings.window = window_->widest();
  return findings;
}

Evidence StarWork::evidence() const {
  const StarFindings found = findings();
  Evidence evidence;
  evidence.ledger = star_ledger(found);
  evidence.checks = star_checks(found);
  evidence.notes = star_notes(found);
  event_check_.testify(evidence);
  const std::vector<std::int64_t>& received = found.outcome.copies.received;
  evidence.delivered = scoreboard_.delivered();
  for (std::size_t v = 0; v < received.size(); ++v)
    if (std::count(star_.options.deaths.nodes.begin(), star_.options.deaths.nodes.end(),
                   static_cast<Node>(v)) == 0)
      evidence.expected += received[v] * star_.options.flits;
  take_faults(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
