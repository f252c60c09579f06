// torus_stage.h: one stage of a broadcast on a torus: from one source to all values of one index.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_STAGE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_STAGE_H_

#include <vector>

#include "systemc/protocols/torus/broadcast/torus_strip.h"
#include "systemc/protocols/torus/torus_frame.h"

namespace flitwise::protocols {

/// A way for the text to leave a source on both sides; in each round it serves one part of the
/// strip on the left and one on the right.
struct StagePort {
  static constexpr int kNoTurn = -1;

  int along = 0;       ///< dimension that the message goes along
  int sign = 1;        ///< -1: it goes down there to move the index up
  int turn = kNoTurn;  ///< dimension of one hop before that: up for the right, down for the left

  /// Hops, in a frame of `dimensions`, to the centre that lies `centre` from the source.
  Hops hops(int dimensions, int centre) const;
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

/// Sends the text from each holder to all values of its strip, in rounds that all holders share;
/// returns one holder, with nothing left to serve, for each value.
std::vector<Node> distribute(const TorusFrame& frame, ScheduleDraft& draft,
                             std::vector<Holder> holders, const std::vector<StagePort>& ports);

/// The same for sources with one port: in each round a holder sends at most one message.
std::vector<Node> distribute_by_halves(const TorusFrame& frame, ScheduleDraft& draft,
                                       std::vector<Holder> holders, int m);

/// One step that moves each source along m to x_m = sum of the helpers' x_d, the shorter way, up if
/// both are as long; returns where the sources are then.
std::vector<Node> align(const TorusFrame& frame, ScheduleDraft& draft,
                        const std::vector<Node>& sources, int m, const std::vector<int>& helpers);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_STAGE_H_
