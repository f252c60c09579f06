#include "systemc/topology/torus/torus_schedule.h"

#include <algorithm>
#include <tuple>

namespace flitwise {

bool operator==(const TorusSchedule& a, const TorusSchedule& b) {
  const auto all = [](const TorusSchedule& s) {
    return std::tie(s.sides, s.order, s.source, s.scheme, s.flits, s.steps, s.starts);
  };
  return all(a) == all(b);
}

DimensionOrder routing_order(const TorusSchedule& schedule) {
  return schedule.order.empty() ? Torus(schedule.sides).ascending_order() : schedule.order;
}

std::int64_t message_count(const TorusSchedule& schedule) {
  std::int64_t messages = 0;
  for (const TorusStep& step : schedule.steps) messages += static_cast<std::int64_t>(step.size());
  return messages;
}

std::vector<int> longest_paths(const TorusSchedule& schedule) {
  std::vector<int> longest;
  for (const TorusStep& step : schedule.steps) {
    longest.push_back(0);
    for (const TorusMessage& message : step)
      longest.back() = std::max(longest.back(), path_length(message.hops));
  }
  return longest;
}

TorusSchedule with_source(TorusSchedule schedule, Node source) {
  const Torus torus(schedule.sides);
  const Node by = torus.translate_back(source, schedule.source);
  for (TorusStep& step : schedule.steps) {
    for (TorusMessage& message : step) message.from = torus.translate(message.from, by);
  }
  schedule.source = source;
  return schedule;
}

}  // namespace flitwise
