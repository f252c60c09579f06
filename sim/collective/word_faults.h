// word_faults.h: PEs of operations on vectors of words that break their programs on purpose.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_FAULTS_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_FAULTS_H_

#include "sim/collective/collective_scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/machine.h"

namespace flitwise {

// Shape:  the first argument is the value of the fault's key; `run` has a plan and that fault.
// Errors: ConfigError for a PE that is none, and where the fault would change nothing.

/// Sends by a timetable: so many steps before theory says that they could.
/// Errors: also for a PE all of whose sends leave in the first step, and where no times are
///         predicted.
BrokenProgram early_program(const Value& early, const WordRun& run, const Machine& machine);

/// Sends so many steps later than theory says that they could, and waits for all that it sends.
/// Errors: also where no times are predicted.
BrokenProgram late_program(const Value& late, const WordRun& run, const Machine& machine);

/// Counts its first operand twice.
BrokenProgram double_program(const Value& twice, const WordRun& run);

void check_mute(const Value& mute, const WordRun& run);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_FAULTS_H_
