// fat_tree_waves.h: what a wave's view shows of a fat tree.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WAVES_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WAVES_H_

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/family/wave_layout.h"

namespace flitwise {

/// One group a leaf with its protocol's state and what it sends and gets, then one a switch with
/// what leaves it by every link and how full its outputs have been.
void add_fat_tree_waves(const Scenario& scenario, WaveLayout& layout);

/// The first dispatch of packets that turn at each level.
Phases fat_tree_phases(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WAVES_H_
