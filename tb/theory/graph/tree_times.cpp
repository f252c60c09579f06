// tree_times.cpp: water filling over trees of different heights.
#include "tb/theory/graph/tree_times.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace flitwise::theory {
namespace {

std::vector<Node> doubled(std::vector<Node> heights) {
  for (Node& height : heights) height *= 2;
  return heights;
}

}  // namespace

Step broadcast_finish(Flits flits, const std::vector<Node>& heights) {
  if (flits == 0) return 0;
  std::vector<Node> sorted = heights;
  std::sort(sorted.begin(), sorted.end());
  Step least = std::numeric_limits<Step>::max();
  Step sum = flits;
  for (std::size_t k = 1; k <= sorted.size(); ++k) {
    sum += sorted[k - 1] - 1;
    const auto trees = static_cast<Step>(k);
    least = std::min(least, (sum + trees - 1) / trees);
  }
  return least;
}

std::vector<Flits> best_split(Flits flits, const std::vector<Node>& heights) {
  const Step finish = broadcast_finish(flits, heights);
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return heights[a] < heights[b]; });
  std::vector<Flits> split(heights.size(), 0);
  for (const std::size_t tree : order) {
    split[tree] = std::min(flits, std::max<Flits>(0, finish - heights[tree] + 1));
    flits -= split[tree];
  }
  return split;
}

Step allreduce_finish(Flits flits, const std::vector<Node>& heights) {
  return broadcast_finish(flits, doubled(heights));
}

std::vector<Flits> best_allreduce_split(Flits flits, const std::vector<Node>& heights) {
  return best_split(flits, doubled(heights));
}

Step two_phase_finish(Flits flits, const std::vector<Node>& heights) {
  return 2 * broadcast_finish(flits, heights);
}

}  // namespace flitwise::theory
