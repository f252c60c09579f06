// star_pe.h: what the PEs of all operations on star graphs have in common: they count copies.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/star/star_settings.h"

namespace flitwise::protocols {

/// Which copies have come and what they say. Trees are sets of bits, bit l - 2 for tree l.
///
/// Shape: packets 0 to m-1 of every node, or of one only.
class StarCopies {
 public:
  /// `source` is kNoNode if every node is one.
  StarCopies(const StarSettings& settings, Node source);

  bool is_source(Node v) const;
  /// Takes a copy, the first of its tree.
  void add(Node source, int packet, int tree, std::int64_t value);

  unsigned trees(Node source, int packet) const { return trees_[at(source, packet)]; }
  /// Copies received.
  int count(Node source, int packet) const;
  /// What the PE takes the packet to say: by kFirstCopy the first copy, by kMajority what more than
  /// half of the copies received say; nothing without copies or majority.
  ///
  /// With x copies sent, f of them altered and e lost, a majority is right if x > 2f + e.
  std::optional<std::int64_t> believed(Node source, int packet) const;

 private:
  std::size_t at(Node source, int packet) const;
  std::optional<std::int64_t> majority(std::size_t at) const;

  Node nodes_;
  Node source_;
  std::size_t packets_;
  std::size_t degree_;
  StarBelief belief_;
  std::vector<std::uint8_t> trees_;    // by source, packet
  std::vector<std::uint16_t> values_;  // by source, packet; by tree too if there is a vote
};

/// A packet as its head announces it.
struct StarHead {
  Node source = kNoNode;
  int tree = 2;
  Node address = kNoNode;  ///< of the receiving PE, relative to the source
  Flits number = -1;       ///< kStarNoNumber if neither head nor time gives it
  std::int64_t value = 0;  ///< of a head that carries one
};

/// A PE of a star graph: takes packets in flit by flit, checks that each came by the one port, at
/// the time and with the number that it may have, and counts it.
///
/// Time: packet step t, from 1, begins in cycle skew + F + (t - 1) Phi, in which skew is the number
///       of cycles that the PE starts late; the F flits of a packet are sent in the cycles from
///       there on. In spaced slots F stands in place of Phi. Without latencies those are cycles
///       skew + tF to skew + tF + F - 1. A router forwards whole packets only, its own PE's too: a
///       packet goes into the router in F cycles, the last of them r cycles before its head is
///       sent. So a PE passes a packet on when the head arrives, flit by flit as they come in.
///       Where routers cut through, the head goes in r cycles before it is sent: packet step t
///       begins in cycle skew + 1 + (t - 1) max(F, Phi).
class StarPe : public PeProtocol {
 public:
  void start(Outbox& outbox) final;
  void receive(const Arrival& arrival, Outbox& outbox) final;
  PeState state() const final { return state_at(last_call_); }
  PeState state_at(Step now) const final;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  Node self() const { return self_; }
  const StarCopies& copies() const { return copies_; }
  /// Trees by which this PE should receive a packet: of broadcasts, all that carry it.
  virtual unsigned expected_trees(Node source, int packet) const;

 protected:
  /// `source` is kNoNode if every node is one.
  StarPe(const StarSettings& settings, Node self, Step skew, Node source);

  virtual FlitKind kind() const { return FlitKind::kData; }
  /// Hands over all that leaves whatever arrives.
  virtual void send_own(Outbox& outbox) = 0;
  /// Completes `head`, whose source, tree and address stand.
  virtual void read(const Arrival& arrival, StarHead& head) const = 0;
  /// Packet step in which a packet crosses its last link; nothing if the PE cannot know.
  virtual std::optional<Step> due(const StarHead&) const { return std::nullopt; }
  /// Passes on a packet whose head is in order: what must leave as it comes in.
  virtual void relay(const Arrival&, const StarHead&, Outbox&) {}
  /// Passes on a packet that has come whole, in the cycle of its last flit: all the rest.
  virtual void relay_whole(const Arrival&, const StarHead&, Outbox&) {}
  /// Takes a packet that is no copy and answers it; false if it is a copy.
  virtual bool take_control(const Arrival&, Outbox&) { return false; }
  virtual bool is_waiting_for_control() const { return false; }

  const StarSettings& settings() const { return settings_; }
  const StarTrees& trees() const { return *settings_.trees; }
  const StarGraph& graph() const { return settings_.graph(); }
  /// First cycle of a packet step.
  Step cycle(Step packet_step) const {
    return skew_ + settings_.latency.stored(settings_.flits) + 1 +
           (packet_step - 1) * settings_.step();
  }
  /// The cycle in which a flit that arrives was sent.
  Step sent(const Arrival& arrival) const { return arrival.step - (settings_.latency.link - 1); }
  /// Sends `packet`, complete but for its length, so that its head crosses the link in dimension
  /// `dimension` in `cycle`.
  void send(Transmission packet, int dimension, Step now, Step cycle, Outbox& outbox);
  void complain(const Arrival& arrival, const std::string& why) { book_.about(arrival, why); }
  /// Whether a copy of a packet (an acknowledgement if there is none) comes in the packet step in
  /// which it is due. Complains of the first time that it does not: lockstep that is broken once
  /// stays broken.
  bool is_in_time(const Arrival& arrival, const StarHead* copy, Step packet_step);

 private:
  struct Incoming {
    bool is_open = false;
    bool is_counted = false;  // in order so far, and a copy
    Flits flits = 0;          // taken
    StarHead head;
  };

  Incoming open(const Arrival& arrival, int dimension, Outbox& outbox);
  /// Dimension of the link to a neighbour; 0 for another node.
  int dimension_to(Node neighbour) const;
  std::optional<std::string> fault_of(int dimension, const StarHead& head) const;
  std::optional<std::string> fault_of_copy(const StarHead& head, Flits number) const;
  std::optional<std::string> fault_of_body(const Arrival& arrival, const Incoming& incoming) const;
  void close(const Arrival& arrival, const Incoming& incoming, Outbox& outbox);
  Flits next_number(const StarHead& head) const;

  StarSettings settings_;
  Node self_;
  Step skew_;
  StarCopies copies_;
  ComplaintBook book_;
  std::vector<Incoming> incoming_;  // by port
  std::int64_t missing_ = 0;        // copies
  Step last_call_ = 0;
  Step last_sent_ = 0;  // cycle in which the last flit handed over crosses its first link
  bool has_received_ = false;
  bool has_lost_lockstep_ = false;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PE_H_
