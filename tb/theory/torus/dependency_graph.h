// dependency_graph.h: which lanes of a torus worms can hold while they ask for which others.
#ifndef FLITWISE_TB_THEORY_TORUS_DEPENDENCY_GRAPH_H_
#define FLITWISE_TB_THEORY_TORUS_DEPENDENCY_GRAPH_H_

#include <array>
#include <cstddef>
#include <vector>

#include "tb/theory/torus/channel_dependency.h"

namespace flitwise::theory {

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

#endif  // FLITWISE_TB_THEORY_TORUS_DEPENDENCY_GRAPH_H_
