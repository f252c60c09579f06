// strength.cpp: the least quotient of links between blocks and blocks - 1.
#include <numeric>

#include "systemc/topology/graph/blocks.h"
#include "systemc/topology/graph/flow_network.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/link_packing.h"

namespace flitwise {
namespace {

// For s = p / q, the partition P with the least E_P - s (|P| - 1).
//
// Up to what is the same for all P, that is the least sum over blocks B of -E[B] - s, with E[B] the
// links inside: a sum of submodular functions over a partition, which the greedy rule finds
// (Dilworth truncation). Node i takes the value z(i) = s + max over A of (E[A] - sum of z over A
// without i), where A holds i and otherwise earlier nodes; then blocks are the sets A, joined where
// they meet. The inner maximum is a minimum cut. All values are multiplied by 2 q.
class LeastPartition {
 public:
  LeastPartition(const Graph& graph, std::int64_t p, std::int64_t q)
      : graph_(graph),
        p_(p),
        q_(q),
        source_(graph.size()),
        sink_(graph.size() + 1),
        flow_(index_of(graph.size()) + 2),
        value_(index_of(graph.size()), 0),
        blocks_(graph.size()) {
    for (Node v = 0; v < graph.size(); ++v) {
      from_source_.push_back(flow_.add(source_, v, 0));
      to_sink_.push_back(flow_.add(v, sink_, 0));
    }
    for (const auto& [u, v] : links_of(graph)) {
      links_.emplace_back(u, v);
      arcs_.push_back(flow_.add(u, v, 0));
    }
    for (Node v = 0; v < graph.size(); ++v) take(v);
  }

  Partition partition() { return blocks_.numbered(); }

 private:
  // E[A] is half of the degrees in A less half of the links that leave A, among nodes up to `last`.
  void take(Node last) {
    std::vector<std::int64_t> weight(index_of(last) + 1, 0);  // of a node in A
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const bool is_there = links_[k].second <= last;
      flow_.set_capacity(arcs_[k], is_there ? q_ : 0);
      flow_.set_capacity(arcs_[k] + 1, is_there ? q_ : 0);
      if (!is_there) continue;
      weight[index_of(links_[k].first)] += q_;
      weight[index_of(links_[k].second)] += q_;
    }
    std::int64_t all = 0;  // weights that a cut loses
    for (Node v = 0; v < graph_.size(); ++v) {
      const std::int64_t its = v > last ? 0 : weight[index_of(v)] - value_[index_of(v)];
      set(from_source_[index_of(v)], v == last ? kForced : its > 0 ? its : 0);
      set(to_sink_[index_of(v)], v != last && its < 0 ? -its : 0);
      if (v != last && its > 0) all += its;
    }
    const std::int64_t cut = flow_.push(source_, sink_, kForced);
    // E[A] - sum of z, by 2 q: what is gained less what is cut, and the last node's own degree.
    value_[index_of(last)] = 2 * p_ + all - cut + weight[index_of(last)];
    const std::vector<bool> inside = flow_.reached(source_);
    for (Node v = 0; v < last; ++v)
      if (inside[index_of(v)]) blocks_.join(v, last);
  }

  void set(std::size_t arc, std::int64_t capacity) {
    flow_.set_capacity(arc, capacity);
    flow_.set_capacity(arc + 1, 0);
  }

  static constexpr std::int64_t kForced = std::int64_t{1} << 60;

  const Graph& graph_;
  std::int64_t p_;
  std::int64_t q_;
  Node source_;
  Node sink_;
  FlowNetwork flow_;
  std::vector<Edge> links_;
  std::vector<std::size_t> arcs_, from_source_, to_sink_;
  std::vector<std::int64_t> value_;  // z, by 2 q
  Blocks blocks_;
};

// In lowest terms.
Strength quotient_of(const Graph& graph, const Partition& partition) {
  const std::int64_t links = links_between(graph, partition);
  const std::int64_t cuts = block_count(partition) - 1;
  const std::int64_t divisor = std::gcd(links, cuts);
  return {links / divisor, cuts / divisor, partition};
}

}  // namespace

Strength strength_of(const Graph& graph, const Partition& start) {
  Strength least = quotient_of(graph, start);
  while (true) {
    const Partition next = LeastPartition(graph, least.numerator, least.denominator).partition();
    if (block_count(next) < 2) return least;
    const Strength found = quotient_of(graph, next);
    if (found.numerator * least.denominator >= least.numerator * found.denominator) return least;
    least = found;
  }
}

}  // namespace flitwise
