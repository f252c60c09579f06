// A torus schedule is refused with its place, or stays the same when it is written and read again.
#include "systemc/formats/torus_schedule_file.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  std::vector<TorusSchedule> schedules;
  try {
    schedules = parse_schedules(fuzz::text_of(data, size), "fuzz.json");
  } catch (const ScheduleFileError&) {
    return 0;
  }
  for (const TorusSchedule& schedule : schedules)
    fuzz::promise(write_schedule(parse_schedules(write_schedule(schedule), "again").at(0)) ==
                      write_schedule(schedule),
                  "a schedule that is written and read again is the same");
  return 0;
}
