// judgement.h: a finished simulation held against its prediction.
#ifndef FLITWISE_SIM_JUDGEMENT_H_
#define FLITWISE_SIM_JUDGEMENT_H_

#include "sim/result.h"
#include "sim/simulation.h"

namespace flitwise {

/// Figures, checks, problems and outcome of a run; `identify` adds which scenario it is of.
///
/// Outcome: kNoEnd when PEs still wait or the step limit was met and no rule of the network was
/// broken before (a flit that collided never arrives: that is a failure, not an endless run);
/// else kFail when any check fails, else kPass.
Result judge(const Simulation& simulation);

}  // namespace flitwise

#endif  // FLITWISE_SIM_JUDGEMENT_H_
