// tree_waves.h: what a wave's view shows of a tree.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_WAVES_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_WAVES_H_

#include <optional>

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// One group a PE with its protocol's state and what its router sends and delivers: first the way
/// from the root to the deepest PE, then the others level by level. Flit kinds and states show by
/// name.
void add_tree_waves(const Scenario& scenario, WaveLayout& layout);

/// Where the run goes from one thing to the next; see Family.
Phases tree_phases(const Scenario& scenario, const Result& result);

/// The first step of a message, of the figure "dispatch"; empty if nothing was sent.
std::optional<Step> first_dispatch(const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_WAVES_H_
