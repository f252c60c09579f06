#include "systemc/network/star/star_faults.h"

#include <fmt/format.h>

#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

void check_node(const StarGraph& graph, const char* what, Node node) {
  if (node < 0 || node >= graph.size())
    throw TopologyError(fmt::format("{}: a star graph of order {} has nodes 0 to {}, got {}", what,
                                    graph.order(), graph.size() - 1, node));
}

void check_dimension(const StarGraph& graph, const char* what, int dimension) {
  if (dimension < 2 || dimension > graph.order())
    throw TopologyError(fmt::format("{}: a star graph of order {} has dimensions 2 to {}, got {}",
                                    what, graph.order(), graph.order(), dimension));
}

void check_step(const char* what, Step step) {
  if (step < 1) throw TopologyError(fmt::format("{}: the first step is 1, got {}", what, step));
}

}  // namespace

void check_faults(const StarGraph& graph, const StarFaults& faults) {
  for (const DeadNode& dead : faults.nodes) {
    check_node(graph, "dead node", dead.node);
    check_step("dead node", dead.from_step);
  }
  for (const DeadLink& dead : faults.links) {
    check_node(graph, "dead link", dead.node);
    check_dimension(graph, "dead link", dead.dimension);
    check_step("dead link", dead.from_step);
  }
  for (const BitError& error : faults.bits) {
    check_node(graph, "bit error", error.from);
    check_dimension(graph, "bit error", error.dimension);
    check_step("bit error", error.step);
    if (error.bit < 0 || error.bit > kMostErrorBit)
      throw TopologyError(
          fmt::format("bit error: the bits of a flit that can be in error are 0 to "
                      "{}, got {}",
                      kMostErrorBit, error.bit));
  }
  if (!(faults.noise.probability >= 0 && faults.noise.probability <= 1))
    throw TopologyError(
        fmt::format("bit errors: a probability is 0 to 1, got {}", faults.noise.probability));
}

}  // namespace flitwise
