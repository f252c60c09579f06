// A baseline is refused, or stays the same when it is written and read again.
#include "sim/studies/suite/baseline.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  static fuzz::FuzzFile file(".json");
  try {
    const std::string text = Baseline::read(file.holding(data, size)).text();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    fuzz::promise(Baseline::read(file.holding(bytes, text.size())).text() == text,
                  "a baseline that is written and read again is the same");
  } catch (const BaselineError&) {
    return 0;
  }
  return 0;
}
