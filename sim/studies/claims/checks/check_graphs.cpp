// Graphs: how many trees they have, how low these are and what they are worth; all partitions and
// cuts of small ones; Hamiltonian cycles and paths; and trees that lose links.
//
// A graph is a value under the name of its kind, `polarfly: 7` or `torus: [4, 4]`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/graph/tree_study.h"
#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/split_mix.h"
#include "systemc/topology/graph/tree_family.h"
#include "systemc/topology/graph/tree_rules.h"
#include "tb/theory/graph/allgather_bound.h"
#include "tb/theory/graph/graph_bounds.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostArgument = 4096;

// "torus:4,4" of a value under the name of a kind.
std::string shape_of(const Names& values) {
  for (const GraphShape& shape : graph_shapes()) {
    if (shape.arguments.empty()) continue;
    const std::optional<Figure> figure = values(shape.word);
    if (!figure) continue;
    const std::vector<std::int64_t> arguments =
        figure->items() == nullptr ? std::vector{number_of(values, shape.word, 1, kMostArgument)}
                                   : numbers_of(values, shape.word, 1, kMostArgument);
    return fmt::format("{}:{}", shape.word, fmt::join(arguments, ","));
  }
  throw ExpressionError("needs a graph, under the name of its kind");
}

Graph graph_of(const std::string& shape) {
  try {
    return make_graph(shape);
  } catch (const TopologyError& error) {
    throw ExpressionError(error.what());
  }
}

Figure count(std::size_t number) { return {static_cast<std::int64_t>(number)}; }

Figure highest(const std::vector<Node>& heights) {
  return {std::int64_t{*std::max_element(heights.begin(), heights.end())}};
}

std::size_t faults(const Graph& graph, Disjoint disjoint, const std::vector<Parents>& trees) {
  return faults_of(graph, {disjoint, trees}).size();
}

Figure::Members packing_of(const Graph& graph, Node root) {
  const LinkPacking packing = pack_links(graph);
  const Strength strength = strength_of(graph, packing.partition);
  const LeastCut cut = least_cut(graph, root);
  std::vector<bool> inside(index_of(graph.size()), false);
  for (const Node v : cut.side) inside[index_of(v)] = true;
  std::int64_t crossing = 0;
  for (const auto& [u, v] : links_of(graph))
    crossing += inside[index_of(u)] != inside[index_of(v)] ? 1 : 0;
  return {{"nodes", Figure(std::int64_t{graph.size()})},
          {"links", Figure(graph.edge_count())},
          {"degree", Figure(std::int64_t{degrees(graph).first})},
          {"tau", count(packing.trees.size())},
          {"sigma_above", Figure(strength.numerator)},
          {"sigma_below", Figure(strength.denominator)},
          {"allowed",
           Figure(links_between(graph, packing.partition) / (block_count(packing.partition) - 1))},
          {"lambda", Figure(std::int64_t{cut.links})},
          {"crossing", Figure(crossing)},
          {"wrong", count(faults(graph, Disjoint::kLinks, packing.trees) +
                          faults(graph, Disjoint::kArcs, pack_arcs(graph, root, cut.links)))}};
}

// Calls `visit` with every partition of n nodes into at least two blocks, as restricted growth.
void for_all_partitions(std::size_t nodes, const std::function<void(const Partition&)>& visit) {
  Partition partition(nodes, 0);
  const std::function<void(std::size_t, Node)> place = [&](std::size_t v, Node blocks) {
    if (v == nodes) {
      if (blocks > 1) visit(partition);
      return;
    }
    for (partition[v] = 0; partition[v] <= blocks; ++partition[v])
      place(v + 1, std::max(blocks, partition[v] + 1));
  };
  place(0, 0);
}

// A connected graph: a random tree, and as many links more as are drawn.
Graph drawn_graph(Node nodes, SplitMix& draw) {
  std::vector<Edge> links;
  for (Node v = 1; v < nodes; ++v)
    links.emplace_back(static_cast<Node>(draw.below(index_of(v))), v);
  for (std::size_t more = draw.below(index_of(2 * nodes)); more > 0; --more) {
    const auto u = static_cast<Node>(draw.below(index_of(nodes)));
    const auto v = static_cast<Node>(draw.below(index_of(nodes)));
    if (u != v) links.emplace_back(std::min(u, v), std::max(u, v));
  }
  return {nodes, links};
}

// Whether all pairs of consecutive nodes of `order`, a block of `nodes` after the other, are
// linked, every block has all nodes, and no link is taken twice. Counts what is wrong.
std::size_t faults_of_orders(const Graph& graph, const std::vector<Node>& order, bool are_closed) {
  const std::size_t nodes = index_of(graph.size());
  std::size_t wrong = 0;
  std::set<Edge> taken;
  for (std::size_t start = 0; start < order.size(); start += nodes) {
    std::set<Node> seen;
    for (std::size_t i = 0; i < nodes; ++i) {
      const Node u = order[start + i];
      seen.insert(u);
      if (i + 1 == nodes && !are_closed) continue;
      const Node v = order[start + (i + 1) % nodes];
      const std::vector<Node>& ends = graph.neighbours(u);
      wrong += std::binary_search(ends.begin(), ends.end(), v) ? 0 : 1;
      wrong += taken.insert(std::minmax(u, v)).second ? 0 : 1;
    }
    wrong += nodes - seen.size();
  }
  return wrong;
}

// q + 1 numbers all of whose differences modulo `modulus` differ.
std::vector<std::int64_t> difference_set(std::size_t size, std::int64_t modulus) {
  std::vector<std::int64_t> set{0, 1};
  std::vector<bool> is_taken(static_cast<std::size_t>(modulus), false);
  is_taken[1] = is_taken[static_cast<std::size_t>(modulus - 1)] = true;
  const std::function<bool()> extend = [&]() {
    if (set.size() == size) return true;
    for (std::int64_t next = set.back() + 1; next < modulus; ++next) {
      std::vector<std::size_t> made;
      bool fits = true;
      for (const std::int64_t one : set)
        for (const std::int64_t difference : {next - one, modulus - next + one}) {
          const auto place = static_cast<std::size_t>(difference);
          fits = fits && !is_taken[place];
          if (!fits) break;
          is_taken[place] = true;
          made.push_back(place);
        }
      if (fits) {
        set.push_back(next);
        if (extend()) return true;
        set.pop_back();
      }
      for (const std::size_t place : made) is_taken[place] = false;
    }
    return false;
  };
  if (!extend()) throw ExpressionError("has no perfect difference set");
  return set;
}

// Numbers in pairs whose differences have no divisor with `modulus` in common; none: there are
// none.
std::vector<std::pair<std::int64_t, std::int64_t>> coprime_pairs(std::vector<std::int64_t> left,
                                                                 std::int64_t modulus) {
  if (left.empty()) return {};
  const std::int64_t a = left.back();
  left.pop_back();
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (std::gcd(a - left[i], modulus) != 1) continue;
    std::vector<std::int64_t> others = left;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    auto pairs = coprime_pairs(others, modulus);
    if (pairs.size() != others.size() / 2) continue;
    pairs.emplace_back(a, left[i]);
    return pairs;
  }
  return {};
}

// Nodes i and j of Z_n are neighbours where i + j is in the set.
Graph singer_graph(const std::vector<std::int64_t>& set, std::int64_t modulus) {
  std::vector<Edge> links;
  for (std::int64_t i = 0; i < modulus; ++i)
    for (const std::int64_t sum : set) {
      const std::int64_t j = ((sum - i) % modulus + modulus) % modulus;
      if (i < j) links.emplace_back(static_cast<Node>(i), static_cast<Node>(j));
    }
  return {static_cast<Node>(modulus), links};
}

std::vector<std::size_t> sorted_degrees(const Graph& graph) {
  std::vector<std::size_t> all;
  for (Node v = 0; v < graph.size(); ++v) all.push_back(graph.neighbours(v).size());
  std::sort(all.begin(), all.end());
  return all;
}

// Two copies of the cube before, joined by a link at each node, which flips bit n - 2 of those
// whose bit 0 is set.
Graph twisted_cube(std::int64_t dimensions) {
  std::vector<Edge> links;
  const auto nodes = Node{1} << dimensions;
  for (Node v = 0; v < nodes; ++v) {
    for (Node bit = 0; bit < 2; ++bit) links.emplace_back(v, v ^ (Node{1} << bit));
    for (Node bit = 2; bit < dimensions; ++bit)
      links.emplace_back(v, v ^ (Node{1} << bit) ^ ((v & 1) << (bit - 1)));
  }
  return {nodes, links};
}

// The fewest trees in which a node still hangs from the root, whatever `dead` links are cut.
Node fewest_left(const Graph& graph, const std::vector<Parents>& trees, std::size_t dead) {
  const std::vector<Edge> links = links_of(graph);
  Node fewest = static_cast<Node>(trees.size());
  std::vector<Edge> cut;
  const auto hangs = [&](const Parents& tree, Node v) {
    for (; tree[index_of(v)] != kNoNode; v = tree[index_of(v)])
      if (std::count(cut.begin(), cut.end(), Edge(std::minmax(v, tree[index_of(v)]))) > 0)
        return false;
    return true;
  };
  const std::function<void(std::size_t)> choose = [&](std::size_t from) {
    if (cut.size() == dead) {
      for (Node v = 0; v < graph.size(); ++v) {
        Node left = 0;
        for (const Parents& tree : trees) left += hangs(tree, v) ? 1 : 0;
        fewest = std::min(fewest, left);
      }
      return;
    }
    for (std::size_t next = from; next < links.size(); ++next) {
      cut.push_back(links[next]);
      choose(next + 1);
      cut.pop_back();
    }
  };
  choose(0);
  return fewest;
}

}  // namespace

// Takes a graph and `root` (a node, default 0). Gives `nodes`, `links`, `degree` (the least),
// `tau`, `sigma`, `lambda`; of the proofs `allowed` (trees that the partition allows), `crossing`
// (links of the cut) and `wrong` (faults of the trees that were found).
Figure::Members graph_packing(const Names& values) {
  const Graph graph = graph_of(shape_of(values));
  const auto root =
      values("root") ? static_cast<Node>(number_of(values, "root", 0, graph.size() - 1)) : Node{0};
  return packing_of(graph, root);
}

// Takes `size`, 2 to 7, `draws` and `seed`. Gives of random graphs with so many nodes how many have
// `tau_off` from the least over all partitions, `lambda_off` from the least over all cuts,
// `roots_off` (roots at which trees are not as many, or not right) and `rate_off` from the most
// crowded of all sets.
Figure::Members drawn_graphs(const Names& values) {
  const auto nodes = static_cast<Node>(number_of(values, "size", 2, 7));
  SplitMix draw(static_cast<std::uint64_t>(number_of(values, "seed", 0, 1'000'000)));
  std::int64_t tau_off = 0;
  std::int64_t lambda_off = 0;
  std::int64_t roots_off = 0;
  std::int64_t rate_off = 0;
  for (std::int64_t i = number_of(values, "draws", 1, 1000); i > 0; --i) {
    const Graph graph = drawn_graph(nodes, draw);
    std::int64_t tau = graph.edge_count();
    std::int64_t lambda = graph.edge_count();
    std::pair<std::int64_t, std::int64_t> crowd{0, 1};
    for_all_partitions(index_of(nodes), [&](const Partition& partition) {
      const std::int64_t blocks = block_count(partition);
      const std::int64_t links = links_between(graph, partition);
      tau = std::min(tau, links / (blocks - 1));
      if (blocks != 2) return;
      lambda = std::min(lambda, links);
      for (const Node block : {0, 1}) {
        const std::int64_t members = std::count(partition.begin(), partition.end(), block);
        if (members * crowd.second > crowd.first * links) crowd = {members, links};
      }
    });
    tau_off += static_cast<std::int64_t>(pack_links(graph).trees.size()) == tau ? 0 : 1;
    lambda_off += least_cut(graph, 0).links == lambda ? 0 : 1;
    for (Node root = 0; root < nodes; ++root) {
      const LeastCut cut = least_cut(graph, root);
      const bool is_right = cut.links == lambda &&
                            faults(graph, Disjoint::kArcs, pack_arcs(graph, root, cut.links)) == 0;
      roots_off += is_right ? 0 : 1;
    }
    const theory::AllgatherRate rate = theory::allgather_rate(graph);
    rate_off += rate.numerator * crowd.second == crowd.first * rate.denominator ? 0 : 1;
  }
  return {{"tau_off", Figure(tau_off)},
          {"lambda_off", Figure(lambda_off)},
          {"roots_off", Figure(roots_off)},
          {"rate_off", Figure(rate_off)}};
}

// Takes a graph, `flits` (default 1024) and `count` (of arc-disjoint trees, default all). Gives of
// the trees that `flitwise trees` finds `arc_height` and `link_height`, the highest, `arc_least`
// and `link_least`, the bounds, `diameter` and `wrong`; and of operations on the flits `broadcast`,
// `broadcast_bound`, `allreduce`, `two_phase` and `allreduce_bound`.
Figure::Members graph_study(const Names& values) {
  const std::string shape = shape_of(values);
  const Graph graph = graph_of(shape);
  StudyRequest request;
  request.length = values("flits") ? number_of(values, "flits", 0, 1'000'000) : 1024;
  const TreeStudy study = study_trees(graph, shape, request);
  std::size_t wrong = 0;
  for (const FoundFamily& found : study.families) wrong += faults_of(graph, found.family).size();
  const std::vector<TimedOperation>& operations = study.operations;
  return {{"nodes", Figure(std::int64_t{study.nodes})},
          {"tau", Figure(std::int64_t{study.tau})},
          {"lambda", Figure(std::int64_t{study.cut.links})},
          {"diameter", Figure(std::int64_t{study.diameter})},
          {"wrong", count(wrong)},
          {"link_height", highest(study.families[0].heights)},
          {"link_least", Figure(std::int64_t{study.families[0].least})},
          {"arc_height", highest(study.families[1].heights)},
          {"arc_least", Figure(std::int64_t{study.families[1].least})},
          {"broadcast", Figure(operations[0].finish)},
          {"broadcast_bound", Figure(operations[0].bound)},
          {"allreduce", Figure(operations[2].finish)},
          {"two_phase", Figure(operations[3].finish)},
          {"allreduce_bound", Figure(operations[3].bound)}};
}

// Takes a graph, `parents`, a tree after the other, and `flits` (default 1024). Gives `trees`, how
// many; `wrong`, faults of trees without a common link; `height`, the highest; `allreduce`, when an
// all-reduce over them ends; and `tau`.
Figure::Members given_trees(const Names& values) {
  const Graph graph = graph_of(shape_of(values));
  const std::vector<std::int64_t> all = numbers_of(values, "parents", -1, graph.size() - 1);
  const std::size_t nodes = index_of(graph.size());
  if (all.empty() || all.size() % nodes != 0) throw ExpressionError("needs parents of whole trees");
  TreeFamily family;
  for (std::size_t start = 0; start < all.size(); start += nodes) {
    family.trees.emplace_back();
    for (std::size_t v = 0; v < nodes; ++v)
      family.trees.back().push_back(static_cast<Node>(all[start + v]));
  }
  const std::size_t wrong = faults_of(graph, family).size();
  if (wrong > 0) return {{"trees", count(family.trees.size())}, {"wrong", count(wrong)}};
  const Flits flits = values("flits") ? number_of(values, "flits", 0, 1'000'000) : 1024;
  return {{"trees", count(family.trees.size())},
          {"wrong", count(wrong)},
          {"height", highest(heights_of(family.trees))},
          {"tau", count(pack_links(graph).trees.size())},
          {"allreduce", Figure(time_family(graph, family, flits).front().finish)}};
}

// Takes a graph and `order`, the nodes of a cycle after the other. Gives `cycles`, how many, and
// `wrong`: nodes that a cycle does not come to, steps that are no link, links that are taken twice.
Figure::Members hamiltonian_cycles(const Names& values) {
  const Graph graph = graph_of(shape_of(values));
  const std::vector<std::int64_t> all = numbers_of(values, "order", 0, graph.size() - 1);
  const std::size_t nodes = index_of(graph.size());
  if (all.empty() || all.size() % nodes != 0) throw ExpressionError("needs whole cycles");
  return {{"cycles", count(all.size() / nodes)},
          {"wrong", count(faults_of_orders(graph, {all.begin(), all.end()}, true))},
          {"degree", Figure(std::int64_t{degrees(graph).second})}};
}

// Takes q, an odd prime to 7. Gives of the graph on Z_N, N = q^2 + q + 1, in which i and j are
// joined where i + j is in a perfect difference set: `unlike` (degrees that are not those of
// PolarFly, and 1 each for another number of links and of trees); and of paths along two numbers of
// the set in turn `paths`, `wrong` (as of cycles) and `height`, each rooted in its middle.
Figure::Members singer_paths(const Names& values) {
  const std::int64_t q = number_of(values, "q", 3, 7);
  const std::int64_t modulus = q * q + q + 1;
  const std::vector<std::int64_t> set = difference_set(static_cast<std::size_t>(q) + 1, modulus);
  const Graph graph = singer_graph(set, modulus);
  const Graph other = graph_of(fmt::format("polarfly:{}", q));
  std::int64_t unlike = graph.edge_count() == other.edge_count() ? 0 : 1;
  const std::vector<std::size_t> mine = sorted_degrees(graph);
  const std::vector<std::size_t> its = sorted_degrees(other);
  for (std::size_t v = 0; v < mine.size(); ++v) unlike += mine[v] == its[v] ? 0 : 1;
  unlike += pack_links(graph).trees.size() == pack_links(other).trees.size() ? 0 : 1;
  std::vector<Node> order;
  const std::vector<std::pair<std::int64_t, std::int64_t>> pairs = coprime_pairs(set, modulus);
  for (const auto& [a, b] : pairs) {
    std::int64_t at = a * ((modulus + 1) / 2) % modulus;  // half of a
    for (std::int64_t i = 0; i < modulus; ++i) {
      order.push_back(static_cast<Node>(at));
      at = (((i % 2 == 0 ? b : a) - at) % modulus + modulus) % modulus;
    }
  }
  return {{"unlike", Figure(unlike)},
          {"paths", count(pairs.size())},
          {"wrong", count(faults_of_orders(graph, order, false))},
          {"height", Figure(modulus / 2)}};
}

// Takes a torus, mesh or HyperX of two or more sides. Gives `tau` of it, `first` and `rest`, those
// of its first side alone and of the others, and `first_spare` and `rest_spare`, the links that so
// many trees leave over there.
Figure::Members product_trees(const Names& values) {
  const std::string shape = shape_of(values);
  const std::vector<std::int64_t> sides = graph_arguments(shape);
  const std::string word = shape.substr(0, shape.find(':'));
  if (sides.size() < 2 || (word != "torus" && word != "mesh" && word != "hyperx"))
    throw ExpressionError("needs a torus, mesh or hyperx of two sides or more");
  const auto factor = [&](std::size_t from, std::size_t to) {
    return graph_of(fmt::format("{}:{}", word,
                                fmt::join(sides.begin() + static_cast<std::ptrdiff_t>(from),
                                          sides.begin() + static_cast<std::ptrdiff_t>(to), ",")));
  };
  const auto trees = [](const Graph& graph) {
    return static_cast<std::int64_t>(pack_links(graph).trees.size());
  };
  const Graph first = factor(0, 1);
  const Graph rest = factor(1, sides.size());
  const auto spare = [&](const Graph& graph) {
    return graph.edge_count() - trees(graph) * (graph.size() - 1);
  };
  return {{"tau", Figure(trees(graph_of(shape)))},
          {"first", Figure(trees(first))},
          {"rest", Figure(trees(rest))},
          {"first_spare", Figure(spare(first))},
          {"rest_spare", Figure(spare(rest))}};
}

// Takes a graph. Gives of the trees of its rule `trees`, how many; `wrong`, faults of trees without
// a common arc; `meeting`, pairs of ways from a node to the root that have a node in common between
// these two; `height`, the highest, and `least`, the bound on it.
Figure::Members trees_by_rule(const Names& values) {
  const std::string shape = shape_of(values);
  const Graph graph = graph_of(shape);
  const std::optional<std::vector<Parents>> trees = arcs_by_rule(shape);
  if (!trees) throw ExpressionError("knows no rule for " + shape);
  std::size_t meeting = 0;
  for (Node v = 0; v < graph.size(); ++v) {
    std::vector<std::set<Node>> ways;
    for (const Parents& tree : *trees) {
      std::set<Node> inner;
      for (Node at = tree[index_of(v)]; at != kNoNode; at = tree[index_of(at)]) inner.insert(at);
      inner.erase(root_of(tree));
      for (const std::set<Node>& other : ways)
        meeting +=
            std::any_of(inner.begin(), inner.end(), [&](Node at) { return other.count(at) > 0; })
                ? 1
                : 0;
      ways.push_back(std::move(inner));
    }
  }
  return {{"trees", count(trees->size())},
          {"wrong", count(faults(graph, Disjoint::kArcs, *trees))},
          {"meeting", count(meeting)},
          {"height", highest(heights_of(*trees))},
          {"least", Figure(std::int64_t{theory::least_arc_height(
                        graph, root_of(trees->front()), static_cast<Node>(trees->size()))})}};
}

// Takes n, 2 to 8. Gives of the locally twisted cube of n dimensions what "graph packing" gives.
Figure::Members twisted_cubes(const Names& values) {
  return packing_of(twisted_cube(number_of(values, "n", 2, 8)), 0);
}

// Takes a graph, `dead`, 0 to 3, and `arcs`, 1: lambda trees of node 0 without a common arc, as
// they grow; 2: those of the graph's rule; 0: tau trees without a common link, hung from it. Gives
// `trees`, how many, and `left`, the fewest of them in which a node still hangs from the root, over
// all sets of so many links that are cut.
Figure::Members dead_links(const Names& values) {
  const std::string shape = shape_of(values);
  const Graph graph = graph_of(shape);
  std::vector<Parents> trees;
  const std::int64_t sort = number_of(values, "arcs", 0, 2);
  if (sort == 0) trees = pack_links(graph).trees;
  if (sort == 1) trees = pack_arcs(graph, 0, least_cut(graph, 0).links);
  if (sort == 2) {
    std::optional<std::vector<Parents>> ruled = arcs_by_rule(shape);
    if (!ruled) throw ExpressionError("knows no rule for " + shape);
    trees = std::move(*ruled);
  }
  const auto dead = static_cast<std::size_t>(number_of(values, "dead", 0, 3));
  return {{"trees", count(trees.size())},
          {"left", Figure(std::int64_t{fewest_left(graph, trees, dead)})}};
}

// Takes a graph. Gives `above` over `below`, the steps that an all-gather takes for each flit that
// every node has, `crowd`, the nodes that prove it, `nodes` and `lambda`.
Figure::Members allgather_rates(const Names& values) {
  const Graph graph = graph_of(shape_of(values));
  const theory::AllgatherRate rate = theory::allgather_rate(graph);
  return {{"above", Figure(rate.numerator)},
          {"below", Figure(rate.denominator)},
          {"crowd", count(rate.crowd.size())},
          {"nodes", Figure(std::int64_t{graph.size()})},
          {"lambda", Figure(std::int64_t{least_cut(graph, 0).links})}};
}

}  // namespace flitwise
