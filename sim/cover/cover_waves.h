// cover_waves.h: what a wave's view shows of a mesh or torus.
#ifndef FLITWISE_SIM_COVER_COVER_WAVES_H_
#define FLITWISE_SIM_COVER_COVER_WAVES_H_

#include "sim/phase.h"
#include "sim/result.h"
#include "sim/scenario.h"
#include "sim/wave_layout.h"

namespace flitwise {

/// One group a PE with its protocol's state and what comes and goes over its links, in PE order.
void add_cover_waves(const Scenario& scenario, WaveLayout& layout);

/// Where the run goes from one thing to the next; see Family.
Phases cover_phases(const Scenario& scenario, const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COVER_COVER_WAVES_H_
