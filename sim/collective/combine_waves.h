// combine_waves.h: what viewers of waves show of routers that combine.
#ifndef FLITWISE_SIM_COLLECTIVE_COMBINE_WAVES_H_
#define FLITWISE_SIM_COLLECTIVE_COMBINE_WAVES_H_

#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/family/wave_layout.h"

namespace flitwise {

/// A group for each node of an operation that routers combine: its PE, what the stage has of it,
/// and the links that trees use. Shape: `names` of all nodes; "PE 3" for those without one.
void add_combine_waves(const CollectiveScenario& scenario, const std::vector<std::string>& names,
                       WaveLayout& layout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_COMBINE_WAVES_H_
