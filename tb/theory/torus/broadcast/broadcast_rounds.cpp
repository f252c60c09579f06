#include "tb/theory/torus/broadcast/broadcast_rounds.h"

#include <algorithm>
#include <vector>

#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

constexpr int kUninformed = -1;

// For one node: the round that informed it, the round of its last active step, and which step of
// the schedule that was.
struct Progress {
  int informed = kUninformed;
  int active = kUninformed;
  std::size_t step = 0;
};

}  // namespace

std::optional<int> broadcast_rounds(const TorusSchedule& schedule) {
  const Torus torus(schedule.sides);
  std::vector<Progress> nodes(static_cast<std::size_t>(torus.size()));
  nodes[static_cast<std::size_t>(schedule.source)].informed = 0;
  int rounds = 0;
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    for (const TorusMessage& message : schedule.steps[step]) {
      Progress& from = nodes[static_cast<std::size_t>(message.from)];
      if (from.active == kUninformed || from.step != step)
        from.active = std::max(from.informed, from.active) + 1;
      from.step = step;
      rounds = std::max(rounds, from.active);
      Progress& to = nodes[static_cast<std::size_t>(torus.destination(message.from, message.hops))];
      if (to.informed != kUninformed) return std::nullopt;
      to.informed = from.active;
    }
  }
  return rounds;
}

Step fewest_cycles(const Torus& torus, const CycleModel& model) {
  check_model(model);
  const std::vector<int> sides = sides_above_one(torus.sides());
  if (sides.empty()) return 0;
  const auto ports = static_cast<Flits>(2 * sides.size());
  return model.send_overhead + model.hop * diameter(sides) + ceil_div(model.flits, ports) +
         model.receive_overhead;
}

}  // namespace flitwise::theory
