// torus_frame.h: a torus as the source of a broadcast sees it, and the schedule as it grows.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_FRAME_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_FRAME_H_

#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::protocols {

/// The sides larger than 1 in the order in which paths use them, with the source at the origin.
///
/// Generators work in it and need to know nothing of sources, orders and sides of 1. Its nodes are
/// numbered like those of a torus of these sides; the source is node 0.
class TorusFrame {
 public:
  /// `order` empty: ascending.
  /// Errors: throws TopologyError for a node that is not there and an order that does not name each
  ///         dimension once.
  TorusFrame(const Torus& torus, Node source, DimensionOrder order);

  int dimensions() const { return static_cast<int>(sides_.size()); }
  int side(int m) const { return sides_[static_cast<std::size_t>(m)]; }
  Node size() const { return torus_.size(); }

  int coordinate(Node v, int m) const;
  /// The node `by` further along dimension m; `by` of any sign and size.
  Node shifted(Node v, int m, int by) const;
  /// `hops`: one entry per dimension of the frame.
  Node destination(Node v, const Hops& hops) const;

  /// The message in the torus itself.
  TorusMessage message(Node from, const Hops& hops) const;
  const Torus& torus() const { return torus_; }
  Node source() const { return source_; }
  const DimensionOrder& order() const { return order_; }

 private:
  Torus torus_;
  Node source_;
  DimensionOrder order_;         // of all dimensions
  std::vector<int> dimensions_;  // of the torus, by dimension of the frame
  std::vector<int> sides_;
  std::vector<Node> strides_;
};

/// A schedule in the making. Knows who has the text, and leaves out what would bring it again.
class ScheduleDraft {
 public:
  ScheduleDraft(const TorusFrame& frame, std::string scheme);

  void begin_step() { steps_.emplace_back(); }
  /// Adds a message to the step begun last unless its destination has the text already or gets it
  /// in this step: no node gets it twice. The destination may take up a role all the same.
  /// Returns the destination, a node of the frame.
  Node send(Node from, const Hops& hops);
  bool is_informed(Node v) const { return informed_[static_cast<std::size_t>(v)]; }

  /// The schedule, without steps in which nothing is sent.
  TorusSchedule finish() const;

 private:
  const TorusFrame& frame_;
  std::string scheme_;
  std::vector<bool> informed_;
  std::vector<TorusStep> steps_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_FRAME_H_
