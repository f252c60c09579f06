// tree_latency.h: how many steps the routers, PEs and links of a tree take.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_LATENCY_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_LATENCY_H_

#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// Latencies of a tree, by PE of the tree.
///
/// A flit sent in step t, the first one that finds it on the wires, is received at the end of step
/// t + w - 1; links are pipelined and take a flit a step whatever w is. A router that receives it
/// in step t sends it on in step t + r. A PE that receives a control flit in step t sends its first
/// answer in step t + g. Without entries every latency is 1, whatever the tree: a flit is received
/// in the step in which it is sent, and goes on in the next one.
///
/// Shape: each vector has one entry per PE, or all are empty. Entry 0 of `down` and `up` is 1: no
///        link leads to the root from above.
/// Units: steps, each at least 1.
struct TreeLatency {
  std::vector<Step> router;    ///< r_v: of the router of PE v
  std::vector<Step> reaction;  ///< g_v: of PE v to control flits
  std::vector<Step> down;      ///< wd_v: of the link from the parent of v to v
  std::vector<Step> up;        ///< wu_v: of the link from v to its parent

  /// The same for every router, link and PE.
  /// Errors: throws TopologyError for fewer than 1 PE or a latency below 1.
  static TreeLatency uniform(Node pes, Step router, Step link, Step reaction);

  /// True when every latency is 1.
  bool is_unit() const;

  Step router_of(Node v) const { return entry(router, v); }
  Step reaction_of(Node v) const { return entry(reaction, v); }
  Step down_to(Node v) const { return entry(down, v); }
  Step up_from(Node v) const { return entry(up, v); }

  /// Steps from sending to reception over the whole way from the root to PE v, and from PE v to the
  /// root: w - 1 for each of its links and r for each router between its ends.
  /// Shape:  one entry per PE of `tree`, 0 for the root.
  /// Errors: as check.
  std::vector<Step> lam_down(const Tree& tree) const;
  std::vector<Step> lam_up(const Tree& tree) const;

  /// Refuses what does not fit a tree of `pes` PEs.
  /// Errors: throws TopologyError unless all vectors are empty or each has one entry per PE, every
  ///         entry is at least 1, and those of the root in `down` and `up` are 1.
  void check(Node pes) const;

 private:
  static Step entry(const std::vector<Step>& latencies, Node v) {
    return latencies.empty() ? 1 : latencies[index_of(v)];
  }
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_LATENCY_H_
