// torus_expectation.h: the prediction of who sends what in a broadcast on a torus, by theory's own
// derivation.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_EXPECTATION_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_EXPECTATION_H_

#include <optional>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "tb/check/torus/torus_scoreboard.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise {

/// The schedule that theory derives; none of a packet tree. The PEs follow theirs.
std::optional<TorusSchedule> expected_schedule(const TorusScenario& scenario);

/// What must be delivered where.
std::vector<check::ExpectedWorm> expected_worms(const TorusScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_EXPECTATION_H_
