#include "tb/theory/torus/torus_arithmetic.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace flitwise::theory {
namespace {

void check_at_least(std::int64_t value, std::int64_t least, const char* name) {
  if (value < least)
    throw std::invalid_argument(std::string(name) + " must be at least " + std::to_string(least) +
                                ", got " + std::to_string(value));
}

}  // namespace

std::int64_t node_count(const std::vector<int>& sides) {
  constexpr int kLargestSide = 4096;
  constexpr std::int64_t kMostNodes = std::int64_t{1} << 40;
  if (sides.empty()) throw std::invalid_argument("a torus must have at least one side");
  std::int64_t nodes = 1;
  for (const int side : sides) {
    if (side < 1 || side > kLargestSide)
      throw std::invalid_argument("a side must be from 1 to " + std::to_string(kLargestSide) +
                                  ", got " + std::to_string(side));
    nodes *= side;  // at most 2^52
    if (nodes > kMostNodes) throw std::invalid_argument("a torus must have at most 2^40 nodes");
  }
  return nodes;
}

std::vector<int> sides_above_one(const std::vector<int>& sides) {
  node_count(sides);
  std::vector<int> larger;
  for (const int side : sides) {
    if (side > 1) larger.push_back(side);
  }
  return larger;
}

Step CycleModel::way(const Hops& hops) const {
  Step cycles = 0;
  Step links = 0;
  Step turns = -1;
  for (std::size_t d = 0; d < hops.size(); ++d) {
    if (hops[d] == 0) continue;
    ++turns;
    links += std::abs(hops[d]);
    cycles += (latency.link_of(static_cast<int>(d)) - 1) * std::abs(hops[d]);
  }
  if (links == 0) return 0;
  return cycles + (links - 1 - turns) * latency.router(RouterPassage::kStraight) +
         turns * latency.router(RouterPassage::kTurn) + latency.router(RouterPassage::kEject);
}

Step slowest_hop(const std::vector<int>& sides, const TorusLatency& latency) {
  Step slowest = 0;
  for (std::size_t d = 0; d < sides.size(); ++d)
    if (sides[d] > 1) slowest = std::max(slowest, latency.hop(static_cast<int>(d)));
  return slowest;
}

void check_model(const CycleModel& model, const std::vector<int>& sides) {
  check_at_least(model.flits, 1, "flits");
  check_at_least(model.send_overhead, 0, "send_overhead");
  check_at_least(model.receive_overhead, 0, "receive_overhead");
  check_at_least(model.depth.value_or(1), 1, "depth");
  model.latency.check(static_cast<int>(sides.size()));
}

void check_packet(const CycleModel& model, const std::vector<int>& sides, Flits packet) {
  check_model(model, sides);
  if (packet < 1 || packet > model.flits)
    throw std::invalid_argument("a packet must have from 1 to " + std::to_string(model.flits) +
                                " flits, got " + std::to_string(packet));
}

}  // namespace flitwise::theory
