// torus_stage.h: what broadcast schedules on tori are made of: the torus as the source sees it, the
// schedule as it grows, runs of values of one index and how they are cut, and stages, in which the
// text goes from one source to all values of one index.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_STAGE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_STAGE_H_

#include <functional>
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
  int side(int m) const { return sides_[index_of(m)]; }
  Node size() const { return torus_.size(); }

  int coordinate(Node v, int m) const;
  /// The node `by` further along dimension m; `by` of any sign and size.
  Node shifted(Node v, int m, int by) const;
  /// `hops`: one entry per dimension of the frame.
  Node destination(Node v, const Hops& hops) const;

  /// `by` hops along dimension m alone.
  Hops hops_along(int m, int by) const;
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
  bool is_informed(Node v) const { return informed_[index_of(v)]; }

  /// The schedule, without steps in which nothing is sent.
  TorusSchedule finish() const;

 private:
  const TorusFrame& frame_;
  std::string scheme_;
  std::vector<bool> informed_;
  std::vector<TorusStep> steps_;
};

/// Consecutive values of an index: `left` of them below and `right` above the one in the middle,
/// which has the text.
struct Strip {
  int left = 0;
  int right = 0;

  int values() const { return left + 1 + right; }
};

/// A ring of `side` values, cut open opposite to its source: |left - right| <= 1.
Strip ring_strip(int side);

/// A part of a strip that gets a source of its own.
struct Substrip {
  int centre = 0;  ///< of the new source, counted from the old one; never 0
  Strip strip;     ///< around the new source
};

/// What is left to a strip's source, and the parts on both sides, the nearest first.
struct Cut {
  Strip own;
  std::vector<Substrip> left;
  std::vector<Substrip> right;
};

/// Cuts a strip into at most 2 `ports` + 1 parts, of at most ceil(values / (2 ports + 1)) values
/// each, that are balanced again.
///
/// Shape:  |left - right| <= 1, `ports` at least 1.
/// Source: so that n values take exactly ceil(log_{2 ports + 1} n) rounds of cuts, for every n:
///         the rounding of San-Yuan Wang, Yu-Chee Tseng, "Algebraic Foundations and Broadcasting
///         Algorithms for Wormhole-Routed All-Port Tori", IEEE Trans. Computers 49(3), 2000, taken
///         to any n.
Cut cut(const Strip& strip, int ports);

/// Cuts a strip in two, for sources with one port: the larger side gives its outer floor(values /
/// 2) values away.
Cut cut_in_two(const Strip& strip);

/// ceil(log_base n): rounds in which one informed value becomes n when each informs base - 1.
int rounds_for(int n, int base);

/// A way for the text to leave a source on both sides; in each round it serves one part of the
/// strip on the left and one on the right.
struct StagePort {
  static constexpr int kNoTurn = -1;

  int along = 0;       ///< dimension that the message goes along
  int sign = 1;        ///< -1: it goes down there to move the index up
  int turn = kNoTurn;  ///< dimension of one hop before that: up for the right, down for the left

  /// Hops to the centre that lies `centre` from the source.
  Hops hops(const TorusFrame& frame, int centre) const;
};

/// Whether sources also turn: one hop in a lower dimension, then along m.
enum class Turns : bool { kNo, kYes };

/// Ports that serve dimension m, for the nearest part first: one that turns for each lower
/// dimension if `turns`, the helpers, and straight along m for the outermost.
///
/// Source: `helpers` are higher dimensions that the index x_m - sum of their x_d runs along as
///         well, the other way round (Wang, Tseng 2000, after alignment).
std::vector<StagePort> stage_ports(int m, Turns turns, const std::vector<int>& helpers);

/// A node with the text and the strip that it serves.
struct Holder {
  Node at = 0;
  Strip strip;
};

/// How a holder cuts its strip in a round.
using CutRule = std::function<Cut(const Strip&)>;

/// Sends the text from each holder to all values of its strip, in rounds that all holders share;
/// returns one holder, with nothing left to serve, for each value. Without `rule`, strips are cut
/// for all `ports`.
std::vector<Node> distribute(const TorusFrame& frame, ScheduleDraft& draft,
                             std::vector<Holder> holders, const std::vector<StagePort>& ports,
                             CutRule rule = nullptr);

/// One step that moves each source along m to x_m = sum of the helpers' x_d, the shorter way, up if
/// both are as long; returns where the sources are then.
std::vector<Node> align(const TorusFrame& frame, ScheduleDraft& draft,
                        const std::vector<Node>& sources, int m, const std::vector<int>& helpers);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_STAGE_H_
