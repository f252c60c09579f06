#include "systemc/topology/cover/cover_allocation.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace flitwise {
namespace {

void check_allocation(const Cover& cover, const Allocation& allocation) {
  if (allocation.size() != index_of(cover.size()))
    throw std::invalid_argument(
        "an allocation must have one entry per node: " + std::to_string(cover.size()) + ", got " +
        std::to_string(allocation.size()));
  for (Node v = 0; v < cover.size(); ++v) {
    const TreeIndex t = allocation[index_of(v)];
    const bool fits = v == cover.root()
                          ? t == kNoTree
                          : t >= 0 && t < cover.tree_count() && cover.tree(t).holds(v);
    if (!fits)
      throw std::invalid_argument("node " + std::to_string(v) + " cannot use tree " +
                                  std::to_string(t));
  }
}

/// Flits on the links of the root, each named by its tree and the neighbour at its other end.
class RootLoads {
 public:
  explicit RootLoads(const Cover& cover) : cover_(cover) {}

  Flits above(Node v, TreeIndex t) { return load_[link(v, t)]; }
  void add(Node v, TreeIndex t, Flits flits) { load_[link(v, t)] += flits; }

 private:
  std::pair<TreeIndex, Node> link(Node v, TreeIndex t) const {
    return {t, cover_.tree(t).root_link(v)};
  }

  const Cover& cover_;
  std::map<std::pair<TreeIndex, Node>, Flits> load_;
};

std::vector<TreeIndex> trees_with(const Cover& cover, Node v) {
  std::vector<TreeIndex> trees;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    if (cover.tree(t).holds(v)) trees.push_back(t);
  }
  return trees;
}

TreeIndex least_loaded(const std::vector<TreeIndex>& trees, Node v, RootLoads& loads) {
  return *std::min_element(trees.begin(), trees.end(), [&](TreeIndex a, TreeIndex b) {
    return loads.above(v, a) < loads.above(v, b);
  });
}

Allocation allocate_disjoint(const Cover& cover, const std::vector<Flits>& lengths) {
  Allocation allocation(lengths.size(), kNoTree);
  RootLoads loads(cover);
  const auto give = [&](Node v, TreeIndex t) {
    allocation[index_of(v)] = t;
    loads.add(v, t, lengths[index_of(v)]);
  };

  std::vector<Node> free_to_choose;
  for (Node v = 0; v < cover.size(); ++v) {
    if (v == cover.root()) continue;
    const std::vector<TreeIndex> trees = trees_with(cover, v);
    if (trees.size() > 1)
      free_to_choose.push_back(v);
    else
      give(v, trees.front());
  }
  std::stable_sort(free_to_choose.begin(), free_to_choose.end(),
                   [&](Node a, Node b) { return lengths[index_of(a)] > lengths[index_of(b)]; });
  for (const Node v : free_to_choose) give(v, least_loaded(trees_with(cover, v), v, loads));
  return allocation;
}

/// The least depth of each node, 0 for the root.
std::vector<Node> least_depths(const Cover& cover) {
  std::vector<Node> depths(index_of(cover.size()), 0);
  for (Node v = 0; v < cover.size(); ++v) {
    if (v == cover.root()) continue;
    for (const TreeIndex t : trees_with(cover, v)) {
      const Node depth = cover.tree(t).depth(v);
      Node& least = depths[index_of(v)];
      least = least == 0 ? depth : std::min(least, depth);
    }
  }
  return depths;
}

Allocation allocate_shared(const Cover& cover, const std::vector<Flits>& lengths) {
  const std::vector<Node> depths = least_depths(cover);
  std::vector<Node> order;
  for (Node v = 0; v < cover.size(); ++v)
    if (v != cover.root()) order.push_back(v);
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) {
    return std::pair(depths[index_of(a)], lengths[index_of(a)]) >
           std::pair(depths[index_of(b)], lengths[index_of(b)]);
  });
  Allocation allocation(lengths.size(), kNoTree);
  RootLoads loads(cover);
  for (const Node v : order) {
    const auto home = [&](TreeIndex t) {
      const Flits load = loads.above(v, t);
      return std::pair(load + cover.tree(t).depth(v), load);
    };
    const std::vector<TreeIndex> trees = trees_with(cover, v);
    const TreeIndex best = *std::min_element(
        trees.begin(), trees.end(), [&](TreeIndex a, TreeIndex b) { return home(a) < home(b); });
    allocation[index_of(v)] = best;
    loads.add(v, best, lengths[index_of(v)]);
  }
  return allocation;
}

}  // namespace

void check_cover_lengths(const Cover& cover, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(cover.size()))
    throw std::invalid_argument(
        "lengths must have one entry per node: " + std::to_string(cover.size()) + ", got " +
        std::to_string(lengths.size()));
  for (Node v = 0; v < cover.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    const std::string name = "lengths[" + std::to_string(v) + "] must be ";
    if (v == cover.root() && length != 0)
      throw std::invalid_argument(name + "0, because the root has no message, got " +
                                  std::to_string(length));
    if (length < 0) throw std::invalid_argument(name + "at least 0, got " + std::to_string(length));
  }
}

Allocation allocate(const Cover& cover, const std::vector<Flits>& lengths) {
  check_cover_lengths(cover, lengths);
  return cover.sharing() == Sharing::kLinks ? allocate_shared(cover, lengths)
                                            : allocate_disjoint(cover, lengths);
}

std::vector<Flits> lengths_on_tree(const Cover& cover, const std::vector<Flits>& lengths,
                                   const Allocation& allocation, TreeIndex t) {
  check_cover_lengths(cover, lengths);
  check_allocation(cover, allocation);
  const PlacedTree& tree = cover.tree(t);
  std::vector<Flits> of_pes(tree.node_of.size(), 0);
  for (std::size_t pe = 1; pe < of_pes.size(); ++pe) {
    const std::size_t v = index_of(tree.node_of[pe]);
    if (allocation[v] == t) of_pes[pe] = lengths[v];
  }
  return of_pes;
}

}  // namespace flitwise
