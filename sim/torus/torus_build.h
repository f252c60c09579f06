// torus_build.h: the routers of a scenario on a torus.
#ifndef FLITWISE_SIM_TORUS_TORUS_BUILD_H_
#define FLITWISE_SIM_TORUS_TORUS_BUILD_H_

#include "sim/scenario.h"
#include "systemc/network/model_library.h"
#include "systemc/network/torus_routers.h"

namespace flitwise {

/// Shape:  `scenario` is on a torus.
/// Errors: throws ModelError when a model cannot be made.
TorusNetwork make_torus_network(const Scenario& scenario, WaveRecorder* waves,
                                ModelLibrary& models);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TORUS_TORUS_BUILD_H_
