// injector.h: carries what PEs have handed over to the clock edges at which it is due.
#ifndef FLITWISE_SYSTEMC_NETWORK_INJECTOR_H_
#define FLITWISE_SYSTEMC_NETWORK_INJECTOR_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise {

/// A PE had more than one flit ready for one port; the flits named second are lost.
struct InjectionConflict {
  Step step = 0;  ///< step in which both would have crossed their first link
  Node node = kNoNode;
  std::uint32_t port = 0;
  RawFlit sent = 0;
  RawFlit lost = 0;
};

/// A flit that a PE has handed to its router.
struct Injection {
  Node node = kNoNode;
  std::uint32_t port = 0;
  RawFlit flit = 0;
};

/// Transmissions that are under way or due later, one flit per PE's port and clock edge.
///
/// Where routers hold flits back, a port that does not accept a flit delays those behind it, in the
/// order in which they are due: every port has a queue without bound, and its messages do not mix.
/// Elsewhere two flits for one port and edge are a conflict. Costs nothing for PEs that have
/// nothing to send: due times lie in a heap, and only ports that are sending are visited.
class Injector {
 public:
  /// `first_edge`: the network's.
  explicit Injector(Step first_edge = 0) : last_done_(first_edge - 1) {}

  /// Whether the clock edge is still to come that must capture what is sent in step `first_step` by
  /// a router of this latency.
  bool accepts(Step first_step, Step latency = 1) const {
    return first_step - latency > last_done_;
  }

  /// Hands over a message: flit k crosses its first link in step `first_step` + k - 1. `latency` is
  /// that of the node's router.
  /// Errors: throws std::logic_error for an empty message or when the edge is already past.
  void add(Node node, std::uint32_t port, Step first_step, std::vector<RawFlit> flits,
           Step latency = 1);

  /// Injects every flit that clock edge `edge` must capture: by a router of latency r it is sent in
  /// step `edge` + r.
  void inject_due(Step edge, Network& network);

  /// The next edge at which something is due; empty when nothing is left.
  std::optional<Step> next_edge() const;

  /// Conflicts at the last edge.
  const std::vector<InjectionConflict>& conflicts() const { return conflicts_; }

  /// The flit that `node` injected at the last edge, over its lowest port in use; 0 for none.
  RawFlit injected(Node node) const;
  /// Messages of which not all flits are injected.
  std::size_t pending() const { return later_.size() + sending_.size() + behind_count_; }

  /// Flits injected at the last edge. They are in routers then; the first link is crossed in the
  /// next step or, where flits wait in the router, later.
  const std::vector<Injection>& injections() const { return injected_; }
  /// Messages that are due and stand behind another one of their port.
  std::size_t queued() const { return behind_count_; }
  /// Edges at which a flit was due and its port did not accept it, counted once a port and edge.
  std::int64_t refusals() const { return refusals_; }
  /// Nothing is due later, and no port accepts what is due now.
  bool is_held_back(const Network& network) const;

 private:
  struct Message {
    Step first_edge = 0;
    std::uint64_t number = 0;  // order of add(), so that equal times keep their order
    Node node = kNoNode;
    std::uint32_t port = 0;
    std::vector<RawFlit> flits;
    Step latency = 1;
    std::size_t next = 0;
    std::size_t place = 0;  // of its port in ports_, from begin() on

    bool is_sent() const { return next == flits.size(); }
  };
  struct Later {
    bool operator()(const Message& a, const Message& b) const {
      return a.first_edge != b.first_edge ? a.first_edge > b.first_edge : a.number > b.number;
    }
  };

  std::priority_queue<Message, std::vector<Message>, Later> later_;
  std::vector<Message> sending_;
  std::vector<InjectionConflict> conflicts_;
  struct Port {
    Step last_edge = std::numeric_limits<Step>::min();  // of its last injection
    bool is_sending = false;  // where flits are held back: has a message in sending_
  };
  RawFlit injected(Node node, std::uint32_t port) const;
  std::size_t place_of(Node node, std::uint32_t port);
  void begin(Message message, const Network& network);
  void send_next(Message& message, Step edge, Network& network);
  void retire_sent(bool holds_back);
  void let_next_move_up(Message& sent);

  std::vector<Injection> injected_;
  std::vector<Port> ports_;                       // that have been used
  std::vector<std::vector<std::size_t>> places_;  // by node and port: one behind that in ports_
  std::map<std::pair<Node, std::uint32_t>, std::deque<Message>>
      behind_;  // queues that are not empty
  std::size_t behind_count_ = 0;
  std::int64_t refusals_ = 0;
  std::uint64_t added_ = 0;
  Step last_done_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_INJECTOR_H_
