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

/// None of packet trees and schedules out of files.
std::optional<theory::BroadcastScheme> scheme_of(TorusAlgorithm algorithm);

/// The schedule that theory derives; that of an imported one is the file's. None of a packet tree.
/// The PEs follow theirs (make_schedule()): the two share nothing but the columns of fsh, which are
/// data (tb/theory/torus/broadcast/fsh_plan.h).
std::optional<TorusSchedule> expected_schedule(const TorusScenario& scenario);

/// What must be delivered where.
std::vector<check::ExpectedWorm> expected_worms(const TorusScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_EXPECTATION_H_
