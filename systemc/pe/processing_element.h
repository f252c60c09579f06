// processing_element.h: a PE as a TLM module: it carries a protocol through time.
#ifndef FLITWISE_SYSTEMC_PE_PROCESSING_ELEMENT_H_
#define FLITWISE_SYSTEMC_PE_PROCESSING_ELEMENT_H_

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <memory>
#include <systemc>

#include "systemc/pe/flit_codec.h"
#include "systemc/pe/pe_host.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise {

/// One PE: hands the flits that arrive to its protocol and the protocol's messages to its router.
///
/// It has no process of its own beside the one that starts the protocol and, of a TimedProtocol,
/// wakes it when it has asked for it, so that it costs nothing while no flit arrives for it.
/// TLM:    `from_router` takes WRITEs of one 8-byte flit, several in a step where they come over
///         several ports (its address is for the codec), and bursts of what such ports bring in a
///         step, as NetworkModule describes them, from an address of RawFlit's alignment. It
///         answers TLM_BURST_ERROR_RESPONSE to any other length, TLM_COMMAND_ERROR_RESPONSE to
///         reads. `to_router` sends whole messages as NetworkModule describes.
/// Errors: reports "flitwise/processing_element" when the router refuses a message.
class ProcessingElement final : public sc_core::sc_module {
 public:
  struct Config {
    sc_core::sc_time step;             ///< simulated time of one step
    std::unique_ptr<FlitCodec> codec;  ///< of the router that the PE is bound to
    Step first_edge = 0;               ///< NetworkModule's: the step in which the run starts
  };

  tlm_utils::simple_initiator_socket<ProcessingElement> to_router{"to_router"};
  tlm_utils::simple_target_socket<ProcessingElement> from_router{"from_router"};

  ProcessingElement(const sc_core::sc_module_name& name, Config config,
                    std::unique_ptr<protocols::PeProtocol> protocol);

  const protocols::PeProtocol& protocol() const { return host_.protocol(); }

 private:
  class Router;
  void start_method();
  void wake_method();
  void set_alarm();
  Step step_at(const sc_core::sc_time& time) const;
  void on_flits(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  const sc_core::sc_time step_;
  const Step first_edge_;
  PeHost host_;
  std::unique_ptr<sc_core::sc_event> alarm_;  // of a protocol that is timed
  std::optional<Step> alarmed_for_;           // the step for which it is set
  bool is_settling_ = false;  // the alarm's step has come, and its arrivals come now
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_PROCESSING_ELEMENT_H_
