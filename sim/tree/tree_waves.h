// tree_waves.h: what a wave's view shows of a tree.
#ifndef FLITWISE_SIM_TREE_TREE_WAVES_H_
#define FLITWISE_SIM_TREE_TREE_WAVES_H_

#include "sim/scenario.h"
#include "sim/wave_layout.h"

namespace flitwise {

/// One group a PE with its protocol's state and what its router sends and delivers, in PE order.
/// Flit kinds and states show by name.
void add_tree_waves(const Scenario& scenario, WaveLayout& layout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TREE_TREE_WAVES_H_
