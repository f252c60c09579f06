// broadcast_stages.h: takes a broadcast from node 0 step by step and writes down who sends what.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_STAGES_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_STAGES_H_

#include <functional>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/broadcast/broadcast_strips.h"

namespace flitwise::theory {

/// A node and the strip of the present index that it serves.
struct Server {
  Coordinates x;
  Strip strip;
};

/// A part of a strip, for the node that the hops lead to.
struct Delivery {
  Hops hops;
  Strip strip;
};

/// What a server does in one step: what it keeps, and what it sends, in this order.
struct Share {
  Strip own;
  std::vector<Delivery> deliveries;
};

class BroadcastStages {
 public:
  explicit BroadcastStages(const Torus& torus);

  /// Nodes that serve in the next stage, at first node 0 alone; afterwards those of the last one.
  std::vector<Server> servers;

  /// A stage: every server shares its strip, step by step, until all strips are of one value.
  void fill(const std::function<Share(const Server&)>& share);

  /// Adds a message to the step under way, but to a node that has the text already; returns the
  /// node at its end.
  Coordinates send(const Coordinates& from, const Hops& hops);
  /// Ends the step under way, which does not count if nobody has sent.
  void end_step();

  const std::vector<TorusStep>& steps() const { return steps_; }

 private:
  const Torus& torus_;
  std::vector<bool> informed_;
  std::vector<TorusStep> steps_;
  TorusStep step_;  // under way
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_STAGES_H_
