// Trees: how early a gather on a path and a scatter can end, over all schedules and orders; all
// spanning trees of small graphs; and trees that cover a mesh or torus.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/cover/cover_shapes.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "systemc/topology/types.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"

namespace flitwise {
namespace {

using Steps = std::vector<Step>;

// PE i of a path 0-1-...-n is entry i - 1 of all vectors.
struct Gather {
  std::vector<std::int64_t> lengths;
  Step horizon = 0;
  std::size_t size() const { return lengths.size(); }
};

// Inequalities (5): PE 0 takes message j from step 2j + 1 on, that of the last PE from 2n on, one
// message at a time. Every order of the messages, each as early as it can.
Step best_after_tapping(const Gather& gather) {
  const auto n = static_cast<Step>(gather.size());
  std::vector<std::size_t> order(gather.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::optional<Step> best;
  do {
    Step last = 0;
    for (const std::size_t i : order) {
      if (gather.lengths[i] == 0) continue;
      const Step j = static_cast<Step>(i) + 1;
      last = std::max(last + 1, j < n ? 2 * j + 1 : 2 * n) + gather.lengths[i] - 1;
    }
    best = best ? std::min(*best, last) : last;
  } while (std::next_permutation(order.begin(), order.end()));
  return best.value_or(0);
}

// A port of a PE that is used in a step may not be used in it again.
class Ports {
 public:
  Ports(std::size_t pes, Step horizon)
      : steps_(static_cast<std::size_t>(horizon) + 1), used_(2 * (pes + 1) * steps_, false) {}

  /// Whether PE `from` can send to PE `to` in the step; then it does.
  bool cross(std::size_t from, std::size_t to, Step step) {
    return step < static_cast<Step>(steps_) && take(2 * from, step) && take(2 * to + 1, step);
  }

 private:
  bool take(std::size_t port, Step step) {
    const std::size_t place = port * steps_ + static_cast<std::size_t>(step);
    const bool is_free = !used_[place];
    used_[place] = true;
    return is_free;
  }
  std::size_t steps_;
  std::vector<bool> used_;
};

// The last step of a schedule: taps[i] is the step in which PE i + 1 is tapped, sends[i] that of
// its first flit. None where two flits want a port.
std::optional<Step> finish_of(const Gather& gather, const Steps& taps, const Steps& sends) {
  Ports ports(gather.size(), gather.horizon);
  Step finish = 0;
  for (std::size_t i = 0; i < gather.size(); ++i) {
    if (!ports.cross(i, i + 1, taps[i])) return std::nullopt;
    for (std::int64_t flit = 0; flit < gather.lengths[i]; ++flit) {
      Step step = sends[i] + flit;
      for (std::size_t pe = i + 1; pe > 0; --pe, ++step)
        if (!ports.cross(pe, pe - 1, step)) return std::nullopt;
      finish = std::max(finish, step - 1);
    }
  }
  return finish;
}

// All schedules in which a PE is tapped after the one before it and sends after its own tap.
class FreeSearch {
 public:
  explicit FreeSearch(const Gather& gather)
      : gather_(gather), taps_(gather.size()), sends_(gather.size(), 0) {}

  Step best() {
    choose(0, 0);
    return best_;
  }

 private:
  void choose(std::size_t i, Step tapped) {
    if (i == gather_.size()) {
      const std::optional<Step> finish = finish_of(gather_, taps_, sends_);
      if (finish) best_ = std::min(best_, *finish);
      return;
    }
    for (taps_[i] = tapped + 1; taps_[i] <= gather_.horizon; ++taps_[i]) {
      const bool is_null = gather_.lengths[i] == 0;
      const Step last = is_null ? taps_[i] + 1 : gather_.horizon;
      for (sends_[i] = taps_[i] + 1; sends_[i] <= last; ++sends_[i]) choose(i + 1, taps_[i]);
    }
  }

  const Gather& gather_;
  Steps taps_;
  Steps sends_;
  Step best_ = gather_.horizon;
};

// PE i > 0 is entry i - 1 of both vectors.
struct Scatter {
  std::vector<std::int64_t> parents;
  std::vector<std::int64_t> lengths;
};

std::int64_t depth_of(const Scatter& scatter, std::size_t pe) {
  std::int64_t depth = 0;
  for (; pe != 0; pe = static_cast<std::size_t>(scatter.parents[pe - 1])) ++depth;
  return depth;
}

// The child of PE 0 through which the way to a PE leads.
std::size_t link_to(const Scatter& scatter, std::size_t pe) {
  while (scatter.parents[pe - 1] != 0) pe = static_cast<std::size_t>(scatter.parents[pe - 1]);
  return pe;
}

// The last step of the messages of `order`, sent one behind the other from step 1 on.
std::int64_t finish_of(const Scatter& scatter, const std::vector<std::size_t>& order) {
  std::int64_t sent = 0;
  std::int64_t finish = 0;
  for (const std::size_t pe : order) {
    sent += scatter.lengths[pe - 1];
    finish = std::max(finish, sent + depth_of(scatter, pe) - 1);
  }
  return finish;
}

std::int64_t best_order(const Scatter& scatter, std::vector<std::size_t> messages) {
  std::sort(messages.begin(), messages.end());
  std::int64_t best = finish_of(scatter, messages);
  while (std::next_permutation(messages.begin(), messages.end()))
    best = std::min(best, finish_of(scatter, messages));
  return best;
}

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

using LinkEnds = std::pair<Node, Node>;

std::set<LinkEnds> links_of(const std::vector<Node>& parents) {
  std::set<LinkEnds> links;
  for (Node v = 0; v < static_cast<Node>(parents.size()); ++v) {
    const Node parent = parents[static_cast<std::size_t>(v)];
    if (parent != kNoNode) links.emplace(std::min(v, parent), std::max(v, parent));
  }
  return links;
}

std::int64_t links_of(const Grid& grid) {
  std::int64_t ends = 0;
  for (Node v = 0; v < grid.size(); ++v) ends += grid.degree(v);
  return ends / 2;
}

}  // namespace

// Takes L, the lengths of the messages of PEs 1 to n <= 3. Gives `tapping_first`, the best finish
// of schedules that keep inequalities (5), and `free`, the best of all in which a PE sends only
// after its own tap.
Figure::Members earliest_gather(const Names& values) {
  Gather gather{numbers_of(values, "L", 0, 3), 0};
  if (gather.size() < 1 || gather.size() > 3) throw ExpressionError("needs a list L of 1 to 3");
  const Step tapping_first = best_after_tapping(gather);
  gather.horizon = std::max<Step>(tapping_first, static_cast<Step>(gather.size()));
  return {{"tapping_first", Figure(tapping_first)},
          {"free", Figure(tapping_first == 0 ? Step{0} : FreeSearch(gather).best())}};
}

// Takes P and L, the parents and message lengths of PEs 1 to n <= 7. Gives `one_port`, the least
// finish over all orders of the messages, and `port_a_link`, the same where each link of PE 0 has
// an order of its own.
Figure::Members scatter_orders(const Names& values) {
  const Scatter scatter{numbers_of(values, "P", 0, 6), numbers_of(values, "L", 0, 9)};
  const std::size_t n = scatter.parents.size();
  if (n < 1 || n > 7 || scatter.lengths.size() != n)
    throw ExpressionError("needs lists P and L of the same size, 1 to 7");
  std::vector<std::size_t> all;
  std::map<std::size_t, std::vector<std::size_t>> by_link;
  for (std::size_t pe = 1; pe <= n; ++pe) {
    if (scatter.parents[pe - 1] >= static_cast<std::int64_t>(pe))
      throw ExpressionError("needs a list P in which parents have smaller numbers");
    if (scatter.lengths[pe - 1] == 0) continue;
    all.push_back(pe);
    by_link[link_to(scatter, pe)].push_back(pe);
  }
  std::int64_t port_a_link = 0;
  for (const auto& [link, messages] : by_link)
    port_a_link = std::max(port_a_link, best_order(scatter, messages));
  return {{"one_port", Figure(best_order(scatter, all))}, {"port_a_link", Figure(port_a_link)}};
}

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

// Takes `torus` (0: the mesh's two trees; 1: the torus's two spanning trees), a and b. Gives
// `links` of the network, `unused` by both trees, `shared` by them, and `missed`, the nodes that
// the poorer tree lacks.
Figure::Members tree_cover(const Names& values) {
  const auto a = static_cast<Node>(number_of(values, "a", 1, 64));
  const auto b = static_cast<Node>(number_of(values, "b", 1, 64));
  const bool is_torus = number_of(values, "torus", 0, 1) == 1;
  if (is_torus && std::min(a, b) < 3) throw ExpressionError("needs sides a and b of at least 3");
  const Cover cover = is_torus ? torus_cover_spanning(a, b) : mesh_cover(a, b);
  const std::set<LinkEnds> first = links_of(cover.parents(0));
  const std::set<LinkEnds> second = links_of(cover.parents(1));
  std::set<LinkEnds> all = first;
  all.insert(second.begin(), second.end());
  const auto count = [](const std::set<LinkEnds>& set) {
    return static_cast<std::int64_t>(set.size());
  };
  const std::int64_t fewest = std::min(count(first), count(second));
  return {{"links", Figure(links_of(cover.grid()))},
          {"unused", Figure(links_of(cover.grid()) - count(all))},
          {"shared", Figure(count(first) + count(second) - count(all))},
          {"missed", Figure(std::int64_t{cover.size()} - 1 - fewest)}};
}

}  // namespace flitwise
