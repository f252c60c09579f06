// fat_tree_sites.h: how leaves and switches of a fat tree are wired, named and configured.
#ifndef FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_SITES_H_
#define FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_SITES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {

/// A lane of a node: where it leads, and its name in reports.
struct FatTreeLane {
  Node peer = kNoNode;  ///< kNoNode for the lane to a leaf's own PE
  std::uint32_t peer_lane = 0;
  std::string name;  ///< "own", "own port 1", "up link 0", "child 1 link 2 (node 9)"
};

/// A node. Lanes of a leaf: a port of its own PE for each link up, then those links; of a switch:
/// its links up, then those of child 0, of child 1, ...
struct FatTreeSite {
  std::string name;  ///< "leaf 3", "switch 2.1": level, then number from the left
  std::vector<FatTreeLane> lanes;
};

/// Shape: one entry per node.
std::vector<FatTreeSite> fat_tree_sites(const FatTree& tree);

/// Links up of a node of a level; none of the root's.
std::uint32_t up_links(const FatTree& tree, int level);

/// Errors: throws TopologyError as assemble_fat_tree.
void check_config(const FatTree& tree, const FatTreeNetworkConfig& config);

/// Seed of the random order of one switch.
std::uint16_t switch_seed(std::uint64_t seed, Node node);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_SITES_H_
