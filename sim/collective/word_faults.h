// word_faults.h: PEs of operations on vectors of words that break their programs on purpose.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_FAULTS_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_FAULTS_H_

#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/machine.h"

namespace flitwise {

/// The program of the PE that is early, whose sends go by a timetable: so many steps before theory
/// says that they could.
///
/// Shape:  `early` is the key's value; `run` has a plan and such a fault.
/// Errors: throws ConfigError for a PE that is none, that has nothing to send, or all of whose
///         sends leave in the first step, and where no times are predicted.
std::vector<RankOp> early_program(const Value& early, const WordRun& run, const Machine& machine);

/// Errors: throws ConfigError for a PE that is none or has nothing to send.
void check_mute(const Value& mute, const WordRun& run);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_FAULTS_H_
