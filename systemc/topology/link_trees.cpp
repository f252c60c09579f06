#include "systemc/topology/link_trees.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/lower_trees.h"

namespace flitwise {
namespace {

using NetworkName = std::vector<int>;  // sides of a torus; 0 and the order of a star graph

struct Searched {
  Node most = 0;  // trees that there are
  std::vector<Parents> trees;
};

Searched search(const Graph& graph, const LinkTreeChoice& choice) {
  std::vector<Parents> trees = pack_links(graph).trees;
  Searched found{static_cast<Node>(trees.size()), {}};
  const int count = choice.count.value_or(found.most);
  if (count < 1 || count > found.most) return found;
  trees.resize(index_of(count));
  const Roots roots = choice.root ? Roots::kCommon : Roots::kOwn;
  found.trees = lower_links(graph, std::move(trees), roots, {1, radius(graph)});
  std::stable_sort(found.trees.begin(), found.trees.end(), [](const Parents& a, const Parents& b) {
    return heights_of({a}) < heights_of({b});
  });
  return found;
}

// From node 0, each network once.
const Searched& searched(const NetworkName& network, const Graph& graph,
                         const LinkTreeChoice& choice) {
  static std::mutex mutex;
  static std::map<std::tuple<NetworkName, bool, int>, Searched> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [found, is_new] =
      known.try_emplace({network, choice.root.has_value(), choice.count.value_or(0)});
  if (is_new) found->second = search(graph, choice);
  return found->second;
}

template <typename Network>
std::vector<Parents> trees_of(const NetworkName& name, const Network& network,
                              const LinkTreeChoice& choice,
                              const std::function<std::vector<Node>(Node)>& neighbours_of,
                              const std::function<Node(Node)>& moved) {
  const Node nodes = network.size();
  if (nodes > kMostLinkTreeNodes)
    throw TopologyError("trees are searched for in networks of at most " +
                        std::to_string(kMostLinkTreeNodes) + " nodes, and this one has " +
                        std::to_string(nodes));
  if (choice.root && (*choice.root < 0 || *choice.root >= nodes))
    throw TopologyError("a root must be 0 to " + std::to_string(nodes - 1) + ", not " +
                        std::to_string(*choice.root));
  std::vector<Edge> edges;
  for (Node v = 0; v < nodes; ++v)
    for (const Node u : neighbours_of(v))
      if (u != v) edges.emplace_back(v, u);
  const Searched& found = searched(name, Graph(nodes, edges), choice);
  if (found.trees.empty())
    throw LinkTreeCountError("the network has " + std::to_string(found.most) +
                             " spanning trees that share no link, not " +
                             std::to_string(choice.count.value_or(0)));
  if (!choice.root) return found.trees;
  std::vector<Parents> trees;
  for (const Parents& tree : found.trees) {
    trees.emplace_back(tree.size(), kNoNode);
    for (Node v = 0; v < nodes; ++v)
      if (tree[index_of(v)] != kNoNode) trees.back()[index_of(moved(v))] = moved(tree[index_of(v)]);
  }
  return trees;
}

}  // namespace

std::vector<Parents> link_trees(const Torus& torus, const LinkTreeChoice& choice) {
  const auto neighbours_of = [&](Node v) {
    std::vector<Node> all;
    for (Channel c = 0; c < torus.channels(); ++c) all.push_back(torus.neighbour(v, c));
    return all;
  };
  const auto moved = [&](Node v) { return torus.translate(v, choice.root.value_or(0)); };
  return trees_of(torus.sides(), torus, choice, neighbours_of, moved);
}

std::vector<Parents> link_trees(const StarGraph& graph, const LinkTreeChoice& choice) {
  const auto neighbours_of = [&](Node v) {
    std::vector<Node> all;
    for (int d = 2; d <= graph.order(); ++d) all.push_back(graph.neighbour(v, d));
    return all;
  };
  const auto moved = [&](Node v) { return graph.absolute(v, choice.root.value_or(0)); };
  return trees_of({0, graph.order()}, graph, choice, neighbours_of, moved);
}

}  // namespace flitwise
