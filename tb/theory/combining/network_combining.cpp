// network_combining.cpp: up a tree and down again, over one or several trees, or by flooding.
#include "tb/theory/combining/network_combining.h"

#include <algorithm>
#include <utility>

#include "systemc/topology/link_trees.h"
#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/collective/tree_roots.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

/// Steps in which words follow each other, the first one's included: m, or 2m - 1.
Flits stream_length(const CollectiveRequest& request, Flits operand_depth) {
  const Flits words = vector_length(request);
  return operand_depth == 1 ? 2 * words - 1 : words;
}

bool is_all_reduction(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kAllReduce ||
         request.operation == CollectiveOperation::kBarrier;
}

bool is_late_barrier(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kBarrier && !nobody_is_late(request);
}

/// Up `height` links and, but for a reduce, down again.
CollectiveFigures up_and_down(const CollectiveRequest& request, Step height, Flits operand_depth) {
  if (height == 0) return ends_with_result(0);
  const Step last = stream_length(request, operand_depth) - 1;
  if (request.operation == CollectiveOperation::kReduce)
    return ends_with_operand(last + height * (1 + request.add), request.add);
  if (is_all_reduction(request)) return ends_with_result(last + height * (2 + request.add));
  return {};
}

/// With what it takes to send and receive on a torus. PEs receive results only.
CollectiveFigures at_the_pe(const CollectiveRequest& request, const CollectiveFigures& in_routers) {
  if (!in_routers.done) return {};
  return ends_with_result(request.send_overhead + 1 + *in_routers.done + request.receive_overhead);
}

/// The step at whose end each node's sum is there, or would be if it had a parent.
std::vector<Step> sums_ready(const PlacedTree& tree, const CollectiveRequest& request) {
  std::vector<Step> ready(index_of(tree.nodes()));
  for (Node address = tree.tree.size() - 1; address >= 0; --address) {
    const Node v = tree.node(tree.tree.node_at(address));
    ready[index_of(v)] = request.start[index_of(v)];
    const std::vector<Node> children = tree.children(v);
    for (const Node child : children)
      ready[index_of(v)] = std::max(ready[index_of(v)], ready[index_of(child)] + 1);
    if (!children.empty()) ready[index_of(v)] += request.add;
  }
  return ready;
}

Step late_barrier(const PlacedTree& tree, const CollectiveRequest& request) {
  return sums_ready(tree, request)[index_of(tree.root())] + tree.tree.height();
}

/// Of a flood in a network of this diameter.
CollectiveFigures flood(const CollectiveRequest& request, Step diameter) {
  if (request.operation != CollectiveOperation::kBarrier) return {};
  if (diameter == 0) return ends_with_result(latest_start(request));
  return ends_with_operand(latest_start(request) + diameter * (1 + request.add), request.add);
}

/// A network that looks the same from all of its nodes.
template <typename Network>
CollectiveFigures over_shortest_paths(const CollectiveRequest& request, const Network& network,
                                      Step diameter, Flits operand_depth) {
  if (request.operation == CollectiveOperation::kMulticast) {
    Step farthest = 0;
    for (const Node to : request.destinations)
      farthest = std::max<Step>(farthest, network.distance(request.root, to));
    return ends_with_result(farthest == 0 ? 0 : request.length - 1 + farthest);
  }
  if (!is_late_barrier(request)) return up_and_down(request, diameter, operand_depth);
  if (operand_depth == 0 || request.add != 0) return {};
  Step reduced = 0;
  for (Node v = 0; v < network.size(); ++v)
    reduced = std::max(reduced, request.start[index_of(v)] + network.distance(request.root, v));
  return ends_with_result(reduced + diameter);
}

}  // namespace

CollectiveFigures tree_in_network(const CollectiveRequest& request, const TreeShape& shape,
                                  Flits operand_depth) {
  if (!shape.is_multiport || !is_in(shape.tree, request.root)) return {};
  const PlacedTree tree = rooted_at(shape.tree, request.root);
  if (!is_late_barrier(request)) return up_and_down(request, tree.tree.height(), operand_depth);
  if (operand_depth == 0) return {};
  return ends_with_result(late_barrier(tree, request));
}

CollectiveFigures tree_in_network_centre(const CollectiveRequest& request, const TreeShape& shape,
                                         Flits operand_depth) {
  if (!shape.is_multiport || !is_all_reduction(request)) return {};
  const TreeMiddle middle = middle_of(shape.tree);
  if (is_late_barrier(request)) {
    if (operand_depth == 0 || (middle.is_edge() && request.add != 0)) return {};
    const PlacedTree tree = rooted_at(shape.tree, middle.first);
    if (!middle.is_edge()) return ends_with_result(late_barrier(tree, request));
    // Seen from either end the other one's side is a child; the longer way down is that of both.
    const Step other =
        sums_ready(rooted_at(shape.tree, middle.second), request)[index_of(middle.second)];
    const Step first = sums_ready(tree, request)[index_of(middle.first)];
    return ends_with_result(std::max(first, other) + middle.diameter / 2);
  }
  if (middle.diameter == 0) return ends_with_result(0);
  const Step done = stream_length(request, operand_depth) - 1 + middle.diameter +
                    (middle.diameter + 1) / 2 * request.add;
  return middle.diameter == 1 ? ends_with_operand(done, request.add) : ends_with_result(done);
}

CollectiveFigures tree_multicast(const CollectiveRequest& request, const TreeShape& shape) {
  if (request.operation != CollectiveOperation::kMulticast || !shape.is_multiport ||
      !is_in(shape.tree, request.root))
    return {};
  const PlacedTree tree = rooted_at(shape.tree, request.root);
  Step farthest = 0;
  for (const Node to : request.destinations) farthest = std::max<Step>(farthest, tree.depth(to));
  return ends_with_result(farthest == 0 ? 0 : request.length - 1 + farthest);
}

Step longest_operand_wait(const Tree& tree, Step add) {
  std::vector<Step> height(index_of(tree.size()));
  Step longest = 0;
  for (Node address = tree.size() - 1; address >= 0; --address) {
    const Node v = tree.node_at(address);
    Step low = tree.size(), high = -1;
    for (const Node child : tree.children(v)) {
      low = std::min(low, height[index_of(child)]);
      high = std::max(high, height[index_of(child)]);
    }
    height[index_of(v)] = high + 1;
    longest = std::max(longest, (high - low) * (1 + add));
  }
  return longest;
}

CollectiveFigures tree_flood(const CollectiveRequest& request, const TreeShape& shape) {
  return shape.is_multiport ? flood(request, middle_of(shape.tree).diameter) : CollectiveFigures{};
}

CollectiveFigures torus_flood(const CollectiveRequest& request, const Torus& torus) {
  const CollectiveFigures in_routers = flood(request, diameter(torus.sides()));
  return torus.size() == 1 ? in_routers : at_the_pe(request, in_routers);
}

CollectiveFigures star_flood(const CollectiveRequest& request, const StarGraph& graph) {
  return flood(request, graph.diameter());
}

CollectiveFigures fat_tree_in_switch(const CollectiveRequest& request, const FatTree& tree,
                                     Flits operand_depth) {
  if (tree.leaf_links() != 1) return {};
  if (request.operation == CollectiveOperation::kMulticast) {
    Step highest = 0;
    for (const Node to : request.destinations)
      if (to != request.root)
        highest = std::max<Step>(highest, tree.meeting_level(request.root, to));
    return ends_with_result(highest == 0 ? 0 : request.length - 1 + 2 * highest);
  }
  if (request.operation != CollectiveOperation::kReduce && !is_all_reduction(request)) return {};
  if (is_late_barrier(request) && operand_depth == 0) return {};
  const Step late = is_late_barrier(request) ? latest_start(request) : 0;
  return ends_with_result(late + stream_length(request, operand_depth) - 1 +
                          tree.levels() * (2 + request.add));
}

CollectiveFigures fat_tree_in_switch_reversed(const CollectiveRequest& request,
                                              const FatTree& tree) {
  if (request.add != 0 || vector_length(request) > tree.leaves()) return {};
  const Step done = tree.leaves() + (tree.arity() == 2 && tree.leaves() >= 4 ? 1 : 0);
  switch (request.operation) {
    case CollectiveOperation::kReduceScatter:
      return ends_with_operand(done, request.add);
    case CollectiveOperation::kAllReduce:
      return ends_with_result(2 * done);
    default:
      return {};
  }
}

Flits most_partial_sums(const FatTree& tree) { return Flits{tree.arity() - 1} * tree.levels(); }

CollectiveFigures torus_in_network(const CollectiveRequest& request, const Torus& torus,
                                   Flits operand_depth) {
  const CollectiveFigures in_routers =
      over_shortest_paths(request, torus, diameter(torus.sides()), operand_depth);
  return in_routers.done == 0 ? in_routers : at_the_pe(request, in_routers);
}

CollectiveFigures star_in_network(const CollectiveRequest& request, const StarGraph& graph,
                                  Flits operand_depth) {
  return over_shortest_paths(request, graph, graph.diameter(), operand_depth);
}

CollectiveFigures torus_in_network_two_trees(const CollectiveRequest& request, const Torus& torus,
                                             Flits operand_depth) {
  const std::optional<std::vector<Step>> lags = two_tree_lags(torus, request.add);
  if (!lags || is_late_barrier(request)) return {};
  const Flits words = vector_length(request);
  const auto streamed = [operand_depth](Flits share) {
    return operand_depth == 1 ? 2 * share - 1 : share;
  };
  if (is_all_reduction(request)) {
    Step done = 0;
    const std::vector<Flits> shares = best_split(*lags, words);
    for (std::size_t i = 0; i < shares.size(); ++i)
      if (shares[i] > 0) done = std::max(done, streamed(shares[i]) - 1 + (*lags)[i]);
    return at_the_pe(request, ends_with_result(done));
  }
  if (request.operation != CollectiveOperation::kReduce) return {};
  const std::vector<int> sides = sides_above_one(torus.sides());
  const Step height = sides[0] + sides[1] - 1;
  return at_the_pe(request, ends_with_result(streamed(ceil_div(words, Flits{2})) - 1 +
                                             height * (1 + request.add)));
}

namespace {

template <typename Network>
CollectiveFigures over_link_trees(const CollectiveRequest& request, const Network& network,
                                  Flits operand_depth) {
  const bool is_reduce = request.operation == CollectiveOperation::kReduce;
  if ((!is_reduce && !is_all_reduction(request)) || is_late_barrier(request) ||
      operand_depth == 1 || network.size() < 2 || network.size() > kMostLinkTreeNodes)
    return {};
  LinkTreeChoice choice;
  choice.count = request.trees;
  if (is_reduce) choice.root = request.root;
  const std::vector<Parents> trees = link_trees(network, choice);
  std::vector<Step> lags;
  for (const Parents& tree : trees) {
    const Step diameter = diameter_of(tree);
    lags.push_back(is_reduce ? Step{heights_of({tree}).front()} * (1 + request.add)
                             : diameter + (diameter + 1) / 2 * request.add);
  }
  const Step done = trees_done(lags, vector_length(request));
  return is_reduce ? ends_with_operand(done, request.add) : ends_with_result(done);
}

}  // namespace

CollectiveFigures torus_in_network_trees(const CollectiveRequest& request, const Torus& torus,
                                         Flits operand_depth) {
  return at_the_pe(request, over_link_trees(request, torus, operand_depth));
}

CollectiveFigures star_in_network_trees(const CollectiveRequest& request, const StarGraph& graph,
                                        Flits operand_depth) {
  return over_link_trees(request, graph, operand_depth);
}

Step trees_done(const std::vector<Step>& lags, Flits words) {
  std::vector<Step> sorted = lags;
  std::sort(sorted.begin(), sorted.end());
  // With the first t trees alone, t (T + 1) - their lags >= m; more trees are no help where theirs
  // are larger than T.
  Step sum = 0, best = 0;
  for (std::size_t t = 1; t <= sorted.size(); ++t) {
    sum += sorted[t - 1];
    const Step done = ceil_div(words + sum, static_cast<Step>(t)) - 1;
    best = t == 1 ? done : std::min(best, done);
  }
  return best;
}

std::vector<Flits> best_split(const std::vector<Step>& lags, Flits words) {
  const Step done = trees_done(lags, words);
  std::vector<Flits> shares;
  for (const Step lag : lags) {
    shares.push_back(std::clamp<Flits>(done + 1 - lag, 0, words));
    words -= shares.back();
  }
  return shares;
}

std::optional<std::vector<Step>> two_tree_lags(const Torus& torus, Step add) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  if (sides.size() != 2 || std::min(sides[0], sides[1]) < 3) return std::nullopt;
  std::vector<Step> lags;
  for (const Step diameter : {2 * sides[0] + sides[1] - 3, 2 * sides[1] + sides[0] - 3})
    lags.push_back(diameter + (diameter + 1) / 2 * add);
  return lags;
}

}  // namespace flitwise::theory
