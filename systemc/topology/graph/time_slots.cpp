// time_slots.cpp: a search for offsets, tree after tree.
#include "systemc/topology/graph/time_slots.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace flitwise {
namespace {

struct Crossing {
  TreeIndex tree;
  Step position;
};

using Crossings = std::map<Edge, std::vector<Crossing>>;  // by arc

void check(const std::vector<Parents>& trees) {
  if (trees.empty()) throw std::invalid_argument("time slots need a tree");
  for (std::size_t t = 1; t < trees.size(); ++t)
    if (trees[t].size() != trees.front().size())
      throw std::invalid_argument("all trees must have as many nodes as tree 0, " +
                                  std::to_string(trees.front().size()) + "; tree " +
                                  std::to_string(t) + " has " + std::to_string(trees[t].size()));
}

Crossings crossings_of(const std::vector<Parents>& trees, SlotUse use) {
  check(trees);
  Crossings all;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const std::vector<Node> depths = depths_of(trees[t]);
    const Node height = *std::max_element(depths.begin(), depths.end());
    const auto tree = static_cast<TreeIndex>(t);
    for (Node v = 0; v < static_cast<Node>(trees[t].size()); ++v) {
      const Node parent = trees[t][index_of(v)];
      if (parent == kNoNode) continue;
      const Node depth = depths[index_of(v)];
      if (use != SlotUse::kCopies) all[{v, parent}].push_back({tree, height - depth});
      if (use != SlotUse::kOperands)
        all[{parent, v}].push_back({tree, (use == SlotUse::kBoth ? height : 0) + depth - 1});
    }
  }
  return all;
}

// What offset_j - offset_i must not be, modulo the period, for trees i < j.
class Forbidden {
 public:
  explicit Forbidden(const Crossings& crossings) {
    for (const auto& [arc, its] : crossings)
      for (const Crossing& a : its)
        for (const Crossing& b : its)
          if (a.tree < b.tree) differences_[{a.tree, b.tree}].insert(a.position - b.position);
  }

  // Whether tree j can begin with an offset beside the trees before it.
  bool allow(const std::vector<Step>& before, Step offset, Step period) const {
    const auto j = static_cast<TreeIndex>(before.size());
    for (TreeIndex i = 0; i < j; ++i) {
      const auto found = differences_.find({i, j});
      if (found == differences_.end()) continue;
      for (const Step difference : found->second)
        if ((offset - before[index_of(i)] - difference) % period == 0) return false;
    }
    return true;
  }

 private:
  std::map<std::pair<TreeIndex, TreeIndex>, std::set<Step>> differences_;
};

bool place(const Forbidden& forbidden, std::size_t trees, TimeSlots& slots) {
  if (slots.offsets.size() == trees) return true;
  const Step end = slots.offsets.empty() ? 1 : slots.period;
  for (Step offset = 0; offset < end; ++offset) {
    if (!forbidden.allow(slots.offsets, offset, slots.period)) continue;
    slots.offsets.push_back(offset);
    if (place(forbidden, trees, slots)) return true;
    slots.offsets.pop_back();
  }
  return false;
}

Step most_of(const Crossings& crossings) {
  std::size_t most = 1;
  for (const auto& [arc, its] : crossings) most = std::max(most, its.size());
  return static_cast<Step>(most);
}

}  // namespace

std::optional<TimeSlots> slots_of_period(const std::vector<Parents>& trees, SlotUse use,
                                         Step period) {
  if (period < 1)
    throw std::invalid_argument("a period must be at least 1, got " + std::to_string(period));
  TimeSlots slots;
  slots.period = period;
  if (!place(Forbidden(crossings_of(trees, use)), trees.size(), slots)) return std::nullopt;
  return slots;
}

TimeSlots least_slots(const std::vector<Parents>& trees, SlotUse use) {
  const Crossings crossings = crossings_of(trees, use);
  const Forbidden forbidden(crossings);
  // Ends: with a period of all positions and trees one tree can wait until another one is done.
  TimeSlots slots;
  for (slots.period = most_of(crossings); !place(forbidden, trees.size(), slots); ++slots.period) {
  }
  return slots;
}

Step most_on_an_arc(const std::vector<Parents>& trees, SlotUse use) {
  return most_of(crossings_of(trees, use));
}

}  // namespace flitwise
