// fat_tree_latency_keys.h: the options that say how many steps switches and links of a fat tree
// take.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LATENCY_KEYS_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LATENCY_KEYS_H_

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"

namespace flitwise::language {

/// What a file says.
struct FatTreeFile {
  FatTreeOperation operation = FatTreeOperation::kBroadcast;
  Options run;
  FatTreeScenario tree;
};

/// options.router_latency and options.link_latency; options.reaction, which is refused.
Keys<FatTreeOptions> fat_tree_latency_keys();

/// The same keys where all are refused: schedules of one's own run on switches and links of one
/// step.
Keys<FatTreeOptions> refused_fat_tree_latency_keys();

/// What cannot be together with them.
Keys<FatTreeFile> fat_tree_latency_rules();

}  // namespace flitwise::language

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LATENCY_KEYS_H_
