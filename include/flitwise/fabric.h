// fabric.h: a network of routers as one SystemC module, with TLM sockets for PEs of any sort.
#ifndef FLITWISE_FABRIC_H_
#define FLITWISE_FABRIC_H_

#include <flitwise/fabric_network.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>

namespace flitwise {

class FabricTransactions;
class FabricWaves;

/// How transactions become flits, and steps simulated time.
struct FabricConfig {
  sc_core::sc_time step{1,
                        sc_core::SC_NS};  ///< one clock cycle of the routers; longer than no time
  /// The low bits of an address that the target sees; those above are its PE's number. At most 63.
  unsigned address_bits = 0;
  unsigned flit_bytes = 8;  ///< data bytes that a flit stands for, at least 1
  /// A write ends when a flit has come back that says so; else when its target has taken it.
  bool acknowledge_writes = false;
  /// A transfer starts when the last flit of the one before has come: nothing then collides, on
  /// any network. Nothing of the routers' decides who is next; requests wait in their order.
  bool one_at_a_time = false;
  FabricWaves* waves = nullptr;  ///< the wave to be written, of this fabric alone (fabric_waves.h)
  /// Called by the constructor with a sentence before it waits for a router that must be compiled
  /// first, "compiling torus_router (...), which takes some ten seconds the first time", and with
  /// another when that is over. Empty: standard error has it, if it is a terminal.
  std::function<void(const std::string& sentence)> progress{};
};

/// What has become of one way of a transaction: a request, or an answer (`is_answer`).
///
/// Units: steps, counted from 1; step t is the time from (t - 1) * step to t * step.
struct FabricTransfer {
  int from = -1;  ///< the PE that sends
  int to = -1;    ///< the PE that receives
  bool is_answer = false;
  std::int64_t flits = 0;      ///< as the transaction says; packets may add some
  std::int64_t ready = 0;      ///< the step after which its first flit could cross a link
  std::int64_t taken = 0;      ///< its router took the last flit at the clock edge of this step
  std::int64_t delivered = 0;  ///< its last flit reached the PE
  std::int64_t least = 0;      ///< `delivered` cannot be before: what an empty network takes
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
///      TLM_COMMAND_ERROR_RESPONSE for neither read nor write. Byte enables and streaming width go
///      to the target as they are. Debug transport reaches the target at once; there is no DMI.
///      Reports "flitwise/fabric" for what the base protocol does not allow, and for a target that
///      sets no response.
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
/// Life: until the last sc_start is over. Where it goes earlier, an error of "flitwise/fabric" ends
///      the simulation when that goes on.
/// Loss: tori lose nothing, and so do fat trees with `options.backpressure`. Elsewhere a flit gets
///      lost where two want one link at once (trees of bufferless PEs) or a queue is full (star
///      graphs): the router reports it, the transaction never ends, and a monitor says which one,
///      how many of its flits are missing and in which node they stayed. With `one_at_a_time` all
///      arrive.
class Fabric final : public sc_core::sc_module {
 public:
  using FromPe = tlm_utils::simple_target_socket_tagged_optional<Fabric>;
  using ToPe = tlm_utils::simple_initiator_socket_tagged_optional<Fabric>;

  /// Shape: entry p is PE p's.
  sc_core::sc_vector<FromPe> from_pe{"from_pe"};
  sc_core::sc_vector<ToPe> to_pe{"to_pe"};

  /// Errors: throws std::invalid_argument for a config out of range, std::runtime_error when a
  ///         router's model cannot be made.
  Fabric(const sc_core::sc_module_name& name, const FabricNetwork& network,
         const FabricConfig& config = {});
  ~Fabric() override;

  std::size_t pes() const { return to_pe.size(); }
  /// Calls `watch`, and all that were given before, for every transfer that is delivered, in the
  /// order of delivery.
  /// Errors: throws std::invalid_argument for no function, std::logic_error when a step is over: it
  ///         would have missed transfers.
  void watch(std::function<void(const FabricTransfer&)> watch);

 private:
  friend class FabricMonitor;
  using Payload = tlm::tlm_generic_payload;

  void b_transport(int pe, Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(int pe, Payload& payload);
  tlm::tlm_sync_enum nb_transport_bw(int pe, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

  std::unique_ptr<FabricTransactions> transactions_;
};

}  // namespace flitwise

#endif  // FLITWISE_FABRIC_H_
