#include "tb/theory/channel_dependency.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace flitwise::theory {
namespace {

constexpr int kClasses = 2;

/// For every link of a ring, numbered by the coordinate it starts at: the classes with which some
/// worm can enter the ring there, leave the ring after it, and go on to the next link.
struct RingUse {
  std::vector<std::array<bool, kClasses>> first;
  std::vector<std::array<bool, kClasses>> last;
  std::vector<std::array<std::array<bool, kClasses>, kClasses>> next;

  explicit RingUse(int side)
      : first(static_cast<std::size_t>(side)),
        last(static_cast<std::size_t>(side)),
        next(static_cast<std::size_t>(side)) {}
};

bool may_use(LaneRule rule, bool crosses, bool after_wrap, int lane_class) {
  if (rule == LaneRule::kFree) return true;
  if (crosses) return lane_class == (after_wrap ? 1 : 0);
  return rule == LaneRule::kRelaxed || lane_class == 0;
}

/// Adds what a worm of `hops` hops from coordinate `start` can do.
void add_worm(int side, int sign, int start, int hops, LaneRule rule, RingUse& use) {
  const int wrap = sign > 0 ? side - 1 : 0;
  const int to_wrap = sign > 0 ? wrap - start : start;  // hops before the wrap link
  const bool crosses = hops > to_wrap;
  for (int hop = 0; hop < hops; ++hop) {
    const auto x = static_cast<std::size_t>(((start + sign * hop) % side + side) % side);
    for (int c = 0; c < kClasses; ++c) {
      if (!may_use(rule, crosses, hop > to_wrap, c)) continue;
      const auto now = static_cast<std::size_t>(c);
      if (hop == 0) use.first[x][now] = true;
      if (hop == hops - 1) use.last[x][now] = true;
      for (int d = 0; hop < hops - 1 && d < kClasses; ++d) {
        const bool falls_back = rule == LaneRule::kRelaxed && !crosses && d < c;
        if (may_use(rule, crosses, hop + 1 > to_wrap, d) && !falls_back)
          use.next[x][now][static_cast<std::size_t>(d)] = true;
      }
    }
  }
}

RingUse ring_use(int side, int sign, LaneRule rule) {
  RingUse use(side);
  for (int start = 0; start < side; ++start) {
    for (int hops = 1; hops < side; ++hops) add_worm(side, sign, start, hops, rule, use);
  }
  return use;
}

class DependencyGraph {
 public:
  DependencyGraph(const Torus& torus, int lanes, LaneRule rule) : torus_(torus), lanes_(lanes) {
    const LaneRule own = lanes == 1 ? LaneRule::kFree : rule;
    for (Channel c = 0; c < torus.channels(); ++c)
      rings_.push_back(ring_use(torus.side(Torus::dimension_of(c)), Torus::sign_of(c), own));
  }

  std::size_t size() const {
    return static_cast<std::size_t>(torus_.size() * torus_.channels() * lanes_);
  }

  LaneOfLink lane(std::size_t number) const {
    const auto lanes = static_cast<std::size_t>(lanes_);
    const auto channels = static_cast<std::size_t>(torus_.channels());
    const std::size_t link = number / lanes;
    return {{static_cast<Node>(link / channels), static_cast<Channel>(link % channels)},
            static_cast<int>(number % lanes)};
  }

  std::vector<std::size_t> successors(std::size_t number) const {
    const LaneOfLink held = lane(number);
    const auto now = static_cast<std::size_t>(class_of(held.lane));
    const std::size_t x = position(held.link);
    const Node v = torus_.neighbour(held.link.from, held.link.channel);
    std::vector<std::size_t> all;
    add(all, {v, held.link.channel}, ring(held.link.channel).next[x][now]);
    if (!ring(held.link.channel).last[x][now]) return all;
    const int turn = Torus::dimension_of(held.link.channel) + 1;
    for (Channel c = Torus::channel(turn, 1); c < torus_.channels(); ++c)
      add(all, {v, c}, ring(c).first[position({v, c})]);
    return all;
  }

 private:
  const RingUse& ring(Channel c) const { return rings_[static_cast<std::size_t>(c)]; }
  int class_of(int lane) const { return lanes_ > 1 && lane >= lanes_ / 2 ? 1 : 0; }
  std::size_t position(const TorusLink& link) const {
    return static_cast<std::size_t>(
        torus_.coordinate(link.from, Torus::dimension_of(link.channel)));
  }

  void add(std::vector<std::size_t>& all, const TorusLink& link,
           const std::array<bool, kClasses>& classes) const {
    for (int lane = 0; lane < lanes_; ++lane) {
      if (!classes[static_cast<std::size_t>(class_of(lane))]) continue;
      all.push_back(static_cast<std::size_t>(torus_.link_index(link) * lanes_ + lane));
    }
  }

  const Torus& torus_;
  int lanes_;
  std::vector<RingUse> rings_;  // by channel
};

/// Depth-first search with its own stack; the circle is the part of the stack that closes.
class CircleSearch {
 public:
  explicit CircleSearch(const DependencyGraph& graph)
      : graph_(graph), state_(graph.size(), State::kNew) {}

  std::vector<LaneOfLink> find() {
    for (std::size_t root = 0; root < graph_.size(); ++root) {
      if (state_[root] != State::kNew) continue;
      if (const auto closing = search(root)) return circle(*closing);
    }
    return {};
  }

 private:
  enum class State : std::uint8_t { kNew, kOnStack, kDone };
  struct Visit {
    std::size_t lane;
    std::vector<std::size_t> left;  // successors to look at
  };

  void push(std::size_t lane) {
    state_[lane] = State::kOnStack;
    stack_.push_back({lane, graph_.successors(lane)});
  }

  std::optional<std::size_t> search(std::size_t root) {
    push(root);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      if (top.left.empty()) {
        state_[top.lane] = State::kDone;
        stack_.pop_back();
        continue;
      }
      const std::size_t next = top.left.back();
      top.left.pop_back();
      if (state_[next] == State::kOnStack) return next;
      if (state_[next] == State::kNew) push(next);
    }
    return std::nullopt;
  }

  std::vector<LaneOfLink> circle(std::size_t closing) const {
    auto visit = std::find_if(stack_.begin(), stack_.end(),
                              [closing](const Visit& v) { return v.lane == closing; });
    std::vector<LaneOfLink> lanes;
    for (; visit != stack_.end(); ++visit) lanes.push_back(graph_.lane(visit->lane));
    return lanes;
  }

  const DependencyGraph& graph_;
  std::vector<State> state_;
  std::vector<Visit> stack_;
};

void check_lanes(int lanes) {
  if (lanes < 1 || lanes > 8)
    throw std::invalid_argument("lanes must be from 1 to 8, got " + std::to_string(lanes));
}

}  // namespace

std::vector<LaneDependency> lane_dependencies(const Torus& torus, int lanes, LaneRule rule) {
  check_lanes(lanes);
  const DependencyGraph graph(torus, lanes, rule);
  std::vector<LaneDependency> all;
  for (std::size_t held = 0; held < graph.size(); ++held) {
    for (const std::size_t wanted : graph.successors(held))
      all.emplace_back(graph.lane(held), graph.lane(wanted));
  }
  return all;
}

std::vector<LaneOfLink> dependency_circle(const Torus& torus, int lanes, LaneRule rule) {
  check_lanes(lanes);
  const DependencyGraph graph(torus, lanes, rule);
  return CircleSearch(graph).find();
}

std::string circle_text(const Torus& torus, const std::vector<LaneOfLink>& circle) {
  std::string text;
  for (std::size_t i = 0; i <= circle.size() && !circle.empty(); ++i) {
    const LaneOfLink& lane = circle[i % circle.size()];
    text += (i == 0 ? "" : " -> ") + std::string("lane ") + std::to_string(lane.lane) + " of " +
            torus.name(lane.link);
  }
  return text;
}

}  // namespace flitwise::theory
