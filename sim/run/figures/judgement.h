// judgement.h: the verdict on a run: its evidence held against its prediction and the network's
// rules.
#ifndef FLITWISE_SIM_RUN_FIGURES_JUDGEMENT_H_
#define FLITWISE_SIM_RUN_FIGURES_JUDGEMENT_H_

#include "sim/run/figures/evidence.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// Figures, checks, problems, notes and outcome of a run.
///
/// Outcome: kNoEnd when PEs still wait or the step limit was met and no check was broken for good
/// before (a flit that collided never arrives: that is a failure, not an endless run); then checks
/// that do not hold were not reached. Else kFail when any check fails or the run did not end, else
/// kPass.
Result judge(const Evidence& evidence);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_JUDGEMENT_H_
