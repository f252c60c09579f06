#include "sim/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "sim/variant_mapping.h"
#include "systemc/network/multiport_routers.h"
#include "systemc/network/tree_routers.h"

namespace flitwise {
namespace {

std::vector<std::uint32_t> addresses_of(const Tree& tree) {
  std::vector<std::uint32_t> addresses;
  for (Node v = 0; v < tree.size(); ++v)
    addresses.push_back(static_cast<std::uint32_t>(tree.address(v)));
  return addresses;
}

// Far above every bound, so that only a run that is lost meets it.
Step watchdog_limit(const Scenario& scenario, const theory::Prediction& prediction) {
  constexpr Step kSlack = 1000;
  return scenario.options.max_steps.value_or(4 * prediction.quiesce + kSlack);
}

// Steps that PE 0 sorts certificates before phase 3 begins, or empty where its lag cannot be
// observed because it takes in several streams at once.
std::optional<Step> wait_after_sync(const Scenario& scenario, const Tree& tree) {
  if (scenario.options.ports == Ports::kMulti) return std::nullopt;
  return protocols::sort_steps(sort_cost_as<protocols::SortCost>(scenario.options.sort_cost),
                               tree.children(0).size());
}

// An upper estimate: data flits times links, and control over every link a few times.
std::int64_t transfers_expected(const Scenario& scenario, const Tree& tree) {
  constexpr std::int64_t kControlPerLink = 4;
  std::int64_t transfers = kControlPerLink * tree.size();
  for (Node v = 0; v < tree.size(); ++v)
    transfers += scenario.lengths[static_cast<std::size_t>(v)] * tree.depth(v);
  return transfers;
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, const RunRequest& request)
    : Simulation(scenario, request, make_protocols(scenario, Tree(scenario.parents))) {}

Simulation::Simulation(const Scenario& scenario, const RunRequest& request,
                       protocols::Protocols protocols)
    : scenario_(scenario),
      tree_(scenario.parents),
      prediction_(predict(scenario, tree_)),
      addresses_(addresses_of(tree_)),
      records_events_(request.keep_events ||
                      transfers_expected(scenario, tree_) <= kMostRecordedTransfers),
      meter_(tree_, wait_after_sync(scenario, tree_)),
      scoreboard_(expected_messages(scenario), addresses_,
                  scenario.options.ports == Ports::kMulti ? check::PortRule::kOnePerLink
                                                          : check::PortRule::kOnePerPe) {
  if (!request.waves.empty()) waves_ = std::make_unique<WaveRecorder>(tree_.size());
  const NetworkModule::Config config = network_config(request);
  network_ = std::make_unique<NetworkModule>("network", config, make_network());
  add_pes(std::move(protocols));
  if (waves_) waves_->open(request.waves);
}

NetworkModule::Config Simulation::network_config(const RunRequest& request) {
  NetworkModule::Config config;
  config.addresses = addresses_;
  config.max_steps = watchdog_limit(scenario_, prediction_);
  config.observers = {&meter_, &scoreboard_};
  if (records_events_) config.observers.push_back(&recorder_);
  if (request.progress) {
    progress_ = std::make_unique<ProgressTap>(request.progress, prediction_.quiesce);
    config.observers.push_back(progress_.get());
  }
  if (waves_) {
    wave_tap_ = std::make_unique<WaveTap>(*waves_, pes_);
    config.observers.push_back(wave_tap_.get());
  }
  return config;
}

std::unique_ptr<Network> Simulation::make_network() {
  TreeNetworkConfig config;
  config.idle = scenario_.options.skip_idle ? IdleRouters::kSkip : IdleRouters::kEvaluate;
  config.checkers = scenario_.options.checkers ? Checkers::kBound : Checkers::kNone;
  config.waves = waves_.get();
  if (scenario_.options.ports == Ports::kMulti)
    return assemble_multiport(multiport_sites(tree_), {0}, config);
  if (scenario_.options.build == Build::kAssembled) return assemble_tree(tree_, config);
  std::unique_ptr<Network> network = elaborate_tree(tree_, config);
  if (!network) throw std::runtime_error("this build has no elaborated network for the tree");
  return network;
}

void Simulation::add_pes(protocols::Protocols protocols) {
  const bool multiport = scenario_.options.ports == Ports::kMulti;
  std::vector<MultiportSite> sites =
      multiport ? multiport_sites(tree_)
                : std::vector<MultiportSite>(static_cast<std::size_t>(tree_.size()));
  for (Node v = 0; v < tree_.size(); ++v) {
    const auto index = static_cast<std::size_t>(v);
    const ProcessingElement::Config config{v, NetworkModule::step_time(), &addresses_,
                                           std::move(sites[index].neighbours)};
    pes_.push_back(std::make_unique<ProcessingElement>(fmt::format("pe{}", v).c_str(), config,
                                                       std::move(protocols[index])));
    pes_.back()->to_router.bind(network_->from_pes);
    network_->to_pes.bind(pes_.back()->from_router);
  }
}

void Simulation::run() {
  const auto start = std::chrono::steady_clock::now();
  sc_core::sc_start();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  scoreboard_.close();
  if (waves_) waves_->close();
}

Figures Simulation::measured() const {
  Figures figures{meter_.finish(), meter_.quiesce(), {}, meter_.dispatch(), {}, {}, {}};
  if (scenario_.algorithm == Algorithm::kCertification) {
    figures.t_sync = meter_.t_sync();
    figures.lag = meter_.lag();
    figures.stream = meter_.stream();
    figures.order_value = meter_.order_value();
  }
  return figures;
}

Evidence Simulation::evidence() const {
  Evidence evidence;
  evidence.measured = measured();
  evidence.prediction = prediction_;
  if (records_events_) {
    evidence.measured_events = recorder_.events();
    std::sort(evidence.measured_events->begin(), evidence.measured_events->end());
    evidence.predicted_events = predict_events(scenario_, tree_, prediction_);
  }
  evidence.delivered = scoreboard_.delivered();
  evidence.expected = scoreboard_.expected();
  evidence.flit_errors = scoreboard_.flit_errors();
  evidence.collisions = scoreboard_.collisions();
  evidence.port_violations = scoreboard_.port_violations();
  evidence.router_errors = scoreboard_.router_errors();
  evidence.assertion_failures = network_->network().assertion_failures();
  evidence.problems = scoreboard_.problems();
  evidence.complaints = complaints();
  evidence.waiting = waiting();
  evidence.stopped_at = network_->stopped_at();
  evidence.pending_transmissions = network_->pending_transmissions();
  if (evidence.stopped_at) evidence.flits_on_links = network_->describe_flits_on_links();
  return evidence;
}

// One sentence a PE.
std::vector<std::string> Simulation::waiting() const {
  std::vector<std::string> sentences;
  for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
    const std::vector<std::string> wants = pes_[pe]->protocol().waiting_for();
    if (!wants.empty())
      sentences.push_back(fmt::format("PE {} waits for {}", pe, fmt::join(wants, ", ")));
  }
  return sentences;
}

std::vector<std::string> Simulation::complaints() const {
  std::vector<std::string> sentences;
  for (const auto& pe : pes_) {
    for (std::string& complaint : pe->protocol().complaints())
      sentences.push_back(std::move(complaint));
  }
  return sentences;
}

}  // namespace flitwise
