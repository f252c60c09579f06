// certification_variant.cpp: steps to sort, and when certificates may come up.
#include "systemc/protocols/tree/certification_variant.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace flitwise::protocols {
namespace {

// ceil(log2 d), d >= 1.
Step log2_rounded_up(Step d) {
  Step exponent = 0;
  while ((Step{1} << exponent) < d) ++exponent;
  return exponent;
}

}  // namespace

Step sort_steps(SortCost cost, std::size_t children) {
  const auto d = static_cast<Step>(children);
  if (d == 0) return 0;
  switch (cost) {
    case SortCost::kZero:
      return 0;
    case SortCost::kOne:
      return 1;
    case SortCost::kDegree:
      return d;
    case SortCost::kDegreeLog:
      break;
  }
  return d * log2_rounded_up(d);
}

namespace {

using SyncTable = std::vector<SyncConstants>;

SyncTable in_index_order(const Tree& tree) {
  SyncTable schedule(index_of(tree.size()));
  for (Node v = 0; v < tree.size(); ++v) schedule[index_of(v)].token_order = tree.children(v);
  return schedule;
}

// Whose subtree takes longest comes first.
void sort_slowest_first(std::vector<Node>& children, const std::vector<Step>& duration) {
  std::stable_sort(children.begin(), children.end(),
                   [&](Node a, Node b) { return duration[index_of(a)] > duration[index_of(b)]; });
}

// Gives the certificate of each child of one PE a step of its own, sets their holds, and returns
// the last of these steps; 0 for a leaf.
Step assign_slots(SyncTable& schedule, Node v, const std::vector<Step>& ready) {
  const std::vector<Node>& children = schedule[index_of(v)].token_order;
  std::vector<std::pair<Step, Step>> arrivals;  // earliest arrival, position in the token order
  for (std::size_t p = 1; p <= children.size(); ++p)
    arrivals.emplace_back(static_cast<Step>(p) + ready[index_of(children[p - 1])],
                          static_cast<Step>(p));
  std::sort(arrivals.begin(), arrivals.end());
  Step slot = 0;
  for (const auto& [arrival, position] : arrivals) {
    slot = std::max(arrival, slot + 1);
    schedule[index_of(children[static_cast<std::size_t>(position - 1)])].hold = slot - position;
  }
  return slot;
}

SyncTable slot_schedule(const Tree& tree, const CertificationVariant& variant) {
  SyncTable schedule = in_index_order(tree);
  std::vector<Step> ready(index_of(tree.size()));  // R: steps from token to earliest certificate
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Node>& children = schedule[index_of(*v)].token_order;
    if (variant.sync == Sync::kSlot) sort_slowest_first(children, ready);
    ready[index_of(*v)] =
        assign_slots(schedule, *v, ready) + 1 + sort_steps(variant.sort_cost, children.size());
  }
  return schedule;
}

SyncTable mirror_schedule(const Tree& tree) {
  SyncTable schedule = in_index_order(tree);
  std::vector<Step> broadcast(index_of(tree.size()), 0);  // B of each subtree
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Node>& children = schedule[index_of(*v)].token_order;
    sort_slowest_first(children, broadcast);
    for (std::size_t p = 1; p <= children.size(); ++p)
      broadcast[index_of(*v)] = std::max(
          broadcast[index_of(*v)], static_cast<Step>(p) + broadcast[index_of(children[p - 1])]);
  }
  schedule[0].broadcast_steps = broadcast[0];
  return schedule;
}

}  // namespace

std::vector<SyncConstants> sync_schedule(const Tree& tree, const CertificationVariant& variant) {
  if (variant.ports == Ports::kMulti || variant.sync == Sync::kSeq) return in_index_order(tree);
  return variant.sync == Sync::kMirror ? mirror_schedule(tree) : slot_schedule(tree, variant);
}

}  // namespace flitwise::protocols
