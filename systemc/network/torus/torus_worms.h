// torus_worms.h: the lanes of a torus's channels, and the worms in them, so that a stuck network
// can say who waits for whom.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WORMS_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WORMS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/torus/torus_wiring.h"

namespace flitwise {

/// Lanes of worms that do not cross the dateline of the dimension that they travel in.
enum class LaneRule : std::uint8_t {
  kAnyLane,  ///< any lane, but never back from the upper half to the lower one
  kStrict,   ///< the lower half only
};

/// The lanes of a torus's routers.
struct LaneChoice {
  std::uint32_t lanes = 2;  ///< of a channel
  LaneRule rule = LaneRule::kAnyLane;
};

/// One lane of an outgoing channel, and the queue behind it at the channel's other end.
struct TorusLane {
  Node from = kNoNode;
  std::uint32_t channel = 0;  ///< the router's
  std::uint32_t lane = 0;

  friend bool operator==(const TorusLane& a, const TorusLane& b) {
    return a.from == b.from && a.channel == b.channel && a.lane == b.lane;
  }
};

/// The channel of the next hop of a head whose payload is `route`; none when no hop is left.
std::optional<std::uint32_t> next_channel(std::uint32_t route, const Torus& torus);

/// Lanes that a head which has come over `last` and carries `route` may take next; none when it has
/// arrived. What `torus_router.sv` allows, restated for reports: the lower half of the lanes before
/// the dateline, the upper half behind it.
/// Source: W. J. Dally, C. L. Seitz, "Deadlock-Free Message Routing in Multiprocessor
///         Interconnection Networks", IEEE Trans. Computers C-36(5), 1987.
std::vector<TorusLane> usable_lanes(const TorusWiring& wiring, const LaneChoice& choice,
                                    const TorusLane& last, std::uint32_t route);

/// A message by its source and its number there (modulo 1024).
using WormId = std::pair<Node, std::uint32_t>;

/// A worm whose head has to wait, and one of the worms that it waits for.
struct WormWait {
  WormId worm{kNoNode, 0};
  TorusLane lane{};           ///< of the lanes that it may use, one that `holder` occupies
  WormId holder{kNoNode, 0};  ///< holds the lane, or its flits fill the queue behind it
  bool is_queued = false;     ///< the head has crossed the lane and stands behind `holder` there

  friend bool operator==(const WormWait& a, const WormWait& b) {
    return a.worm == b.worm && a.lane == b.lane && a.holder == b.holder &&
           a.is_queued == b.is_queued;
  }
};

/// Which lanes worms occupy, from their heads and tails on the links.
///
/// A worm occupies a lane from its head's crossing until its tail has left the queue behind it.
/// Source: circular waits of worms for lanes are the deadlocks of W. J. Dally and C. L. Seitz,
///         "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", IEEE Trans.
///         Computers C-36(5), 1987.
class TorusWorms final : public NetworkObserver {
 public:
  TorusWorms(const TorusWiring& wiring, const LaneChoice& choice);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// A circle of worms each of which waits for the next and the last for the first; empty when
  /// there is none. To be asked of a stuck network: in one that moves, waits may be brief.
  std::vector<WormWait> circular_wait() const;
  /// The same in words: "message 3 of PE 5 waits in (2, 0) for lane 0 of +x_0 of (2, 0), which
  /// message 1 of PE 9 holds".
  std::vector<std::string> describe_circular_wait() const;
  std::string text(const WormWait& wait) const;
  /// What the head of a worm waits for, if it does.
  std::optional<WormWait> wait_of(const WormId& id) const;

  /// Worms whose head is beyond its first link and whose tail is not at its PE.
  std::size_t worms() const { return worms_.size(); }

 private:
  struct Worm {
    std::uint32_t route = 0;          // as the head carries it behind the last of the lanes
    std::vector<TorusLane> occupied;  // in the order of crossing
  };

  std::size_t index(const TorusLane& lane) const;
  const std::vector<WormId>& occupants(const TorusLane& lane) const;
  void enter(const WormId& id, const TorusLane& lane, std::uint32_t route);
  void leave_those_before(const TorusLane& lane, const WormId& id);
  void leave_all(const WormId& id);
  void leave_first(Worm& worm, const WormId& id);

  TorusWiring wiring_;
  LaneChoice choice_;
  std::map<WormId, Worm> worms_;
  // By lane, of those that have any, in the order of crossing.
  std::unordered_map<std::size_t, std::vector<WormId>> occupants_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WORMS_H_
