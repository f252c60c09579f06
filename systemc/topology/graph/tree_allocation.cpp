// tree_allocation.cpp: shares messages out among the links of the root.
#include "systemc/topology/graph/tree_allocation.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace flitwise {
namespace {

void check(const std::vector<Parents>& trees, const std::vector<Flits>& lengths) {
  if (trees.empty()) throw std::invalid_argument("an allocation needs a tree");
  const Node root = root_of(trees.front());
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (trees[t].size() != trees.front().size())
      throw std::invalid_argument("all trees must have as many nodes as tree 0, " +
                                  std::to_string(trees.front().size()) + "; tree " +
                                  std::to_string(t) + " has " + std::to_string(trees[t].size()));
    if (root_of(trees[t]) != root)
      throw std::invalid_argument("all trees must have the root of tree 0, " +
                                  std::to_string(root) + "; that of tree " + std::to_string(t) +
                                  " is " + std::to_string(root_of(trees[t])));
  }
  if (lengths.size() != trees.front().size())
    throw std::invalid_argument(
        "lengths must have one entry per node: " + std::to_string(trees.front().size()) + ", got " +
        std::to_string(lengths.size()));
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    const std::string name = "lengths[" + std::to_string(v) + "] must be ";
    if (static_cast<Node>(v) == root && lengths[v] != 0)
      throw std::invalid_argument(name + "0, because the root has no message, got " +
                                  std::to_string(lengths[v]));
    if (lengths[v] < 0)
      throw std::invalid_argument(name + "at least 0, got " + std::to_string(lengths[v]));
  }
}

// The child of the root above each node of a tree, and the node's depth.
struct Way {
  std::vector<Node> root_link;
  std::vector<Node> depth;

  explicit Way(const Parents& tree) : root_link(tree.size(), kNoNode), depth(depths_of(tree)) {
    const Node root = root_of(tree);
    for (Node v = 0; v < static_cast<Node>(tree.size()); ++v) {
      Node at = v;
      std::vector<Node> below;
      while (at != root && root_link[index_of(at)] == kNoNode) {
        below.push_back(at);
        at = tree[index_of(at)];
      }
      if (below.empty()) continue;
      const Node link = at == root ? below.back() : root_link[index_of(at)];
      for (const Node u : below) root_link[index_of(u)] = link;
    }
  }
};

// A link of the root in one tree: its flits by the depth of the node that they are for.
class RootLink {
 public:
  Flits flits() const { return flits_; }
  void add(Node depth, Flits flits) {
    flits_ += flits;
    if (flits > 0) of_depth_[depth] += flits;
  }
  // The step in which it ends if one more message comes to it.
  Step finish_with(Node depth, Flits flits) const {
    RootLink more = *this;
    more.add(depth, flits);
    return more.finish();
  }
  Step finish() const {
    Step last = 0;
    Flits sent = 0;
    for (auto at = of_depth_.rbegin(); at != of_depth_.rend(); ++at) {
      sent += at->second;
      last = std::max(last, at->first - 1 + sent);
    }
    return last;
  }

 private:
  std::map<Node, Flits> of_depth_;
  Flits flits_ = 0;
};

class Allocator {
 public:
  Allocator(const std::vector<Parents>& trees, const std::vector<Flits>& lengths)
      : lengths_(lengths), root_(root_of(trees.front())), chosen_(lengths.size(), kNoTree) {
    for (const Parents& tree : trees) ways_.emplace_back(tree);
  }

  void allocate(AllocationRule rule) {
    const bool by_load = rule == AllocationRule::kLoad;
    for (const Node v : in_order(!by_load)) {
      const auto cost = [&](TreeIndex t) {
        const RootLink& link = links_[place(t, v)];
        const Step finish = by_load ? 0 : link.finish_with(depth(t, v), lengths_[index_of(v)]);
        return std::tuple(finish, link.flits(), t);
      };
      TreeIndex best = 0;
      for (TreeIndex t = 1; t < static_cast<TreeIndex>(ways_.size()); ++t)
        if (cost(t) < cost(best)) best = t;
      chosen_[index_of(v)] = best;
      links_[place(best, v)].add(depth(best, v), lengths_[index_of(v)]);
    }
  }
  Step finish() const {
    Step last = 0;
    for (const auto& [place, link] : links_) last = std::max(last, link.finish());
    return last;
  }
  const std::vector<TreeIndex>& chosen() const { return chosen_; }

 private:
  using Place = std::pair<TreeIndex, Node>;
  Place place(TreeIndex t, Node v) const { return {t, ways_[index_of(t)].root_link[index_of(v)]}; }
  Node depth(TreeIndex t, Node v) const { return ways_[index_of(t)].depth[index_of(v)]; }

  // The longest message first; `by_depth`: before that, the node whose least depth is largest.
  std::vector<Node> in_order(bool by_depth) const {
    std::vector<Node> order;
    std::vector<Node> least(lengths_.size(), 0);
    for (Node v = 0; v < static_cast<Node>(lengths_.size()); ++v) {
      if (v == root_) continue;
      order.push_back(v);
      if (!by_depth) continue;
      least[index_of(v)] = depth(0, v);
      for (TreeIndex t = 1; t < static_cast<TreeIndex>(ways_.size()); ++t)
        least[index_of(v)] = std::min(least[index_of(v)], depth(t, v));
    }
    std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) {
      return std::pair(least[index_of(a)], lengths_[index_of(a)]) >
             std::pair(least[index_of(b)], lengths_[index_of(b)]);
    });
    return order;
  }

  const std::vector<Flits>& lengths_;
  Node root_;
  std::vector<Way> ways_;
  std::map<Place, RootLink> links_;
  std::vector<TreeIndex> chosen_;
};

}  // namespace

std::vector<TreeIndex> allocate_to_trees(const std::vector<Parents>& trees,
                                         const std::vector<Flits>& lengths, AllocationRule rule) {
  check(trees, lengths);
  Allocator first(trees, lengths);
  first.allocate(rule == AllocationRule::kBetter ? AllocationRule::kLoad : rule);
  if (rule != AllocationRule::kBetter) return first.chosen();
  Allocator second(trees, lengths);
  second.allocate(AllocationRule::kFinish);
  return second.finish() < first.finish() ? second.chosen() : first.chosen();
}

}  // namespace flitwise
