// collective_reader.h: a scenario that runs a schedule from a file, validated.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_READER_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_READER_H_

#include <optional>
#include <string>

#include "sim/import/collective_scenario.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// As Family::read.
void read_collective_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                              ErrorList& errors);

/// The units that a section `schedule` gives, others by default.
/// Errors: adds a ConfigError for each that is none, or that belongs to another format.
ScheduleUnits read_schedule_units(const Value& section, const std::optional<ScheduleFormat>& format,
                                  ErrorList& errors);

/// The schedule's part of a scenario that runs one.
/// Errors: throws std::bad_any_cast for another scenario.
inline const CollectiveScenario& collective_of(const Scenario& scenario) {
  return std::any_cast<const CollectiveScenario&>(scenario.system);
}

/// Flits of all transfers.
Flits flits_of(const Collective& collective);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_READER_H_
