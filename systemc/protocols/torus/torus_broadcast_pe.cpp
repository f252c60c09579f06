#include "systemc/protocols/torus/torus_broadcast_pe.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

void require_at_least(const char* what, std::int64_t least, std::int64_t value) {
  if (value < least)
    throw std::invalid_argument(std::string(what) + " must be at least " + std::to_string(least) +
                                ", got " + std::to_string(value));
}

// Empty for BroadcastPace::kOwn.
std::vector<Step> heads_of(const TorusSchedule& schedule, BroadcastPace pace,
                           const BroadcastTiming& timing) {
  if (pace == BroadcastPace::kOwn) return {};
  if (pace == BroadcastPace::kBarrier) return barrier_heads(schedule, timing);
  if (schedule.starts.size() != schedule.steps.size())
    throw TopologyError(
        "a schedule that is to run at given cycles must have one start for each of its " +
        std::to_string(schedule.steps.size()) + " steps, got " +
        std::to_string(schedule.starts.size()));
  return schedule.starts;
}

}  // namespace

void check_timing(const BroadcastTiming& timing) {
  require_at_least("the length of the text", 1, timing.flits);
  require_at_least("the overhead of sending", 0, timing.send_overhead);
  require_at_least("the overhead of receiving", 0, timing.receive_overhead);
}

Step BroadcastTiming::way(const Hops& hops) const {
  Step cycles = -1;
  RouterPassage passage = RouterPassage::kInject;
  for (std::size_t d = 0; d < hops.size(); ++d) {
    for (int left = std::abs(hops[d]); left > 0; --left) {
      cycles += latency.router(passage) + latency.link_of(static_cast<int>(d)) - 1;
      passage = RouterPassage::kStraight;
    }
    if (passage != RouterPassage::kInject) passage = RouterPassage::kTurn;
  }
  return cycles + latency.router(RouterPassage::kEject);
}

std::vector<Step> barrier_heads(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  std::vector<Step> heads;
  Step begin = 0;
  for (const TorusStep& step : schedule.steps) {
    Step longest = 0;
    for (const TorusMessage& message : step) longest = std::max(longest, timing.way(message.hops));
    heads.push_back(begin + timing.send_overhead + 1);
    begin += timing.send_overhead + longest + timing.flits + timing.receive_overhead;
  }
  return heads;
}

std::vector<WormRole> roles_of(const TorusSchedule& schedule, BroadcastPace pace,
                               const BroadcastTiming& timing, PePorts ports) {
  check_timing(timing);
  const Torus torus(schedule.sides);
  timing.latency.check(torus.dimensions());
  const DimensionOrder order = routing_order(schedule);
  torus.check_node(schedule.source);
  torus.check_order(order);
  const std::vector<Step> heads = heads_of(schedule, pace, timing);
  std::vector<WormRole> roles(index_of(torus.size()));
  for (std::size_t v = 0; v < roles.size(); ++v) {
    roles[v].self = static_cast<Node>(v);
    roles[v].send_overhead = timing.send_overhead;
    roles[v].receive_overhead = timing.receive_overhead;
  }
  roles[index_of(schedule.source)].is_source = true;
  std::vector<std::size_t> steps_begun(roles.size(), 0);  // up to which the PE sends, so far
  std::vector<std::uint32_t> sent(roles.size(), 0);
  for (std::size_t step = 0; step < schedule.steps.size(); ++step)
    for (const TorusMessage& message : schedule.steps[step]) {
      const Node to = torus.destination(message.from, message.hops);
      const std::size_t from = index_of(message.from);
      const std::uint32_t packet = sent[from]++ % kPacketNumbers;
      std::vector<ActiveStep>& active = roles[from].active;
      if (steps_begun[from] != step + 1)
        active.push_back({heads.empty() ? std::nullopt : std::optional(heads[step]), {}});
      steps_begun[from] = step + 1;
      active.back().sends.push_back({to, port_of(message.hops, order, ports),
                                     route_of(message.hops, order, torus.format()), packet,
                                     timing.flits});
      roles[index_of(to)].copies.push_back({message.from, packet, timing.flits});
    }
  return roles;
}

Protocols make_torus_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                               const BroadcastTiming& timing, PePorts ports) {
  return make_worm_pes(roles_of(schedule, pace, timing, ports));
}

}  // namespace flitwise::protocols
