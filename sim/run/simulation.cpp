#include "sim/run/simulation.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

std::unique_ptr<Run> make_run(const Scenario& scenario, const RunRequest& request) {
  const bool keeps_all = request.keep_events && request.most_events == RunRequest::kAnyNumber;
  return family_of(scenario).make_run(scenario, keeps_all ? Events::kKept : Events::kIfFew);
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, const RunRequest& request)
    : Simulation(make_run(scenario, request), request, scenario.options.max_steps) {}

Simulation::Simulation(const Scenario& scenario, const RunRequest& request,
                       protocols::Protocols protocols)
    : run_(make_run(scenario, request)), addresses_(run_->addresses()) {
  assemble(request, scenario.options.max_steps, std::move(protocols));
}

Simulation::Simulation(std::unique_ptr<Run> run, const RunRequest& request,
                       std::optional<Step> max_steps)
    : run_(std::move(run)), addresses_(run_->addresses()) {
  assemble(request, max_steps, run_->make_protocols());
}

void Simulation::assemble(const RunRequest& request, std::optional<Step> max_steps,
                          protocols::Protocols protocols) {
  if (!request.waves.empty())
    waves_ = std::make_unique<WaveRecorder>(static_cast<Node>(addresses_.pes()), request.trace);
  std::unique_ptr<Network> network = run_->make_network(waves_.get());
  const NetworkModule::Config config = network_config(request, max_steps);
  network_ = std::make_unique<NetworkModule>("network", config, std::move(network));
  add_pes(std::move(protocols));
  if (waves_) waves_->open(request.waves);
}

NetworkModule::Config Simulation::network_config(const RunRequest& request,
                                                 std::optional<Step> max_steps) {
  NetworkModule::Config config;
  config.addresses = addresses_;
  config.node_names = run_->node_names();
  if (run_->flit_layout() == FlitLayout::kRoute) config.handover = Handover::kFromPorts;
  config.tap = run_->tap();
  config.max_steps = max_steps.value_or(run_->step_limit());
  has_own_limit_ = max_steps.has_value();
  config.observers = run_->monitors();
  if (request.progress) {
    progress_ = std::make_unique<ProgressTap>(request.progress, run_->expected_steps());
    config.observers.push_back(progress_.get());
  }
  if (waves_) {
    wave_tap_ = std::make_unique<WaveTap>(*waves_, pes_);
    config.observers.push_back(wave_tap_.get());
  }
  return config;
}

void Simulation::add_pes(protocols::Protocols protocols) {
  for (std::size_t pe = 0; pe < protocols.size(); ++pe) {
    const auto node = static_cast<Node>(pe);
    const ProcessingElement::Config config{node, NetworkModule::step_time(), &addresses_,
                                           run_->neighbours(node), run_->flit_layout()};
    pes_.push_back(std::make_unique<ProcessingElement>(fmt::format("pe{}", node).c_str(), config,
                                                       std::move(protocols[pe])));
    pes_.back()->to_router.bind(network_->from_pes);
    network_->to_pes.bind(pes_.back()->from_router);
  }
}

void Simulation::run() {
  const auto start = std::chrono::steady_clock::now();
  sc_core::sc_start();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run_->close();
  if (waves_) waves_->close();
}

Evidence Simulation::evidence() const {
  Evidence evidence = run_->evidence();
  evidence.assertion_failures = network_->network().assertion_failures();
  evidence.complaints = complaints();
  evidence.waiting = waiting();
  evidence.stopped_at = network_->stopped_at();
  if (!has_own_limit_) evidence.limit = run_->step_limit_option();
  evidence.is_deadlocked = network_->is_deadlocked();
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
