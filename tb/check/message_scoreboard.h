// message_scoreboard.h: every flit of every message accounted for, and the rules of the network
// watched.
#ifndef FLITWISE_TB_CHECK_MESSAGE_SCOREBOARD_H_
#define FLITWISE_TB_CHECK_MESSAGE_SCOREBOARD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/network/handover.h"
#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/topology/tree/tree.h"
#include "tb/check/fault_log.h"
#include "tb/check/handover.h"

namespace flitwise::check {

/// A message that must travel from `from` to `to`; `flits` includes an END mark if there is one.
struct ExpectedMessage {
  Node from = kNoNode;
  Node to = kNoNode;
  Flits flits = 0;
  bool end_mark = false;
  Flits packet = 0;  ///< flits between a head and a tail mark; 0: the whole message
  Step every = 1;    ///< steps from one flit to the next within a packet
};

/// How many flits a PE may send and receive in a step.
enum class PortRule : std::uint8_t {
  kOnePerPe,    ///< single-port
  kOnePerLink,  ///< multiport: the links themselves carry no more
};

/// Follows every flit of a run: each expected flit is delivered exactly once, at the
/// right PE, in order and at its pace within a packet; what the routers deliver is what crossed the
/// last link in that step, Network::delivery_delay() before; no PE sends or receives twice in a
/// step; no router and no PE reports a violation.
class MessageScoreboard final : public NetworkObserver, public FaultLog {
 public:
  /// Shape: `expected[i]` is message i; 0 flits where there is none. `addresses` as in
  ///        NetworkModule::Config; only PEs have ports whose use is counted, switches have none.
  ///        `own`: the nodes that it watches, where others watch others.
  MessageScoreboard(std::vector<ExpectedMessage> expected, AddressBook addresses,
                    PortRule ports = PortRule::kOnePerPe, NodeRange own = {});

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// To be called when the run is over: complains about flits that never arrived.
  void close();
  // Of a run whose nodes several processes watch, each its own, after close():
  /// Writes what was found, and adds what another process has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);
  /// Once all are added up: complains where links show other uses of ports than routers report.
  void close_ports();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return expected_total_; }

 private:
  struct Progress {
    Flits received = 0;
    Step last_step = 0;
  };
  struct PortUse {
    Step step = 0;
    int flits = 0;
  };
  struct SecondUse {
    Step step = 0;
    bool receives = false;
    Node from = kNoNode;
    Node to = kNoNode;

    auto key() const { return std::tie(step, receives, from); }
  };
  bool is_pe(Node node) const { return addresses_.has(node); }
  bool counts_ports() const { return ports_ == PortRule::kOnePerPe; }
  void use_port(PortUse& use, Step step, bool receives, const LinkTransfer& transfer);
  void check_delivery(Step step, const Delivery& delivery);
  void check_handover(Step step, const Network& network);
  void count(const Violation& violation);
  void note_second(const SecondUse& use);

  std::vector<ExpectedMessage> expected_;
  AddressBook addresses_;
  PortRule ports_;
  const NodeRange own_;
  std::vector<Progress> progress_;
  std::vector<PortUse> sends_, receives_;  // by PE
  Handover handover_;
  Flits expected_total_ = 0;
  Flits delivered_ = 0;
  // Single-port violations as the links show them and as the routers report them.
  std::int64_t seen_on_links_ = 0;
  std::int64_t reported_ = 0;
  std::optional<SecondUse> first_seen_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_MESSAGE_SCOREBOARD_H_
