#include "sim/families/star/star_table.h"

#include <fmt/format.h>

#include "systemc/topology/star/star_graph.h"
#include "tb/theory/star/star_hypercube.h"

namespace flitwise {
namespace {

constexpr const char* kRule =
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";

std::string row(const std::string& name, const theory::NetworkBounds& once,
                const theory::NetworkBounds& full) {
  return fmt::format("| {} | {} | {} | {} | {} | {:.2f} | {} | {} | {} | {} | {} | {} |\n", name,
                     once.nodes, once.degree, once.links, once.diameter, once.mean_distance(),
                     once.broadcast, once.multinode, once.exchange, full.broadcast, full.multinode,
                     full.exchange);
}

std::string star_row(int order, std::int64_t packets) {
  return row(fmt::format("S_{}", order), theory::star_graph_bounds(order, {packets, 1}),
             theory::star_graph_bounds(order, {packets, order - 1}));
}

std::string cube_row(int dimensions, std::int64_t packets) {
  return row(fmt::format("Q_{}", dimensions), theory::hypercube_bounds(dimensions, {packets, 1}),
             theory::hypercube_bounds(dimensions, {packets, dimensions}));
}

// Dimensions of the largest hypercube that has at most so many nodes.
int dimensions_below(std::int64_t nodes) {
  int dimensions = 0;
  while ((std::int64_t{2} << dimensions) <= nodes) ++dimensions;
  return dimensions;
}

}  // namespace

std::string star_hypercube_table(std::int64_t packets) {
  std::string text = fmt::format(
      "# Star graphs and hypercubes\n\n"
      "Lower bounds, in packet steps, of collectives with {} packet{} of every source (in an "
      "exchange, for\neach node) where every node uses all its ports and stores packets before it "
      "sends them on. S_n has\nn! nodes, Q_k 2^k; each S_n stands between the cubes of the next "
      "smaller and the next larger size.\n\n"
      "x is the number of copies of a packet, along disjoint paths: 1, or as many as a node has "
      "ports,\nwhich survive one fault less.\n\n"
      "| network | nodes | degree | links | diameter | mean distance | broadcast, x = 1 | "
      "multinode, x = 1 | exchange, x = 1 | broadcast, x = degree | multinode, x = degree | "
      "exchange, x = degree |\n",
      packets, packets == 1 ? "" : "s");
  text += kRule;
  for (int order = StarGraph::kLeastOrder; order <= StarGraph::kMostOrder; ++order) {
    const int below = dimensions_below(StarGraph(order).size());
    text += cube_row(below, packets) + star_row(order, packets) + cube_row(below + 1, packets);
  }
  return text +
         "\nWith N nodes of degree p, diameter D and sum of distances d from one node to all, and "
         "m "
         "packets:\nbroadcast ceil(m x / p) + D - 1, multinode ceil(m x (N - 1) / p), exchange "
         "ceil(m x d / p).\nS_n: p = n - 1, D = floor(3 (n - 1) / 2), d = n! (n - 4 + 2/n + H_n). "
         "Q_k: p = D = k, d = k 2^(k-1).\n\n"
         "At equal size a cube has more ports, so that its ports limit it less; diameters and mean "
         "distances are\nclose at these sizes and in the limit favour the star graph.\n";
}

}  // namespace flitwise
