// tree_scatter.cpp: each tree by itself, on each link of the root, then the latest of all.
#include "tb/theory/graph/tree_scatter.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/topology/graph/flow_network.h"
#include "systemc/topology/tree/tree.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise::theory {
namespace {

using Lengths = std::vector<Flits>;

void check_allocation(const std::vector<Parents>& trees, const Lengths& lengths,
                      const std::vector<TreeIndex>& allocation) {
  allocate_to_trees(trees, lengths, AllocationRule::kLoad);  // refuses trees and lengths
  if (allocation.size() != lengths.size())
    throw std::invalid_argument(
        "an allocation must have one entry per node: " + std::to_string(lengths.size()) + ", got " +
        std::to_string(allocation.size()));
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    const bool fits = allocation[v] >= 0 && allocation[v] < static_cast<TreeIndex>(trees.size());
    if (lengths[v] > 0 && !fits)
      throw std::invalid_argument("node " + std::to_string(v) + " cannot use tree " +
                                  std::to_string(allocation[v]));
  }
}

// Lengths of the messages in tree t, by its own PE numbers.
Lengths lengths_in(const PlacedTree& placed, TreeIndex t, const Lengths& lengths,
                   const std::vector<TreeIndex>& allocation) {
  Lengths its = lengths;
  for (std::size_t v = 0; v < its.size(); ++v)
    if (allocation[v] != t) its[v] = 0;
  return placed.by_pe(its);
}

// A message's first step on its first link in the scatter, from that of the gather, and the other
// way round: its last flit is on its last link L + depth - 2 steps later.
void turn_round(const std::vector<Parents>& trees, const Lengths& lengths, TreeScatter& times) {
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const std::vector<Node> depths = depths_of(trees[t]);
    for (std::size_t v = 0; v < lengths.size(); ++v) {
      if (!times.dispatch[v] || times.allocation[v] != static_cast<TreeIndex>(t)) continue;
      times.dispatch[v] = times.finish + 1 - (*times.dispatch[v] + lengths[v] + depths[v] - 2);
    }
  }
}

// `visit` hands on the events of one tree, in its own numbers.
template <typename VisitTree>
void visit_all(const std::vector<Parents>& trees, const Lengths& lengths,
               const TreeScatter& prediction, const TakeEvent& take, VisitTree visit) {
  check_allocation(trees, lengths, prediction.allocation);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const PlacedTree placed(root_of(trees[t]), trees[t]);
    Prediction its;
    its.dispatch = placed.by_pe(prediction.dispatch);
    visit(placed.tree,
          lengths_in(placed, static_cast<TreeIndex>(t), lengths, prediction.allocation), its,
          Pace(), TreeLatency(), [&](const LinkEvent& event) { take(placed.in_nodes(event)); });
  }
}

// The flow that T steps allow, from messages through places in the trees.
class SplitFlow {
 public:
  SplitFlow(const std::vector<Parents>& trees, const Lengths& lengths) : lengths_(lengths) {
    const Node root = root_of(trees.front());
    for (std::size_t t = 0; t < trees.size(); ++t) {
      const PlacedTree placed(root, trees[t]);
      for (Node v = 0; v < static_cast<Node>(lengths.size()); ++v)
        if (lengths[index_of(v)] > 0)
          ways_.push_back({v, {static_cast<TreeIndex>(t), placed.root_link(v)}, placed.depth(v)});
    }
    for (const Way& way : ways_) {
      Node& deepest = deepest_[way.link];
      deepest = std::max(deepest, way.depth);
    }
  }

  bool carries_all_in(Step last) const {
    const auto nodes = static_cast<Node>(lengths_.size());
    std::map<std::pair<Link, Node>, Node> number;
    Node next = nodes + 2;
    for (const auto& [link, deepest] : deepest_)
      for (Node depth = 1; depth <= deepest; ++depth) number[{link, depth}] = next++;
    FlowNetwork flow(index_of(next));
    const Node source = nodes;
    const Node sink = nodes + 1;
    Flits all = 0;
    for (Node v = 0; v < nodes; ++v) {
      if (lengths_[index_of(v)] > 0) flow.add(source, v, lengths_[index_of(v)]);
      all += lengths_[index_of(v)];
    }
    for (const Way& way : ways_)
      flow.add(way.node, number[{way.link, way.depth}], lengths_[index_of(way.node)]);
    for (const auto& [place, itself] : number) {
      const auto& [link, depth] = place;
      const Node to = depth == 1 ? sink : number[{link, depth - 1}];
      flow.add(itself, to, std::max<Step>(0, last - depth + 1));
    }
    return flow.push(source, sink, all) == all;
  }

 private:
  using Link = std::pair<TreeIndex, Node>;
  struct Way {
    Node node;
    Link link;
    Node depth;
  };

  const Lengths& lengths_;
  std::vector<Way> ways_;
  std::map<Link, Node> deepest_;
};

}  // namespace

TreeScatter predict_tree_scatter(const std::vector<Parents>& trees, const Lengths& lengths,
                                 const std::vector<TreeIndex>& allocation) {
  check_allocation(trees, lengths, allocation);
  TreeScatter scatter;
  scatter.allocation = allocation;
  scatter.dispatch.resize(lengths.size());
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const PlacedTree placed(root_of(trees[t]), trees[t]);
    const Prediction its = predict_scatter_multiport(
        placed.tree, lengths_in(placed, static_cast<TreeIndex>(t), lengths, allocation));
    scatter.finish = std::max(scatter.finish, its.finish);
    for (std::size_t pe = 0; pe < its.dispatch.size(); ++pe)
      if (its.dispatch[pe]) scatter.dispatch[index_of(placed.node_of[pe])] = its.dispatch[pe];
  }
  return scatter;
}

TreeScatter predict_tree_scatter(const std::vector<Parents>& trees, const Lengths& lengths,
                                 AllocationRule rule) {
  return predict_tree_scatter(trees, lengths, allocate_to_trees(trees, lengths, rule));
}

TreeScatter predict_tree_gather(const std::vector<Parents>& trees, const Lengths& lengths,
                                const std::vector<TreeIndex>& allocation) {
  TreeScatter gather = predict_tree_scatter(trees, lengths, allocation);
  turn_round(trees, lengths, gather);
  return gather;
}

TreeScatter predict_tree_gather(const std::vector<Parents>& trees, const Lengths& lengths,
                                AllocationRule rule) {
  return predict_tree_gather(trees, lengths, allocate_to_trees(trees, lengths, rule));
}

void visit_tree_scatter_events(const std::vector<Parents>& trees, const Lengths& lengths,
                               const TreeScatter& prediction, const TakeEvent& take) {
  visit_all(trees, lengths, prediction, take, visit_scatter_events);
}

void visit_tree_gather_events(const std::vector<Parents>& trees, const Lengths& lengths,
                              const TreeScatter& prediction, const TakeEvent& take) {
  visit_all(trees, lengths, prediction, take, visit_gather_events);
}

std::vector<LinkEvent> tree_scatter_events(const std::vector<Parents>& trees,
                                           const Lengths& lengths, const TreeScatter& prediction) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_tree_scatter_events(trees, lengths, prediction, take); });
}

std::vector<LinkEvent> tree_gather_events(const std::vector<Parents>& trees, const Lengths& lengths,
                                          const TreeScatter& prediction) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_tree_gather_events(trees, lengths, prediction, take); });
}

Step best_scatter_split(const std::vector<Parents>& trees, const Lengths& lengths) {
  // Whole messages end in time for an upper bound.
  Step most = predict_tree_scatter(trees, lengths, AllocationRule::kBetter).finish;
  const SplitFlow flow(trees, lengths);
  Step least = 0;
  while (least < most) {
    const Step middle = least + (most - least) / 2;
    if (flow.carries_all_in(middle))
      most = middle;
    else
      least = middle + 1;
  }
  return most;
}

}  // namespace flitwise::theory
