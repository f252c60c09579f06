#include "sim/families/graph/graph_trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "sim/families/graph/graph_deaths.h"
#include "sim/graph/tree_file.h"
#include "sim/graph/tree_study.h"
#include "systemc/network/address_book.h"
#include "systemc/network/collective/combine_flit.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/lower_trees.h"
#include "systemc/topology/graph/tree_allocation.h"
#include "systemc/topology/graph/tree_rules.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/graph/scatter_bounds.h"
#include "tb/theory/graph/tree_scatter.h"
#include "tb/theory/graph/tree_times.h"

namespace flitwise {
namespace {

constexpr Node kMostTriedTwice = 256;             // nodes of a graph
constexpr Node kMostTreeAddresses = kMaxTreePes;  // of all nodes in all trees

std::string without_common(Disjoint disjoint) {
  if (disjoint == Disjoint::kNothing) return "";
  return std::string(" without a common ") + (disjoint == Disjoint::kArcs ? "arc" : "link");
}

std::vector<Parents> first_of(std::vector<Parents> trees, const std::optional<Node>& count,
                              const char* what) {
  if (!count) return trees;
  if (*count > static_cast<Node>(trees.size()))
    throw std::invalid_argument(
        fmt::format("{} has {} tree{}", what, trees.size(), trees.size() == 1 ? "" : "s"));
  trees.resize(index_of(*count));
  return trees;
}

std::vector<Parents> trees_by_rule(const GraphScenario& scenario, Node root) {
  if (sharing_of(scenario) == Disjoint::kLinks)
    throw std::invalid_argument(
        "rules are of trees without a common arc, not without a common link");
  auto trees = arcs_by_rule(scenario.name);
  if (!trees) throw std::invalid_argument(fmt::format("no rule is known for {}", scenario.name));
  if (root != 0) throw std::invalid_argument("rules are of trees with root 0");
  if (!scenario.choice.count.trees && static_cast<Node>(trees->size()) > most_trees(scenario))
    trees->resize(index_of(most_trees(scenario)));
  return first_of(std::move(*trees), scenario.choice.count.trees, "the rule");
}

std::vector<Parents> trees_by_growth(const GraphScenario& scenario, Node root) {
  if (sharing_of(scenario) == Disjoint::kLinks)
    throw std::invalid_argument("trees without a common link do not grow: use auto");
  const Graph& graph = *scenario.graph;
  const std::optional<Node>& count = scenario.choice.count.trees;
  try {
    return pack_arcs(graph, root,
                     count ? *count : std::min(least_cut(graph, root).links, most_trees(scenario)));
  } catch (const TopologyError& error) {
    throw std::invalid_argument(error.what());
  }
}

Node most_of_graph(const GraphScenario& scenario, Node root) {
  return sharing_of(scenario) == Disjoint::kArcs
             ? least_cut(*scenario.graph, root).links
             : static_cast<Node>(pack_links(*scenario.graph).trees.size());
}

// Of the lowest family of the file that is of this graph and may be used: its trees hang from the
// root that is asked for, or are hung from it where no two share a link.
std::vector<Parents> trees_of_file(const GraphScenario& scenario) {
  const Disjoint sharing = sharing_of(scenario);
  const FileOfTrees file =
      read_trees(scenario.choice.method.file, scenario.name, sharing, OtherFamilies::kKept);
  const TreeFamily* found = nullptr;
  // What the scenario says itself comes before what would do as well.
  const bool is_there =
      scenario.choice.family &&
      std::any_of(file.families.begin(), file.families.end(),
                  [&](const StatedFamily& stated) { return stated.family.disjoint == sharing; });
  for (const StatedFamily& stated : file.families) {
    const TreeFamily& one = stated.family;
    if (is_there && one.disjoint != sharing) continue;
    if (sharing != Disjoint::kNothing && one.disjoint != sharing &&
        one.disjoint != Disjoint::kLinks)
      continue;
    const std::vector<std::string> faults = faults_of(*scenario.graph, one);
    if (!faults.empty()) throw std::invalid_argument("has wrong trees: " + faults.front());
    const bool has_more = found != nullptr && one.trees.size() > found->trees.size();
    const bool is_lower = found != nullptr && one.trees.size() == found->trees.size() &&
                          are_lower(one.trees, found->trees);
    if (found == nullptr || has_more || is_lower) found = &one;
  }
  if (found == nullptr)
    throw std::invalid_argument(fmt::format("has no trees{}", without_common(sharing)));
  TreeFamily family = *found;
  // Where nobody asks for a root, that of the first tree is it.
  std::optional<Node> root = scenario.choice.root;
  if (!root && root_of_all(scenario)) root = root_of(family.trees.front());
  for (Parents& tree : family.trees) {
    if (!root || root_of(tree) == *root) continue;
    if (family.disjoint == Disjoint::kArcs)
      throw std::invalid_argument(fmt::format("has a tree of root {}, where root {} must be",
                                              scenario.graph->name(root_of(tree)),
                                              scenario.graph->name(*root)));
    tree = hung_from(tree, *root);
  }
  return first_of(std::move(family.trees), scenario.choice.count.trees, "it");
}

}  // namespace

Disjoint sharing_of(const GraphScenario& scenario) {
  if (scenario.choice.family) return *scenario.choice.family;
  if (has_slots(scenario)) return Disjoint::kNothing;
  return scenario.algorithm == GraphAlgorithm::kAllReduceTrees ? Disjoint::kLinks : Disjoint::kArcs;
}

Node most_trees(const GraphScenario& scenario) {
  if (has_messages(scenario))
    return std::min<Node>(kMostCombineTrees, kMostTreeAddresses / scenario.graph->size());
  const bool has_phases = scenario.algorithm == GraphAlgorithm::kAllReduceTwoPhase;
  return kMostCombineTrees / (has_phases ? 2 : 1);
}

std::optional<Node> root_of_all(const GraphScenario& scenario) {
  const bool turns = scenario.algorithm == GraphAlgorithm::kAllReduceTrees ||
                     scenario.algorithm == GraphAlgorithm::kAllReduceSlots;
  if (scenario.choice.root || turns) return scenario.choice.root;
  return 0;
}

std::vector<Parents> choose_trees(const GraphScenario& scenario) {
  const TreeChoice& choice = scenario.choice;
  const Node root = root_of_all(scenario).value_or(0);
  switch (choice.method.how) {
    case TreeMethod::kFile:
      return trees_of_file(scenario);
    case TreeMethod::kRule:
      return trees_by_rule(scenario, root);
    case TreeMethod::kLovasz:
      return trees_by_growth(scenario, root);
    case TreeMethod::kAuto:
      break;
  }
  TreesWanted wanted;
  wanted.flits = scenario.length;
  wanted.root = root_of_all(scenario);
  wanted.count = choice.count.trees;
  // Scatters use all the trees that there are.
  if (has_messages(scenario) && !wanted.count)
    wanted.count = std::min(most_trees(scenario), most_of_graph(scenario, root));
  wanted.most = most_trees(scenario);
  wanted.turns = scenario.algorithm == GraphAlgorithm::kAllReduceTrees;
  wanted.seed = choice.seed;
  if (sharing_of(scenario) == Disjoint::kLinks)
    return find_links(*scenario.graph, wanted).family.trees;
  wanted.root = root;  // trees without a common arc, also where they may share it
  std::vector<Parents> arcs = find_arcs(*scenario.graph, scenario.name, wanted).family.trees;
  if (!has_messages(scenario) || choice.family || choice.count.trees) return arcs;
  // Trees without a common link are fewer, but may be lower, and bring some messages sooner.
  if (scenario.graph->size() > kMostTriedTwice) return arcs;
  wanted.count =
      std::min(most_trees(scenario), static_cast<Node>(pack_links(*scenario.graph).trees.size()));
  std::vector<Parents> links = find_links(*scenario.graph, wanted).family.trees;
  const auto finish = [&](const std::vector<Parents>& trees) {
    return theory::predict_tree_scatter(
               trees, scenario.lengths,
               allocate_to_trees(trees, scenario.lengths, AllocationRule::kBetter))
        .finish;
  };
  return finish(links) < finish(arcs) ? links : arcs;
}

Parents tree_of_messages(const Graph& graph) {
  Node centre = 0;
  Node farthest = eccentricity(graph, centre);
  for (Node v = 1; v < graph.size(); ++v) {
    const Node its = eccentricity(graph, v);
    if (its < farthest) std::tie(centre, farthest) = std::pair(v, its);
  }
  return bfs_parents(graph, centre);
}

Step least_finish(const GraphScenario& scenario) {
  const Graph graph = without_dead_links(*scenario.graph, scenario.options.deaths);
  const Node root = root_of(scenario.trees.front());
  if (has_messages(scenario)) return theory::scatter_bound(graph, root, scenario.lengths);
  if (scenario.operation != GraphOperation::kAllReduce)
    return theory::BroadcastBound(graph, root, bounding_nodes(graph, root)).finish(scenario.length);
  std::vector<theory::BroadcastBound> bounds;
  if (graph.size() > kMostBoundedRoots)
    bounds.emplace_back(graph, root, bounding_nodes(graph, root));
  else
    for (Node v = 0; v < graph.size(); ++v) bounds.emplace_back(graph, v);
  const Strength strength = bounding_strength(graph);
  return theory::allreduce_bound(bounds, strength.numerator, strength.denominator, scenario.length);
}

}  // namespace flitwise
