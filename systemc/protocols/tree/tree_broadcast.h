// tree_broadcast.h: one message from the root of a tree to all PEs; every PE hands on what it gets.
//
// Routers of trees copy nothing: the copy for PE v is message v, which its parent's PE sends over
// the link between them. The message goes in packets of `packet` flits, each by a head of its own.
// With one port a PE sends a packet to its first child, then to the second, and so on, and only
// then the next packet; with a port per link it sends every flit to all children at once. A flit
// leaves in the step after the one in which it came, as many later as the PE's router takes, or
// later where the port is taken. At a slower pace each packet is a message of its own, and its
// setup begins when its head has come.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_BROADCAST_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_BROADCAST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pace.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"

namespace flitwise::protocols {

/// Which child is served first.
enum class ChildOrder : std::uint8_t {
  kIndex,         ///< by number
  kLargestFirst,  ///< whose subtree takes longest to inform; ties by number
};

/// How a message is broadcast. `packet` is in flits, from 1 to those of the message.
struct BroadcastVariant {
  ChildOrder order = ChildOrder::kLargestFirst;
  Flits packet = 1;
  Ports ports = Ports::kSingle;
  Pace pace{};
  TreeLatency latency{};  ///< by PE of the tree
};

/// A PE's seat: its place in the tree, as a PE of a broadcast is configured with it.
struct BroadcastSeat {
  Node self = kNoNode;
  Node parent = kNoNode;
  std::vector<Node> children;  ///< in the order in which they are served
  Step router = 1;             ///< steps from a flit's coming until it can leave again
};

/// When a PE hands on which flit to whom.
///
/// Time: flits are to be offered in order, each in the step in which it is there.
class BroadcastRelay {
 public:
  BroadcastRelay(BroadcastSeat seat, Flits length, const BroadcastVariant& variant);

  /// Sends flit `index`, which is there in step `now`, to all children.
  void relay(Flits index, Step now, Outbox& outbox);

  const BroadcastSeat& seat() const { return seat_; }
  Flits length() const { return length_; }
  /// Whether the flit opens or closes a packet.
  bool is_head(Flits index) const { return (index - 1) % packet_ == 0; }
  bool is_tail(Flits index) const { return index % packet_ == 0 || index == length_; }
  /// Steps from one flit of a packet to the next.
  Step flit_time() const { return pace_.flit_time; }
  /// Last step in which a flit that was offered so far leaves.
  Step last_sent() const { return busy_until_; }

 private:
  Flits packet_length(Flits head) const;

  BroadcastSeat seat_;
  Flits length_;
  Flits packet_;
  Ports ports_;
  Pace pace_;
  Step start_ = 0;       // the step before the first one of the packet under way
  Step busy_until_ = 0;  // the ports' last step with that packet
};

/// The root: has the whole message from the beginning.
class BroadcastRoot final : public PeProtocol {
 public:
  BroadcastRoot(BroadcastSeat seat, Flits length, const BroadcastVariant& variant);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(0); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override { return {}; }
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  BroadcastRelay relay_;
  ComplaintBook book_;
};

/// Any other PE: takes its copy in and hands each flit on.
class BroadcastPe final : public PeProtocol {
 public:
  BroadcastPe(BroadcastSeat seat, Flits length, const BroadcastVariant& variant);

  void start(Outbox&) override {}
  /// A flit that is not the next one of its copy is complained of and not handed on.
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(last_arrival_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  std::optional<std::string> fault_of(const Arrival& arrival) const;

  BroadcastRelay relay_;
  ComplaintBook book_;
  Flits taken_ = 0;
  Step last_arrival_ = 0;
};

/// The children of every node in the order in which they are served; empty outside the tree.
std::vector<std::vector<Node>> broadcast_orders(const PlacedTree& tree, ChildOrder order,
                                                Flits packet, Pace pace = {},
                                                const TreeLatency& latency = {});

/// One protocol per PE. PEs have the numbers of their nodes; the tree holds every node.
/// Errors: throws std::invalid_argument unless 1 <= packet <= length.
Protocols make_tree_broadcast(const PlacedTree& tree, Flits length,
                              const BroadcastVariant& variant);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_TREE_BROADCAST_H_
