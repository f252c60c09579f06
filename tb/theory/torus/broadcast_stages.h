// broadcast_stages.h: takes a broadcast from node 0 step by step and writes down who sends what.
//
// Every scheme in steps fills lines. A node serves a strip: the L values on its left (smaller) and
// the R on its right of one index, |L - R| <= 1 unless said otherwise. In a step it keeps a part of
// the strip and hands the rest, run by run, to the node in the middle of each run.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_STAGES_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_STAGES_H_

#include <functional>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::theory {

/// Values of an index around the one of the node that serves them.
struct Strip {
  int left = 0;
  int right = 0;

  int values() const { return left + 1 + right; }
};

/// A part of a strip, and how far its middle is from the node that cuts it off: < 0 to the left.
struct Run {
  int distance = 0;
  Strip strip;
};

/// What a node keeps of its strip and what it hands on, nearest runs first.
struct Cut {
  Strip own;
  std::vector<Run> left;
  std::vector<Run> right;
};

/// A ring of n values cut open opposite of the node: floor((n-1)/2) and floor(n/2) values.
Strip ring(int n);

/// The values from `first` to `last`, which are signed distances on one side of the node. The
/// middle is floor((first + last)/2).
Run run(int first, int last);

/// Into at most 2p + 1 parts of at most g = ceil((L + R + 1)/(2p + 1)) values: the node keeps
/// max(0, L - p g) and max(0, R - p g); each side's rest becomes min(p, rest) runs whose lengths
/// differ by at most one, the longer ones nearer. Done after ceil(log_{2p+1} n) steps.
Cut split(const Strip& strip, int ports);

/// Into two, for a node that sends one message a step: floor((L + R + 1)/2) values of the longer
/// side, of equal ones the right, are one run. Done after ceil(log_2 n) steps.
Cut halve(const Strip& strip);

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

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_STAGES_H_
