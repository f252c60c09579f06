// torus_schedule_reader.h: the two forms of schedule files, from JSON to the schedule type.
#ifndef FLITWISE_SYSTEMC_FORMATS_TORUS_SCHEDULE_READER_H_
#define FLITWISE_SYSTEMC_FORMATS_TORUS_SCHEDULE_READER_H_

#include "systemc/formats/json_place.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise {

inline constexpr const char* kScheduleFormat = "flitwise torus schedule 1";

/// Errors: all throw ScheduleFileError at the place that breaks a rule.
TorusSchedule read_native_schedule(const JsonPlace& file);
std::vector<TorusSchedule> read_schedule_collection(const JsonPlace& file);

Torus read_torus(const JsonPlace& sides);
Node read_node(const JsonPlace& place, const Torus& torus);
/// Any hops that a head flit can carry, whatever the sides.
Hops read_hops(const JsonPlace& place, const Torus& torus);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_TORUS_SCHEDULE_READER_H_
