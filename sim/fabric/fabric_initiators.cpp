// fabric_initiators.cpp: the base protocol towards initiators.
#include "sim/fabric/fabric_initiators.h"

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

}  // namespace flitwise
