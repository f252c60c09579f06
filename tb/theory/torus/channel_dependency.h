// channel_dependency.h: whether worms on a torus can wait for each other in a circle.
//
// A worm that holds a lane of one channel and asks for a lane of the next one makes the first
// depend on the second. Dimension-order routing is free of deadlock if no circle of lanes depends
// on itself (W. Dally, C. Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection
// Networks", IEEE Transactions on Computers 36(5), 1987). Besides, every node must take whole
// messages without waiting for its own sends.
//
// Lanes 0 to lanes/2 - 1 are class 0 and the others class 1; a single lane is of no class. A worm
// that crosses the dateline of a dimension (from n-1 to 0 for +, from 0 to n-1 for -) uses class 0
// up to and with the wrap link and class 1 after it. At a turn the rule starts afresh.
#ifndef FLITWISE_TB_THEORY_TORUS_CHANNEL_DEPENDENCY_H_
#define FLITWISE_TB_THEORY_TORUS_CHANNEL_DEPENDENCY_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"

namespace flitwise::theory {

/// What a worm may use in a dimension whose dateline it does not cross.
enum class LaneRule : std::uint8_t {
  kStrict,   ///< class 0
  kRelaxed,  ///< both classes, but never class 0 after class 1
  kFree,     ///< any lane, and so may a worm that crosses: no protection
};

/// One lane of a directed channel.
struct LaneOfLink {
  TorusLink link;
  int lane = 0;

  friend bool operator==(const LaneOfLink& a, const LaneOfLink& b) {
    return a.link == b.link && a.lane == b.lane;
  }
};

/// Lanes that depend on each other in a circle under all messages with |hops_d| < n_d, routed in
/// ascending order of dimensions: each entry depends on the next, the last on the first. Empty if
/// there is no circle.
/// Errors: throws std::invalid_argument for lanes that are not 1 to 8.
std::vector<LaneOfLink> dependency_circle(const Torus& torus, int lanes, LaneRule rule);

/// "lane 0 of +x_0 of (0, 0) -> lane 0 of +x_0 of (1, 0) -> ...", in full circle.
std::string circle_text(const Torus& torus, const std::vector<LaneOfLink>& circle);

/// Lanes are nodes, numbered by node, channel and lane; under all messages with |hops_d| < n_d,
/// routed in ascending order of dimensions. The torus outlives it.
class DependencyGraph {
 public:
  /// Errors: throws std::invalid_argument for lanes that are not 1 to 8.
  DependencyGraph(const Torus& torus, int lanes, LaneRule rule);

  std::size_t size() const;
  LaneOfLink lane(std::size_t number) const;
  /// Lanes that a worm which holds this one can ask for next, each once.
  std::vector<std::size_t> successors(std::size_t number) const;

 private:
  static constexpr int kClasses = 2;
  using Classes = std::array<bool, kClasses>;

  // For every link of a ring, numbered by the coordinate it starts at: the classes with which some
  // worm can enter the ring there, leave the ring after it, and go on to the next link.
  struct RingUse {
    std::vector<Classes> first;
    std::vector<Classes> last;
    std::vector<std::array<Classes, kClasses>> next;

    explicit RingUse(int side);
    // What a worm of `hops` hops from coordinate `start` can do.
    void add_worm(int side, int sign, int start, int hops, LaneRule rule);
  };

  static RingUse ring_use(int side, int sign, LaneRule rule);
  const RingUse& ring(Channel c) const { return rings_[static_cast<std::size_t>(c)]; }
  int class_of(int lane) const { return lanes_ > 1 && lane >= lanes_ / 2 ? 1 : 0; }
  std::size_t position(const TorusLink& link) const;
  void add(std::vector<std::size_t>& all, const TorusLink& link, const Classes& classes) const;

  const Torus& torus_;
  const int lanes_;
  std::vector<RingUse> rings_;  // by channel
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_CHANNEL_DEPENDENCY_H_
