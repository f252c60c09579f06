// processing_element.h: a PE as a TLM module: it carries a protocol through time.
#ifndef FLITWISE_SYSTEMC_PE_PROCESSING_ELEMENT_H_
#define FLITWISE_SYSTEMC_PE_PROCESSING_ELEMENT_H_

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/network/flit.h"
#include "systemc/pe/star_answers.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/timed_protocol.h"

namespace flitwise {

/// One PE: hands the flits that arrive to its protocol and the protocol's messages to its router.
///
/// In a star graph, whose routers take whole packets before they send them on, a message enters the
/// router as many steps before its first link as it has flits.
/// It has no process of its own beside the one that starts the protocol and, of a TimedProtocol,
/// wakes it when it has asked for it, so that it costs nothing while no flit arrives for it.
/// TLM:    `from_router` takes WRITEs of one 8-byte flit, several in a step where they come over
///         several ports (address = number of the neighbour; on a torus, of the port), and answers
///         TLM_BURST_ERROR_RESPONSE to any other length, TLM_COMMAND_ERROR_RESPONSE to reads.
///         `to_router` sends whole messages as NetworkModule describes.
/// Errors: reports "flitwise/processing_element" when the router refuses a message.
class ProcessingElement final : public sc_core::sc_module {
 public:
  struct Config {
    Node node = 0;
    sc_core::sc_time step;  ///< simulated time of one step
    /// Destination fields of all PEs; shared by them, outlives them. Not looked at on a torus or in
    /// a star graph.
    const AddressBook* addresses = nullptr;
    /// Multiport PEs: the PE at the other end of link k, kNoNode for a link that is not there.
    /// On a torus: the one that channel k leads to; what comes over port k comes from the neighbour
    /// of the opposite channel, k ^ 1. In a star graph: the one in dimension k + 2.
    std::vector<Node> neighbours;
    FlitLayout layout = FlitLayout::kAddress;
  };

  tlm_utils::simple_initiator_socket<ProcessingElement> to_router{"to_router"};
  tlm_utils::simple_target_socket<ProcessingElement> from_router{"from_router"};

  ProcessingElement(const sc_core::sc_module_name& name, const Config& config,
                    std::unique_ptr<protocols::PeProtocol> protocol);

  const protocols::PeProtocol& protocol() const { return *protocol_; }

 private:
  class RouterOutbox;
  void start_method();
  void wake_method();
  void set_alarm();
  void on_flit(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void transmit(const protocols::Transmission& transmission);
  void take_star_flit(Step step, Node from, RawFlit flit);
  void transmit_star(const protocols::Transmission& transmission);
  std::uint32_t port_of(const protocols::Transmission& transmission) const;
  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits);
  protocols::Arrival arrival_of(Step step, std::uint64_t address, RawFlit flit) const;
  std::uint32_t port_to(Node via) const;

  const Config config_;
  std::unique_ptr<protocols::PeProtocol> protocol_;
  std::vector<StarAnswers> star_inputs_;   // star graphs: by port
  StarAnswers* star_input_ = nullptr;      // of the flit that the protocol is shown
  protocols::TimedProtocol* const timed_;  // the protocol, if it is one; then alarm_ is there
  std::unique_ptr<sc_core::sc_event> alarm_;
  std::optional<Step> alarmed_for_;  // the step for which it is set
};

/// The destination field of a message: the address of its PE, the digits of copies, 0 of a flood.
/// Errors: throws std::range_error when the digits do not fit.
std::uint32_t destination_field(const protocols::Transmission& transmission,
                                const AddressBook& addresses);

/// The same on a torus: the number of the message.
/// Errors: throws std::range_error when it does not fit.
std::uint32_t packet_field(const protocols::Transmission& transmission);

/// The flits of a message, head to tail.
/// Errors: throws std::range_error when a value does not fit its field, std::logic_error for a
///         message on a torus that is not data.
std::vector<RawFlit> flits_of(const protocols::Transmission& transmission,
                              std::uint32_t destination, FlitLayout layout = FlitLayout::kAddress);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_PROCESSING_ELEMENT_H_
