#include "tb/theory/torus/broadcast/broadcast_events.h"

#include <algorithm>
#include <stdexcept>

namespace flitwise::theory {
namespace {

// All flits of one message; `ready` is its receiver's.
void add_message(const Torus& torus, const std::vector<TorusLink>& path, const CycleModel& model,
                 Step ready, std::int64_t number, std::vector<LinkEvent>& events) {
  const auto hops = static_cast<Step>(path.size());
  const Step before = ready - model.receive_overhead - model.flits - hops;
  LinkEvent event;
  event.kind = FlitKind::kData;
  event.message = path.front().from;
  event.value = number % kEventNumbers;
  for (Step link = 0; link < hops; ++link) {
    const TorusLink& crossed = path[static_cast<std::size_t>(link)];
    event.from = crossed.from;
    event.to = torus.neighbour(crossed.from, crossed.channel);
    for (event.index = 1; event.index <= model.flits; ++event.index) {
      event.step = before + link + event.index;
      events.push_back(event);
    }
  }
}

}  // namespace

std::optional<std::vector<LinkEvent>> broadcast_events(const TorusSchedule& schedule,
                                                       const CycleModel& model,
                                                       const BroadcastTiming& timing) {
  check_model(model);
  if (!timing.exact || model.hop != 1)
    throw std::invalid_argument("events need an exact timing with one step a hop");
  const Torus torus(schedule.sides);
  const auto nodes = static_cast<std::size_t>(torus.size());
  std::vector<std::int64_t> sent(nodes, 0);
  std::vector<bool> informed(nodes, false);
  informed[static_cast<std::size_t>(schedule.source)] = true;
  std::vector<LinkEvent> events;
  for (const TorusStep& step : schedule.steps) {
    for (const TorusMessage& message : step) {
      const auto path = torus.path(message.from, message.hops, routing_order(schedule));
      const auto to = static_cast<std::size_t>(torus.destination(message.from, message.hops));
      if (informed[to]) return std::nullopt;
      informed[to] = true;
      add_message(torus, path, model, timing.ready[to],
                  sent[static_cast<std::size_t>(message.from)]++, events);
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory
