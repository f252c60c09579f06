// fabric.h: a network of routers as one SystemC module, with TLM sockets for PEs of any sort.
#ifndef FLITWISE_SIM_FABRIC_FABRIC_H_
#define FLITWISE_SIM_FABRIC_FABRIC_H_

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "sim/fabric/fabric_network.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// How transactions become flits, and steps simulated time.
struct FabricConfig {
  sc_core::sc_time step{1, sc_core::SC_NS};  ///< one clock cycle of the routers
  /// The low bits of an address that the target sees; those above are its PE's number. At most 63.
  unsigned address_bits = 0;
  unsigned flit_bytes = 8;  ///< data bytes that a flit stands for, at least 1
  /// A write ends when a flit has come back that says so; else when its target has taken it.
  bool acknowledge_writes = false;
};

/// What has become of one way of a transaction: a request, or an answer (`is_answer`).
struct FabricTransfer {
  Node from = kNoNode;
  Node to = kNoNode;
  bool is_answer = false;
  Flits flits = 0;
  Step ready = 0;      ///< the step after which its first flit could cross a link
  Step taken = 0;      ///< its router took the last flit at the clock edge that ends this step
  Step delivered = 0;  ///< its last flit reached the PE
  Step least = 0;      ///< `delivered` cannot be before: what it takes in an empty network
};

/// What a finished simulation showed of a fabric.
struct FabricVerdict {
  /// 0: all is well. 1: a router reported a broken rule, an RTL assertion failed, or a transfer
  /// was faster than it can be. 3: a transaction did not end.
  int exit_status = 0;
  std::vector<std::string> messages;  ///< one sentence each; empty where all is well
  std::int64_t transfers = 0;         ///< requests and answers that were delivered
  std::int64_t pending = 0;           ///< transactions that have not ended
  Flits flits = 0;                    ///< delivered
  std::int64_t flit_hops = 0;         ///< flits that crossed links
  Step finish = 0;                    ///< the step in which the last flit reached its PE
  Step quiesce = 0;                   ///< the step in which the last flit crossed a link
  std::int64_t violations = 0;        ///< reports of routers
};

/// A network of routers as a module: bind a PE's initiator socket to `from_pe[p]` and its target
/// socket to `to_pe[p]`; either may be left unbound.
///
/// Every PE can write to and read from every other one. A write is a request of
/// ceil(bytes / flit_bytes) flits; a read is a request of one flit and an answer of that many, or
/// of one where the target has refused. The data themselves travel beside the flits, which have no
/// room for them, and are handed over with the last flit.
///
/// TLM: base protocol, both transports. The address is the target's PE, shifted left by
///      `address_bits`. TLM_ADDRESS_ERROR_RESPONSE where there is no such PE, nothing is bound
///      there, or it is the initiator's own; TLM_BURST_ERROR_RESPONSE for no data;
///      TLM_COMMAND_ERROR_RESPONSE for neither read nor write. Debug transport reaches the target
///      at once; there is no DMI.
/// Time: a request made at time x is taken over by the clock edge after x, and its first flit
///      crosses a link in step floor(x / step) + 2 at the earliest; made within the call that
///      delivers to the same PE, a step earlier. Clock edge t, which ends step t, is at t * step.
///      b_transport first waits for its annotated delay and returns, without delay, when the
///      transaction ends.
///      nb_transport: END_REQ when the router has taken the last flit of the request, which is the
///      back pressure that a PE sees; BEGIN_RESP when the transaction ends. To targets the fabric
///      sends BEGIN_REQ in the step in which the last flit reaches the PE, one at a time; others
///      wait at the PE, without bound.
///      Requests of a PE leave in the order in which they were made. They arrive so where there is
///      one way between two PEs, as on tori.
/// Loss: tori lose nothing, and so do fat trees with `options.backpressure`. Elsewhere a flit gets
///      lost where two want one link at once (trees of bufferless PEs) or a queue is full (star
///      graphs): the router reports it, the transaction never ends, and the verdict says so.
class Fabric final : public sc_core::sc_module {
 public:
  using FromPe = tlm_utils::simple_target_socket_tagged_optional<Fabric>;
  using ToPe = tlm_utils::simple_initiator_socket_tagged_optional<Fabric>;

  /// Entry p is PE p's.
  sc_core::sc_vector<FromPe> from_pe{"from_pe"};
  sc_core::sc_vector<ToPe> to_pe{"to_pe"};

  /// Errors: throws std::invalid_argument for a config out of range or a network that carries no
  ///         messages between any two PEs, ModelError when a router's model cannot be made.
  Fabric(const sc_core::sc_module_name& name, const FabricNetwork& network,
         const FabricConfig& config = {});
  ~Fabric() override;

  std::size_t pes() const { return to_pe.size(); }
  /// Calls `watch` for every transfer that is delivered, in the order of delivery.
  void watch(std::function<void(const FabricTransfer&)> watch);
  /// To be asked when the simulation is over.
  FabricVerdict verdict() const;

 private:
  using Payload = tlm::tlm_generic_payload;
  class CopyManager;
  class Machinery;
  class Port;
  struct Transaction;

  void b_transport(int pe, Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(int pe, Payload& payload);
  tlm::tlm_sync_enum nb_transport_bw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  std::unique_ptr<Machinery> machinery_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FABRIC_H_
