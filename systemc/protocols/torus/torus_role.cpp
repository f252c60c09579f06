#include "systemc/protocols/torus/torus_role.h"

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
        "a schedule that is to run at given cycles must have one start for each of "
        "its " +
        std::to_string(schedule.steps.size()) + " steps, got " +
        std::to_string(schedule.starts.size()));
  return schedule.starts;
}

class RoleBuilder {
 public:
  explicit RoleBuilder(const TorusSchedule& schedule)
      : torus_(schedule.sides),
        order_(routing_order(schedule)),
        roles_(static_cast<std::size_t>(torus_.size())),
        last_step_(roles_.size(), kNone),
        sent_(roles_.size(), 0) {
    torus_.check_node(schedule.source);
    torus_.check_order(order_);
    for (std::size_t v = 0; v < roles_.size(); ++v) roles_[v].self = static_cast<Node>(v);
    roles_[static_cast<std::size_t>(schedule.source)].is_source = true;
  }

  void add(std::size_t step, std::optional<Step> head, const TorusMessage& message) {
    const Node to = torus_.destination(message.from, message.hops);
    const auto from = static_cast<std::size_t>(message.from);
    TorusSend send;
    send.destination = to;
    send.port = port_of(message.hops, order_);
    send.route = route_of(message.hops, order_);
    send.packet = sent_[from]++ % kPacketNumbers;
    std::vector<ActiveStep>& active = roles_[from].active;
    if (last_step_[from] != step) active.push_back({head, {}});
    last_step_[from] = step;
    active.back().sends.push_back(send);
    roles_[static_cast<std::size_t>(to)].copies.push_back({message.from, send.packet});
  }

  std::vector<TorusRole> take() { return std::move(roles_); }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Torus torus_;
  DimensionOrder order_;
  std::vector<TorusRole> roles_;
  std::vector<std::size_t> last_step_;  // in which the PE sends, so far
  std::vector<std::uint32_t> sent_;
};

}  // namespace

void check_timing(const BroadcastTiming& timing) {
  require_at_least("the length of the text", 1, timing.flits);
  require_at_least("the overhead of sending", 0, timing.send_overhead);
  require_at_least("the overhead of receiving", 0, timing.receive_overhead);
  require_at_least("the number of cycles per hop", 1, timing.cycles_per_hop);
  require_at_least("the cost of a barrier", 0, timing.barrier_cost);
}

std::vector<Step> barrier_heads(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  std::vector<Step> heads;
  Step begin = 0;
  for (const int longest : longest_paths(schedule)) {
    heads.push_back(begin + timing.send_overhead + 1);
    begin += timing.send_overhead + timing.cycles_per_hop * longest + timing.flits +
             timing.receive_overhead + timing.barrier_cost;
  }
  return heads;
}

std::vector<TorusRole> roles_of(const TorusSchedule& schedule, BroadcastPace pace,
                                const BroadcastTiming& timing) {
  check_timing(timing);
  RoleBuilder builder(schedule);
  const std::vector<Step> heads = heads_of(schedule, pace, timing);
  for (std::size_t step = 0; step < schedule.steps.size(); ++step)
    for (const TorusMessage& message : schedule.steps[step])
      builder.add(step, heads.empty() ? std::nullopt : std::optional<Step>(heads[step]), message);
  return builder.take();
}

}  // namespace flitwise::protocols
