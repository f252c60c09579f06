// link_packing.cpp: spanning trees without a common link, by augmenting forests.
#include "systemc/topology/graph/link_packing.h"

#include <algorithm>

#include "systemc/topology/graph/blocks.h"
#include "systemc/topology/graph/graph_figures.h"

namespace flitwise {
namespace {

using Link = std::int32_t;  // number of a link
constexpr Link kNoLink = -1;
constexpr std::size_t kNoForest = static_cast<std::size_t>(-1);

// `count` forests without a common link that grow link by link.
class Forests {
 public:
  Forests(const Graph& graph, std::size_t count)
      : nodes_(graph.size()),
        links_(links_of(graph)),
        forest_of_(links_.size(), kNoForest),
        forests_(count, Forest(index_of(graph.size()))),
        clumps_(graph.size()),
        label_(links_.size(), kNoLink) {
    for (Link link = 0; link < static_cast<Link>(links_.size()); ++link) insert(link);
  }

  bool are_trees() const { return size_ == forests_.size() * (index_of(nodes_) - 1); }

  // Forest k as a tree.
  Parents tree(std::size_t k) const {
    std::vector<Edge> its;
    for (std::size_t link = 0; link < links_.size(); ++link)
      if (forest_of_[link] == k) its.push_back(links_[link]);
    return tree_of_links(nodes_, its, 0);
  }

  // Within a clump no forest can have one more link.
  Partition clumps() { return clumps_.numbered(); }

 private:
  struct Hop {
    Node to;
    Link link;
  };
  struct Forest {
    explicit Forest(std::size_t nodes) : hops(nodes), up(nodes) {}
    std::vector<std::vector<Hop>> hops;
    // While a link is inserted: the way to one of its ends, and which of it is labelled.
    std::vector<Hop> up;
    bool is_rooted = false;
  };

  const Edge& ends(Link link) const { return links_[index_of(link)]; }

  // Hangs the forest's nodes from `root`, as far as it reaches.
  void hang(Forest& forest, Node root) const {
    if (forest.is_rooted) return;
    forest.is_rooted = true;
    std::fill(forest.up.begin(), forest.up.end(), Hop{kNoNode, kNoLink});
    std::vector<Node> queue{root};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Hop& hop : forest.hops[index_of(queue[i])]) {
        if (hop.link == forest.up[index_of(queue[i])].link) continue;
        forest.up[index_of(hop.to)] = {queue[i], hop.link};
        queue.push_back(hop.to);
      }
  }

  // Every link that is labelled has ends that hang together with the first one's in the forest
  // after its own: if not, all links on the way back to the first one move on by a forest. Links
  // are labelled in the order in which they are met, those nearer to the root first.
  void insert(Link first) {
    const auto [root, end] = ends(first);
    if (clumps_.are_together(root, end)) return;
    for (Forest& forest : forests_) forest.is_rooted = false;
    std::vector<Link> queue{first};
    label_[index_of(first)] = first;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Link link = queue[i];
      const std::size_t next = (forest_of_[index_of(link)] + 1) % forests_.size();  // of none: 0
      hang(forests_[next], root);
      if (!is_under(forests_[next], ends(link).first, root) ||
          !is_under(forests_[next], ends(link).second, root)) {
        augment(link, next);
        forget(queue);
        return;
      }
      label_way(forests_[next], link, root, queue);
    }
    for (const Link link : queue) clumps_.join(ends(link).first, ends(link).second);
    forget(queue);
  }

  static bool is_under(const Forest& forest, Node v, Node root) {
    return v == root || forest.up[index_of(v)].link != kNoLink;
  }

  // Labels the links between the ends of `link` in a forest that have no label. They lie between
  // one of its ends and the labelled part of the tree, which holds the root and the other end.
  void label_way(const Forest& forest, Link link, Node root, std::vector<Link>& queue) {
    std::vector<Link> way;
    for (Node v : {ends(link).first, ends(link).second})
      while (v != root && label_[index_of(forest.up[index_of(v)].link)] == kNoLink) {
        way.push_back(forest.up[index_of(v)].link);
        label_[index_of(way.back())] = link;
        v = forest.up[index_of(v)].to;
      }
    queue.insert(queue.end(), way.rbegin(), way.rend());
  }

  void augment(Link link, std::size_t to) {
    while (true) {
      const std::size_t from = forest_of_[index_of(link)];
      if (from != kNoForest) take(link, forests_[from]);
      give(link, to);
      if (from == kNoForest) break;
      link = label_[index_of(link)];
      to = from;
    }
    ++size_;
  }

  void give(Link link, std::size_t forest) {
    const auto [u, v] = ends(link);
    forests_[forest].hops[index_of(u)].push_back({v, link});
    forests_[forest].hops[index_of(v)].push_back({u, link});
    forest_of_[index_of(link)] = forest;
  }

  void take(Link link, Forest& forest) const {
    for (const Node v : {ends(link).first, ends(link).second}) {
      std::vector<Hop>& hops = forest.hops[index_of(v)];
      hops.erase(
          std::find_if(hops.begin(), hops.end(), [&](const Hop& hop) { return hop.link == link; }));
    }
  }

  void forget(const std::vector<Link>& labelled) {
    for (const Link link : labelled) label_[index_of(link)] = kNoLink;
  }

  Node nodes_;
  std::vector<Edge> links_;
  std::vector<std::size_t> forest_of_;
  std::vector<Forest> forests_;
  Blocks clumps_;
  std::vector<Link> label_;  // the link that it would make room for; kNoLink: no label
  std::size_t size_ = 0;     // links in forests
};

Partition nodes_alone(const Graph& graph) { return Blocks(graph.size()).numbered(); }

}  // namespace

Node block_count(const Partition& partition) {
  return *std::max_element(partition.begin(), partition.end()) + 1;
}

std::int64_t links_between(const Graph& graph, const Partition& partition) {
  std::int64_t count = 0;
  for (const auto& [u, v] : links_of(graph))
    count += partition[index_of(u)] == partition[index_of(v)] ? 0 : 1;
  return count;
}

LinkPacking pack_links(const Graph& graph) {
  LinkPacking packing;
  packing.partition = nodes_alone(graph);
  while (true) {
    const auto most = static_cast<std::size_t>(links_between(graph, packing.partition) /
                                               (block_count(packing.partition) - 1));
    Forests forests(graph, most);
    if (!forests.are_trees()) {
      packing.partition = forests.clumps();
      continue;
    }
    for (std::size_t k = 0; k < most; ++k) packing.trees.push_back(forests.tree(k));
    return packing;
  }
}

}  // namespace flitwise
