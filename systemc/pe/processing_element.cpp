// processing_element.cpp: the protocol's calls, at the times of SystemC.
#include "systemc/pe/processing_element.h"

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace flitwise {

// Takes the protocol's messages within one call of it, and the codec's flits.
class ProcessingElement::Router final : public protocols::Outbox, public RouterPort {
 public:
  explicit Router(ProcessingElement& pe) : pe_(pe) {}
  void send(const protocols::Transmission& transmission) override {
    pe_.config_.codec->send(transmission, *this);
  }
  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) override;

 private:
  ProcessingElement& pe_;
};

ProcessingElement::ProcessingElement(const sc_core::sc_module_name& name, Config config,
                                     std::unique_ptr<protocols::PeProtocol> protocol)
    : sc_core::sc_module(name),
      config_(std::move(config)),
      protocol_(std::move(protocol)),
      timed_(dynamic_cast<protocols::TimedProtocol*>(protocol_.get())) {
  SC_HAS_PROCESS(ProcessingElement);
  from_router.register_b_transport(this, &ProcessingElement::on_flit);
  SC_METHOD(start_method);
  if (timed_ == nullptr) return;
  alarm_ = std::make_unique<sc_core::sc_event>("alarm");
  SC_METHOD(wake_method);
  sensitive << *alarm_;
  dont_initialize();
}

void ProcessingElement::start_method() {
  Router router(*this);
  protocol_->start(router);
  if (timed_ != nullptr) set_alarm();
}

void ProcessingElement::wake_method() {
  alarmed_for_.reset();
  Router router(*this);
  timed_->wake(static_cast<Step>(sc_core::sc_time_stamp().value() / config_.step.value()), router);
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
  Router router(*this);
  if (const auto arrival = config_.codec->take(step, payload.get_address(), flit))
    protocol_->receive(*arrival, router);
  config_.codec->follow(router);
  if (timed_ != nullptr) set_alarm();
}

void ProcessingElement::Router::write(std::uint32_t port, Step after, std::vector<RawFlit> flits) {
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(port);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(flits.data()));
  payload.set_data_length(static_cast<unsigned>(flits.size() * sizeof(RawFlit)));
  payload.set_streaming_width(sizeof(RawFlit));
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = pe_.config_.step * static_cast<double>(after);
  pe_.to_router->b_transport(payload, delay);
  if (payload.is_response_error())
    SC_REPORT_ERROR("flitwise/processing_element", payload.get_response_string().c_str());
}

}  // namespace flitwise
