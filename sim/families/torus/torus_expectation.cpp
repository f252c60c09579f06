#include "sim/families/torus/torus_expectation.h"

#include <algorithm>

#include "sim/families/torus/language/torus_words.h"
#include "sim/families/torus/torus_setup.h"
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

std::optional<theory::BroadcastScheme> scheme_of(TorusAlgorithm algorithm) {
  switch (algorithm) {
    case TorusAlgorithm::kPeel:
      return theory::BroadcastScheme::kPeel;
    case TorusAlgorithm::kPaper:
      return theory::BroadcastScheme::kPaper;
    case TorusAlgorithm::kBest:
      return theory::BroadcastScheme::kBest;
    case TorusAlgorithm::kFsh:
      return theory::BroadcastScheme::kFsh;
    case TorusAlgorithm::kEdn:
      return theory::BroadcastScheme::kEdn;
    case TorusAlgorithm::kDoubling:
      return theory::BroadcastScheme::kDoubling;
    case TorusAlgorithm::kFlood:
      return theory::BroadcastScheme::kFlood;
    case TorusAlgorithm::kRadix3:
      return theory::BroadcastScheme::kRadix3;
    case TorusAlgorithm::kImported:
    case TorusAlgorithm::kPacketTree:
      break;
  }
  return std::nullopt;
}

std::optional<TorusSchedule> expected_schedule(const TorusScenario& scenario) {
  if (scenario.algorithm == TorusAlgorithm::kImported) return scenario.imported;
  const auto scheme = scheme_of(scenario.algorithm);
  if (!scheme) return std::nullopt;
  const bool is_fsh = scenario.algorithm == TorusAlgorithm::kFsh;
  return theory::broadcast_plan(*scheme, Torus(scenario.sides), scenario.root, scenario.order,
                                is_fsh ? fsh_columns(scenario) : std::vector<int>());
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
