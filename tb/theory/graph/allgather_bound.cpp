// allgather_bound.cpp: the most crowded set of nodes by cuts.
#include "tb/theory/graph/allgather_bound.h"

#include <numeric>
#include <optional>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/flow_network.h"

namespace flitwise::theory {
namespace {

std::int64_t links_out_of(const Graph& graph, const std::vector<bool>& inside) {
  std::int64_t links = 0;
  for (Node v = 0; v < graph.size(); ++v)
    for (const Node w : graph.neighbours(v))
      links += inside[index_of(v)] && !inside[index_of(w)] ? 1 : 0;
  return links;
}

AllgatherRate rate_of(const Graph& graph, const std::vector<bool>& inside) {
  AllgatherRate rate;
  for (Node v = 0; v < graph.size(); ++v)
    if (inside[index_of(v)]) rate.crowd.push_back(v);
  rate.numerator = static_cast<std::int64_t>(rate.crowd.size());
  rate.denominator = links_out_of(graph, inside);
  const std::int64_t common = std::gcd(rate.numerator, rate.denominator);
  rate.numerator /= common;
  rate.denominator /= common;
  return rate;
}

// A set without `out` of a larger quotient, if there is one: the source's side of a cut in which
// each node brings `denominator` and each link lets `numerator` through.
std::optional<std::vector<bool>> more_crowded(const Graph& graph, Node out,
                                              const AllgatherRate& rate) {
  const Node nodes = graph.size();
  FlowNetwork flow(index_of(nodes) + 1);
  const Node source = nodes;
  for (Node v = 0; v < nodes; ++v) {
    flow.add(source, v, rate.denominator);
    for (const Node w : graph.neighbours(v))
      if (v < w) flow.add(v, w, rate.numerator, rate.numerator);
  }
  const std::int64_t all = nodes * rate.denominator;
  if (flow.push(source, out, all) == all) return std::nullopt;
  std::vector<bool> inside = flow.reached(source);
  inside.pop_back();
  return inside;
}

}  // namespace

AllgatherRate allgather_rate(const Graph& graph) {
  // All but the far side of the least cut; the lowest node of few links where there is one.
  std::vector<bool> inside(index_of(graph.size()), false);
  const LeastCut cut = least_cut(graph, 0);
  for (const Node v : cut.side) inside[index_of(v)] = true;
  AllgatherRate rate = rate_of(graph, inside);
  if (static_cast<Node>(cut.side.size()) == graph.size() - 1) return rate;
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (Node out = 0; out < graph.size(); ++out)
      while (const auto found = more_crowded(graph, out, rate)) {
        rate = rate_of(graph, *found);
        is_more = true;
      }
  }
  return rate;
}

Step allgather_bound(const AllgatherRate& rate, Flits flits_of_a_node) {
  return (flits_of_a_node * rate.numerator + rate.denominator - 1) / rate.denominator;
}

}  // namespace flitwise::theory
