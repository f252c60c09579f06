#include "tests/fuzz/graph_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static flitwise::fuzz::FuzzFile file(".json");
  flitwise::fuzz::read_graph_of(file, data, size);
  return 0;
}
