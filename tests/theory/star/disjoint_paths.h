// disjoint_paths.h: least total length of disjoint paths on a star graph, by minimum cost flow.
#ifndef FLITWISE_TESTS_THEORY_STAR_DISJOINT_PATHS_H_
#define FLITWISE_TESTS_THEORY_STAR_DISJOINT_PATHS_H_

#include <cstdint>

#include "systemc/topology/star/star_graph.h"

namespace flitwise::test {

/// Least total length of n-1 paths from node 0 to `u` that meet only at their ends, summed over all
/// other nodes u, divided by n-1.
std::int64_t least_disjoint_depth_sum(const StarGraph& graph);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_STAR_DISJOINT_PATHS_H_
