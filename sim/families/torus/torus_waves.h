// torus_waves.h: what a wave's view shows of a torus.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_WAVES_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_WAVES_H_

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/family/wave_layout.h"

namespace flitwise {

/// One group a node with its protocol's state, what its router sends over each channel and what it
/// delivers.
void add_torus_waves(const Scenario& scenario, WaveLayout& layout);

/// Where the run goes from one thing to the next; see Family.
Phases torus_phases(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_WAVES_H_
