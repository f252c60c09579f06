// fabric_initiators.cpp: the base protocol towards initiators.
#include "sim/fabric/fabric_sockets.h"

#include <utility>

namespace flitwise {
namespace {

constexpr const char* kWrongAnswer =
    "an initiator answered a phase as none of the base protocol does";

}  // namespace

FabricInitiators::FabricInitiators(Sockets& sockets, std::function<void(int, Payload&)> requested)
    : sockets_(sockets),
      requested_(std::move(requested)),
      of_pe_(sockets.size()),
      phases_("initiator_phases", this, &FabricInitiators::on_phase) {}

tlm::tlm_sync_enum FabricInitiators::transport_fw(int pe, Payload& payload,
                                                  const tlm::tlm_phase& phase,
                                                  const sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    begin_request(pe, payload);
  } else if (phase != tlm::END_RESP) {
    SC_REPORT_ERROR("flitwise/fabric", "a phase that no initiator of the base protocol sends");
    return tlm::TLM_ACCEPTED;
  }
  if (delay != sc_core::SC_ZERO_TIME) {
    phases_.notify(payload, phase, delay);
    return tlm::TLM_ACCEPTED;
  }
  const bool is_over = phase == tlm::END_RESP;
  on_phase(payload, phase);
  return is_over ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

void FabricInitiators::begin_request(int pe, Payload& payload) {
  if (of(pe).is_requesting)
    SC_REPORT_ERROR("flitwise/fabric", "a request before the END_REQ of the one before");
  of(pe).is_requesting = true;
  if (payload.has_mm()) payload.acquire();
  begun_by_[&payload] = pe;
}

void FabricInitiators::on_phase(Payload& payload, const tlm::tlm_phase& phase) {
  const auto begun = begun_by_.find(&payload);
  if (begun == begun_by_.end()) {
    SC_REPORT_ERROR("flitwise/fabric", "a phase of a transaction that is not under way");
    return;
  }
  const int pe = begun->second;
  if (phase == tlm::BEGIN_REQ) {
    requested_(pe, payload);
    return;
  }
  begun_by_.erase(begun);
  if (payload.has_mm()) payload.release();
  of(pe).is_responding = false;
  respond_next(pe);
}

void FabricInitiators::end_request(int pe, Payload& payload) {
  of(pe).is_requesting = false;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (socket(pe)->nb_transport_bw(payload, phase, delay) != tlm::TLM_ACCEPTED)
    SC_REPORT_ERROR("flitwise/fabric", kWrongAnswer);
}

void FabricInitiators::respond(int pe, Payload& payload) {
  of(pe).responding.push_back(&payload);
  respond_next(pe);
}

std::vector<std::size_t> FabricInitiators::open_responses() const {
  std::vector<std::size_t> open;
  for (const Initiator& initiator : of_pe_)
    open.push_back((initiator.is_responding ? 1 : 0) + initiator.responding.size());
  return open;
}

// The next ended transaction, once the initiator has taken the one before.
void FabricInitiators::respond_next(int pe) {
  Initiator& initiator = of(pe);
  while (!initiator.is_responding && !initiator.responding.empty()) {
    Payload& payload = *initiator.responding.front();
    initiator.responding.pop_front();
    initiator.is_responding = true;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum sync = socket(pe)->nb_transport_bw(payload, phase, delay);
    if (sync == tlm::TLM_ACCEPTED) continue;
    if (sync == tlm::TLM_UPDATED && phase != tlm::END_RESP)
      SC_REPORT_ERROR("flitwise/fabric", kWrongAnswer);
    if (delay != sc_core::SC_ZERO_TIME)
      phases_.notify(payload, tlm::END_RESP, delay);
    else
      on_phase(payload, tlm::END_RESP);
  }
}

FabricTargets::FabricTargets(Sockets& sockets, std::function<void(Payload&)> responded)
    : sockets_(sockets),
      responded_(std::move(responded)),
      of_pe_(sockets.size()),
      phases_("target_phases", this, &FabricTargets::on_phase) {}

void FabricTargets::request(int pe, Payload& request) {
  asked_[&request] = pe;
  of_pe_[static_cast<std::size_t>(pe)].waiting.push_back(&request);
  request_next(pe);
}

// The next request to the PE's target, once that has taken the one before.
void FabricTargets::request_next(int pe) {
  Target& target = of_pe_[static_cast<std::size_t>(pe)];
  while (target.requested == nullptr && !target.waiting.empty()) {
    Payload& request = *target.waiting.front();
    target.waiting.pop_front();
    target.requested = &request;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum sync = socket(pe)->nb_transport_fw(request, phase, delay);
    if (sync == tlm::TLM_ACCEPTED) continue;
    if (sync == tlm::TLM_COMPLETED) phase = tlm::BEGIN_RESP;
    after(delay, request, phase);
  }
}

void FabricTargets::after(const sc_core::sc_time& delay, Payload& request,
                          const tlm::tlm_phase& phase) {
  if (delay == sc_core::SC_ZERO_TIME)
    on_phase(request, phase);
  else
    phases_.notify(request, phase, delay);
}

tlm::tlm_sync_enum FabricTargets::transport_bw(Payload& request, const tlm::tlm_phase& phase,
                                               const sc_core::sc_time& delay) {
  const bool is_response = phase == tlm::BEGIN_RESP;
  after(delay, request, phase);
  return is_response ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

void FabricTargets::on_phase(Payload& request, const tlm::tlm_phase& phase) {
  const auto found = asked_.find(&request);
  if (found == asked_.end() || (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP)) {
    SC_REPORT_ERROR("flitwise/fabric", "a target sent a phase of no request to it");
    return;
  }
  const int pe = found->second;
  Target& target = of_pe_[static_cast<std::size_t>(pe)];
  if (phase == tlm::END_REQ && target.requested != &request) {
    SC_REPORT_ERROR("flitwise/fabric", "a target ended a request that it had ended before");
    return;
  }
  if (target.requested == &request) target.requested = nullptr;
  if (phase == tlm::BEGIN_RESP) {
    asked_.erase(found);
    responded_(request);
  }
  request_next(pe);
}

}  // namespace flitwise
