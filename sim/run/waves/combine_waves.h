// combine_waves.h: what viewers of waves show of routers that combine.
#ifndef FLITWISE_SIM_RUN_WAVES_COMBINE_WAVES_H_
#define FLITWISE_SIM_RUN_WAVES_COMBINE_WAVES_H_

#include <string>
#include <vector>

#include "sim/run/family/wave_layout.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise {

/// A group for each node of an operation that routers combine: its PE, what the stage has of it,
/// and the links that trees use. `depth`: operands that can wait at an input, 0: none. Shape: nodes
/// from `pes` on are switches; `names` of all nodes, "PE 3" for those without one. `is_whole`: of a
/// network that is verilated whole.
void add_combine_waves(const CombinePlan& plan, Node pes, Flits depth,
                       const std::vector<std::string>& names, WaveLayout& layout,
                       bool is_whole = false);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_WAVES_COMBINE_WAVES_H_
