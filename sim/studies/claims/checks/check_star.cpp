// The trees of star graphs and the lemmas behind them, counted out over all nodes, and star graphs
// beside hypercubes.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/network/star/star_routers.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_shortest_paths.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise {
namespace {

constexpr int kLargestCompared = StarGraph::kMostOrder;

StarTrees trees_of(const Names& values) {
  const auto n = static_cast<int>(number_of(values, "n", StarGraph::kLeastOrder, kMostStarOrder));
  const bool is_q = number_of(values, "q", 0, 1) == 1;
  return {StarGraph(n), is_q ? StarRule::kQ : StarRule::kP};
}

StarTrees trees_of_other_rule(const StarTrees& trees) {
  return {trees.graph(), trees.rule() == StarRule::kQ ? StarRule::kP : StarRule::kQ};
}

// Nodes into which two trees, or none, use one of the links.
std::int64_t count_clashes(const StarTrees& trees) {
  std::int64_t count = 0;
  for (Node u = 1; u < trees.graph().size(); ++u) {
    std::set<int> dimensions;
    for (int tree = 2; tree <= trees.graph().order(); ++tree)
      dimensions.insert(trees.parent_dimension(u, tree));
    count += static_cast<int>(dimensions.size()) == trees.graph().degree() ? 0 : 1;
  }
  return count;
}

// Nodes two of whose ways from the root meet before they get there.
std::int64_t count_meetings(const StarTrees& trees) {
  std::int64_t count = 0;
  for (Node u = 1; u < trees.graph().size(); ++u) {
    std::set<Node> inner;
    bool is_met = false;
    for (int tree = 2; tree <= trees.graph().order(); ++tree)
      for (Node v = trees.parent(u, tree); v != 0; v = trees.parent(v, tree))
        is_met = !inner.insert(v).second || is_met;
    count += is_met ? 1 : 0;
  }
  return count;
}

// Links of tree l that the rotation does not take to links of tree R(l).
std::int64_t count_crooked(const StarTrees& trees) {
  const StarGraph& graph = trees.graph();
  std::int64_t count = 0;
  for (Node u = 1; u < graph.size(); ++u)
    for (int tree = 2; tree <= graph.order(); ++tree)
      count += trees.parent_dimension(graph.rotate(u), graph.rotate_dimension(tree)) ==
                       graph.rotate_dimension(trees.parent_dimension(u, tree))
                   ? 0
                   : 1;
  return count;
}

int largest_excess(const StarTrees& trees) {
  int most = 0;
  for (Node u = 1; u < trees.graph().size(); ++u)
    for (int tree = 2; tree <= trees.graph().order(); ++tree)
      most = std::max(most, trees.depth(u, tree) - trees.graph().distance(u));
  return most;
}

// All translations of all links: n! n! (n-1).
constexpr int kLargestMoved = 6;

StarGraph graph_of(const Names& values, int largest) {
  return StarGraph(static_cast<int>(number_of(values, "n", StarGraph::kLeastOrder, largest)));
}

// Dimension of the link between two nodes; 0 if there is none.
int dimension_between(const StarGraph& graph, Node v, Node w) {
  for (int d = 2; d <= graph.order(); ++d)
    if (graph.neighbour(v, d) == w) return d;
  return 0;
}

std::int64_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

}  // namespace

// Takes n and q (1: rule Q, 0: rule P, the reconstructed one). Gives `clashes` (nodes whose n-1
// incoming links are not one of each tree), `meetings` (nodes whose n-1 ways from the root share a
// node), `crooked` (links that rotation does not keep), `height`, `depth_sum`, the same of the
// other rule with `other_` before it, `excess` (most links of a way beyond the distance),
// `diameter`, `distance_sum`, and `flow_sum`, which no trees with disjoint ways are below.
Figure::Members star_trees(const Names& values) {
  const StarTrees trees = trees_of(values);
  const StarTrees other = trees_of_other_rule(trees);
  return {{"clashes", Figure(count_clashes(trees))},
          {"meetings", Figure(count_meetings(trees))},
          {"crooked", Figure(count_crooked(trees))},
          {"height", Figure(std::int64_t{trees.height()})},
          {"depth_sum", Figure(trees.depth_sum())},
          {"other_height", Figure(std::int64_t{other.height()})},
          {"other_depth_sum", Figure(other.depth_sum())},
          {"excess", Figure(std::int64_t{largest_excess(trees)})},
          {"diameter", Figure(std::int64_t{trees.graph().diameter()})},
          {"distance_sum", Figure(trees.graph().distance_sum())},
          {"flow_sum", Figure(theory::disjoint_depth_sum(trees.graph().order()))}};
}

// Takes n of a star graph, k of a hypercube and x, the copies of one packet on either (at most n-1
// and k). Gives for either, with `star_` or `cube_` before it: `nodes`, `degree`, `diameter`,
// `distance_sum` (from all nodes to one: the least transmissions of a scatter), and the least steps
// of `broadcast`, `multinode` and `exchange`.
Figure::Members star_and_cube(const Names& values) {
  const auto n = static_cast<int>(number_of(values, "n", StarGraph::kLeastOrder, kLargestCompared));
  const auto k = static_cast<int>(number_of(values, "k", 1, 20));
  const auto x = static_cast<int>(number_of(values, "x", 1, std::min(n - 1, k)));
  theory::StarTraffic traffic;
  traffic.packets = 1;
  traffic.copies = x;
  const theory::NetworkBounds star = theory::star_graph_bounds(n, traffic);
  const theory::NetworkBounds cube = theory::hypercube_bounds(k, traffic);
  return {{"star_nodes", Figure(star.nodes)},
          {"cube_nodes", Figure(cube.nodes)},
          {"star_diameter", Figure(std::int64_t{star.diameter})},
          {"cube_diameter", Figure(std::int64_t{cube.diameter})},
          {"star_degree", Figure(std::int64_t{star.degree})},
          {"cube_degree", Figure(std::int64_t{cube.degree})},
          {"star_distance_sum", Figure(star.distance_sum)},
          {"cube_distance_sum", Figure(cube.distance_sum)},
          {"star_broadcast", Figure(star.broadcast)},
          {"cube_broadcast", Figure(cube.broadcast)},
          {"star_multinode", Figure(star.multinode)},
          {"cube_multinode", Figure(cube.multinode)},
          {"star_exchange", Figure(star.exchange)},
          {"cube_exchange", Figure(cube.exchange)}};
}

// Takes n, 3 to 6. Gives what translation by any source breaks: `bent` (links that get another
// dimension, or that are none then) and `stretched` (nodes whose distance from the source is not
// that from 12..n); and `shared`, the arcs that two sources take when every source takes the
// translation of one arc, for each of the arcs.
Figure::Members star_translation(const Names& values) {
  const StarGraph graph = graph_of(values, kLargestMoved);
  const std::vector<int> from_root = theory::searched_distances(graph, 0);
  std::int64_t bent = 0;
  std::int64_t stretched = 0;
  // taken[u]: the ends of the arc of relative address u, of any dimension, by source.
  std::vector<std::set<Node>> taken(static_cast<std::size_t>(graph.size()));
  for (Node source = 0; source < graph.size(); ++source) {
    const std::vector<int> from_source = theory::searched_distances(graph, source);
    for (Node u = 0; u < graph.size(); ++u) {
      const Node v = graph.absolute(u, source);
      taken[static_cast<std::size_t>(u)].insert(v);
      stretched +=
          from_source[static_cast<std::size_t>(v)] == from_root[static_cast<std::size_t>(u)] ? 0
                                                                                             : 1;
      for (int d = 2; d <= graph.order(); ++d)
        bent +=
            dimension_between(graph, v, graph.absolute(graph.neighbour(u, d), source)) == d ? 0 : 1;
    }
  }
  std::int64_t shared = 0;
  for (const std::set<Node>& ends : taken)
    shared += (graph.size() - static_cast<std::int64_t>(ends.size())) * graph.degree();
  return {{"bent", Figure(bent)}, {"stretched", Figure(stretched)}, {"shared", Figure(shared)}};
}

// Takes n, 3 to 7. Gives what rotation breaks: `bent` (links of dimension k that do not get the
// dimension after k, 2 after n) and `moved` (nodes whose distance from 12..n changes); and of its
// orbits, the necklaces, `necklaces` (how many), `counted` (how many by Burnside's lemma),
// `indivisible` (whose size does not divide n - 1), `short` (with fewer than n - 1 nodes though
// their nodes do not begin with symbol 1), `uneven` (with nodes at different distances) and
// `unfolded_short` (pairs of a node and a tree that come back in another number of rotations than
// n - 1).
Figure::Members star_rotation(const Names& values) {
  const StarGraph graph = graph_of(values, kMostStarOrder);
  const std::vector<int> distance = theory::searched_distances(graph, 0);
  const auto next = [&](int k) { return k == graph.order() ? 2 : k + 1; };
  std::int64_t bent = 0;
  std::int64_t moved = 0;
  std::int64_t unfolded_short = 0;
  for (Node u = 0; u < graph.size(); ++u) {
    const Node turned = graph.rotate(u);
    moved +=
        distance[static_cast<std::size_t>(u)] == distance[static_cast<std::size_t>(turned)] ? 0 : 1;
    for (int d = 2; d <= graph.order(); ++d)
      bent +=
          dimension_between(graph, turned, graph.rotate(graph.neighbour(u, d))) == next(d) ? 0 : 1;
    for (int tree = 2; tree <= graph.order(); ++tree) {
      std::pair<Node, int> at{turned, next(tree)};
      int turns = 1;
      for (; at != std::pair(u, tree) && turns < graph.order(); ++turns)
        at = {graph.rotate(at.first), next(at.second)};
      unfolded_short += turns == graph.degree() ? 0 : 1;
    }
  }
  std::int64_t indivisible = 0;
  std::int64_t too_short = 0;
  std::int64_t uneven = 0;
  const std::vector<std::vector<Node>> necklaces = graph.necklaces();
  for (const std::vector<Node>& necklace : necklaces) {
    const auto size = static_cast<int>(necklace.size());
    indivisible += graph.degree() % size == 0 ? 0 : 1;
    std::set<int> distances;
    bool begins_with_one = false;
    for (const Node u : necklace) {
      distances.insert(distance[static_cast<std::size_t>(u)]);
      begins_with_one = begins_with_one || graph.symbol(u, 1) == 1;
    }
    too_short += begins_with_one || size == graph.degree() ? 0 : 1;
    uneven += distances.size() == 1 ? 0 : 1;
  }
  return {{"bent", Figure(bent)},
          {"moved", Figure(moved)},
          {"necklaces", Figure(static_cast<std::int64_t>(necklaces.size()))},
          {"counted", Figure(theory::count_necklaces(graph.order()))},
          {"indivisible", Figure(indivisible)},
          {"short", Figure(too_short)},
          {"uneven", Figure(uneven)},
          {"unfolded_short", Figure(unfolded_short)}};
}

// Takes n, 3 to 7. Gives of the shortest path tree, which spans the nodes that do not begin with
// symbol 1: `longer` (nodes whose way is longer than their distance), `strays` (nodes whose way
// leaves their subtree), `unbalanced` (subtrees that have not (n-1)! nodes). And of the shortest
// path graph, in which the others have a way through each subtree: `meetings` (nodes two of whose
// ways share a node between) and `detours` (ways longer than the least one that ends with that
// link).
Figure::Members star_shortest_paths(const Names& values) {
  const StarGraph graph = graph_of(values, kMostStarOrder);
  const theory::StarShortestPaths paths(graph);
  const std::vector<int> distance = theory::searched_distances(graph, 0);
  const auto distance_of = [&](Node u) { return distance[static_cast<std::size_t>(u)]; };
  std::int64_t longer = 0;
  std::int64_t strays = 0;
  std::int64_t meetings = 0;
  std::int64_t detours = 0;
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(graph.order()) + 1, 0);
  for (Node u = 1; u < graph.size(); ++u) {
    const int block = paths.block(u);
    if (block != 1) {
      const std::vector<Node> way = paths.way(u, block);
      longer += static_cast<int>(way.size()) == distance_of(u) ? 0 : 1;
      ++nodes[static_cast<std::size_t>(graph.symbol(way.back(), 1))];
      strays +=
          std::all_of(way.begin(), way.end(), [&](Node v) { return paths.block(v) == block; }) &&
                  way.back() == graph.neighbour(0, block)
              ? 0
              : 1;
      continue;
    }
    std::set<Node> between;
    bool is_met = false;
    for (int subtree = 2; subtree <= graph.order(); ++subtree) {
      const std::vector<Node> way = paths.way(u, subtree);
      detours +=
          static_cast<int>(way.size()) == 1 + distance_of(graph.neighbour(u, subtree)) ? 0 : 1;
      for (auto v = way.begin() + 1; v != way.end(); ++v)
        is_met = !between.insert(*v).second || is_met;
    }
    meetings += is_met ? 1 : 0;
  }
  std::int64_t unbalanced = 0;
  for (int subtree = 2; subtree <= graph.order(); ++subtree)
    unbalanced += nodes[static_cast<std::size_t>(subtree)] == factorial(graph.order() - 1) ? 0 : 1;
  return {{"longer", Figure(longer)},
          {"strays", Figure(strays)},
          {"unbalanced", Figure(unbalanced)},
          {"meetings", Figure(meetings)},
          {"detours", Figure(detours)}};
}

}  // namespace flitwise
