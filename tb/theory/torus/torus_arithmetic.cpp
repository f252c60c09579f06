#include "tb/theory/torus/torus_arithmetic.h"

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

void check_model(const CycleModel& model) {
  check_at_least(model.flits, 1, "flits");
  check_at_least(model.hop, 1, "hop");
  check_at_least(model.send_overhead, 0, "send_overhead");
  check_at_least(model.receive_overhead, 0, "receive_overhead");
}

void check_packet(const CycleModel& model, Flits packet) {
  check_model(model);
  if (packet < 1 || packet > model.flits)
    throw std::invalid_argument("a packet must have from 1 to " + std::to_string(model.flits) +
                                " flits, got " + std::to_string(packet));
}

}  // namespace flitwise::theory
