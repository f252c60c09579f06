// cover_waves.h: what a wave's view shows of a mesh or torus.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_WAVES_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_WAVES_H_

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// One group a PE with its protocol's state and what comes and goes over its links, in PE order.
void add_cover_waves(const Scenario& scenario, WaveLayout& layout);

/// Where the run goes from one thing to the next; see Family.
Phases cover_phases(const Scenario& scenario, const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_WAVES_H_
