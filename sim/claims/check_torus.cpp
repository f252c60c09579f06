// Numbers of steps of broadcasts on tori, and what their lanes wait for.
#include <algorithm>
#include <vector>

#include "sim/claims/claim_checks.h"
#include "systemc/topology/torus.h"
#include "tb/theory/channel_dependency.h"
#include "tb/theory/torus_theory.h"

namespace flitwise {
namespace {

std::vector<int> sides_of(const Names& values, int most) {
  std::vector<int> sides;
  for (const std::int64_t side : numbers_of(values, "sides", 1, most))
    sides.push_back(static_cast<int>(side));
  if (sides.empty() || sides.size() > 4) throw ExpressionError("needs a list of 1 to 4 sides");
  return sides;
}

}  // namespace

// Takes `sides`. Gives steps: `published` (the published scheme), `peel`, `fewest` (no all-port
// broadcast takes less) and `fewest_dor` (nor any that is routed in dimension order).
Figure::Members torus_steps(const Names& values) {
  constexpr int kLongestSide = 4096;
  const std::vector<int> sides = sides_of(values, kLongestSide);
  const auto steps = [&](theory::BroadcastScheme scheme) {
    return Figure(std::int64_t{theory::broadcast_steps(scheme, sides)->steps});
  };
  return {{"published", steps(theory::BroadcastScheme::kPaper)},
          {"peel", steps(theory::BroadcastScheme::kPeel)},
          {"fewest", Figure(std::int64_t{theory::fewest_steps(sides)})},
          {"fewest_dor", Figure(std::int64_t{theory::fewest_steps_dimension_order(sides)})}};
}

// Takes `sides` and `lanes` of a channel. Gives `circle`, the number of lanes in a circle that wait
// for each other under dimension-order routing with datelines; 0 if there is none.
Figure::Members torus_lanes(const Names& values) {
  constexpr int kLongestSide = 16;
  const Torus torus(sides_of(values, kLongestSide));
  const auto lanes = static_cast<int>(number_of(values, "lanes", 1, 4));
  const auto circle = theory::dependency_circle(torus, lanes, theory::LaneRule::kRelaxed);
  return {{"circle", Figure(static_cast<std::int64_t>(circle.size()))}};
}

}  // namespace flitwise
