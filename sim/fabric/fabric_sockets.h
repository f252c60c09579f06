// fabric_sockets.h: initiators and targets of the PEs: their phases, and what they are told.
#ifndef FLITWISE_SIM_FABRIC_FABRIC_SOCKETS_H_
#define FLITWISE_SIM_FABRIC_FABRIC_SOCKETS_H_

#include <flitwise/fabric.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace flitwise {

/// Takes requests of initiators that use nb_transport, and tells these when requests are taken and
/// have ended, one response at a time an initiator.
///
/// TLM: BEGIN_REQ and END_RESP of initiators count at the time annotated. Reports "flitwise/fabric"
///      for other phases, for a BEGIN_REQ before the END_REQ of the request before, and for an
///      answer to END_REQ or BEGIN_RESP that the base protocol does not have.
class FabricInitiators final {
 public:
  using Payload = tlm::tlm_generic_payload;
  using Sockets = sc_core::sc_vector<Fabric::FromPe>;

  /// Shape: a socket a PE; they outlive the initiators. `requested` is called with every request.
  FabricInitiators(Sockets& sockets, std::function<void(int pe, Payload&)> requested);

  /// A phase of the initiator of `pe`; a BEGIN_REQ that nothing speaks against.
  tlm::tlm_sync_enum transport_fw(int pe, Payload& payload, const tlm::tlm_phase& phase,
                                  const sc_core::sc_time& delay);
  /// The router has taken all of the request.
  void end_request(int pe, Payload& payload);
  /// The transaction has ended.
  void respond(int pe, Payload& payload);
  /// Of each PE, the responses that it has not ended: the one that it was sent, and those behind
  /// it.
  std::vector<std::size_t> open_responses() const;

 private:
  struct Initiator {
    bool is_requesting = false;       // between BEGIN_REQ and END_REQ
    bool is_responding = false;       // between BEGIN_RESP and END_RESP
    std::deque<Payload*> responding;  // waits for that
  };

  Initiator& of(int pe) { return of_pe_[static_cast<std::size_t>(pe)]; }
  Fabric::FromPe& socket(int pe) { return sockets_[static_cast<std::size_t>(pe)]; }
  void begin_request(int pe, Payload& payload);
  void respond_next(int pe);
  void on_phase(Payload& payload, const tlm::tlm_phase& phase);

  Sockets& sockets_;
  const std::function<void(int, Payload&)> requested_;
  std::vector<Initiator> of_pe_;
  std::unordered_map<Payload*, int> begun_by_;  // from BEGIN_REQ to END_RESP
  tlm_utils::peq_with_cb_and_phase<FabricInitiators> phases_;
};

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

#endif  // FLITWISE_SIM_FABRIC_FABRIC_SOCKETS_H_
