// receivers.h: PEs that refuse flits in some steps; networks of routers with credits ask them.
#ifndef FLITWISE_SYSTEMC_NETWORK_RECEIVERS_H_
#define FLITWISE_SYSTEMC_NETWORK_RECEIVERS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A PE's decision: the ports over which no flit may cross the ejection link in `step`, one bit a
/// port. Must depend on its arguments alone, since nobody asks about idle routers.
using StalledPorts = std::function<std::uint32_t(Node node, Step step)>;

/// Drives the stall pins of routers and remembers who has been free since a flit moved, and how
/// long ago that was.
class Receivers {
 public:
  /// PEs that take every flit.
  Receivers() = default;
  /// `stalled` empty: likewise. `hidden_edges`: in how many edges in a row a router may do nothing
  /// that can be seen and go on by itself, as one with registers inside does. `out_stages`: steps
  /// from the one after the edge at which a router reads its stall pins to that in which what it
  /// then lets go crosses the ejection link.
  Receivers(StalledPorts stalled, std::size_t nodes, std::uint32_t ports,
            std::uint32_t hidden_edges = 0, std::uint32_t out_stages = 0);

  bool may_stall() const { return stalled_ != nullptr; }
  /// Before the clock edge that ends `step`: puts a bit per port into `pins`, from bit `first` on.
  /// What that edge lets go to an ejection link crosses it in the step after, or out_stages later.
  void drive(Node node, Step step, unsigned char* pins, std::size_t first) const;
  /// A PE has handed a flit over, which the next edge takes.
  void note_injection() { still_edges_ = 0; }
  /// After that edge. `has_moved`: a flit lies on any link, or has been dropped.
  void note_edge(Step step, bool has_moved);
  /// Nothing has moved in more than `hidden_edges`, nor though every port was free at an edge at
  /// which a flit for it might have asked for it, nor in `out_stages` after that: no flit is
  /// waiting for a PE or on its way through a router.
  bool have_seen_all() const {
    return still_edges_ > hidden_edges_ && still_to_open_ == 0 && open_edges_ >= out_stages_;
  }

 private:
  void note_motion();
  void note_rest(Step step);

  StalledPorts stalled_;
  std::uint32_t ports_ = 0;
  std::vector<std::uint32_t> shut_;  // by node: ports that no edge since the last motion found free
  std::size_t still_to_open_ = 0;    // nodes that have any
  std::uint32_t hidden_edges_ = 0;
  std::uint32_t out_stages_ = 0;
  std::uint32_t rest_edges_ = 0;   // in a row without motion
  std::uint32_t still_edges_ = 0;  // likewise, and without injection
  std::uint32_t open_edges_ = 0;   // of them, those after the one at which all ports had been free
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_RECEIVERS_H_
