#include "tests/protocols/torus/torus_runs.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flitwise::protocols::test {

WormRecord run_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                         const BroadcastTiming& timing) {
  return run_worms(Torus(schedule.sides), routing_order(schedule),
                   make_torus_broadcast(schedule, pace, timing), timing.cycles_per_hop);
}

Step cycles_of(const WormRecord& record, const BroadcastTiming& timing) {
  return record.messages == 0 ? 0 : record.finish + timing.receive_overhead;
}

Step barrier_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  Step cycles = 0;
  for (const TorusStep& step : schedule.steps) {
    int longest = 0;
    for (const TorusMessage& message : step) longest = std::max(longest, path_length(message.hops));
    cycles += timing.send_overhead + timing.cycles_per_hop * longest + timing.flits +
              timing.receive_overhead;
  }
  return cycles;
}

std::vector<Step> free_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  const Torus torus(schedule.sides);
  std::vector<Step> usable(static_cast<std::size_t>(torus.size()), 0);
  std::vector<Step> active_steps(usable.size(), 0);
  for (const TorusStep& step : schedule.steps) {
    std::set<Node> senders;
    for (const TorusMessage& message : step) {
      const auto from = static_cast<std::size_t>(message.from);
      const auto to = static_cast<std::size_t>(torus.destination(message.from, message.hops));
      usable[to] = usable[from] + active_steps[from] * (timing.send_overhead + timing.flits) +
                   timing.send_overhead + timing.cycles_per_hop * path_length(message.hops) +
                   timing.flits + timing.receive_overhead;
      senders.insert(message.from);
    }
    for (const Node v : senders) ++active_steps[static_cast<std::size_t>(v)];
  }
  return usable;
}

}  // namespace flitwise::protocols::test
