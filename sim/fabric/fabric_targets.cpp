// fabric_targets.cpp: the base protocol towards targets.
#include "sim/fabric/fabric_targets.h"

#include <utility>

namespace flitwise {

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
