#include "tb/theory/torus/dependency_graph.h"

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

DependencyGraph::RingUse::RingUse(int side)
    : first(static_cast<std::size_t>(side)),
      last(static_cast<std::size_t>(side)),
      next(static_cast<std::size_t>(side)) {}

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
          next[x][now][static_cast<std::size_t>(d)] = true;
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
  const auto lanes = static_cast<std::size_t>(lanes_);
  const auto channels = static_cast<std::size_t>(torus_.channels());
  const std::size_t link = number / lanes;
  return {{static_cast<Node>(link / channels), static_cast<Channel>(link % channels)},
          static_cast<int>(number % lanes)};
}

std::vector<std::size_t> DependencyGraph::successors(std::size_t number) const {
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

std::size_t DependencyGraph::position(const TorusLink& link) const {
  return static_cast<std::size_t>(torus_.coordinate(link.from, Torus::dimension_of(link.channel)));
}

void DependencyGraph::add(std::vector<std::size_t>& all, const TorusLink& link,
                          const Classes& classes) const {
  for (int lane = 0; lane < lanes_; ++lane) {
    if (!classes[static_cast<std::size_t>(class_of(lane))]) continue;
    all.push_back(static_cast<std::size_t>(torus_.link_index(link) * lanes_ + lane));
  }
}

}  // namespace flitwise::theory
