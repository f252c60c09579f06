// star_waves.h: what a wave's view shows of a star graph.
#ifndef FLITWISE_SIM_STAR_STAR_WAVES_H_
#define FLITWISE_SIM_STAR_STAR_WAVES_H_

#include "sim/phase.h"
#include "sim/scenario.h"
#include "sim/wave_layout.h"

namespace flitwise {

/// One group a node with its protocol's state, what its router sends over each link and what it
/// delivers.
void add_star_waves(const Scenario& scenario, WaveLayout& layout);

/// Where the run goes from one thing to the next; see Family.
Phases star_phases(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STAR_STAR_WAVES_H_
