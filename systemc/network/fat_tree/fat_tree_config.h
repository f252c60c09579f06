// fat_tree_config.h: what both ways to build a fat tree's network share, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_CONFIG_H_
#define FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_CONFIG_H_

#include <cstdint>

#include "systemc/network/fat_tree/fat_tree_routers.h"

namespace flitwise {

/// Errors: throws TopologyError as assemble_fat_tree.
void check_config(const FatTree& tree, const FatTreeNetworkConfig& config);

/// Seed of the random order of one switch.
std::uint16_t switch_seed(std::uint64_t seed, Node node);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_CONFIG_H_
