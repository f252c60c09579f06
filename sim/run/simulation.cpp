#include "sim/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "sim/run/family/family.h"
#include "systemc/network/models/model_error.h"
#include "systemc/network/parts/ranks.h"
#include "systemc/protocols/timed_protocol.h"

namespace flitwise {
namespace {

// Calls of the progress function cost more than a step of a small network.
constexpr std::uint64_t kStepsPerCall = 256;

// Reports to the caller from time to time how far the run is.
class ProgressTap final : public NetworkObserver {
 public:
  ProgressTap(std::function<void(Step now, Step expected)> tell, Step expected)
      : tell_(std::move(tell)), expected_(expected) {}
  void on_transfers(Step step, const std::vector<LinkTransfer>&) override {
    if (++calls_ % kStepsPerCall == 0) tell_(step, expected_);
  }
  void on_edge(Step, const Network&, const Injector&) override {}

 private:
  std::function<void(Step, Step)> tell_;
  Step expected_;
  std::uint64_t calls_ = 0;
};

// More PEs take long to make as modules, and to delete, and every flit that comes to one has a
// socket to pass.
constexpr std::size_t kMostModules = 1024;
// A sentence of a stuck run is not worth a name a node where there are more.
constexpr std::size_t kMostNamed = 4096;

// Shows every PE in the wave at every clock edge that is done.
class WaveTap final : public NetworkObserver {
 public:
  // Both outlive the tap.
  WaveTap(WaveRecorder& waves, const std::vector<const protocols::PeProtocol*>& pes)
      : waves_(waves), pes_(pes) {}
  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network&, const Injector& injector) override {
    if (step < 0) return;  // waves begin with step 0
    for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
      const auto node = static_cast<Node>(pe);
      const auto state = static_cast<std::uint8_t>(pes_[pe]->state_at(step));
      waves_.show(node, {state, injector.injected(node)});
    }
    waves_.dump(step);
  }

 private:
  WaveRecorder& waves_;
  const std::vector<const protocols::PeProtocol*>& pes_;
};

bool acts_on_arrivals(const std::unique_ptr<protocols::PeProtocol>& protocol) {
  const auto* timed = dynamic_cast<const protocols::TimedProtocol*>(protocol.get());
  return timed != nullptr && timed->acts_on_arrivals();
}

std::unique_ptr<Work> make_work(const Scenario& scenario, const RunRequest& request) {
  const bool keeps_all = request.keep_events && request.most_events == RunRequest::kAnyNumber;
  return family_of(scenario).make_work(scenario, keeps_all ? Events::kKept : Events::kIfFew);
}

}  // namespace

Simulation::Simulation(const Scenario& scenario, const RunRequest& request)
    : Simulation(make_work(scenario, request), request, scenario.options) {}

Simulation::Simulation(const Scenario& scenario, const RunRequest& request,
                       protocols::Protocols protocols)
    : work_(make_work(scenario, request)) {
  assemble(request, scenario.options, std::move(protocols));
}

Simulation::Simulation(std::unique_ptr<Work> work, const RunRequest& request,
                       const Options& options)
    : work_(std::move(work)) {
  assemble(request, options, work_->make_protocols());
}

void Simulation::assemble(const RunRequest& request, const Options& options,
                          protocols::Protocols protocols) {
  Machine& machine = work_->machine();
  if (options.ranks != nullptr && work_->lives_apart()) apart_ = options.ranks;
  if (!request.waves.empty())
    waves_ =
        std::make_unique<WaveRecorder>(static_cast<Node>(machine.addresses().pes()), request.trace);
  std::unique_ptr<Network> network = machine.build(options, waves_.get());
  if (options.ranks != nullptr && !options.ranks->share_routers())
    throw ModelError(
        "processes share networks of the project's routers that are wired at run time: run this "
        "one in a single process");
  NetworkModule::Config config = network_config(request, options.max_steps);
  config.has_bursts = true;
  config.pes_act_on_arrivals = std::any_of(protocols.begin(), protocols.end(), acts_on_arrivals);
  const bool is_large = protocols.size() > kMostModules;
  if (apart_ != nullptr) {
    keep_own(protocols);
    config.ask_all = [this](Step step, const std::string& own) -> const auto& {
      return apart_->gather(step, own);
    };
  }
  for (const auto& protocol : protocols) protocols_.push_back(protocol.get());
  const bool is_group = apart_ != nullptr || (is_large && !config.pes_act_on_arrivals);
  if (is_group) group_ = make_group(std::move(protocols));
  config.bank = group_.get();
  network_ = std::make_unique<NetworkModule>("network", config, std::move(network));
  if (is_group)
    group_->connect(*network_);
  else
    add_modules(std::move(protocols));
  if (waves_) waves_->open(request.waves);
}

NetworkModule::Config Simulation::network_config(const RunRequest& request,
                                                 std::optional<Step> max_steps) {
  NetworkModule::Config config;
  Machine& machine = work_->machine();
  config.addresses = machine.addresses();
  if (machine.addresses().pes() <= kMostNamed) config.node_names = machine.node_names();
  config.handover = machine.handover();
  config.tap = machine.tap();
  config.max_steps = max_steps.value_or(work_->step_limit());
  own_limit_ = max_steps;
  config.observers = work_->monitors();
  if (request.progress) {
    progress_ = std::make_unique<ProgressTap>(request.progress, work_->expected_steps());
    config.observers.push_back(progress_.get());
  }
  if (waves_) {
    wave_tap_ = std::make_unique<WaveTap>(*waves_, protocols_);
    config.observers.push_back(wave_tap_.get());
  }
  return config;
}

// Those of other processes' nodes are theirs.
void Simulation::keep_own(protocols::Protocols& protocols) {
  const NodeRange own = apart_->own_nodes(protocols.size());
  first_pe_ = static_cast<Node>(own.first);
  protocols::Protocols kept;
  for (std::size_t pe = own.first; pe < own.end; ++pe) kept.push_back(std::move(protocols[pe]));
  protocols.swap(kept);
}

std::unique_ptr<PeGroup> Simulation::make_group(protocols::Protocols protocols) const {
  std::vector<PeHost> hosts;
  hosts.reserve(protocols.size());
  for (std::size_t place = 0; place < protocols.size(); ++place)
    hosts.emplace_back(work_->machine().codec(first_pe_ + static_cast<Node>(place)),
                       std::move(protocols[place]));
  return std::make_unique<PeGroup>("pes", std::move(hosts), first_pe_);
}

void Simulation::add_modules(protocols::Protocols protocols) {
  for (std::size_t pe = 0; pe < protocols.size(); ++pe) {
    const auto node = static_cast<Node>(pe);
    ProcessingElement::Config config{network_->step_time(), work_->machine().codec(node),
                                     network_->first_edge()};
    pes_.push_back(std::make_unique<ProcessingElement>(
        fmt::format("pe{}", node).c_str(), std::move(config), std::move(protocols[pe])));
    pes_.back()->to_router.bind(network_->from_pes);
    network_->to_pes.bind(pes_.back()->from_router);
  }
}

void Simulation::run() {
  const auto start = std::chrono::steady_clock::now();
  sc_core::sc_start();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  work_->close();
  if (apart_ != nullptr) work_->merge();
  if (waves_) waves_->close();
}

Evidence Simulation::evidence() const {
  Evidence evidence = work_->evidence();
  evidence.node_names = work_->machine().node_names();
  evidence.assertion_failures = network_->network().assertion_failures();
  evidence.complaints = of_all_ranks(complaints());
  for (std::string& remark : of_all_ranks(remarks())) evidence.notes.push_back(std::move(remark));
  evidence.waiting = of_all_ranks(waiting());
  if (network_->stopped_at()) evidence.stopped_at = network_->stopped_at();
  if (!evidence.stopped_at && ends_beyond_limit(evidence.ledger)) evidence.stopped_at = own_limit_;
  if (!own_limit_) evidence.limit = work_->step_limit_option();
  evidence.is_deadlocked = network_->is_deadlocked();
  evidence.pending_transmissions = pending_transmissions();
  if (!evidence.stopped_at) return evidence;
  if (apart_ != nullptr) network_->gather_flits_on_links();
  evidence.flits_on_links = network_->describe_flits_on_links();
  return evidence;
}

// What PEs do with what they have takes steps in which no flit moves.
bool Simulation::ends_beyond_limit(const Ledger& ledger) const {
  const Ledger::Entry* finish = ledger.find("finish");
  return own_limit_ && finish != nullptr && finish->measured.number().value_or(0) > *own_limit_;
}

// In the order of nodes.
std::vector<std::string> Simulation::of_all_ranks(const std::vector<std::string>& own) const {
  return apart_ == nullptr ? own : apart_->join(own);
}

std::size_t Simulation::pending_transmissions() const {
  const std::size_t own = network_->pending_transmissions();
  std::size_t pending = own;
  if (apart_ != nullptr)
    apart_->merge([own](std::string& bytes) { bytes::put(bytes, own); },
                  [&pending](bytes::Reader& reader) { pending += reader.take<std::size_t>(); });
  return pending;
}

// One sentence a PE.
std::vector<std::string> Simulation::waiting() const {
  std::vector<std::string> sentences;
  for (std::size_t pe = 0; pe < protocols_.size(); ++pe) {
    const std::vector<std::string> wants = protocols_[pe]->waiting_for();
    if (!wants.empty())
      sentences.push_back(
          fmt::format("PE {} waits for {}", index_of(first_pe_) + pe, fmt::join(wants, ", ")));
  }
  return sentences;
}

std::vector<std::string> Simulation::complaints() const {
  std::vector<std::string> sentences;
  for (const protocols::PeProtocol* protocol : protocols_) {
    for (std::string& complaint : protocol->complaints()) sentences.push_back(std::move(complaint));
  }
  return sentences;
}

// One sentence each.
std::vector<std::string> Simulation::remarks() const {
  std::vector<std::string> sentences;
  for (std::size_t pe = 0; pe < protocols_.size(); ++pe)
    for (const std::string& remark : protocols_[pe]->remarks())
      sentences.push_back(fmt::format("PE {} {}", index_of(first_pe_) + pe, remark));
  return sentences;
}

}  // namespace flitwise
