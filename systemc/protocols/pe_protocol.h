// pe_protocol.h: what a PE decides. Messages in, messages and steps out; no clock, no SystemC.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_PE_PROTOCOL_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_PE_PROTOCOL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// What a PE is doing, for waves and for the watchdog. Values are `noc_pkg::pe_state_e`'s.
enum class PeState : std::uint8_t {
  kDormant = 0,      ///< nothing received yet
  kPolling = 1,      ///< waits for the certificates of its children
  kCertified = 2,    ///< has certified, waits for its order
  kScheduled = 3,    ///< knows when to transmit
  kRelaying = 4,     ///< has nothing of its own (left) to send
  kDispatching = 5,  ///< the root of a scatter
  kCollecting = 6,   ///< takes in messages: the root of a gather, a PE of a scatter
  kDone = 7,         ///< has all that it waits for
};

/// A message that a PE hands to its router.
///
/// Time: the first flit crosses the first link in step now + `after`, flit k in now + after + k-1.
struct Transmission {
  FlitKind kind = FlitKind::kData;
  Node destination = kNoNode;
  /// Neighbour whose link the message leaves by. A multiport PE chooses it; kNoNode leaves the
  /// choice to the router, through which all flits of a single-port PE go.
  Node via = kNoNode;
  Node message = kNoNode;  ///< as LinkEvent::message
  Step after = 1;          ///< steps from now, at least 1
  Flits length = 1;        ///< flits, END mark included; 1 for control
  bool end_mark = false;   ///< the last flit has kind kEnd
  std::int64_t value = 0;  ///< as LinkEvent::value
  Flits stream = 0;        ///< as LinkEvent::stream; in a star graph the packet's number, from 0
  TreeIndex tree = 0;      ///< of several trees that the PE is in, the one to use
  /// Of kind kCopies: one digit per level h from 1, lowest first, each of clog2(arity) bits: r > 0
  /// makes the switch of level h copy to the child r places after the one the flit came from.
  std::uint32_t copies = 0;

  static constexpr std::uint32_t kViaDecides = 0xFFFFFFFF;
  /// Port of the PE that the message leaves by, instead of `via`: two links of a torus may lead to
  /// the same neighbour, those of a fat tree's leaf all do.
  std::uint32_t port = kViaDecides;
  std::uint32_t route = 0;   ///< tori: payload of the head flit, torus_route.h
  std::uint32_t packet = 0;  ///< tori: number of the message among its PE's, modulo 1024
  std::uint64_t header = 0;  ///< star graphs: content of the head flit, star_packet.h

  // Trees, and the first three fat trees: messages that leave in parts or slowly.
  Flits first = 1;       ///< number of the first of these flits within the whole message
  bool has_head = true;  ///< the first of them chooses the way; else it follows the part before
  bool has_tail = true;  ///< the last of them closes it
  Step every = 1;        ///< steps from one flit to the next: flit k in now + after + (k-1) every

  /// One a flit: what payloads carry in place of the flit's number, but for heads that say their
  /// way; nullptr: numbers.
  std::shared_ptr<const std::vector<std::uint32_t>> words{};
};

/// A flit that reaches the PE it is meant for, in step `step`.
struct Arrival {
  Step step = 0;
  FlitKind kind = FlitKind::kIdle;
  Node from = kNoNode;     ///< the neighbour whose link it came over
  Node message = kNoNode;  ///< as LinkEvent::message
  Flits index = 0;         ///< from 1
  bool is_last = false;    ///< last flit of its message
  std::int64_t value = 0;
  Flits stream = 0;          ///< star graphs: the packet's number, in flits that carry it
  TreeIndex tree = 0;        ///< of several trees that the PE is in, the one that brought it
  std::uint32_t packet = 0;  ///< as Transmission::packet
  std::uint64_t header = 0;  ///< of a head flit, as Transmission::header
  std::uint32_t word = 0;    ///< what its payload carries
};

/// Takes what a PE wants to send.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void send(const Transmission& transmission) = 0;
};

/// The behaviour of one PE.
///
/// Time: `start` is called once, in step 0, before anything moves. `receive` is called in the step
/// in which the flit arrives; what it sends with `after` = 1 leaves in the next step.
class PeProtocol {
 public:
  virtual ~PeProtocol() = default;
  virtual void start(Outbox& outbox) = 0;
  virtual void receive(const Arrival& arrival, Outbox& outbox) = 0;
  /// Several of one step, in the order of the PE's ports: the same as one after the other.
  virtual void receive_all(const std::vector<Arrival>& arrivals, Outbox& outbox) {
    for (const Arrival& arrival : arrivals) receive(arrival, outbox);
  }

  /// State as of the last call of `start` or `receive`.
  virtual PeState state() const = 0;
  /// State at the end of step `now`, if nothing arrives between the last call and then.
  ///
  /// A PE knows when its own flits will have left, but nobody calls it then: what shows the state
  /// step by step asks for it here. `now` is not before the last call.
  virtual PeState state_at(Step now) const {
    static_cast<void>(now);
    return state();
  }
  /// PEs whose flits this PE still needs before it is done, with what: "certificate of PE 3".
  /// Empty when the PE waits for nothing. A PE that need never be called (a dormant one that nobody
  /// has to wake) waits for nothing.
  virtual std::vector<std::string> waiting_for() const = 0;

  /// What has gone against the protocol so far, one sentence each with PE and step: a flit that
  /// this PE did not expect, or expected otherwise. A run with any complaint has failed.
  virtual std::vector<std::string> complaints() const { return {}; }
  /// What else a report should say of this PE, one predicate each: "sends 2 steps early, not 9".
  /// It has no part in the verdict.
  virtual std::vector<std::string> remarks() const { return {}; }
};

/// Entry v is PE v's.
using Protocols = std::vector<std::unique_ptr<PeProtocol>>;

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_PE_PROTOCOL_H_
