#include "sim/families/torus/torus_expectation.h"

#include <algorithm>

#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/torus_prediction.h"
#include "tb/theory/torus/broadcast/broadcast_plan.h"

namespace flitwise {
namespace {

// Packets go down the tree of shortest paths that a flood follows, too.
std::vector<check::ExpectedWorm> packets_of_tree(const TorusScenario& scenario) {
  const Torus torus(scenario.sides);
  const Flits packet = packet_length(scenario);
  const TorusSchedule tree =
      theory::broadcast_plan(theory::BroadcastScheme::kFlood, torus, scenario.root, scenario.order);
  std::vector<check::ExpectedWorm> worms;
  for (const TorusStep& step : tree.steps)
    for (const TorusMessage& edge : step)
      for (Flits sent = 0; sent < scenario.length; sent += packet)
        worms.push_back({edge.from, sent / packet, torus.destination(edge.from, edge.hops),
                         std::min(packet, scenario.length - sent)});
  return worms;
}

}  // namespace

std::optional<TorusSchedule> expected_schedule(const TorusScenario& scenario) {
  const auto expected = method_of(scenario).expected;
  return expected == nullptr ? std::nullopt : std::optional(expected(scenario));
}

std::vector<check::ExpectedWorm> expected_worms(const TorusScenario& scenario) {
  const auto schedule = expected_schedule(scenario);
  if (!schedule) return packets_of_tree(scenario);
  const Torus torus(scenario.sides);
  std::vector<std::int64_t> sent(static_cast<std::size_t>(torus.size()), 0);
  std::vector<check::ExpectedWorm> worms;
  for (const TorusStep& step : schedule->steps)
    for (const TorusMessage& message : step)
      worms.push_back({message.from, sent[static_cast<std::size_t>(message.from)]++,
                       torus.destination(message.from, message.hops), scenario.length});
  return worms;
}

}  // namespace flitwise
