// fat_tree_bounds.h: steps that no schedule on a fat tree can do without.
//
// All bounds hold with and without queues, and for PEs of any number of links, c_1. h is the class
// of a packet, the level where it turns.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_BOUNDS_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_BOUNDS_H_

#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// Broadcast: 2L, the distance of the farthest leaf.
Step broadcast_bound(const FatTree& tree);

/// Scatter from `root` or gather to it: max over the classes h that have a flit of (ceil(flits of
/// class h and higher / c_1) + 2h - 1). Those flits share the root's c_1 links, and the last
/// (first) of them takes 2h steps. 0 when nothing is sent.
///
/// Shape: `lengths` has one entry per leaf, 0 for `root`.
Step one_to_all_bound(const FatTree& tree, Node root, const std::vector<Flits>& lengths);

/// Multinode broadcast: the same at every leaf, max over h of ceil((n - b^(h-1)) / c_1) + 2h - 1;
/// with c_1 = 1 that is n + 1 for b = 2 and n >= 4, else n.
Step multinode_bound(const FatTree& tree);

/// Total exchange, links: max over i <= h of ceil(b^(i-1) (n - b^(h-1)) / c_i) + 2h - 1. Packets of
/// class h and higher cross up branch i in steps i to T - 2h + i.
Step exchange_link_bound(const FatTree& tree);

/// Total exchange, packets in flight: the least T >= K, K = ceil((n - 1) / c_1), with (n - 1)
/// (T - 2K + 1) + c_1 K (K - 1) >= S, where S = sum over h of (b-1) b^(h-1) (2h-1). For c_1 = 1
/// that is n - 1 + ceil(S / (n - 1)).
///
/// By the end of step t a leaf has sent at most min(c_1 t, n - 1) packets and received, as c_1 (T -
/// t) are all that can still come, at least n - 1 - c_1 (T - t). What is in between is in flight;
/// summed over the steps that is the left side per leaf. A packet of class h is in flight at 2h - 1
/// ends of steps.
Step exchange_in_flight_bound(const FatTree& tree);

/// Total exchange: the larger of the two.
Step exchange_bound(const FatTree& tree);

/// Words for where the bounds come from.
Source broadcast_bound_source();
Source one_to_all_bound_source();
Source multinode_bound_source();
Source exchange_bound_source(const FatTree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_BOUNDS_H_
