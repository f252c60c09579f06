// tree_times.cpp: the split of combining trees, for trees of any graph.
#include "tb/theory/graph/tree_times.h"

#include <algorithm>
#include <numeric>

#include "tb/theory/combining/network_combining.h"

namespace flitwise::theory {
namespace {

std::vector<Node> doubled(std::vector<Node> heights) {
  for (Node& height : heights) height *= 2;
  return heights;
}

}  // namespace

Step broadcast_finish(Flits flits, const std::vector<Node>& heights) {
  return flits == 0 ? 0 : trees_done({heights.begin(), heights.end()}, flits);
}

std::vector<Flits> best_split(Flits flits, const std::vector<Node>& heights) {
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return heights[a] < heights[b]; });
  std::vector<Step> lowest_first;
  for (const std::size_t tree : order) lowest_first.push_back(heights[tree]);
  const std::vector<Flits> shares = best_split(lowest_first, flits);
  std::vector<Flits> split(heights.size());
  for (std::size_t place = 0; place < order.size(); ++place) split[order[place]] = shares[place];
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
