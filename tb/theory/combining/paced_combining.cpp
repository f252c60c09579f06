// paced_combining.cpp: the recurrence of a combining tree with queues and credits.
#include "tb/theory/combining/paced_combining.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace flitwise::theory {
namespace {

constexpr Step kNever = std::numeric_limits<Step>::min() / 2;  // before all steps

}  // namespace

CombiningTimes combining_times(const CollectiveRequest& request) {
  CombiningTimes times;
  times.add = request.add;
  times.overhead = request.send_overhead;
  times.depth = request.own_pace ? request.operand_depth : 0;
  times.start = request.start;
  return times;
}

bool has_operands(const CombineTree& tree) {
  return std::find(tree.has_operand.begin(), tree.has_operand.end(), true) !=
         tree.has_operand.end();
}

PacedTree::PacedTree(const CombineTree& tree, const CombiningTimes& times)
    : tree_(tree), times_(times), nodes_(tree.parent.size()) {
  const auto children = children_of(tree);
  const std::vector<Step> depths = depths_of(tree);
  for (std::size_t v = 0; v < nodes_.size(); ++v) {
    NodeState& node = nodes_[v];
    node.children = children[v];
    node.is_combining = node.children.size() + (tree.has_operand[v] ? 1 : 0) > 1;
    node.own = times.overhead - 1 + (v < times.start.size() ? times.start[v] : 0);
    node.takings.assign(static_cast<std::size_t>(times.depth), kNever);
    node.matched = node.takings;
    node.adder.assign(static_cast<std::size_t>(times.add) + 1, kNever);
    if (tree.holds(static_cast<Node>(v))) upwards_.push_back(static_cast<Node>(v));
  }
  std::stable_sort(upwards_.begin(), upwards_.end(),
                   [&](Node a, Node b) { return depths[index_of(a)] > depths[index_of(b)]; });
  now_.leaves.resize(nodes_.size());
  now_.results.resize(nodes_.size());
}

const WordTimes& PacedTree::next() {
  for (const Node v : upwards_) combine(v);
  if (tree_.is_edge())
    match_ends();
  else
    now_.results[index_of(tree_.root)] = now_.leaves[index_of(tree_.root)] - 1;
  send_results();
  ++word_;
  return now_;
}

// Of K words before this one.
Step PacedTree::last_of(const std::vector<Step>& ring) const { return ring[word_ % ring.size()]; }

// The first step at whose end its sum can go.
Step PacedTree::room_ahead(Node v) const {
  if (!tree_.is_root(v)) return last_of(nodes_[index_of(tree_.parent[index_of(v)])].takings) + 1;
  if (!tree_.is_edge()) return kNever;
  const Node other = v == tree_.root ? tree_.other_root : tree_.root;
  return std::max(last_of(nodes_[index_of(other)].matched) + 1,
                  last_of(nodes_[index_of(v)].matched));
}

void PacedTree::combine(Node v) {
  NodeState& node = nodes_[index_of(v)];
  Step take = node.taken + 1;
  if (tree_.has_operand[index_of(v)]) {
    node.own = std::max(node.own, last_of(node.takings)) + 1;
    take = std::max(take, node.own);
  }
  for (const Node child : node.children) take = std::max(take, now_.leaves[index_of(child)]);
  const Step add = node.is_combining ? times_.add : 0;
  const auto places = static_cast<std::size_t>(add);
  // adder[0] is the taking, the last entry that the sum goes.
  take = std::max(take, places > 0 ? node.adder[1] : room_ahead(v));
  node.adder[0] = take;
  for (std::size_t k = 1; k < places; ++k)
    node.adder[k] = std::max(node.adder[k - 1] + 1, node.adder[k + 1]);
  if (places > 0) node.adder[places] = std::max(node.adder[places - 1] + 1, room_ahead(v));
  const Step goes = node.adder[places];
  node.taken = take;
  node.takings[word_ % node.takings.size()] = take;
  now_.leaves[index_of(v)] = goes + 1;
  for (const Node child : node.children)
    longest_wait_ = std::max(longest_wait_, goes - add - now_.leaves[index_of(child)]);
}

// Each end keeps its sum until the other's is there.
void PacedTree::match_ends() {
  const Step both =
      std::max(now_.leaves[index_of(tree_.root)], now_.leaves[index_of(tree_.other_root)]);
  for (const auto& [v, other] :
       {std::pair(tree_.root, tree_.other_root), std::pair(tree_.other_root, tree_.root)}) {
    nodes_[index_of(v)].matched[word_ % nodes_[index_of(v)].matched.size()] = both;
    now_.results[index_of(v)] = both + times_.add;
    longest_wait_ = std::max(longest_wait_, both - now_.leaves[index_of(other)]);
  }
}

void PacedTree::send_results() {
  for (auto v = upwards_.rbegin(); v != upwards_.rend(); ++v)
    if (!tree_.is_root(*v))
      now_.results[index_of(*v)] = now_.results[index_of(tree_.parent[index_of(*v)])] + 1;
}

PacedFigures paced_figures(const CombinePlan& plan, const CombiningTimes& times) {
  PacedFigures figures;
  for (const CombineTree& tree : plan.trees) {
    PacedTree paced(tree, times);
    for (Flits q = 0; q < tree.words; ++q) {
      const WordTimes& word = paced.next();
      for (std::size_t v = 0; v < tree.takes_result.size(); ++v)
        if (tree.takes_result[v])
          figures.last_result = std::max(figures.last_result, word.results[v]);
    }
    figures.longest_wait = std::max(figures.longest_wait, paced.longest_wait());
  }
  return figures;
}

}  // namespace flitwise::theory
