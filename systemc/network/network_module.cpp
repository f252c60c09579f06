#include "systemc/network/network_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
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
  is_settling_ = is_shared();  // others' PEs may send something at the start
  if (!is_shared()) dont_initialize();
  write_.set_command(tlm::TLM_WRITE_COMMAND);
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
  if (!in_edge_ && !is_shared()) wake_at(*injector_.next_edge());
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
    const LinkTransfer& t = transfers[i];
    const FlitFormat format = config_.addresses.format();
    const FlitFields flit = unpack(t.flit, format);
    sentences.push_back(fmt::format("link {} -> {} holds a {} flit of message {}",
                                    name_of_node(t.from), name_of_node(t.to), name_of(flit.kind),
                                    message_of(t.from, t.to, flit, format)));
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
  const Step step = now();
  if (config_.handover != Handover::kFromLinks) return hand_deliveries_to_pes(step);
  for (const LinkTransfer& transfer : network_->arrivals()) {
    if (is_for_pe(transfer))
      hand_to_pe(transfer.to, step, static_cast<std::uint64_t>(transfer.from), transfer.flit);
  }
}

// They come in the order of nodes and ports.
void NetworkModule::hand_deliveries_to_pes(Step step) {
  const std::vector<Delivery>& all = network_->deliveries();
  for (std::size_t i = 0; i < all.size();) {
    const auto [node, flit, first] = all[i++];
    std::size_t count = 1;
    burst_[0] = flit;
    while (config_.has_bursts && i < all.size() && all[i].node == node) {
      const std::size_t place = all[i].port - first;
      if (place < count || place >= burst_.size()) break;
      while (count < place) burst_[count++] = 0;
      burst_[count++] = all[i++].flit;
    }
    if (count == 1)
      hand_to_pe(node, step, first, flit);
    else
      hand_burst_to_pe(node, step, first, count);
  }
}

bool NetworkModule::is_for_pe(const LinkTransfer& transfer) const {
  if (!config_.addresses.has(transfer.to)) return false;  // a switch
  if (config_.tap != nullptr) return config_.tap->takes(transfer);
  const FlitFields fields = unpack(transfer.flit, config_.addresses.format());
  return names_no_pe(fields.kind) ||
         config_.addresses.tree_of(transfer.to, fields.destination).has_value();
}

void NetworkModule::hand_to_pe(Node pe, Step step, std::uint64_t address, RawFlit flit) {
  if (config_.bank != nullptr) return config_.bank->take(pe, step, address, flit);
  write_to_pe(pe, address, &flit, 1);
}

// What is in burst_.
void NetworkModule::hand_burst_to_pe(Node pe, Step step, std::uint64_t first, std::size_t count) {
  if (config_.bank != nullptr) return config_.bank->take_all(pe, step, first, burst_.data(), count);
  write_to_pe(pe, first, burst_.data(), count);
}

void NetworkModule::write_to_pe(Node pe, std::uint64_t address, RawFlit* flits, std::size_t count) {
  const auto length = static_cast<unsigned>(count * kFlitBytes);
  write_.set_address(address);
  write_.set_data_ptr(reinterpret_cast<unsigned char*>(flits));
  write_.set_data_length(length);
  write_.set_streaming_width(length);
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

NetworkModule::Outlook NetworkModule::own_outlook() const {
  Outlook outlook;
  outlook.next_edge = injector_.next_edge();
  outlook.is_held_back = injector_.is_held_back(*network_);
  // Beyond the limit a router may still have to clear its outputs: what counts are flits on their
  // way.
  outlook.is_flit_left = outlook.next_edge || !network_->transfers().empty() ||
                         !network_->arrivals().empty() || reaches_pe() || network_->holds_flits();
  outlook.is_stuck = stuck_at_.has_value();
  if (is_shared() && sc_core::sc_pending_activity_at_future_time())
    outlook.next_act = step_at(sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity());
  return outlook;
}

// That of all.
NetworkModule::Outlook NetworkModule::look_out() const {
  const Outlook own = own_outlook();
  if (!is_shared()) return own;
  static_assert(std::is_trivially_copyable_v<Outlook>);
  const auto first_of = [](std::optional<Step>& step, const std::optional<Step>& other) {
    if (other && (!step || *other < *step)) step = other;
  };
  Outlook all;
  const std::string ours(reinterpret_cast<const char*>(&own), sizeof own);
  for (const std::string_view said : config_.ask_all(edge_, ours)) {
    Outlook one;
    std::memcpy(&one, said.data(), std::min(said.size(), sizeof one));
    first_of(all.next_edge, one.next_edge);
    first_of(all.next_act, one.next_act);
    all.is_held_back = all.is_held_back && one.is_held_back;
    all.is_flit_left = all.is_flit_left || one.is_flit_left;
    all.is_stuck = all.is_stuck && one.is_stuck;
  }
  return all;
}

void NetworkModule::wake_at(Step edge) { wake_.notify(time_until(edge)); }

// A PE that hands a message over in the same step before this method runs wakes it once more. One
// that hands it over late has woken a network that sleeps.
void NetworkModule::edge_method() {
  constexpr int kDeltas = 2;  // PEs act in the first
  if (is_settling_) return settle();
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
  const bool is_quiet = network_->is_quiet();
  const bool is_stuck = network_->is_stuck();
  // Most edges need no word with other processes.
  if (!is_quiet && !is_stuck && edge_ + 1 <= config_.max_steps) return wake_at(edge_ + 1);
  const Outlook outlook = look_out();
  const std::optional<Step> next = is_quiet ? outlook.next_edge : edge_ + 1;
  const bool is_asleep = !next || (is_stuck && outlook.is_held_back);
  if (next && is_asleep) stuck_at_ = edge_;
  if (!is_asleep && is_beyond_limit(*next)) return stop();
  if (is_shared() && (is_quiet || is_asleep)) {
    is_settling_ = true;
    return next_trigger(sc_core::SC_ZERO_TIME);
  }
  if (!is_asleep) wake_at(*next);  // else until a PE hands something over
}

// Nothing moves. Alone, the module would sleep until a PE of its own hands something over; so it
// looks whether one of any process has in each step in which any may, once all that can happen in
// the step has.
void NetworkModule::settle() {
  if (sc_core::sc_pending_activity_at_current_time()) return next_trigger(sc_core::SC_ZERO_TIME);
  const Outlook outlook = look_out();
  if (!outlook.is_stuck) stuck_at_.reset();
  const std::optional<Step> next = stuck_at_ ? std::nullopt : outlook.next_edge;
  is_settling_ = !next || (outlook.next_act && *outlook.next_act < *next);
  if (!is_settling_) return wake_at(*next);
  if (outlook.next_act) wake_at(*outlook.next_act);
}

bool NetworkModule::is_beyond_limit(Step edge) const {
  return edge > config_.max_steps &&
         (look_out().is_flit_left || edge > config_.max_steps + kStepsToClear);
}

// What has come by the limit is the PEs', too.
void NetworkModule::stop() {
  if (config_.handover == Handover::kFromStages) hand_arrivals_to_pes();
  stopped_at_ = config_.max_steps;
  sc_core::sc_stop();
}

}  // namespace flitwise
