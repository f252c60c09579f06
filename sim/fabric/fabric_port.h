// fabric_port.h: a PE's end of a network that carries transfers.
#ifndef FLITWISE_SIM_FABRIC_FABRIC_PORT_H_
#define FLITWISE_SIM_FABRIC_FABRIC_PORT_H_

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <map>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "sim/fabric/transfer_network.h"
#include "systemc/pe/flit_codec.h"

namespace flitwise {

/// Turns transfers into flits, hands these to the router, and knows whose the ones are that the
/// router takes and brings.
class FabricPort final : public sc_core::sc_module, private RouterPort {
 public:
  tlm_utils::simple_initiator_socket<FabricPort> to_router{"to_router"};
  tlm_utils::simple_target_socket<FabricPort> from_router{"from_router"};

  /// `network` outlives the port.
  FabricPort(const sc_core::sc_module_name& name, TransferNetwork& network, Node pe,
             std::unique_ptr<FlitCodec> codec);

  /// Shape: the transfer has a number. Says when it is ready, and when it can be there.
  void send(Transfer& transfer);
  /// The router has taken a flit over one of the PE's ports at the clock edge that ends `step`.
  void taken(std::uint32_t port, Step step);

 private:
  struct Lane {
    Step free = 0;  // the first step in which it can send
    std::deque<std::pair<Transfer*, Flits>> sending;
  };

  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) override;
  void on_flit(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  Step first_step() const;

  TransferNetwork& network_;
  const Node pe_;
  const std::unique_ptr<FlitCodec> codec_;
  std::map<std::uint32_t, Lane> lanes_;
  bool is_receiving_ = false;  // within the call that brings a flit
  Transfer* current_ = nullptr;
  Step base_ = 0;  // the step before the first in which what is being sent could cross a link
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FABRIC_PORT_H_
