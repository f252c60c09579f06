// Numbers of steps of broadcasts on tori, and what their lanes wait for.
#include <algorithm>
#include <string>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/torus/torus.h"
#include "tb/theory/torus/channel_dependency.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise {
namespace {

std::vector<int> sides_of(const Names& values, int most, std::size_t dimensions) {
  std::vector<int> sides;
  for (const std::int64_t side : numbers_of(values, "sides", 1, most))
    sides.push_back(static_cast<int>(side));
  if (sides.empty() || sides.size() > dimensions)
    throw ExpressionError("needs a list of 1 to " + std::to_string(dimensions) + " sides");
  return sides;
}

}  // namespace

// Takes `sides`, which may be more than a torus that runs has. Gives steps: `published` (the
// published scheme), `peel`, `edn` where there is one, `fewest` (no all-port broadcast takes less)
// and `fewest_dor` (nor any that is routed in dimension order).
Figure::Members torus_steps(const Names& values) {
  constexpr int kLongestSide = 4096;
  constexpr std::size_t kMostSides = 6;
  const std::vector<int> sides = sides_of(values, kLongestSide, kMostSides);
  const auto steps = [&](theory::BroadcastScheme scheme) {
    return Figure(std::int64_t{theory::broadcast_steps(scheme, sides)->steps});
  };
  Figure::Members figures{
      {"published", steps(theory::BroadcastScheme::kPaper)},
      {"peel", steps(theory::BroadcastScheme::kPeel)},
      {"fewest", Figure(std::int64_t{theory::fewest_steps(sides)})},
      {"fewest_dor", Figure(std::int64_t{theory::fewest_steps_dimension_order(sides)})}};
  if (const auto edn = theory::broadcast_steps(theory::BroadcastScheme::kEdn, sides))
    figures.emplace_back("edn", Figure(std::int64_t{edn->steps}));
  return figures;
}

// Takes `sides` and `lanes` of a channel. Gives `circle`, the number of lanes in a circle that wait
// for each other under dimension-order routing with datelines; 0 if there is none.
Figure::Members torus_lanes(const Names& values) {
  constexpr int kLongestSide = 16;
  const Torus torus(sides_of(values, kLongestSide, Torus::kMostDimensions));
  const auto lanes = static_cast<int>(number_of(values, "lanes", 1, 4));
  const auto circle = theory::dependency_circle(torus, lanes, theory::LaneRule::kRelaxed);
  return {{"circle", Figure(static_cast<std::int64_t>(circle.size()))}};
}

}  // namespace flitwise
