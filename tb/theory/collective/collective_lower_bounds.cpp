// collective_lower_bounds.cpp: transmissions over links, distances and ports, network by network.
#include "tb/theory/collective/collective_lower_bounds.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/collective/tree_collectives.h"
#include "tb/theory/collective/tree_roots.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

using Operation = CollectiveOperation;

constexpr char kFarthest[] = "distance to the farthest PE, then a word a step and port";
constexpr char kLate[] =
    "the distance from the PE that comes last, or from one that is farther, then a word a step and "
    "port";

/// Nothing is sent before the first PE comes.
Step earliest_start(const CollectiveRequest& request) {
  return request.start.empty() ? 0 : *std::min_element(request.start.begin(), request.start.end());
}

/// The largest of several bounds, of equal ones the first.
class LargestBound {
 public:
  explicit LargestBound(const CollectiveRequest& request)
      : earliest_(earliest_start(request)),
        root_start_(request.operation == Operation::kReduce && !request.start.empty()
                        ? request.start[index_of(request.root)]
                        : 0) {}

  /// `done` counts from the step in which the first PE comes.
  void add(Step done, const std::string& source) {
    if (done > 0 && earliest_ + done > bound_.done) bound_ = {earliest_ + done, source};
  }
  /// With what comes on top of all of them, if anything is to be done. The root of a reduce has its
  /// own operands without that, but not before it comes.
  CollectiveLowerBound later(Step more, const std::string& source) const {
    if (bound_.done == 0) return bound_;
    if (root_start_ > bound_.done + more) return {root_start_, "the root's own operands"};
    return {bound_.done + more, bound_.source + source};
  }
  CollectiveLowerBound bound() const { return later(0, ""); }

 private:
  const Step earliest_;
  const Step root_start_;
  CollectiveLowerBound bound_;
};

std::string transmissions_source(const CollectiveRequest& request) {
  switch (request.operation) {
    case Operation::kAllReduce:
    case Operation::kBarrier:
      return "2 (N - 1) transmissions a word";
    case Operation::kAllToAll:
    case Operation::kMulticast:
      return "a transmission a flit and destination";
    default:
      return "N - 1 transmissions a word";
  }
}

void add_transmissions(LargestBound& largest, const CollectiveRequest& request, Node pes,
                       Flits links) {
  if (links > 0)
    largest.add(ceil_div(fewest_transmissions(request, pes), links),
                transmissions_source(request) + " over all links");
}

/// Words that the PE with the largest block is due of a reduction, 0 of other operations.
Flits largest_result(const CollectiveRequest& request, Node pes) {
  switch (request.operation) {
    case Operation::kReduce:
    case Operation::kAllReduce:
    case Operation::kMulticast:
      return request.length;
    case Operation::kBarrier:
      return 1;
    case Operation::kReduceScatter:
      return std::min(request.length, block_length(request, pes));
    case Operation::kAllGather:
    case Operation::kAllToAll:
      return request.block;
  }
  return 0;
}

/// PEs other than the root that a multicast is for, by `distance_to`.
template <typename DistanceTo>
Step farthest_destination(const CollectiveRequest& request, const DistanceTo& distance_to) {
  Step farthest = 0;
  for (const Node to : request.destinations)
    if (to != request.root) farthest = std::max<Step>(farthest, distance_to(to));
  return farthest;
}

/// A late PE v that is `way_of(v)` links from the farthest PE which wants its operands: for every
/// word a flit that has v's operand leaves v, `ports` a step from step start(v) + 1 on, and the
/// last of them still has way_of(v) - 1 links to go. So done >= start(v) + ceil(m / ports) - 1 +
/// way_of(v). The root of a reduce sends none.
template <typename WayOf>
void add_late(LargestBound& largest, const CollectiveRequest& request, Flits ports,
              const WayOf& way_of) {
  if (nobody_is_late(request)) return;
  const Step last_word = ceil_div(vector_length(request), ports) - 1;
  const Step earliest = earliest_start(request);
  for (Node v = 0; v < static_cast<Node>(request.start.size()); ++v)
    if (request.operation != Operation::kReduce || v != request.root)
      largest.add(request.start[index_of(v)] - earliest + last_word + way_of(v), kLate);
}

/// Distance and ports in a network that looks the same from all nodes.
template <typename Network>
void add_distance(LargestBound& largest, const CollectiveRequest& request, const Network& network,
                  Step diameter, Flits ports) {
  const auto from_root = [&](Node to) { return network.distance(request.root, to); };
  const Step distance = request.operation == Operation::kMulticast
                            ? farthest_destination(request, from_root)
                            : diameter;
  if (distance == 0) return;
  largest.add(distance + ceil_div(largest_result(request, network.size()), ports) - 1, kFarthest);
  add_late(largest, request, ports, [&](Node v) {
    return request.operation == Operation::kReduce ? Step{from_root(v)} : diameter;
  });
}

/// Words of the PE in a reduce-scatter.
Flits words_of(const CollectiveRequest& request, Node v, Node pes) {
  const Flits block = block_length(request, pes);
  return std::clamp<Flits>(request.length - v * block, 0, block);
}

/// The PEs of a tree by how much of it they see.
struct TreeView {
  Step diameter = 0;
  Step from_root = 0;   ///< largest distance from the root of the request
  Step most_links = 0;  ///< of a PE
};

TreeView view_of(const CollectiveRequest& request, const PlacedTree& placed) {
  TreeView view;
  view.diameter = middle_of(placed).diameter;
  if (is_in(placed, request.root)) view.from_root = rooted_at(placed, request.root).tree.height();
  const Tree& tree = placed.tree;
  for (Node v = 0; v < tree.size(); ++v)
    view.most_links = std::max<Step>(view.most_links, tree.child_count(v) + (v == 0 ? 0 : 1));
  return view;
}

Step busiest_edge(const Tree& tree) {
  Step most = 0;
  for (Node v = 1; v < tree.size(); ++v) {
    const Step below = tree.subtree_end(v) - tree.address(v);
    most = std::max(most, below * (tree.size() - below));
  }
  return most;
}

/// A reduce on one port in which every PE sends every word once.
Step single_port_reduce(const CollectiveRequest& request, const PlacedTree& placed) {
  const Tree tree = rooted_at(placed, request.root).tree;
  const std::vector<Step> steps = combining_steps(tree, request.add);
  Step bound = steps[0];
  for (Node v = 0; v < tree.size(); ++v) {
    if (tree.child_count(v) == 0) continue;
    Step least = steps[index_of(tree.children(v).front())];
    for (const Node child : tree.children(v)) least = std::min(least, steps[index_of(child)]);
    bound = std::max(bound, least + tree.child_count(v) * request.length + request.add +
                                tree.depth(v) * (1 + request.add));
  }
  return bound;
}

void add_single_port(LargestBound& largest, const CollectiveRequest& request,
                     const PlacedTree& tree, const TreeView& view) {
  const Node pes = tree.tree.size();
  switch (request.operation) {
    case Operation::kReduce:
      largest.add(single_port_reduce(request, tree),
                  "turns of one port, if each PE sends each word once and complete");
      return;
    case Operation::kAllReduce:
      largest.add(view.most_links * request.length,
                  "the PE with the most links sends every word over each of them");
      return;
    case Operation::kBarrier:
      largest.add(view.most_links, "the PE with the most links sends over each of them");
      return;
    case Operation::kAllGather:
      largest.add(request.block * ((view.most_links - 1) * pes + 1),
                  "the PE with the most links sends over each of them what its side lacks");
      return;
    case Operation::kAllToAll:
      largest.add(request.block * (pes - 1), "flits of a PE over its one port");
      return;
    default:
      return;
  }
}

/// Flits that turn at level h or higher over the links of a leaf, and the way of the last one.
template <typename FlitsOfClass>
Step class_bound(const FatTree& tree, const FlitsOfClass& flits_of_class) {
  Step bound = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    const Flits flits = flits_of_class(tree.leaves() - tree.leaves_below(h - 1));
    if (flits > 0) bound = std::max(bound, ceil_div(flits, Flits{tree.leaf_links()}) + 2 * h - 1);
  }
  return bound;
}

/// Total exchange of P flits a pair: the links of every branch.
Step exchange_links(const FatTree& tree, Flits block) {
  Step bound = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    for (int i = 1; i <= h; ++i) {
      const Flits flits =
          block * tree.leaves_below(i - 1) * (tree.leaves() - tree.leaves_below(h - 1));
      bound = std::max(bound, ceil_div(flits, Flits{tree.capacity(i)}) + 2 * h - 1);
    }
  }
  return bound;
}

struct BoundOf {
  const CollectiveRequest& request;
  CombiningPlace place;

  CollectiveLowerBound operator()(const TreeShape& shape) const {
    return tree_lower_bound(request, shape);
  }
  CollectiveLowerBound operator()(const FatTree& tree) const {
    return fat_tree_lower_bound(request, tree, place);
  }
  CollectiveLowerBound operator()(const Torus& torus) const {
    return torus_lower_bound(request, torus);
  }
  CollectiveLowerBound operator()(const XyMesh& mesh) const {
    return mesh_lower_bound(request, mesh);
  }
  CollectiveLowerBound operator()(const StarGraph& graph) const {
    return star_lower_bound(request, graph);
  }
};

}  // namespace

Flits fewest_transmissions(const CollectiveRequest& request, Node pes) {
  const Flits others = pes - 1;
  switch (request.operation) {
    case Operation::kAllReduce:
    case Operation::kBarrier:
      return 2 * others * vector_length(request);
    case Operation::kReduce:
    case Operation::kReduceScatter:
      return others * request.length;
    case Operation::kAllGather:
    case Operation::kAllToAll:
      return others * pes * request.block;
    case Operation::kMulticast:
      return request.length * std::count_if(request.destinations.begin(),
                                            request.destinations.end(),
                                            [&](Node to) { return to != request.root; });
  }
  return 0;
}

LeastVolume least_volume(const CollectiveRequest& request, Node pes) {
  return {fewest_transmissions(request, pes), transmissions_source(request)};
}

CollectiveLowerBound transmission_bound(const CollectiveRequest& request, Node pes, Flits links) {
  LargestBound largest(request);
  add_transmissions(largest, request, pes, links);
  return largest.bound();
}

CollectiveLowerBound tree_lower_bound(const CollectiveRequest& request, const TreeShape& shape) {
  const PlacedTree& placed = shape.tree;
  const Tree& tree = placed.tree;
  const Node pes = tree.size();
  if (pes == 1) return {};
  const TreeView view = view_of(request, placed);
  const std::string path = "a longest path, each of whose links carries a flit a word";
  LargestBound largest(request);
  switch (request.operation) {
    case Operation::kAllReduce:
    case Operation::kBarrier:
      largest.add(vector_length(request) - 1 + view.diameter, path);
      add_late(largest, request, 1,
               [&](Node v) { return Step{rooted_at(placed, v).tree.height()}; });
      break;
    case Operation::kReduce: {
      largest.add(request.length - 1 + view.from_root, path + " to the root");
      const PlacedTree rooted = rooted_at(placed, request.root);
      add_late(largest, request, 1, [&](Node v) { return Step{rooted.depth(v)}; });
      break;
    }
    case Operation::kMulticast: {
      const PlacedTree rooted = rooted_at(placed, request.root);
      const Step farthest =
          farthest_destination(request, [&](Node to) { return rooted.depth(to); });
      if (farthest > 0) largest.add(request.length - 1 + farthest, path + " from the root");
      break;
    }
    case Operation::kReduceScatter:
      for (Node v = 0; v < pes; ++v)
        if (tree.child_count(v) + (v == 0 ? 0 : 1) == 1)
          largest.add(request.length - words_of(request, placed.node(v), pes),
                      "words that a leaf sends over its one link");
      break;
    case Operation::kAllGather:
      largest.add(request.block * (pes - 1), "flits that a leaf receives over its one link");
      break;
    case Operation::kAllToAll:
      largest.add(request.block * busiest_edge(tree), "flits over the busiest link");
      largest.add(view.diameter, "distance to the farthest PE");
      break;
  }
  if (!shape.is_multiport) add_single_port(largest, request, placed, view);
  return largest.bound();
}

CollectiveLowerBound fat_tree_lower_bound(const CollectiveRequest& request, const FatTree& tree,
                                          CombiningPlace place) {
  const Flits links = tree.leaf_links();
  const Node leaves = tree.leaves();
  const Step way = 2 * tree.levels();
  LargestBound largest(request);
  switch (request.operation) {
    case Operation::kAllReduce:
    case Operation::kBarrier:
    case Operation::kReduce:
      largest.add(ceil_div(vector_length(request), links) - 1 + way, kFarthest);
      if (place == CombiningPlace::kPes)
        largest.add(ceil_div(fewest_transmissions(request, leaves), leaves * links) + 1,
                    transmissions_source(request) + " of PEs, and one more for the last");
      add_late(largest, request, links, [&](Node v) {
        return request.operation == Operation::kReduce
                   ? Step{2 * tree.meeting_level(request.root, v)}
                   : way;
      });
      break;
    case Operation::kReduceScatter:
    case Operation::kAllGather:
      largest.add(
          class_bound(tree,
                      [&](Node farther) {
                        const Flits flits = farther * block_length(request, leaves);
                        return request.operation == Operation::kAllGather
                                   ? flits
                                   : std::min(flits, request.length);
                      }),
          "flits between a leaf and those that are far, over its links, and the last one's way");
      break;
    case Operation::kAllToAll:
      largest.add(exchange_links(tree, request.block), "flits over the links of a branch");
      largest.add(exchange_bound(tree), "packets in flight");
      break;
    case Operation::kMulticast: {
      const Step highest = farthest_destination(
          request, [&](Node to) { return tree.meeting_level(request.root, to); });
      if (highest > 0) largest.add(ceil_div(request.length, links) - 1 + 2 * highest, kFarthest);
      break;
    }
  }
  return largest.bound();
}

CollectiveLowerBound torus_lower_bound(const CollectiveRequest& request, const Torus& torus) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  if (sides.empty()) return {};
  const Flits ports = 2 * static_cast<Flits>(sides.size());
  LargestBound largest(request);
  add_transmissions(largest, request, torus.size(), ports * torus.size());
  add_distance(largest, request, torus, diameter(sides), ports);
  if (request.operation == Operation::kAllToAll)
    for (const std::int64_t n : sides)
      largest.add(ceil_div(request.block * (torus.size() / n) * (n * n / 4), std::int64_t{2}),
                  "hops along a dimension over its channels");
  return largest.later(request.send_overhead + 1 + request.receive_overhead,
                       ", overheads and the link into the PE");
}

CollectiveLowerBound star_lower_bound(const CollectiveRequest& request, const StarGraph& graph) {
  const Flits ports = graph.degree();
  LargestBound largest(request);
  add_transmissions(largest, request, graph.size(), ports * graph.size());
  add_distance(largest, request, graph, graph.diameter(), ports);
  if (request.operation == Operation::kAllToAll)
    largest.add(ceil_div(request.block * graph.distance_sum(), ports),
                "the sum of distances over the links of a node");
  return largest.bound();
}

CollectiveLowerBound mesh_lower_bound(const CollectiveRequest& request, const XyMesh& mesh) {
  LargestBound largest(request);
  add_transmissions(largest, request, mesh.size(), mesh.links());
  const auto eccentricity = [&](Node v) {
    Step links = 0;
    for (int d = 0; d < XyMesh::kDimensions; ++d)
      links += std::max(mesh.coordinate(v, d), mesh.side(d) - 1 - mesh.coordinate(v, d));
    return links;
  };
  const auto from_root = [&](Node to) { return mesh.distance(request.root, to); };
  const Flits ports = 2 * XyMesh::kDimensions;
  switch (request.operation) {
    case Operation::kReduce:
      largest.add(eccentricity(request.root), "distance to the farthest PE");
      add_late(largest, request, ports, from_root);
      break;
    case Operation::kMulticast:
      largest.add(farthest_destination(request, from_root), "distance to the farthest PE");
      break;
    default:
      largest.add(eccentricity(0), "distance to the farthest PE");
      add_late(largest, request, ports, eccentricity);
      break;
  }
  return mesh.size() == 1 ? CollectiveLowerBound{}
                          : largest.later(request.send_overhead + 1 + request.receive_overhead,
                                          ", overheads and the link into the PE");
}

CollectiveLowerBound lower_bound_of(const CollectiveRequest& request, const NetworkShape& shape,
                                    CombiningPlace place) {
  return std::visit(BoundOf{request, place}, shape);
}

}  // namespace flitwise::theory
