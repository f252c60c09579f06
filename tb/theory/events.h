// events.h: link transfers that theory hands on one by one, so that no list need be kept.
#ifndef FLITWISE_TB_THEORY_EVENTS_H_
#define FLITWISE_TB_THEORY_EVENTS_H_

#include <algorithm>
#include <functional>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Takes events one after the other, in any order.
using TakeEvent = std::function<void(const LinkEvent& event)>;

/// All events that `visit(take)` hands on, sorted by their type's order.
template <typename Event = LinkEvent, typename Visit>
std::vector<Event> sorted_events(const Visit& visit) {
  std::vector<Event> events;
  visit([&](const Event& event) { events.push_back(event); });
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_EVENTS_H_
