// Broadcasts that do not go by steps: pipelined packets, and routers that copy.
#include <stdexcept>

#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {

int diameter(const std::vector<int>& sides) {
  int links = 0;
  for (const int side : sides_above_one(sides)) links += side / 2;
  return links;
}

PacketTree packet_tree(const std::vector<int>& sides, const CycleModel& model, Flits packet) {
  check_model(model);
  if (packet < 1 || packet > model.flits)
    throw std::invalid_argument("a packet must have from 1 to " + std::to_string(model.flits) +
                                " flits, got " + std::to_string(packet));
  const Step depth = diameter(sides);
  if (depth == 0) return {packet, 0};
  const Step packets = ceil_div(model.flits, packet);
  const Step stage = model.send_overhead + model.hop + packet + model.receive_overhead;
  return {packet, (depth + packets - 1) * stage};
}

PacketTree best_packet_tree(const std::vector<int>& sides, const CycleModel& model) {
  PacketTree best = packet_tree(sides, model, 1);
  for (Flits packet = 2; packet <= model.flits; ++packet) {
    const PacketTree tree = packet_tree(sides, model, packet);
    if (tree.finish < best.finish) best = tree;
  }
  return best;
}

Step copying_routers_finish(const std::vector<int>& sides, const CycleModel& model) {
  check_model(model);
  const int depth = diameter(sides);
  return depth == 0 ? 0 : model.latency(depth);
}

}  // namespace flitwise::theory
