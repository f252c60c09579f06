#include "tb/theory/torus/broadcast/disjoint_trees.h"

#include <algorithm>

#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

int disjoint_trees(const std::vector<int>& sides) {
  return 2 * static_cast<int>(sides_above_one(sides).size());
}

PacketTree best_disjoint_trees(const std::vector<int>& sides, const CycleModel& model) {
  check_model(model);
  const int trees = disjoint_trees(sides);
  if (trees == 0) return {};
  const Step depth = diameter(sides) + *std::max_element(sides.begin(), sides.end());
  const Flits flits = ceil_div(model.flits, Flits{trees});
  const Step around = model.send_overhead + model.hop + model.receive_overhead;
  PacketTree best;
  for (Flits packet = 1; packet <= flits; ++packet) {
    const Step finish = (depth + ceil_div(flits, packet) - 1) * (around + packet);
    if (packet == 1 || finish < best.finish) best = {packet, finish};
  }
  return best;
}

}  // namespace flitwise::theory
