// Lower bounds on the steps of a broadcast.
#include <algorithm>
#include <limits>

#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

/// Nodes that cannot be informed in `steps` steps because messages are lost in the source's line of
/// `line` nodes, if every node could inform b - 1 others per step.
std::int64_t least_loss(int line, std::int64_t b, int steps) {
  const auto at = [](int h) { return static_cast<std::size_t>(h); };
  std::vector<std::int64_t> later(at(line) + 1, 0);  // f_{t+1}(h)
  std::int64_t cost = 1;                             // b^{steps-t}
  for (int t = steps; t >= 1; --t, cost *= b) {
    std::vector<std::int64_t> now(later.size(), std::numeric_limits<std::int64_t>::max());
    for (int h = 1; h <= line; ++h) {
      for (int next = h; next <= std::min(line, 3 * h); ++next)
        now[at(h)] = std::min(now[at(h)], (3 * h - next) * cost + later[at(next)]);
    }
    later = std::move(now);
  }
  return later[1];
}

}  // namespace

int fewest_steps(const std::vector<int>& sides) {
  const int ports = 2 * static_cast<int>(sides_above_one(sides).size());
  return ceil_log(ports + 1, node_count(sides));  // without ports there is one node: 0
}

int fewest_steps_dimension_order(const std::vector<int>& sides) {
  const std::vector<int> larger = sides_above_one(sides);
  if (larger.empty()) return 0;
  const std::int64_t b = 2 * static_cast<std::int64_t>(larger.size()) + 1;
  const std::int64_t nodes = node_count(sides);
  std::int64_t power = 1;
  int steps = 0;
  while (power - least_loss(larger.back(), b, steps) < nodes) {
    power *= b;
    ++steps;
  }
  return steps;
}

}  // namespace flitwise::theory
