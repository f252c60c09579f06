// router_host.cpp: the machine built as its network says.
#include "sim/fabric/router_host.h"

#include <fmt/format.h>
#include <sysc/kernel/sc_spawn.h>

#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/fabric/wave_book.h"
#include "sim/run/family/family.h"
#include "systemc/network/models/model_library.h"

namespace flitwise {
namespace {

sc_core::sc_time checked_step(const sc_core::sc_time& step) {
  if (step <= sc_core::SC_ZERO_TIME)
    throw std::invalid_argument("a fabric's step must be longer than no time");
  return step;
}

// Calls of PEs into a module that is gone would be a fault of memory. Whether the simulation goes
// on without it shows when it does: a process is left behind that then says so.
void refuse_to_go_on(const std::string& name) {
  const int status = sc_core::sc_get_status();
  if (status != sc_core::SC_RUNNING && status != sc_core::SC_PAUSED) return;
  try {
    sc_core::sc_spawn([name] {
      SC_REPORT_ERROR("flitwise/fabric",
                      fmt::format("{} is gone, and the simulation goes on: it must be there until "
                                  "the last sc_start is over",
                                  name)
                          .c_str());
    });
  } catch (const sc_core::sc_report&) {
    // The kernel starts nothing any more, nor does it go on.
  }
}

}  // namespace

RouterHost::RouterHost(const FabricNetwork& network, const sc_core::sc_time& step,
                       FabricWaves* waves, const std::function<void(const std::string&)>& progress)
    : step_(checked_step(step)),
      machine_(network.scenario().family->make_host(network.scenario())),
      names_(machine_->node_names()),
      waves_(waves == nullptr ? nullptr : waves->book_) {
  const Options& options = network.scenario().options;
  WaveRecorder* recorder =
      waves_ ? &waves_->begin(network.scenario(), static_cast<Node>(pes()), step_) : nullptr;
  std::optional<ModelListener> listener;
  if (progress)
    listener.emplace([&](const ModelProgress& stage) { progress(progress_text(stage)); });
  std::unique_ptr<Network> routers = machine_->build(options, recorder);
  listener.reset();
  NetworkModule::Config config;
  config.addresses = machine_->addresses();
  config.node_names = names_;
  config.handover = machine_->handover();
  config.tap = machine_->tap();
  config.step = step_;
  constexpr Step kNever = std::numeric_limits<Step>::max() / 2;
  config.max_steps = options.max_steps.value_or(kNever);
  config.observers = {this};
  module_ = std::make_unique<NetworkModule>("network", config, std::move(routers));
  if (waves_) add(*waves_);
}

RouterHost::~RouterHost() {
  if (waves_) waves_->close_or_warn();
  refuse_to_go_on(module_->get_parent_object()->name());
}

void RouterHost::show_states(std::function<protocols::PeState(Node, Step)> state_of) {
  if (waves_) waves_->show_states(std::move(state_of));
}

Step RouterHost::now() const {
  return static_cast<Step>(sc_core::sc_time_stamp().value() / step_.value());
}

void RouterHost::require_start(const char* what) const {
  if (now() > 0)
    throw std::logic_error(fmt::format(
        "it is too late for {} after step {}: it would have missed transfers", what, now()));
}

std::string RouterHost::name_of(Node node) const {
  const std::size_t index = index_of(node);
  return index < names_.size() ? names_[index] : fmt::format("PE {}", node);
}

void RouterHost::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (NetworkObserver* observer : observers_) observer->on_transfers(step, transfers);
}

void RouterHost::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  for (NetworkObserver* observer : observers_) observer->on_arrivals(step, arrivals);
}

void RouterHost::on_edge(Step step, const Network& network, const Injector& injector) {
  for (NetworkObserver* observer : observers_) observer->on_edge(step, network, injector);
}

}  // namespace flitwise
