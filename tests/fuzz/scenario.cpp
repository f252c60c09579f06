// Whatever stands in a scenario file, there is a scenario or an error, never both, never neither.
#include "sim/families/registry.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  const ScenarioReading reading =
      read_scenario_text(fuzz::text_of(data, size), "sim/scenarios/fuzz.yaml");
  fuzz::promise(reading.scenario.has_value() == reading.errors.empty(),
                "a scenario or errors, not both");
  return 0;
}
