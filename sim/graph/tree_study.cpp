// tree_study.cpp: packs trees, lowers them, and times operations over them.
#include "sim/graph/tree_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/lower_trees.h"
#include "systemc/topology/graph/time_slots.h"
#include "systemc/topology/graph/tree_rules.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/graph/graph_bounds.h"
#include "tb/theory/graph/tree_times.h"

namespace flitwise {
namespace {

Node highest(const std::vector<Node>& heights) {
  return *std::max_element(heights.begin(), heights.end());
}

// One tree, from a node that is the least far from all: none is lower.
FoundFamily lowest_tree(const Graph& graph) {
  FoundFamily found;
  found.family.disjoint = Disjoint::kLinks;
  found.least = radius(graph);
  Node centre = 0;
  while (eccentricity(graph, centre) != found.least) ++centre;
  found.family.trees = {bfs_parents(graph, centre)};
  found.heights = heights_of(found.family.trees);
  found.method = "growth";
  return found;
}

FoundFamily links_of_study(const Graph& graph, const std::vector<Parents>& packed,
                           std::uint64_t seed) {
  if (packed.size() == 1) return lowest_tree(graph);
  FoundFamily found;
  found.family.disjoint = Disjoint::kLinks;
  found.least = radius(graph);
  found.family.trees = lower_links(graph, packed, Roots::kOwn, {seed, found.least});
  found.heights = heights_of(found.family.trees);
  found.method = "search";
  return found;
}

// `bound` is of the root.
FoundFamily arcs_of_study(const Graph& graph, const std::string& name,
                          const theory::BroadcastBound& bound, Node count, std::uint64_t seed) {
  const Node root = bound.root();
  FoundFamily found;
  found.family.disjoint = Disjoint::kArcs;
  found.least = bound.least_height(graph, count);
  const auto take = [&](std::vector<Parents> trees, const char* method) {
    if (!found.family.trees.empty() && !are_lower(trees, found.family.trees)) return;
    found.family.trees = std::move(trees);
    found.heights = heights_of(found.family.trees);
    found.method = method;
  };
  if (count == 1) {
    take({bfs_parents(graph, root)}, "growth");
    return found;
  }
  std::optional<std::vector<Parents>> ruled = arcs_by_rule(name);
  if (ruled && root == 0 && static_cast<Node>(ruled->size()) == count)
    take(std::move(*ruled), "rule");
  if (!found.heights.empty() && highest(found.heights) == found.least) return found;
  const std::vector<Parents> grown = pack_arcs(graph, root, count);
  take(grown, "growth");
  take(lower_arcs(graph, grown, {seed, found.least}), "search");
  return found;
}

// Trees that end a broadcast first. Many are tried first; fewer only where they could be faster.
FoundFamily fastest_arcs(const Graph& graph, const std::string& name,
                         const theory::BroadcastBound& bound, FoundFamily most,
                         const StudyRequest& request) {
  FoundFamily best = std::move(most);
  if (request.count) return best;
  const Flits flits = *request.length;
  const auto finish = [&](const FoundFamily& f) {
    return theory::broadcast_finish(flits, f.heights);
  };
  const Node from_root = eccentricity(graph, request.root);
  for (auto count = static_cast<Node>(best.heights.size()) - 1; count >= 1; --count) {
    // So many paths to every node, or fewer, bring nothing sooner.
    if (bound.finish(flits, index_of(count)) >= finish(best)) break;
    // No tree is lower than the root's distances are.
    std::vector<Node> lowest(index_of(count), from_root);
    lowest.back() = bound.least_height(graph, count);
    if (theory::broadcast_finish(flits, lowest) >= finish(best)) continue;
    FoundFamily fewer = arcs_of_study(graph, name, bound, count, request.seed);
    if (finish(fewer) < finish(best)) best = std::move(fewer);
  }
  return best;
}

std::vector<theory::BroadcastBound> bounds_of(const Graph& graph,
                                              const theory::BroadcastBound& of_root) {
  if (graph.size() > kMostBoundedRoots) return {of_root};
  std::vector<theory::BroadcastBound> bounds;
  for (Node v = 0; v < graph.size(); ++v) bounds.emplace_back(graph, v);
  return bounds;
}

TimedOperation over_arcs(const std::vector<Node>& heights, Flits flits,
                         const theory::BroadcastBound& bound) {
  TimedOperation timed;
  timed.operation = "broadcast";
  timed.algorithm = "trees";
  timed.heights = heights;
  timed.split = theory::best_split(flits, heights);
  timed.finish = theory::broadcast_finish(flits, heights);
  timed.bound = bound.finish(flits);
  return timed;
}

TimedOperation over_links(const std::vector<Node>& heights, Flits flits, Step bound) {
  TimedOperation timed;
  timed.operation = "allreduce";
  timed.algorithm = "trees";
  timed.heights = heights;
  timed.split = theory::best_allreduce_split(flits, heights);
  timed.finish = theory::allreduce_finish(flits, heights);
  timed.bound = bound;
  return timed;
}

TimedOperation in_slots(const char* operation, const std::vector<Parents>& trees, SlotUse use,
                        Flits flits, Step bound) {
  const TimeSlots slots = least_slots(trees, use);
  TimedOperation timed;
  timed.operation = operation;
  timed.algorithm = "trees-slots";
  timed.heights = heights_of(trees);
  timed.split = theory::best_slots_split(flits, timed.heights, slots, use);
  timed.finish = theory::slots_finish(flits, timed.heights, slots, use);
  timed.bound = bound;
  return timed;
}

Step allreduce_bound_of(const Graph& graph, const theory::BroadcastBound& of_root,
                        const Strength& strength, Flits flits) {
  return theory::allreduce_bound(bounds_of(graph, of_root), strength.numerator,
                                 strength.denominator, flits);
}

// Errors: throws std::invalid_argument where looking for something would take hours.
void refuse_search(const Graph& graph, const char* wanted) {
  if (graph.size() <= kMostSearchedNodes) return;
  throw std::invalid_argument(
      fmt::format("is too much: {} are looked for in graphs of up to {} nodes, and this one "
                  "has {}: say trees: {{count: 1, root: 0}}, or give trees by a rule or a file",
                  wanted, kMostSearchedNodes, graph.size()));
}

void time_operations(const Graph& graph, const theory::BroadcastBound& of_root,
                     const StudyRequest& request, TreeStudy& study) {
  const Flits flits = *request.length;
  study.length = flits;
  const FoundFamily arcs = fastest_arcs(graph, study.name, of_root, study.families[1], request);
  TimedOperation timed = over_arcs(arcs.heights, flits, of_root);
  study.operations.push_back(timed);
  timed.operation = "reduce";
  study.operations.push_back(timed);
  const Step bound = allreduce_bound_of(graph, of_root, study.strength, flits);
  // Short vectors end first over one low tree.
  const TimedOperation all = over_links(study.families[0].heights, flits, bound);
  const TimedOperation one = over_links(lowest_tree(graph).heights, flits, bound);
  study.operations.push_back(one.finish < all.finish ? one : all);
  timed.operation = "allreduce";
  timed.algorithm = "trees-two-phase";
  timed.finish = theory::two_phase_finish(flits, arcs.heights);
  timed.bound = bound;
  study.operations.push_back(timed);
}

}  // namespace

std::vector<Node> bounding_nodes(const Graph& graph, Node root) {
  constexpr std::size_t kMostNodes = 1024;
  constexpr std::size_t kFarthest = 128;
  const std::vector<Node> distances = distances_from(graph, root);
  std::vector<Node> nodes;
  for (Node v = 0; v < graph.size(); ++v)
    if (v != root) nodes.push_back(v);
  if (nodes.size() < kMostNodes) return nodes;
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](Node a, Node b) { return distances[index_of(a)] > distances[index_of(b)]; });
  nodes.resize(kFarthest);
  return nodes;
}

Strength bounding_strength(const Graph& graph) {
  if (graph.size() <= kMostSearchedNodes) return strength_of(graph, pack_links(graph).partition);
  Strength strength;
  strength.numerator = static_cast<std::int64_t>(graph.edge_count());
  strength.denominator = graph.size() - 1;
  return strength;
}

FoundFamily find_arcs(const Graph& graph, const std::string& name, const TreesWanted& wanted) {
  const Node root = wanted.root.value_or(0);
  if (wanted.count == 1) {
    FoundFamily found;
    found.family.disjoint = Disjoint::kArcs;
    found.family.trees = {bfs_parents(graph, root)};
    found.heights = heights_of(found.family.trees);
    found.least = found.heights.front();
    found.method = "growth";
    return found;
  }
  refuse_search(graph, "trees");
  const Node most = least_cut(graph, root).links;
  if (wanted.count && *wanted.count > most)
    throw std::invalid_argument(
        fmt::format("is too many: the graph has {} tree{} of one root without a common arc", most,
                    most == 1 ? "" : "s"));
  StudyRequest request;
  request.root = root;
  request.seed = wanted.seed;
  request.count = wanted.count;
  request.length = wanted.flits;
  constexpr Node kMostBoundedFully = 4096;
  const theory::BroadcastBound bound =
      graph.size() <= kMostBoundedFully
          ? theory::BroadcastBound(graph, root)
          : theory::BroadcastBound(graph, root, bounding_nodes(graph, root));
  const Node count = wanted.count.value_or(std::min(most, wanted.most));
  return fastest_arcs(graph, name, bound, arcs_of_study(graph, name, bound, count, wanted.seed),
                      request);
}

FoundFamily find_links(const Graph& graph, const TreesWanted& wanted) {
  const auto lowered = [&](std::vector<Parents> trees) {
    if (!wanted.root) return links_of_study(graph, trees, wanted.seed);
    FoundFamily found;
    found.least = eccentricity(graph, *wanted.root);
    if (trees.size() == 1) {
      found.family.trees = {bfs_parents(graph, *wanted.root)};
      found.method = "growth";
    } else {
      for (Parents& tree : trees) tree = hung_from(tree, *wanted.root);
      found.family.trees = lower_links(graph, trees, Roots::kCommon, {wanted.seed, found.least});
      found.method = "search";
    }
    found.heights = heights_of(found.family.trees);
    return found;
  };
  const auto finish = [&](const FoundFamily& found) {
    return wanted.turns ? theory::allreduce_finish(wanted.flits, found.heights)
                        : theory::broadcast_finish(wanted.flits, found.heights);
  };
  if (wanted.count != 1)
    refuse_search(graph, "trees");
  else if (wanted.root)
    return lowered({bfs_parents(graph, *wanted.root)});
  else
    refuse_search(graph, "the node that is the least far from all");
  std::vector<Parents> packed = pack_links(graph).trees;
  const auto most = static_cast<Node>(packed.size());
  if (wanted.count && *wanted.count > most)
    throw std::invalid_argument(fmt::format(
        "is too many: the graph has {} tree{} without a common link", most, most == 1 ? "" : "s"));
  packed.resize(index_of(wanted.count.value_or(std::min(most, wanted.most))));
  FoundFamily best = lowered(packed);
  if (wanted.count) return best;
  // No tree is lower than the lowest; where all are as low, fewer end no earlier.
  for (auto count = static_cast<Node>(packed.size()) - 1; count >= 1; --count) {
    FoundFamily lowest;
    lowest.heights.assign(index_of(count), best.least);
    if (finish(lowest) >= finish(best)) break;
    packed.resize(index_of(count));
    FoundFamily fewer = lowered(packed);
    if (finish(fewer) < finish(best)) best = std::move(fewer);
  }
  return best;
}

std::vector<TimedOperation> time_family(const Graph& graph, const TreeFamily& family, Flits flits) {
  const std::vector<Node> heights = heights_of(family.trees);
  const Node root = root_of(family.trees.front());
  const theory::BroadcastBound of_root(graph, root);
  if (family.disjoint == Disjoint::kArcs) return {over_arcs(heights, flits, of_root)};
  const Strength strength = bounding_strength(graph);
  const Step bound = allreduce_bound_of(graph, of_root, strength, flits);
  if (family.disjoint == Disjoint::kLinks) return {over_links(heights, flits, bound)};
  std::vector<TimedOperation> all;
  const bool has_root = std::all_of(family.trees.begin(), family.trees.end(),
                                    [&](const Parents& tree) { return root_of(tree) == root; });
  if (has_root) {
    const Step least = of_root.finish(flits);
    all.push_back(in_slots("broadcast", family.trees, SlotUse::kCopies, flits, least));
    all.push_back(in_slots("reduce", family.trees, SlotUse::kOperands, flits, least));
  }
  all.push_back(in_slots("allreduce", family.trees, SlotUse::kBoth, flits, bound));
  return all;
}

SlotPeriods slot_periods(const std::vector<Parents>& trees) {
  return {least_slots(trees, SlotUse::kCopies).period, least_slots(trees, SlotUse::kBoth).period};
}

TreeStudy study_trees(const Graph& graph, const std::string& name, const StudyRequest& request) {
  TreeStudy study;
  study.name = name;
  study.node_names = graph.names();
  study.nodes = graph.size();
  study.links = graph.edge_count();
  study.degrees = degrees(graph);
  study.diameter = diameter(graph);
  study.girth = girth(graph);
  study.root = request.root;
  study.cut = least_cut(graph, request.root);
  if (request.count && *request.count > study.cut.links)
    throw std::invalid_argument(
        fmt::format("--count {}: the graph has {} tree{} of one root without a common arc",
                    *request.count, study.cut.links, study.cut.links == 1 ? "" : "s"));
  const LinkPacking packing = pack_links(graph);
  study.tau = static_cast<Node>(packing.trees.size());
  study.allgather = theory::allgather_rate(graph);
  study.strength = strength_of(graph, packing.partition);
  study.links_between = links_between(graph, study.strength.partition);
  study.families.push_back(links_of_study(graph, packing.trees, request.seed));
  const theory::BroadcastBound of_root(graph, request.root);
  study.families.push_back(
      arcs_of_study(graph, name, of_root, request.count.value_or(study.cut.links), request.seed));
  if (request.length) time_operations(graph, of_root, request, study);
  return study;
}

}  // namespace flitwise
