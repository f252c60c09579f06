// fabric_targets.h: requests that have come to their PEs, and the PEs' targets.
#ifndef FLITWISE_SIM_FABRIC_FABRIC_TARGETS_H_
#define FLITWISE_SIM_FABRIC_FABRIC_TARGETS_H_

#include <flitwise/fabric.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace flitwise {

/// Hands requests to targets, one at a time a target, and says when each has its response.
///
/// TLM: BEGIN_REQ to a target that has taken the request before; its END_REQ, BEGIN_RESP or
///      TLM_COMPLETED count at the time annotated. Reports "flitwise/fabric" for other phases.
class FabricTargets final {
 public:
  using Payload = tlm::tlm_generic_payload;
  using Sockets = sc_core::sc_vector<Fabric::ToPe>;

  /// Shape: a socket a PE; they outlive the targets. `responded` is called with every request that
  ///        has its response.
  FabricTargets(Sockets& sockets, std::function<void(Payload&)> responded);

  bool has(int pe) const { return sockets_[static_cast<std::size_t>(pe)].size() > 0; }
  /// A request to a PE that has one.
  void request(int pe, Payload& request);
  /// A phase of its own by a target.
  tlm::tlm_sync_enum transport_bw(Payload& request, const tlm::tlm_phase& phase,
                                  const sc_core::sc_time& delay);
  unsigned transport_dbg(int pe, Payload& payload) { return socket(pe)->transport_dbg(payload); }

 private:
  struct Target {
    std::deque<Payload*> waiting;
    Payload* requested = nullptr;  // between BEGIN_REQ and END_REQ
  };

  Fabric::ToPe& socket(int pe) { return sockets_[static_cast<std::size_t>(pe)]; }
  void request_next(int pe);
  void after(const sc_core::sc_time& delay, Payload& request, const tlm::tlm_phase& phase);
  void on_phase(Payload& request, const tlm::tlm_phase& phase);

  Sockets& sockets_;
  const std::function<void(Payload&)> responded_;
  std::vector<Target> of_pe_;
  std::unordered_map<Payload*, int> asked_;  // the PE, until its target has responded
  tlm_utils::peq_with_cb_and_phase<FabricTargets> phases_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FABRIC_TARGETS_H_
