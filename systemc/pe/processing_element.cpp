#include "systemc/pe/processing_element.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "systemc/pe/field_check.h"
#include "systemc/pe/star_frame.h"

namespace flitwise {
namespace {

std::uint32_t payload_of(const protocols::Transmission& t, Flits index) {
  switch (t.kind) {
    case FlitKind::kTap:
    case FlitKind::kToken:
    case FlitKind::kOrder:
      require_fits("the value of a tap, token or order", t.value, kMaxPayload);
      return static_cast<std::uint32_t>(t.value);
    case FlitKind::kCertificate:
      require_fits("a certified lag", t.value, kMaxLag);
      require_fits("a certified stream length", t.stream, kMaxStream);
      return certificate_payload(t.value, t.stream);
    case FlitKind::kData:
    case FlitKind::kEnd:
    case FlitKind::kFlood:
    case FlitKind::kCopies:
      require_fits("a flit number", index, kMaxPayload);
      return static_cast<std::uint32_t>(index);
    case FlitKind::kIdle:
      break;
  }
  return 0;
}

}  // namespace

// Takes the protocol's messages within one call of it.
class ProcessingElement::RouterOutbox final : public protocols::Outbox {
 public:
  explicit RouterOutbox(ProcessingElement& pe) : pe_(pe) {}
  void send(const protocols::Transmission& transmission) override { pe_.transmit(transmission); }

 private:
  ProcessingElement& pe_;
};

std::uint32_t destination_field(const protocols::Transmission& t, const AddressBook& addresses) {
  if (t.kind == FlitKind::kFlood) return 0;
  if (t.kind != FlitKind::kCopies) return addresses.of(t.destination, t.tree);
  require_fits("the digits of a copy", t.copies, (1 << kAddressBits) - 1);
  return t.copies;
}

std::uint32_t packet_field(const protocols::Transmission& t) {
  require_fits("the number of a message", t.packet, (1 << kPacketBits) - 1);
  return t.packet;
}

std::vector<RawFlit> flits_of(const protocols::Transmission& t, std::uint32_t destination,
                              FlitLayout layout) {
  const bool has_route = layout == FlitLayout::kRoute;
  if (has_route && (t.kind != FlitKind::kData || t.end_mark))
    throw std::logic_error("a torus carries data messages only");
  if (has_route) require_fits("a way", t.route, (1 << kRoutePayloadBits) - 1);
  std::vector<RawFlit> flits(static_cast<std::size_t>(t.length));
  FlitFields fields;
  fields.destination = destination;
  fields.tag = static_cast<std::uint32_t>(t.message);
  for (Flits k = 0; k < t.length; ++k) {
    const bool is_last = k == t.length - 1;
    fields.head = k == 0 && t.has_head;
    fields.tail = is_last && t.has_tail;
    fields.kind = is_last && t.end_mark ? FlitKind::kEnd : t.kind;
    fields.payload = has_route && fields.head ? t.route : payload_of(t, t.first + k);
    flits[static_cast<std::size_t>(k)] = pack(fields);
  }
  return flits;
}

ProcessingElement::ProcessingElement(const sc_core::sc_module_name& name, const Config& config,
                                     std::unique_ptr<protocols::PeProtocol> protocol)
    : sc_core::sc_module(name),
      config_(config),
      protocol_(std::move(protocol)),
      timed_(dynamic_cast<protocols::TimedProtocol*>(protocol_.get())) {
  SC_HAS_PROCESS(ProcessingElement);
  from_router.register_b_transport(this, &ProcessingElement::on_flit);
  SC_METHOD(start_method);
  if (config_.layout == FlitLayout::kStar) star_inputs_.resize(config_.neighbours.size());
  if (timed_ == nullptr) return;
  alarm_ = std::make_unique<sc_core::sc_event>("alarm");
  SC_METHOD(wake_method);
  sensitive << *alarm_;
  dont_initialize();
}

void ProcessingElement::start_method() {
  RouterOutbox outbox(*this);
  protocol_->start(outbox);
  if (timed_ != nullptr) set_alarm();
}

void ProcessingElement::wake_method() {
  alarmed_for_.reset();
  RouterOutbox outbox(*this);
  timed_->wake(static_cast<Step>(sc_core::sc_time_stamp().value() / config_.step.value()), outbox);
  set_alarm();
}

void ProcessingElement::set_alarm() {
  const std::optional<Step> next = timed_->next_wake();
  // A flit may arrive in the step of an alarm before that goes off: it must not go off twice.
  if (next == alarmed_for_) return;
  alarm_->cancel();
  alarmed_for_ = next;
  if (next) alarm_->notify(config_.step * static_cast<double>(*next) - sc_core::sc_time_stamp());
}

void ProcessingElement::on_flit(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  RawFlit flit = 0;
  if (payload.get_data_length() != sizeof flit) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  std::memcpy(&flit, payload.get_data_ptr(), sizeof flit);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);

  const Step step =
      static_cast<Step>((sc_core::sc_time_stamp() + delay).value() / config_.step.value());
  if (config_.layout == FlitLayout::kStar) {
    take_star_flit(step, static_cast<Node>(payload.get_address()), flit);
  } else {
    RouterOutbox outbox(*this);
    protocol_->receive(arrival_of(step, payload.get_address(), flit), outbox);
  }
  if (timed_ != nullptr) set_alarm();
}

void ProcessingElement::take_star_flit(Step step, Node from, RawFlit flit) {
  StarAnswers& input = star_inputs_[port_to(from)];
  if (input.take(flit)) {
    star_input_ = &input;
    RouterOutbox outbox(*this);
    protocol_->receive(star_arrival(step, from, config_.node, flit), outbox);
    star_input_ = nullptr;
  }
  for (const StarAnswerFlit& next : input.next()) write(next.port, next.after, {next.flit});
}

protocols::Arrival ProcessingElement::arrival_of(Step step, std::uint64_t address,
                                                 RawFlit flit) const {
  const bool has_route = config_.layout == FlitLayout::kRoute;
  const Node from = has_route ? config_.neighbours.at(address ^ 1U) : static_cast<Node>(address);
  const LinkEvent event = has_route ? to_torus_event(step, from, config_.node, flit)
                                    : to_event(step, from, config_.node, flit);
  protocols::Arrival arrival;
  arrival.step = step;
  arrival.kind = event.kind;
  arrival.from = event.from;
  arrival.message = event.message;
  if (config_.layout == FlitLayout::kAddress)
    arrival.tree =
        config_.addresses->tree_of(config_.node, unpack(flit).destination).value_or(kNoTree);
  arrival.index = event.index;
  arrival.is_last = unpack(flit).tail;
  arrival.value = has_route ? 0 : event.value;
  arrival.stream = event.stream;
  arrival.packet = has_route ? packet_of(flit) : 0;
  return arrival;
}

std::uint32_t ProcessingElement::port_to(Node via) const {
  if (via == kNoNode) return 0;
  const auto found = std::find(config_.neighbours.begin(), config_.neighbours.end(), via);
  if (found == config_.neighbours.end())
    throw std::logic_error(fmt::format("PE {} has no port to PE {}", config_.node, via));
  return static_cast<std::uint32_t>(found - config_.neighbours.begin());
}

std::uint32_t ProcessingElement::port_of(const protocols::Transmission& transmission) const {
  const bool has_port = transmission.port != protocols::Transmission::kViaDecides;
  return has_port ? transmission.port : port_to(transmission.via);
}

void ProcessingElement::transmit_star(const protocols::Transmission& transmission) {
  const std::uint32_t port = port_of(transmission);
  const Step after = transmission.after - (transmission.length - 1);
  if (after < 1)
    throw std::logic_error(fmt::format(
        "PE {}: a packet of {} flits takes {} steps to its first link, but is due {} from now",
        config_.node, transmission.length, transmission.length, transmission.after));
  std::vector<RawFlit> flits = star_flits_of(transmission);
  if (star_input_ != nullptr && star_input_->is_open())
    flits = star_input_->begin(port, after, std::move(flits));
  write(port, after, std::move(flits));
}

void ProcessingElement::transmit(const protocols::Transmission& transmission) {
  if (config_.layout == FlitLayout::kStar) {
    transmit_star(transmission);
    return;
  }
  const bool has_route = config_.layout == FlitLayout::kRoute;
  const std::uint32_t destination =
      has_route ? packet_field(transmission) : destination_field(transmission, *config_.addresses);
  const std::uint32_t port = port_of(transmission);
  std::vector<RawFlit> flits = flits_of(transmission, destination, config_.layout);
  if (transmission.every == 1) {
    write(port, transmission.after, std::move(flits));
    return;
  }
  // The router takes a message at one flit a step: slower ones go to it flit by flit.
  for (std::size_t k = 0; k < flits.size(); ++k)
    write(port, transmission.after + static_cast<Step>(k) * transmission.every, {flits[k]});
}

void ProcessingElement::write(std::uint32_t port, Step after, std::vector<RawFlit> flits) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(port);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(flits.data()));
  payload.set_data_length(static_cast<unsigned>(flits.size() * sizeof(RawFlit)));
  payload.set_streaming_width(sizeof(RawFlit));
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = config_.step * static_cast<double>(after);
  to_router->b_transport(payload, delay);
  if (payload.is_response_error())
    SC_REPORT_ERROR("flitwise/processing_element", payload.get_response_string().c_str());
}

}  // namespace flitwise
