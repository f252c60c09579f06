#include "tb/theory/torus/channel_dependency.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace flitwise::theory {
namespace {

bool may_use(LaneRule rule, bool crosses, bool after_wrap, int lane_class) {
  if (rule == LaneRule::kFree) return true;
  if (crosses) return lane_class == (after_wrap ? 1 : 0);
  return rule == LaneRule::kRelaxed || lane_class == 0;
}

}  // namespace

// Depth-first search with its own stack; the circle is the part of the stack that closes.
std::vector<LaneOfLink> dependency_circle(const Torus& torus, int lanes, LaneRule rule) {
  enum class State : std::uint8_t { kNew, kOnStack, kDone };
  struct Visit {
    std::size_t lane;
    std::vector<std::size_t> left;  // successors to look at
  };
  const DependencyGraph graph(torus, lanes, rule);
  std::vector<State> state(graph.size(), State::kNew);
  std::vector<Visit> stack;
  const auto push = [&](std::size_t lane) {
    state[lane] = State::kOnStack;
    stack.push_back({lane, graph.successors(lane)});
  };
  for (std::size_t root = 0; root < graph.size(); ++root) {
    if (state[root] == State::kNew) push(root);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.left.empty()) {
        state[top.lane] = State::kDone;
        stack.pop_back();
        continue;
      }
      const std::size_t next = top.left.back();
      top.left.pop_back();
      if (state[next] == State::kNew)
        push(next);
      else if (state[next] == State::kOnStack) {
        const auto closes = [next](const Visit& visit) { return visit.lane == next; };
        std::vector<LaneOfLink> circle;
        for (auto visit = std::find_if(stack.begin(), stack.end(), closes); visit != stack.end();
             ++visit)
          circle.push_back(graph.lane(visit->lane));
        return circle;
      }
    }
  }
  return {};
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

DependencyGraph::RingUse::RingUse(int side)
    : first(index_of(side)), last(index_of(side)), next(index_of(side)) {}

void DependencyGraph::RingUse::add_worm(int side, int sign, int start, int hops, LaneRule rule) {
  const int wrap = sign > 0 ? side - 1 : 0;
  const int to_wrap = sign > 0 ? wrap - start : start;  // hops before the wrap link
  const bool crosses = hops > to_wrap;
  for (int hop = 0; hop < hops; ++hop) {
    const auto x = static_cast<std::size_t>(((start + sign * hop) % side + side) % side);
    for (int c = 0; c < kClasses; ++c) {
      if (!may_use(rule, crosses, hop > to_wrap, c)) continue;
      const auto now = static_cast<std::size_t>(c);
      if (hop == 0) first[x][now] = true;
      if (hop == hops - 1) last[x][now] = true;
      for (int d = 0; hop < hops - 1 && d < kClasses; ++d) {
        const bool falls_back = rule == LaneRule::kRelaxed && !crosses && d < c;
        if (may_use(rule, crosses, hop + 1 > to_wrap, d) && !falls_back)
          next[x][now][index_of(d)] = true;
      }
    }
  }
}

DependencyGraph::RingUse DependencyGraph::ring_use(int side, int sign, LaneRule rule) {
  RingUse use(side);
  for (int start = 0; start < side; ++start) {
    for (int hops = 1; hops < side; ++hops) use.add_worm(side, sign, start, hops, rule);
  }
  return use;
}

DependencyGraph::DependencyGraph(const Torus& torus, int lanes, LaneRule rule)
    : torus_(torus), lanes_(lanes) {
  if (lanes < 1 || lanes > 8)
    throw std::invalid_argument("lanes must be from 1 to 8, got " + std::to_string(lanes));
  const LaneRule own = lanes == 1 ? LaneRule::kFree : rule;
  for (Channel c = 0; c < torus.channels(); ++c)
    rings_.push_back(ring_use(torus.side(Torus::dimension_of(c)), Torus::sign_of(c), own));
}

std::size_t DependencyGraph::size() const {
  return static_cast<std::size_t>(torus_.size() * torus_.channels() * lanes_);
}

LaneOfLink DependencyGraph::lane(std::size_t number) const {
  const auto lanes = index_of(lanes_);
  const auto channels = index_of(torus_.channels());
  const std::size_t link = number / lanes;
  return {{static_cast<Node>(link / channels), static_cast<Channel>(link % channels)},
          static_cast<int>(number % lanes)};
}

std::vector<std::size_t> DependencyGraph::successors(std::size_t number) const {
  const LaneOfLink held = lane(number);
  const auto now = index_of(class_of(held.lane));
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

std::size_t DependencyGraph::position(const TorusLink& link) const {
  return static_cast<std::size_t>(torus_.coordinate(link.from, Torus::dimension_of(link.channel)));
}

void DependencyGraph::add(std::vector<std::size_t>& all, const TorusLink& link,
                          const Classes& classes) const {
  for (int lane = 0; lane < lanes_; ++lane) {
    if (!classes[index_of(class_of(lane))]) continue;
    all.push_back(static_cast<std::size_t>(torus_.link_index(link) * lanes_ + lane));
  }
}

}  // namespace flitwise::theory
