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

// The step of a tree's first element where it ends.
Step first_of(Node height, Step offset, SlotUse use) {
  return offset + (use == SlotUse::kBoth ? 2 : 1) * Step{height};
}

// Elements of a tree that end by step `last`.
Flits elements_by(Step last, Step first, Step period) {
  return last < first ? 0 : (last - first) / period + 1;
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

Step slots_finish(Flits flits, const std::vector<Node>& heights, const TimeSlots& slots,
                  SlotUse use) {
  if (flits == 0) return 0;
  const auto all_by = [&](Step last) {
    Flits all = 0;
    for (std::size_t t = 0; t < heights.size(); ++t)
      all += elements_by(last, first_of(heights[t], slots.offsets[t], use), slots.period);
    return all;
  };
  Step least = 1;
  Step most = first_of(heights.front(), slots.offsets.front(), use) + slots.period * (flits - 1);
  while (least < most) {
    const Step middle = least + (most - least) / 2;
    if (all_by(middle) >= flits)
      most = middle;
    else
      least = middle + 1;
  }
  return most;
}

std::vector<Flits> best_slots_split(Flits flits, const std::vector<Node>& heights,
                                    const TimeSlots& slots, SlotUse use) {
  const Step last = slots_finish(flits, heights, slots, use);
  const auto first = [&](std::size_t t) { return first_of(heights[t], slots.offsets[t], use); };
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return first(a) < first(b); });
  std::vector<Flits> split(heights.size(), 0);
  Flits left = flits;
  for (const std::size_t t : order) {
    split[t] = std::min(left, elements_by(last, first(t), slots.period));
    left -= split[t];
  }
  return split;
}

Step buffered_reduce_finish(const Parents& tree, const std::vector<Step>& ready, Flits flits,
                            Flits buffers, Step credit_steps) {
  if (flits == 0) return 0;
  const std::vector<Node> depths = depths_of(tree);
  Step latest = 0;
  for (std::size_t v = 0; v < tree.size(); ++v) latest = std::max(latest, ready[v] + depths[v]);
  return latest + flits - 2 + std::max<Step>(0, credit_steps - buffers) * ((flits - 1) / buffers);
}

}  // namespace flitwise::theory
