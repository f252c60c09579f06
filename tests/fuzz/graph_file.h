// graph_file.h: what the fuzz targets of all kinds of graph files do.
#ifndef FLITWISE_TESTS_FUZZ_GRAPH_FILE_H_
#define FLITWISE_TESTS_FUZZ_GRAPH_FILE_H_

#include "systemc/formats/graph_file.h"
#include "tests/fuzz/fuzz_file.h"

namespace flitwise::fuzz {

/// A graph file is refused with its line, or makes a connected graph.
inline void read_graph_of(FuzzFile& file, const std::uint8_t* data, std::size_t size) {
  try {
    const Graph graph = read_graph(file.holding(data, size));
    promise(!graph.first_unreached(0).has_value(), "a graph that is read is connected");
  } catch (const GraphFileError&) {
    return;
  }
}

}  // namespace flitwise::fuzz

#endif  // FLITWISE_TESTS_FUZZ_GRAPH_FILE_H_
