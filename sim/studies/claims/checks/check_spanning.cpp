// Spanning trees of small graphs, all of them, and which of them serve all messages best.
#include <algorithm>
#include <utility>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/tree/spanning.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise {
namespace {

// Every node joined to every other one, or a wheel: node 0 joined to all, the others in a ring.
Graph small_graph(Node nodes, bool is_wheel) {
  std::vector<Edge> edges;
  for (Node v = 1; v < nodes; ++v) {
    edges.emplace_back(0, v);
    for (Node w = v + 1; w < nodes; ++w) {
      const bool is_next = w == v + 1 || (v == 1 && w == nodes - 1);
      if (!is_wheel || is_next) edges.emplace_back(v, w);
    }
  }
  return {nodes, edges};
}

// All spanning trees below node 0: every choice of a neighbour as parent that makes no circle.
std::vector<Tree> all_spanning_trees(const Graph& graph) {
  std::vector<Tree> trees;
  const auto nodes = static_cast<std::size_t>(graph.size());
  std::vector<std::size_t> choice(nodes, 0);
  while (true) {
    std::vector<Node> parents(nodes, kNoNode);
    for (std::size_t v = 1; v < nodes; ++v)
      parents[v] = graph.neighbours(static_cast<Node>(v))[choice[v]];
    try {
      trees.emplace_back(std::move(parents));
    } catch (const TopologyError&) {
      // A circle: no tree.
    }
    std::size_t v = 1;
    while (v < nodes && ++choice[v] == graph.neighbours(static_cast<Node>(v)).size())
      choice[v++] = 0;
    if (v == nodes) return trees;
  }
}

// Counts up to `longest`, PE 0 aside; false after the last.
bool next_lengths(std::vector<Flits>& lengths, Flits longest) {
  for (std::size_t v = 1; v < lengths.size(); ++v) {
    if (++lengths[v] <= longest) return true;
    lengths[v] = 0;
  }
  return false;
}

// The trees that are among the best for every vector of lengths.
template <typename Finish>
std::vector<Tree> always_best(const std::vector<Tree>& trees, Flits longest, Finish finish) {
  std::vector<bool> is_best(trees.size(), true);
  std::vector<Flits> lengths(static_cast<std::size_t>(trees.front().size()), 0);
  while (next_lengths(lengths, longest)) {
    std::vector<Step> steps;
    for (const Tree& tree : trees) steps.push_back(finish(tree, lengths));
    const Step best = *std::min_element(steps.begin(), steps.end());
    for (std::size_t t = 0; t < trees.size(); ++t) is_best[t] = is_best[t] && steps[t] == best;
  }
  std::vector<Tree> best_trees;
  for (std::size_t t = 0; t < trees.size(); ++t)
    if (is_best[t]) best_trees.push_back(trees[t]);
  return best_trees;
}

}  // namespace

// Takes `nodes`, `wheel` (0: all joined; 1: a wheel, the hub is the root), `most`, the longest
// message, and `published` (1: rule paper and sync seq; 0: rule pos and sync slot). Gives the
// number of spanning `trees`, how many of them are best for all lengths up to that in a `gather` by
// Transmission-Certification with one port, and whether the breadth-first tree is in a `scatter`
// farthest first (1 or 0).
Figure::Members spanning_trees(const Names& values) {
  const auto nodes = static_cast<Node>(number_of(values, "nodes", 3, 6));
  const bool is_wheel = number_of(values, "wheel", 0, 1) == 1;
  const Flits longest = number_of(values, "most", 1, 3);
  const Graph graph = small_graph(nodes, is_wheel);
  const std::vector<Tree> trees = all_spanning_trees(graph);
  theory::CertificationVariant variant;
  const bool is_published = number_of(values, "published", 0, 1) == 1;
  variant.rule = is_published ? theory::Rule::kPaper : theory::Rule::kPos;
  variant.sync = is_published ? theory::Sync::kSeq : theory::Sync::kSlot;
  const std::vector<Tree> gather =
      always_best(trees, longest, [&](const Tree& tree, const std::vector<Flits>& lengths) {
        return theory::predict_certification(tree, lengths, variant).finish;
      });
  const std::vector<Tree> scatter =
      always_best(trees, longest, [](const Tree& tree, const std::vector<Flits>& lengths) {
        return theory::predict_scatter_fdf(tree, lengths).finish;
      });
  const std::vector<Node> bfs = bfs_parents(graph, 0);
  const bool is_bfs_among_them = std::any_of(
      scatter.begin(), scatter.end(), [&](const Tree& tree) { return tree.parents() == bfs; });
  return {{"trees", Figure(static_cast<std::int64_t>(trees.size()))},
          {"gather", Figure(static_cast<std::int64_t>(gather.size()))},
          {"scatter", Figure(std::int64_t{is_bfs_among_them ? 1 : 0})}};
}

}  // namespace flitwise
