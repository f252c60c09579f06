// scatter_bounds.cpp: bounds of scatters from layers of links and from flows over time.
#include "tb/theory/graph/scatter_bounds.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "systemc/topology/graph/flow_network.h"
#include "systemc/topology/graph/graph_figures.h"
#include "tb/theory/graph/graph_bounds.h"

namespace flitwise::theory {
namespace {

void check(const Graph& graph, Node root, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(graph.size()))
    throw std::invalid_argument(
        "lengths must have one entry per node: " + std::to_string(graph.size()) + ", got " +
        std::to_string(lengths.size()));
  if (lengths[index_of(root)] != 0 || *std::min_element(lengths.begin(), lengths.end()) < 0)
    throw std::invalid_argument("lengths must be at least 0, and 0 for the root");
}

// The part of the bound that layers of links make.
Step layers_bound(const Graph& graph, Node root, const std::vector<Flits>& lengths) {
  const std::vector<Node> distance = distances_from(graph, root);
  const auto layers = index_of(*std::max_element(distance.begin(), distance.end()));
  std::vector<Flits> from(layers + 1, 0);  // flits for this distance or more
  std::vector<std::int64_t> links(layers, 0);
  for (Node v = 0; v < graph.size(); ++v) {
    const auto d = index_of(distance[index_of(v)]);
    for (std::size_t nearer = 0; nearer <= d; ++nearer) from[nearer] += lengths[index_of(v)];
    for (const Node w : graph.neighbours(v))
      if (distance[index_of(w)] > distance[index_of(v)]) ++links[d];
  }
  Step bound = 0;
  std::int64_t narrowest = std::numeric_limits<std::int64_t>::max();
  for (std::size_t d = 1; d <= layers && from[d] > 0; ++d) {
    narrowest = std::min(narrowest, links[d - 1]);
    bound = std::max(bound, static_cast<Step>(d) - 1 + (from[d] + narrowest - 1) / narrowest);
  }
  return bound;
}

// Whether all messages can be at their nodes at the end of step `last`.
bool ends_in(const Graph& graph, Node root, const std::vector<Flits>& lengths, Step last) {
  const Node nodes = graph.size();
  const auto at = [&](Step step, Node v) { return static_cast<Node>(step) * nodes + v; };
  FlowNetwork flow(index_of(nodes) * static_cast<std::size_t>(last + 1) + 1);
  const Node sink = at(last + 1, 0);
  Flits all = 0;
  for (const Flits length : lengths) all += length;
  for (Step step = 0; step < last; ++step)
    for (Node v = 0; v < nodes; ++v) {
      flow.add(at(step, v), at(step + 1, v), all);
      for (const Node w : graph.neighbours(v)) flow.add(at(step, v), at(step + 1, w), 1);
    }
  for (Node v = 0; v < nodes; ++v)
    if (lengths[index_of(v)] > 0) flow.add(at(last, v), sink, lengths[index_of(v)]);
  return flow.push(at(0, root), sink, all) == all;
}

}  // namespace

Step scatter_bound(const Graph& graph, Node root, const std::vector<Flits>& lengths) {
  check(graph, root, lengths);
  Step bound = layers_bound(graph, root, lengths);
  const std::vector<Node> distance = distances_from(graph, root);
  for (Node v = 0; v < graph.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    // The bound of a node is at most what a single path takes.
    if (length > 0 && length + distance[index_of(v)] - 1 > bound)
      bound = std::max(bound, paths_bound(path_costs(graph, root, v), length));
  }
  return bound;
}

Step fastest_scatter(const Graph& graph, Node root, const std::vector<Flits>& lengths) {
  Step last = scatter_bound(graph, root, lengths);
  while (!ends_in(graph, root, lengths, last)) ++last;
  return last;
}

}  // namespace flitwise::theory
