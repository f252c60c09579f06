// torus_play.h: plays worms on a torus cycle by cycle: routers with stages, one lane, queues with
// credits, links and credit wires as long as wished. Knows nothing of the formulas.
#ifndef FLITWISE_TESTS_THEORY_TORUS_TORUS_PLAY_H_
#define FLITWISE_TESTS_THEORY_TORUS_TORUS_PLAY_H_

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"

namespace flitwise::test {

/// Units: cycles; an edge is named by the cycle that it ends, the first is 0.
class TorusPlay {
 public:
  TorusPlay(const Torus& torus, DimensionOrder order, TorusLatency latency,
            std::optional<Step> depth);

  /// A message whose PE hands the head to its router in cycle `ready`; returns its number. Messages
  /// of one PE through one port leave in the order in which they are added. No hops: to itself.
  std::size_t send(Node from, const Hops& hops, Flits flits, Step ready);
  /// Plays a cycle; returns the messages whose tails have been granted the port to their PE.
  std::vector<std::size_t> play();
  Step now() const { return now_; }

  /// Edges at which the routers on the way grant a message's flits, by router, then by flit.
  const std::vector<std::vector<Step>>& grants(std::size_t message) const {
    return messages_[message].grants;
  }
  /// The cycle of the tail on the port to the PE.
  Step taken(std::size_t message) const {
    return grants(message).back().back() + 1 + latency_.pipeline.out_stages();
  }
  /// Cycles in which a flit asks in vain, over all flits.
  std::int64_t stalls() const { return stalls_; }

 private:
  struct Message {
    Flits flits = 1;
    std::vector<TorusLink> path;
    std::vector<std::vector<Step>> grants;
  };
  struct Flit {
    std::size_t message = 0;
    std::size_t router = 0;  // of the path
    Flits index = 0;
    Step came = 0;
  };
  struct Queue {
    std::deque<Flit> flits;
    Step age = 0;            // edges for which the first flit has been first
    std::int64_t link = -1;  // that fills it; -1: a PE
  };
  struct Link {
    Step credits = 0;
    std::deque<Step> returns;  // edges from which on credits count
    std::optional<std::size_t> owner;
  };

  bool asks(const Queue& queue) const;
  std::int64_t next_link(const Flit& flit) const;
  void grant(Queue& queue);

  Torus torus_;
  DimensionOrder order_;
  TorusLatency latency_;
  std::optional<Step> depth_;
  Step now_ = -1;
  std::int64_t stalls_ = 0;
  std::vector<Message> messages_;
  std::map<std::pair<Node, std::int64_t>, Queue> queues_;  // by node and link or port
  std::map<std::int64_t, Link> links_;
  std::vector<std::size_t> arrived_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TORUS_TORUS_PLAY_H_
