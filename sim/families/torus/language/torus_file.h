// torus_file.h: a broadcast schedule out of the file that a scenario names.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_FILE_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_FILE_H_

#include <string>

#include "sim/families/torus/language/torus_draft.h"
#include "sim/language/scenario_values.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/cycle_model.h"

namespace flitwise {

/// The file's path: relative ones are relative to the scenario.
std::string schedule_path(const Value& value);

/// The schedule for the draft's torus, moved to its root; of several, the first of those with the
/// fewest steps. Steps without messages, which take no time, are gone unless it has start cycles.
/// Shape:  the draft has a torus and a root.
/// Errors: throws ConfigError for a file that cannot be used, that has no schedule for these sides,
///         or whose schedule is for a text of another length.
TorusSchedule read_schedule_file(const Value& value, const TorusDraft& draft);

/// Holds the schedule against the rules of the model; `value` is the file's name.
/// Errors: throws ConfigError that names the first fault.
void expect_broadcast(const Value& value, const TorusSchedule& schedule,
                      const theory::CycleModel& model);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_FILE_H_
