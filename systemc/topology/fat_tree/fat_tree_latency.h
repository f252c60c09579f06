// fat_tree_latency.h: how many steps the switches, links and credit wires of a fat tree take.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_FAT_TREE_FAT_TREE_LATENCY_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_FAT_TREE_FAT_TREE_LATENCY_H_

#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// Latencies of a fat tree; as it stands every hop takes one step.
///
/// A packet sent in step t, the first one that finds it on the wires, is received at the end of
/// step t + w - 1; a switch that receives it in step t sends it on in step t + r. A PE puts a
/// packet on its link in the dispatch step itself. Levels count from 1: branch i joins levels i - 1
/// and i.
///
/// Shape: `link` has an entry per branch, from branch 1 on, or none: all 1.
/// Units: steps, each at least 1.
struct FatTreeLatency {
  Step router = 1;         ///< r: of every switch
  std::vector<Step> link;  ///< w_i: of the links of branch i, up and down
  Step credit = 1;         ///< w_c: of the wires that give room back, where queues hold back

  /// True when every hop takes one step.
  bool is_unit() const;

  Step link_of(int branch) const { return link.empty() ? 1 : link[index_of(branch - 1)]; }
  /// lam_h: steps from dispatch to arrival of a packet that turns at level h >= 1 and never waits:
  /// the sum of 2 (w_i - 1) over the branches up to h, and r for each of 2h - 1 switches. 0 for
  /// level 0.
  Step whole_way(int level) const;
  /// D_h = lam_h - lam_(h-1), always even for h >= 2.
  Step longer_by(int level) const { return whole_way(level) - whole_way(level - 1); }

  /// Refuses what does not fit a tree of so many levels.
  /// Errors: throws TopologyError that names the rule and the value.
  void check(int levels) const;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_FAT_TREE_FAT_TREE_LATENCY_H_
