// processing_element.cpp: the protocol's calls, at the times of SystemC.
#include "systemc/pe/processing_element.h"

#include <optional>
#include <utility>
#include <vector>

#include "systemc/pe/flit_payload.h"

namespace flitwise {

// Takes the flits of a PE's messages within one call of it.
class ProcessingElement::Router final : public RouterPort {
 public:
  // `ahead`: steps from the moment of the call to the step in which the protocol believes to be.
  explicit Router(ProcessingElement& pe, Step ahead = 0) : pe_(pe), ahead_(ahead) {}
  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) override;

 private:
  ProcessingElement& pe_;
  const Step ahead_;
};

ProcessingElement::ProcessingElement(const sc_core::sc_module_name& name, Config config,
                                     std::unique_ptr<protocols::PeProtocol> protocol)
    : sc_core::sc_module(name),
      step_(config.step),
      first_edge_(config.first_edge),
      host_(std::move(config.codec), std::move(protocol)) {
  SC_HAS_PROCESS(ProcessingElement);
  from_router.register_b_transport(this, &ProcessingElement::on_flits);
  SC_METHOD(start_method);
  if (!host_.is_timed()) return;
  alarm_ = std::make_unique<sc_core::sc_event>("alarm");
  SC_METHOD(wake_method);
  sensitive << *alarm_;
  dont_initialize();
}

// A protocol starts in step 0. Where a run starts earlier, so that routers of several steps can
// send in step 1, it is told so at once.
void ProcessingElement::start_method() {
  Router router(*this, -first_edge_);
  host_.start(router);
  if (host_.is_timed()) set_alarm();
}

// The network hands over all arrivals of a step in the first delta cycle of its time.
void ProcessingElement::wake_method() {
  if (host_.acts_on_arrivals() && !is_settling_) {
    is_settling_ = true;
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  is_settling_ = false;
  alarmed_for_.reset();
  Router router(*this);
  host_.wake(step_at(sc_core::sc_time_stamp()), router);
  set_alarm();
}

void ProcessingElement::set_alarm() {
  const std::optional<Step> next = host_.next_wake();
  // A flit may arrive in the step of an alarm before that goes off: it must not go off twice.
  if (next == alarmed_for_) return;
  alarm_->cancel();
  alarmed_for_ = next;
  // In this very step: in the next delta cycle.
  is_settling_ = next && *next == step_at(sc_core::sc_time_stamp());
  if (next)
    alarm_->notify(step_ * static_cast<double>(*next - first_edge_) - sc_core::sc_time_stamp());
}

Step ProcessingElement::step_at(const sc_core::sc_time& time) const {
  return static_cast<Step>(time.value() / step_.value()) + first_edge_;
}

void ProcessingElement::on_flits(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const Step step = step_at(sc_core::sc_time_stamp() + delay);
  Router router(*this);
  if (is_burst(payload)) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    host_.take_all(step, payload.get_address(),
                   reinterpret_cast<const RawFlit*>(payload.get_data_ptr()),
                   payload.get_data_length() / sizeof(RawFlit), router);
  } else {
    const std::optional<RawFlit> flit = flit_written_by(payload);
    if (!flit) return;
    host_.take(step, payload.get_address(), *flit, router);
  }
  if (host_.is_timed()) set_alarm();
}

void ProcessingElement::Router::write(std::uint32_t port, Step after, std::vector<RawFlit> flits) {
  write_flits(pe_.to_router, port, std::move(flits),
              pe_.step_ * static_cast<double>(after + ahead_), "flitwise/processing_element");
}

}  // namespace flitwise
