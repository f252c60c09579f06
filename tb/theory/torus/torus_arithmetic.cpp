#include "tb/theory/torus/torus_arithmetic.h"

#include <stdexcept>
#include <string>

namespace flitwise::theory {

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

}  // namespace flitwise::theory
