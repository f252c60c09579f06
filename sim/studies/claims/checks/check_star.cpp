// The trees of star graphs, counted over all nodes, and star graphs beside hypercubes.
#include <algorithm>
#include <set>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/network/star/star_routers.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_hypercube.h"
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

}  // namespace flitwise
