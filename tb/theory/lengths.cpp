#include "tb/theory/lengths.h"

#include <numeric>
#include <stdexcept>
#include <string>

namespace flitwise::theory {

void check_lengths(Node pes, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(pes))
    throw std::invalid_argument("lengths must have one entry per PE: " + std::to_string(pes) +
                                ", got " + std::to_string(lengths.size()));
  if (lengths[0] != 0)
    throw std::invalid_argument("lengths[0] must be 0, because PE 0 has no message, got " +
                                std::to_string(lengths[0]));
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] < 0)
      throw std::invalid_argument("lengths[" + std::to_string(i) + "] must be at least 0, got " +
                                  std::to_string(lengths[i]));
  }
}

Flits total_flits(const std::vector<Flits>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), Flits{0});
}

std::vector<Flits> flits_from_depth(const Tree& tree, const std::vector<Flits>& lengths) {
  std::vector<Flits> flits(index_of(tree.height()) + 1, 0);
  for (Node v = 0; v < tree.size(); ++v) flits[index_of(tree.depth(v))] += lengths[index_of(v)];
  for (std::size_t d = flits.size() - 1; d > 0; --d) flits[d - 1] += flits[d];
  return flits;
}

Step gather_lower_bound(const Tree& tree, const std::vector<Flits>& lengths) {
  return max_over_depths(flits_from_depth(tree, lengths), [](Step d) { return 2 * d - 1; });
}

}  // namespace flitwise::theory
