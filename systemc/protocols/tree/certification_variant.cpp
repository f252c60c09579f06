// certification_variant.cpp: steps to sort, and when certificates may come up.
#include "systemc/protocols/tree/certification_variant.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
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

// Steps that token and certificate take between a PE and its child more than if reaction and links
// took one each.
Step trip(const TreeLatency& latency, Node parent, Node child) {
  return latency.reaction_of(parent) - 1 + latency.down_to(child) - 1 + latency.up_from(child) - 1;
}

// Gives the certificate of each child of one PE a step of its own, sets their holds, and returns
// the last of these steps; 0 for a leaf. `away`: R of each child and the trip to it.
Step assign_slots(SyncTable& schedule, Node v, const std::vector<Step>& away,
                  const TreeLatency& latency) {
  const std::vector<Node>& children = schedule[index_of(v)].token_order;
  std::vector<std::pair<Step, Step>> arrivals;  // earliest arrival, position in the token order
  for (std::size_t p = 1; p <= children.size(); ++p)
    arrivals.emplace_back(static_cast<Step>(p) + away[index_of(children[p - 1])],
                          static_cast<Step>(p));
  std::sort(arrivals.begin(), arrivals.end());
  Step slot = 0;
  for (const auto& [arrival, position] : arrivals) {
    slot = std::max(arrival, slot + 1);
    const Node child = children[static_cast<std::size_t>(position - 1)];
    schedule[index_of(child)].hold = slot - position - trip(latency, v, child);
  }
  return slot;
}

SyncTable slot_schedule(const Tree& tree, const CertificationVariant& variant,
                        const TreeLatency& latency) {
  SyncTable schedule = in_index_order(tree);
  // R, the steps from token to earliest certificate, and the trip from the parent.
  std::vector<Step> away(index_of(tree.size()));
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Node>& children = schedule[index_of(*v)].token_order;
    if (variant.sync == Sync::kSlot) sort_slowest_first(children, away);
    const Step ready = assign_slots(schedule, *v, away, latency) + latency.reaction_of(*v) +
                       sort_steps(variant.sort_cost, children.size());
    away[index_of(*v)] = *v == 0 ? ready : ready + trip(latency, tree.parent(*v), *v);
  }
  return schedule;
}

SyncTable mirror_schedule(const Tree& tree, const TreeLatency& latency) {
  SyncTable schedule = in_index_order(tree);
  std::vector<Step> away(index_of(tree.size()));  // B of each subtree and the way from the parent
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Node>& children = schedule[index_of(*v)].token_order;
    sort_slowest_first(children, away);
    Step broadcast = 0;
    for (std::size_t k = 0; k < children.size(); ++k)
      broadcast = std::max(
          broadcast, latency.reaction_of(*v) + static_cast<Step>(k) + away[index_of(children[k])]);
    away[index_of(*v)] = broadcast + latency.down_to(*v) - 1;
  }
  schedule[0].broadcast_steps = away[0];
  return schedule;
}

}  // namespace

std::string obstacle_to_mirror(const Tree& tree, const TreeLatency& latency) {
  for (Node v = 0; v < tree.size(); ++v) {
    if (latency.down_to(v) != latency.up_from(v)) return "needs links that take as long up as down";
    if (latency.reaction_of(v) != latency.reaction_of(0))
      return "needs PEs that all have one reaction";
  }
  return {};
}

std::vector<SyncConstants> sync_schedule(const Tree& tree, const CertificationVariant& variant,
                                         const TreeLatency& latency) {
  latency.check(tree.size());
  if (variant.ports == Ports::kMulti || variant.sync == Sync::kSeq) return in_index_order(tree);
  if (variant.sync != Sync::kMirror) return slot_schedule(tree, variant, latency);
  const std::string obstacle = obstacle_to_mirror(tree, latency);
  if (!obstacle.empty()) throw std::invalid_argument("mirror synchronisation " + obstacle);
  return mirror_schedule(tree, latency);
}

}  // namespace flitwise::protocols
