// network.h: a network of routers as the rest of the project sees it, however it is built.
#ifndef FLITWISE_SYSTEMC_NETWORK_NETWORK_H_
#define FLITWISE_SYSTEMC_NETWORK_NETWORK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A flit that lies in a router's output register and is on the link behind it from the next step
/// on, on most links in that step only. With back pressure, a flit that the far end does not take
/// in that step is no transfer.
struct LinkTransfer {
  Node from = kNoNode;
  Node to = kNoNode;
  RawFlit flit = 0;
  std::uint32_t lane = 0;  ///< of the router of `from`: two links may lead to one neighbour
};

/// A flit that a router has handed to its own PE, over one of the PE's ports.
struct Delivery {
  Node node = kNoNode;
  RawFlit flit = 0;
  std::uint32_t port = 0;
};

/// Rules that a router reports as broken; the values are the bits of its `violation_o`. Those of
/// own routers their adapter reports.
enum class ViolationKind : std::uint8_t {
  kCollision = 0,      ///< two flits for one output; one of them is lost
  kSecondSend = 1,     ///< single-port: flits for two links in one step
  kSecondReceive = 2,  ///< single-port: flits from two links in one step
  kNoRoute = 3,        ///< a destination that cannot be reached from here; the flit is lost
  kBrokenWorm = 4,     ///< a body flit without head, or a head inside a message
  kWaited = 5,         ///< a packet waited though the network's schedule lets none wait
  kOverflow = 6,       ///< a queue was full and there is no back pressure; a packet is lost
  kMismatch = 7,       ///< operands that cannot be combined, or lack some; they are lost
  kAltered = 8,        ///< own routers: what comes out is no flit that has gone in
  kCreditTwice = 9,    ///< own routers: a credit comes back for a slot that is free
  kDropped = 10,       ///< own routers: a flit is thrown away, as the router itself says
};

/// A report of one router at one clock edge.
struct Violation {
  Step step = 0;  ///< the clock edge that ends this step captured the flits concerned
  Node node = kNoNode;
  ViolationKind kind = ViolationKind::kCollision;
  std::vector<std::string> inputs;   ///< "own", "parent (PE 0)", "child 1 (PE 4)"
  std::vector<std::string> outputs;  ///< likewise
  std::string place{};               ///< "switch 2.1"; empty for "PE " and the node's number
  Step after = 1;                    ///< steps from that edge to the flits' first on their links
  std::vector<std::uint32_t> input_lanes{};  ///< of the router, those of `inputs`

  /// One sentence with node, ports and step.
  std::string text() const;
};

/// A network of routers under one clock.
///
/// Time: `clock(t)` is the clock edge that ends step t. Flits injected before it are captured by
/// it, lie in `transfers()` after it and cross their first link in step t + 1. Flits that crossed a
/// link to their PE in step t are in `deliveries()` after `clock(t)`. A router of latency r keeps a
/// flit r - 1 steps longer, unless it delivers it; a flit sent in step t over a link of latency w
/// is received in step t + w - 1.
class Network {
 public:
  virtual ~Network() = default;

  /// Offers a flit to the router of `node` for the next clock edge, over a port of its PE: a
  /// single-port PE has port 0 only, a multiport PE one port a link. At most one per edge and port.
  /// Errors: throws std::logic_error where the port does not exist or does not accept it.
  virtual void inject(Node node, std::uint32_t port, RawFlit flit) = 0;
  /// Whether the PE's port can take a flit for the next edge. Always, but in a network with back
  /// pressure whose router has not yet taken an earlier flit from this port, or has no room for it.
  virtual bool accepts(Node node, std::uint32_t port) const {
    static_cast<void>(node);
    static_cast<void>(port);
    return true;
  }
  /// Steps from the edge that captures a flit of this node's PE to the first one in which it is on
  /// a link: the latency of the node's router.
  virtual Step router_latency(Node node) const {
    static_cast<void>(node);
    return 1;
  }
  /// The first edge: 0, or before it where a flit has to be injected earlier to be sent in step 1.
  virtual Step first_edge() const { return 0; }
  /// Steps from the one in which a link brings a PE its flit to the edge after which the flit is in
  /// deliveries(): own routers take a while to their PEs, too, which see their flits on the links.
  virtual Step delivery_delay() const { return 0; }
  /// Whether routers hold flits back, and PEs with them.
  virtual bool has_back_pressure() const { return false; }
  /// Asked after an edge: flits are left, and none of them will ever move without an injection.
  virtual bool is_stuck() const { return false; }
  /// Flits wait in routers. May also hold where flits have been lost.
  virtual bool holds_flits() const { return false; }
  /// One clock edge; `step` must grow from call to call, gaps are steps in which nothing moved.
  virtual void clock(Step step) = 0;

  /// Flits in the link registers since the last edge, by router and port.
  const std::vector<LinkTransfer>& transfers() const { return transfers_; }
  /// Flits whose last step on their link is the next one; in most networks those of `transfers()`.
  const std::vector<LinkTransfer>& arrivals() const {
    return lists_arrivals_ ? arrivals_ : transfers_;
  }
  /// Flits on links of several steps, of which the next one is not the last.
  virtual std::size_t flits_in_flight() const { return 0; }
  /// What the last edge delivered and reported.
  const std::vector<Delivery>& deliveries() const { return deliveries_; }
  const std::vector<Violation>& violations() const { return violations_; }

  /// Where processes share the network and each sees its own nodes, that is `transfers()` from them
  /// and `arrivals()` to them: from now until the next edge `transfers()` and `deliveries()` are
  /// those of all. All of them must call it.
  virtual void gather_shown() {}

  /// Nothing will change at any further edge without an injection.
  virtual bool is_quiet() const = 0;
  /// Router evaluations so far.
  virtual std::int64_t router_cycles() const = 0;
  /// RTL assertions that have failed so far.
  virtual int assertion_failures() const = 0;

 protected:
  std::vector<LinkTransfer> transfers_;
  std::vector<LinkTransfer> arrivals_;  // where they are others than the transfers
  bool lists_arrivals_ = false;         // as with links of several steps
  std::vector<Delivery> deliveries_;
  std::vector<Violation> violations_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_NETWORK_H_
