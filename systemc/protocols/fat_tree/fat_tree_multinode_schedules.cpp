// Multinode broadcast: every leaf's message to all other leaves.
#include <algorithm>

#include "systemc/protocols/fat_tree/fat_tree_digits.h"
#include "systemc/protocols/fat_tree/fat_tree_rules.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::protocols {
namespace {

// The steps in which leaves send copies for one level of the queue-free schedule.
struct Window {
  Node subtree = 1;  // b^(h-1) leaves below a child of a switch of the level
  Step first = 1;
  Step end = 1;  // first step after it
};

Window window_of(const FatTree& tree, int level) {
  Window window;
  window.subtree = tree.leaves_below(level - 1);
  if (level > 1) window.first = window.subtree + (tree.arity() == 2 ? 3 : 2) - 2 * level;
  window.end = window.first + (tree.arity() - 1) * window.subtree;
  return window;
}

// Digits of the copy that `leaf` sends in step t, 0 if none.
std::uint32_t copies_in_step(const FatTree& tree, Node leaf, Step t) {
  std::uint32_t copies = 0;
  for (int level = 1; level <= tree.levels(); ++level) {
    const Window window = window_of(tree, level);
    if (t < window.first || t >= window.end || (t - 1 - leaf) % window.subtree != 0) continue;
    const Step r = 1 + (t - window.first) / window.subtree;
    copies = with_digit(copies, tree.arity(), level, static_cast<int>(r));
  }
  return copies;
}

}  // namespace

Schedule fat_tree_multinode_flood(const FatTree& tree) {
  Schedule schedule = empty_schedule(tree);
  for (Node s = 0; s < tree.leaves(); ++s) add_flood(schedule, s, 1);
  return schedule;
}

Schedule fat_tree_multinode_phased(const FatTree& tree, Step phase_gap) {
  check_phase_gap(phase_gap);
  Schedule schedule = empty_schedule(tree);
  Step first = 1;
  for (int level = tree.levels(); level >= 1; --level) {
    const Node subtree = tree.leaves_below(level - 1);
    for (Node s = 0; s < tree.leaves(); ++s)
      for (int r = 1; r < tree.arity(); ++r)
        add_copies(schedule, s, with_digit(0, tree.arity(), level, r),
                   first + (r - 1) * subtree + s % subtree);
    first += (tree.arity() - 1) * subtree + phase_gap;
  }
  return schedule;
}

Schedule fat_tree_multinode_queue_free(const FatTree& tree) {
  Step end = 1;
  for (int level = 1; level <= tree.levels(); ++level)
    end = std::max(end, window_of(tree, level).end);
  Schedule schedule = empty_schedule(tree);
  for (Node s = 0; s < tree.leaves(); ++s)
    for (Step t = 1; t < end; ++t)
      if (const std::uint32_t copies = copies_in_step(tree, s, t))
        add_copies(schedule, s, copies, t);
  return schedule;
}

}  // namespace flitwise::protocols
