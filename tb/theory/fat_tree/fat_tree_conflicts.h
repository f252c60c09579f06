// fat_tree_conflicts.h: the static test whether a schedule ever makes a packet wait.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_CONFLICTS_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_CONFLICTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise::theory {

/// A branch that more packets want to cross in one step than it has links.
///
/// Branch `level` joins subtree `subtree` (counted from the left among those of b^(level-1) leaves)
/// to its parent. `step` is the step in which they are sent over it if nothing had waited before.
/// At level 1 the subtree is a leaf, which then sends (up) or receives (down, and `step` is that of
/// reception) more than one packet in a step.
struct Conflict {
  Step step = 0;
  bool up = false;
  int level = 0;
  Node subtree = kNoNode;
  Flits packets = 0;
  int links = 0;
};

/// "step 5: 2 packets want to enter the subtree of leaves 0 to 3 by branch 3, which has 1 link"
std::string to_string(const FatTree& tree, const Conflict& conflict);

/// What the criterion says of a schedule.
struct ScheduleCheck {
  bool conflict_free() const { return total == 0; }
  std::size_t total = 0;            ///< overfull branches, counted by step
  std::vector<Conflict> conflicts;  ///< the first of them in time
  /// Most packets that cross a branch of level j in one step, at j - 1.
  std::vector<Flits> most_up;
  std::vector<Flits> most_down;
};

/// Decides whether any packet of a schedule has to wait, without running it.
///
/// A packet that never waits crosses each branch a fixed number of steps after its dispatch (up) or
/// before its arrival (down), the same for all packets and that branch. So nothing waits if and
/// only if, for every subtree of b^(j-1) leaves, at most c_j packets that leave it share a dispatch
/// step and at most c_j packets that enter it share an arrival step. A copy counts once for every
/// branch that it crosses.
///
/// Errors: throws std::invalid_argument for a dispatch that the tree cannot carry (see
///         check_dispatch); TopologyError for latencies that do not fit the tree.
ScheduleCheck check_schedule(const FatTree& tree, const FatTreeTable& schedule,
                             const FatTreeLatency& latency = {}, std::size_t most_conflicts = 10);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_CONFLICTS_H_
