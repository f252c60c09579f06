// A graph file, of the kind that its ending says, is refused with its line, or makes a connected
// graph.
#include "systemc/formats/graph_file.h"

#include "tests/fuzz/fuzz_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitwise;
  static fuzz::FuzzFile file(FLITWISE_FUZZ_ENDING);
  try {
    const Graph graph = read_graph(file.holding(data, size));
    fuzz::promise(!graph.first_unreached(0).has_value(), "a graph that is read is connected");
  } catch (const GraphFileError&) {
    return 0;
  }
  return 0;
}
