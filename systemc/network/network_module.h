// network_module.h: the one SystemC module that carries a network of routers through time.
#ifndef FLITWISE_SYSTEMC_NETWORK_NETWORK_MODULE_H_
#define FLITWISE_SYSTEMC_NETWORK_NETWORK_MODULE_H_

#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/network/handover.h"
#include "systemc/network/injector.h"
#include "systemc/network/link_tap.h"
#include "systemc/network/network.h"
#include "systemc/network/network_observer.h"

namespace flitwise {

/// PEs that are no modules of their own.
class PeBank {
 public:
  virtual ~PeBank() = default;
  /// A flit that reaches a PE in a step; `address` as NetworkModule's sockets say it.
  virtual void take(Node pe, Step step, std::uint64_t address, RawFlit flit) = 0;
  /// What its ports bring in a step, from port `first` on, 0 where one brings nothing.
  virtual void take_all(Node pe, Step step, std::uint64_t first, const RawFlit* flits,
                        std::size_t count) = 0;
};

/// Carries a network of routers through SystemC time and speaks TLM with its PEs.
///
/// Time:   clock edge t, which ends step t, is t - first_edge() steps after the start of the
///         simulation, in most networks at t * step. The module sleeps while nothing moves
///         and jumps over steps in which nothing can happen.
/// TLM:    base protocol, blocking transport. PE p is bound p-th to both sockets.
///         `from_pes`: WRITE of 8-byte flits, streaming width 8, a whole message; the address is
///         the PE's port (0 for a single-port PE, else the number of a link); the annotated delay
///         says when its first flit crosses its first link (a whole number of steps from now, at
///         least as many as the latency of the PE's router, which is 1 in most networks). Answers
///         TLM_BURST_ERROR_RESPONSE when the length is no multiple of 8 or 0,
///         TLM_COMMAND_ERROR_RESPONSE for a read, TLM_GENERIC_ERROR_RESPONSE for a wrong delay.
///         `to_pes`: WRITE of one 8-byte flit in the step that Handover says, of a slow link in
///         the last step in which the flit is on it, before the clock edge, so that an answer can
///         leave in the next step; a write per flit where several reach a PE in a step. With
///         Config::has_bursts those that come from a PE's ports are one WRITE instead, whose
///         streaming width is its length: flit k from the PE's port address + k, 0 for none.
class NetworkModule final : public sc_core::sc_module {
 public:
  struct Config {
    /// Destination fields that mean PEs; nodes of the network beyond the PEs are switches.
    AddressBook addresses;
    Step max_steps = 0;  ///< the run is stopped after this step
    std::vector<NetworkObserver*> observers;
    std::vector<std::string> node_names{};     ///< for reports; "PE 3" for nodes without an entry
    Handover handover = Handover::kFromLinks;  ///< else only the number of addresses counts
    LinkTap* tap = nullptr;  ///< kFromLinks: says what is for PEs instead of their addresses
    sc_core::sc_time step{1, sc_core::SC_NS};  ///< simulated time of one step
    /// Between the arrivals of a step and its clock edge there are delta cycles in which PEs act on
    /// all of them.
    bool pes_act_on_arrivals = false;
    bool has_bursts = false;  ///< PEs take bursts: ProcessingElement does
    PeBank* bank = nullptr;   ///< all PEs; then none is bound to the sockets
    /// Of processes that share the network, each with the PEs of its own nodes, all of which are in
    /// banks: hands these bytes to all and returns those of each, valid until the next call. Then
    /// all modules do the same steps.
    std::function<const std::vector<std::string_view>&(Step step, const std::string& own)>
        ask_all{};
  };

  static constexpr unsigned kBusWidth = 32;
  tlm_utils::multi_passthrough_target_socket<NetworkModule, kBusWidth, tlm::tlm_base_protocol_types,
                                             0, sc_core::SC_ZERO_OR_MORE_BOUND>
      from_pes{"from_pes"};
  tlm_utils::multi_passthrough_initiator_socket<
      NetworkModule, kBusWidth, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>
      to_pes{"to_pes"};

  NetworkModule(const sc_core::sc_module_name& name, const Config& config,
                std::unique_ptr<Network> network);

  /// Simulated time of one step.
  const sc_core::sc_time& step_time() const { return config_.step; }
  const Network& network() const { return *network_; }
  /// Of a PE in the bank: as a WRITE to `from_pes`, `after` steps from now.
  /// Errors: reports "flitwise/network_module" for an edge that is past.
  void send(Node pe, std::uint32_t port, Step after, std::vector<RawFlit> flits);
  /// The step of the moment, and the simulated time until that of another one.
  Step now() const { return *step_at(sc_core::sc_time_stamp()); }
  sc_core::sc_time time_until(Step step) const {
    return config_.step * static_cast<double>(step - first_edge()) - sc_core::sc_time_stamp();
  }
  /// The number of the edge at which the simulation starts: 0, or less where step 1 needs it.
  Step first_edge() const { return network_->first_edge(); }
  /// The step after which the run was stopped though flits or transmissions were left: the limit,
  /// or the last step of a network in which no flit can move any more.
  std::optional<Step> stopped_at() const { return stopped_at_ ? stopped_at_ : stuck_at_; }
  /// The run has ended in a deadlock: every flit left waits for another, and nothing else is due.
  bool is_deadlocked() const { return stuck_at_.has_value(); }
  std::size_t pending_transmissions() const { return injector_.pending(); }
  /// Where processes share the network: flits on links are from now on those of all. To be called
  /// when the run is over, by all of them.
  void gather_flits_on_links() { network_->gather_shown(); }
  /// Flits that would cross links next, one sentence each, at most kMostDescribed and how many
  /// more: what a stopped run still waits for.
  std::vector<std::string> describe_flits_on_links() const;
  static constexpr std::size_t kMostDescribed = 10;

 private:
  // What decides when the next edge is, beside the network's state.
  struct Outlook {
    std::optional<Step> next_edge;  // of the injector
    std::optional<Step> next_act;   // in which the simulation goes on without this module
    bool is_held_back = true;
    bool is_flit_left = false;
    bool is_stuck = true;  // stuck_at_ is set
  };

  void end_of_elaboration() override;
  void edge_method();
  void begin_edge(Step edge);
  void end_edge();
  void wake_for_next();
  void settle();
  Outlook look_out() const;
  Outlook own_outlook() const;
  bool is_shared() const { return config_.ask_all != nullptr; }
  bool is_beyond_limit(Step edge) const;
  void stop();
  void hand_arrivals_to_pes();
  void hand_deliveries_to_pes(Step step);
  bool is_for_pe(const LinkTransfer& transfer) const;
  void hand_to_pe(Node pe, Step step, std::uint64_t address, RawFlit flit);
  void hand_burst_to_pe(Node pe, Step step, std::uint64_t first, std::size_t count);
  void write_to_pe(Node pe, std::uint64_t address, RawFlit* flits, std::size_t count);
  bool reaches_pe() const;
  std::optional<Step> step_at(const sc_core::sc_time& time) const;
  std::string name_of_node(Node node) const;
  void wake_at(Step edge);
  bool inject(Node pe, std::uint32_t port, Step first_step, std::vector<RawFlit> flits);
  void on_transmission(int pe, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  const Config config_;
  std::unique_ptr<Network> network_;
  Injector injector_;
  tlm::tlm_generic_payload write_;   // to a PE; made once, since making one is dear
  std::array<RawFlit, 64> burst_{};  // of neighbouring ports
  Step edge_;                        // the clock edge being done, or the last one
  bool in_edge_ = false;             // begun and not ended; then the next wake is decided
  int deltas_left_ = 0;              // of those in which PEs act
  bool is_settling_ = false;         // shared: until all PEs have acted in this step
  sc_core::sc_event wake_{"wake"};
  std::optional<Step> stopped_at_;  // by the limit
  std::optional<Step> stuck_at_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_NETWORK_MODULE_H_
