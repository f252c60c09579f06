// Whatever stands in a sweep file, there is a sweep or an error.
#include "sim/studies/sweep/sweep.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  static fuzz::FuzzFile file(".yaml");
  ErrorList errors;
  const auto sweep = read_sweep(file.holding(data, size), {}, errors);
  fuzz::promise(sweep.has_value() == errors.empty(), "a sweep or errors, not both");
  return 0;
}
