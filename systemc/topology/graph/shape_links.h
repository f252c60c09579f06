// shape_links.h: the links of kinds of graphs, for graph_shapes.cpp only.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_SHAPE_LINKS_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_SHAPE_LINKS_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise::shapes {

using Numbers = std::vector<std::int64_t>;

/// A graph before it is one: links may stand here twice, loops may not.
struct Links {
  Node nodes = 0;
  std::vector<Edge> edges;

  explicit Links(std::int64_t count) : nodes(static_cast<Node>(count)) {}
  void join(std::int64_t u, std::int64_t v) {
    if (u != v) edges.emplace_back(static_cast<Node>(u), static_cast<Node>(v));
  }
};

/// Every function takes the arguments of its kind, which are in range.
Links path(const Numbers& n);
Links ring(const Numbers& n);
Links mesh(const Numbers& sides);
Links torus(const Numbers& sides);
Links hyperx(const Numbers& sides);
Links hypercube(const Numbers& k);
Links complete(const Numbers& n);
Links bipartite(const Numbers& parts);
Links debruijn(const Numbers& b_and_d);
Links kautz(const Numbers& b_and_d);
Links circulant(const Numbers& n_and_offsets);
Links petersen(const Numbers& none);
Links dragonfly(const Numbers& a_and_h);
Links slimfly(const Numbers& q);
Links polarfly(const Numbers& q);
Links star(const Numbers& n);
Links bubblesort(const Numbers& n);
Links pancake(const Numbers& n);
Links regular(const Numbers& n_d_seed);

/// Up to 10^9 or so: by division.
bool is_prime(std::int64_t number);

}  // namespace flitwise::shapes

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_SHAPE_LINKS_H_
