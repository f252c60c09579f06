// Total exchange in phases, scatter by scatter, and in no order at all.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "systemc/protocols/fat_tree/fat_tree_digits.h"
#include "systemc/protocols/fat_tree/fat_tree_rules.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::protocols {
namespace {

/// One phase: all messages that meet at `level`, `group` of them a step from each subtree.
///
/// Reversed digits spread any few consecutive entries over the smaller subtrees, of the senders as
/// of the receivers, as evenly as their branches need it. A row, of as many entries as a subtree
/// has leaves, has each of them send and receive once: where the group is larger, it is made of
/// whole rows, and of single entries for the rest.
class Phase {
 public:
  Phase(const FatTree& tree, int level, int group)
      : tree_(tree), level_(level), group_(group), subtree_(tree.leaves_below(level - 1)) {
    const std::int64_t in_whole_rows = steps() * (group_ / subtree_) * subtree_;
    single_ = std::max<std::int64_t>(0, entries() - in_whole_rows);
  }

  Step steps() const { return (entries() + group_ - 1) / group_; }

  void add_to(Schedule& schedule, Step first) const {
    for (std::int64_t q = 0; q < entries(); ++q) add_entry(schedule, q, first + step_of(q));
  }

 private:
  std::int64_t entries() const { return std::int64_t{tree_.arity() - 1} * subtree_ * subtree_; }

  Step step_of(std::int64_t q) const {
    if (q < single_) return q / (group_ % subtree_);
    return (q - single_) / (group_ / subtree_ * subtree_);
  }

  Node reversed(std::int64_t x) const {
    return reverse_digits(tree_.arity(), static_cast<Node>(x), level_ - 1);
  }

  void add_entry(Schedule& schedule, std::int64_t q, Step step) const {
    const std::int64_t m = subtree_;
    const auto r = static_cast<Node>(1 + q / (m * m));
    const std::int64_t shift = q % (m * m) / m;
    const Node from = reversed(q % m);
    const Node to = reversed((q % m + shift) % m);
    const Node arity = tree_.arity();
    for (Node base = 0; base < tree_.leaves(); base += arity * subtree_)
      for (Node j = 0; j < arity; ++j)
        add_data(schedule, base + j * subtree_ + from, base + (j + r) % arity * subtree_ + to,
                 step);
  }

  const FatTree& tree_;
  int level_;
  int group_;
  Node subtree_;
  std::int64_t single_ = 0;  // entries that go one by one, the first ones
};

// `gap_after(level)`: idle dispatch steps after the phase of that level.
template <typename Gap>
Schedule phases(const FatTree& tree, const Gap& gap_after) {
  const std::vector<int> groups = effective_capacities(tree);
  Schedule schedule = empty_schedule(tree);
  Step first = 1;
  for (int level = tree.levels(); level >= 1; --level) {
    const Phase phase(tree, level, groups[static_cast<std::size_t>(level - 1)]);
    phase.add_to(schedule, first);
    first += phase.steps() + gap_after(level);
  }
  return over_ports(by_step(std::move(schedule)));
}

// Adds the furthest-first scatter of leaf `source` whose first flit leaves in step `first`.
// Returns the step in which its last flit arrives.
Step add_scatter_of(const FatTree& tree, Node source, Step first, Schedule& schedule) {
  const int links = tree.leaf_links();
  Flits place = 0;
  Step last = 0;
  for (const Node x : furthest_first_order(tree, source)) {
    const Step step = first + place / links;
    add_back_to_back(schedule, links, source, x, first, place++);
    last = std::max(last, step + 2 * tree.meeting_level(source, x) - 1);
  }
  return last;
}

// The leaf whose furthest-first scatter keeps clear of leaf 0's, XOR s for leaf s.
Node partner_offset(Node leaves) {
  if (leaves == 4) return 3;
  if (leaves == 8) return 5;
  return leaves / 2;
}

}  // namespace

std::vector<int> effective_capacities(const FatTree& tree) {
  std::vector<int> effective = {tree.leaf_links()};
  for (int level = 2; level <= tree.levels(); ++level)
    effective.push_back(std::min(tree.capacity(level), tree.arity() * effective.back()));
  return effective;
}

Schedule fat_tree_exchange_phased_serial(const FatTree& tree) {
  return phases(tree, [](int level) { return Step{2} * level - 1; });
}

Schedule fat_tree_exchange_phased(const FatTree& tree, Step phase_gap) {
  check_phase_gap(phase_gap);
  return phases(tree, [phase_gap](int) { return phase_gap; });
}

Schedule fat_tree_exchange_scatters(const FatTree& tree) {
  Schedule schedule = empty_schedule(tree);
  Step end = 0;
  for (Node s = 0; s < tree.leaves(); ++s) end = add_scatter_of(tree, s, end + 1, schedule);
  return schedule;
}

Schedule fat_tree_exchange_scatter_pairs(const FatTree& tree) {
  require(tree.arity() == 2,
          "scatters in pairs are for binary fat trees, got arity " + std::to_string(tree.arity()));
  const Node offset = partner_offset(tree.leaves());
  Schedule schedule = empty_schedule(tree);
  Step end = 0;
  for (Node s = 0; s < tree.leaves(); ++s) {
    const Node partner = s ^ offset;
    if (partner < s) continue;  // has had its turn
    const Step first = end + 1;
    end = std::max(add_scatter_of(tree, s, first, schedule),
                   add_scatter_of(tree, partner, first, schedule));
  }
  return schedule;
}

Schedule fat_tree_exchange_far_first(const FatTree& tree) {
  Schedule schedule = empty_schedule(tree);
  for (Node s = 0; s < tree.leaves(); ++s) {
    Flits place = 0;
    for (const Node x : furthest_first_order(tree, s))
      add_back_to_back(schedule, tree.leaf_links(), s, x, 1, place++);
  }
  return schedule;
}

}  // namespace flitwise::protocols
