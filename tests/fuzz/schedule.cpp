// A schedule of one format is refused with its place, or is a collective with a program for every
// rank.
#include "sim/import/formats/schedule_file.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  static fuzz::FuzzFile file(FLITWISE_FUZZ_ENDING);
  try {
    const Collective collective = read_schedule(file.holding(data, size), FLITWISE_FUZZ_FORMAT, {});
    fuzz::promise(collective.ranks() > 0, "a collective that is read has ranks");
  } catch (const ConfigError&) {
    return 0;
  }
  return 0;
}
