// fat_tree_bounds.h: steps that no schedule on a fat tree with c_1 = 1 can do without.
//
// All bounds hold with and without queues. h is the class of a packet, the level where it turns.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_BOUNDS_H_
#define FLITWISE_TB_THEORY_FAT_TREE_BOUNDS_H_

#include <string>
#include <vector>

#include "systemc/topology/fat_tree.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// Broadcast: 2L, the distance of the farthest leaf.
Step broadcast_bound(const FatTree& tree);

/// Scatter from `root` or gather to it: max over the classes h that have a flit of (flits of class
/// h and higher + 2h - 1). Those flits share the root's one link, and the last (first) of them
/// takes 2h steps. 0 when nothing is sent.
///
/// Shape: `lengths` has one entry per leaf, 0 for `root`.
Step one_to_all_bound(const FatTree& tree, Node root, const std::vector<Flits>& lengths);

/// Multinode broadcast: the same at every leaf, n + 1 for b = 2 and n >= 4, else n.
Step multinode_bound(const FatTree& tree);

/// Total exchange, links: max over i <= h of ceil(b^(i-1) (n - b^(h-1)) / c_i) + 2h - 1. Packets of
/// class h and higher cross up branch i in steps i to T - 2h + i.
Step exchange_link_bound(const FatTree& tree);

/// Total exchange, packets in flight: with H = T - n + 1, T >= n - 1 + ceil(S / (n - 1)), where S =
/// sum over h of (b-1) b^(h-1) (2h-1).
///
/// Each leaf idles in H send and H receive steps, so that at most min(t, H, T - t) packets per leaf
/// are in flight at the end of step t, H (n - 1) summed over t; a packet of class h is in flight at
/// 2h - 1 ends of steps.
Step exchange_in_flight_bound(const FatTree& tree);

/// Total exchange: the larger of the two.
Step exchange_bound(const FatTree& tree);

/// Words for where the bounds come from.
Source broadcast_bound_source();
Source one_to_all_bound_source();
Source multinode_bound_source();
Source exchange_bound_source(const FatTree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_BOUNDS_H_
