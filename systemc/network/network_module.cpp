#include "systemc/network/network_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace flitwise {
namespace {

constexpr unsigned kFlitBytes = sizeof(RawFlit);
// Routers that nothing reaches any more are quiet before that, unless they keep for ever what is
// cut off.
constexpr Step kStepsToClear = 64;

}  // namespace

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, const Config& config,
                             std::unique_ptr<Network> network)
    : sc_core::sc_module(name),
      config_(config),
      network_(std::move(network)),
      injector_(first_edge()),
      edge_(first_edge() - 1) {
  SC_HAS_PROCESS(NetworkModule);
  from_pes.register_b_transport(this, &NetworkModule::on_transmission);
  SC_METHOD(edge_method);
  sensitive << wake_;
  dont_initialize();
  write_.set_command(tlm::TLM_WRITE_COMMAND);
  write_.set_data_length(kFlitBytes);
  write_.set_streaming_width(kFlitBytes);
  write_.set_byte_enable_ptr(nullptr);
}

void NetworkModule::end_of_elaboration() {
  const std::size_t pes = config_.addresses.pes();
  if (config_.bank == nullptr && (to_pes.size() != pes || from_pes.size() != pes))
    SC_REPORT_ERROR("flitwise/network_module", "every PE must be bound once to both sockets");
  if (config_.bank != nullptr && to_pes.size() != 0)
    SC_REPORT_ERROR("flitwise/network_module", "PEs in a bank are bound to no socket");
}

void NetworkModule::on_transmission(int pe, tlm::tlm_generic_payload& payload,
                                    sc_core::sc_time& delay) {
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  const unsigned length = payload.get_data_length();
  if (length == 0 || length % kFlitBytes != 0 || payload.get_streaming_width() != kFlitBytes) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  const std::optional<Step> first_step = step_at(sc_core::sc_time_stamp() + delay);
  std::vector<RawFlit> flits(length / kFlitBytes);
  std::memcpy(flits.data(), payload.get_data_ptr(), length);
  const bool is_taken = first_step && inject(pe, static_cast<std::uint32_t>(payload.get_address()),
                                             *first_step, std::move(flits));
  payload.set_response_status(is_taken ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
}

void NetworkModule::send(Node pe, std::uint32_t port, Step after, std::vector<RawFlit> flits) {
  if (!inject(pe, port, now() + after, std::move(flits)))
    SC_REPORT_ERROR("flitwise/network_module", "the clock edge of a message is past");
}

// Whether the edge is still to come.
bool NetworkModule::inject(Node pe, std::uint32_t port, Step first_step,
                           std::vector<RawFlit> flits) {
  const Step latency = network_->router_latency(pe);
  if (!injector_.accepts(first_step, latency)) return false;
  injector_.add(pe, port, first_step, std::move(flits), latency);
  stuck_at_.reset();
  // An earlier notification replaces a later one, so that a long sleep can be cut short.
  if (!in_edge_) wake_at(*injector_.next_edge());
  return true;
}

// Empty where a time is no whole number of steps.
std::optional<Step> NetworkModule::step_at(const sc_core::sc_time& time) const {
  const auto unit = config_.step.value();
  if (time.value() % unit != 0) return std::nullopt;
  return static_cast<Step>(time.value() / unit) + first_edge();
}

std::string NetworkModule::name_of_node(Node node) const {
  const auto index = static_cast<std::size_t>(node);
  return index < config_.node_names.size() ? config_.node_names[index] : fmt::format("PE {}", node);
}

std::vector<std::string> NetworkModule::describe_flits_on_links() const {
  std::vector<std::string> sentences;
  const auto& transfers = network_->transfers();
  for (std::size_t i = 0; i < transfers.size() && i < kMostDescribed; ++i) {
    const FlitFields flit = unpack(transfers[i].flit);
    sentences.push_back(fmt::format("link {} -> {} holds a {} flit of message {}",
                                    name_of_node(transfers[i].from), name_of_node(transfers[i].to),
                                    name_of(flit.kind), flit.tag));
  }
  if (transfers.size() > kMostDescribed)
    sentences.push_back(
        fmt::format("and {} more links hold flits", transfers.size() - kMostDescribed));
  const std::size_t farther =
      network_->flits_in_flight() + network_->arrivals().size() - transfers.size();
  if (farther > 0)
    sentences.push_back(fmt::format("{} more are farther along links of several steps", farther));
  if (reaches_pe())
    sentences.push_back(fmt::format("{} more would reach their PEs in the next step",
                                    network_->deliveries().size()));
  return sentences;
}

void NetworkModule::hand_arrivals_to_pes() {
  if (config_.handover != Handover::kFromLinks) {
    for (const Delivery& delivery : network_->deliveries())
      hand_to_pe(delivery.node, delivery.port, delivery.flit);
    return;
  }
  for (const LinkTransfer& transfer : network_->arrivals()) {
    if (is_for_pe(transfer))
      hand_to_pe(transfer.to, static_cast<std::uint64_t>(transfer.from), transfer.flit);
  }
}

bool NetworkModule::is_for_pe(const LinkTransfer& transfer) const {
  if (!config_.addresses.has(transfer.to)) return false;  // a switch
  if (config_.tap != nullptr) return config_.tap->takes(transfer);
  const FlitFields fields = unpack(transfer.flit);
  return names_no_pe(fields.kind) ||
         config_.addresses.tree_of(transfer.to, fields.destination).has_value();
}

void NetworkModule::hand_to_pe(Node pe, std::uint64_t address, RawFlit flit) {
  if (config_.bank != nullptr) return config_.bank->take(pe, now(), address, flit);
  write_.set_address(address);
  write_.set_data_ptr(reinterpret_cast<unsigned char*>(&flit));
  write_.set_dmi_allowed(false);  // a target may have changed it
  write_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  to_pes[static_cast<int>(pe)]->b_transport(write_, delay);
  if (write_.is_response_error())
    SC_REPORT_ERROR("flitwise/network_module", write_.get_response_string().c_str());
}

bool NetworkModule::reaches_pe() const {
  return config_.handover == Handover::kFromPorts && !network_->deliveries().empty();
}

// Beyond the limit a router may still have to clear its outputs: what counts are flits on their
// way.
bool NetworkModule::is_flit_left() const {
  return injector_.next_edge() || !network_->transfers().empty() || !network_->arrivals().empty() ||
         reaches_pe() || network_->holds_flits();
}

void NetworkModule::wake_at(Step edge) { wake_.notify(time_until(edge)); }

// A PE that hands a message over in the same step before this method runs wakes it once more. One
// that hands it over late has woken a network that sleeps.
void NetworkModule::edge_method() {
  constexpr int kDeltas = 2;  // PEs act in the first
  if (!in_edge_) {
    const Step now = *step_at(sc_core::sc_time_stamp());
    if (is_beyond_limit(now)) return stop();
    if (now <= edge_) return wake_for_next();
    begin_edge(now);
    deltas_left_ = config_.pes_act_on_arrivals ? kDeltas : 0;
  }
  if (deltas_left_-- > 0) return next_trigger(sc_core::SC_ZERO_TIME);
  end_edge();
  wake_for_next();
}

void NetworkModule::begin_edge(Step edge) {
  in_edge_ = true;
  edge_ = edge;
  for (NetworkObserver* observer : config_.observers)
    observer->on_transfers(edge_, network_->transfers());
  for (NetworkObserver* observer : config_.observers)
    observer->on_arrivals(edge_, network_->arrivals());
  hand_arrivals_to_pes();
}

void NetworkModule::end_edge() {
  injector_.inject_due(edge_, *network_);
  network_->clock(edge_);
  for (NetworkObserver* observer : config_.observers)
    observer->on_edge(edge_, *network_, injector_);
  in_edge_ = false;
}

void NetworkModule::wake_for_next() {
  const std::optional<Step> next = network_->is_quiet() ? injector_.next_edge() : edge_ + 1;
  if (!next) return;  // asleep until a PE hands something over
  if (network_->is_stuck() && injector_.is_held_back(*network_)) {
    stuck_at_ = edge_;
    return;  // likewise
  }
  if (is_beyond_limit(*next)) return stop();
  wake_at(*next);
}

bool NetworkModule::is_beyond_limit(Step edge) const {
  return edge > config_.max_steps && (is_flit_left() || edge > config_.max_steps + kStepsToClear);
}

// What has come by the limit is the PEs', too.
void NetworkModule::stop() {
  if (config_.handover == Handover::kFromStages) hand_arrivals_to_pes();
  stopped_at_ = config_.max_steps;
  sc_core::sc_stop();
}

}  // namespace flitwise
