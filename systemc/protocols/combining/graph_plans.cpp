#include "systemc/protocols/combining/graph_plans.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace flitwise::protocols {
namespace {

// A tree of operands that go up, or of a text that goes down, without words.
CombineTree tree_for(const Parents& parents, bool goes_up, bool goes_down) {
  CombineTree tree;
  tree.parent = parents;
  tree.root = root_of(parents);
  tree.has_operand.assign(parents.size(), goes_up);
  tree.passes_result.assign(parents.size(), goes_down);
  tree.takes_result.assign(parents.size(), goes_down);
  tree.passes_result[index_of(tree.root)] = false;
  tree.takes_result[index_of(tree.root)] = goes_up;
  return tree;
}

void share_out(std::vector<CombineTree>& trees, const std::vector<Flits>& shares) {
  Flits first = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    trees[t].first_word = first;
    trees[t].words = shares[t];
    first += shares[t];
  }
}

bool has_operands(const CombineTree& tree) { return tree.has_operand[index_of(tree.root)]; }

bool goes_to_all(const CombineTree& tree) {
  return std::find(tree.passes_result.begin(), tree.passes_result.end(), true) !=
         tree.passes_result.end();
}

// The step in which the last word of any reduction is at its root.
Step last_result_of(const std::vector<CombineTree>& trees) {
  Step last = 0;
  for (const CombineTree& tree : trees)
    if (tree.words > 0) last = std::max(last, tree.words - 1 + height_of(tree));
  return last;
}

}  // namespace

std::vector<Flits> shares_of(Flits words, const std::vector<Step>& links) {
  std::vector<std::size_t> order(links.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return links[a] < links[b]; });
  // With the k lowest trees alone, all of which are busy until T.
  Step last = 0;
  Step sum = 0;
  for (std::size_t k = 1; k <= order.size(); ++k) {
    sum += links[order[k - 1]] - 1;
    const auto trees = static_cast<Step>(k);
    const Step end = (words + sum + trees - 1) / trees;
    last = k == 1 ? end : std::min(last, end);
  }
  std::vector<Flits> shares(links.size(), 0);
  Flits left = words;
  for (const std::size_t t : order) {
    shares[t] = std::min(left, std::max<Flits>(0, last - links[t] + 1));
    left -= shares[t];
  }
  return shares;
}

std::vector<Flits> shares_in_slots(Flits words, const std::vector<Step>& links,
                                   const TimeSlots& slots) {
  std::vector<std::size_t> order(links.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto first = [&](std::size_t t) { return slots.offsets[t] + links[t]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return first(a) < first(b); });
  const auto words_by = [&](std::size_t t, Step end) {
    return end < first(t) ? Flits{0} : (end - first(t)) / slots.period + 1;
  };
  // The least step by which the trees have brought all words.
  Step low = 0;
  Step high = first(order.front()) + words * slots.period;
  while (low < high) {
    const Step end = (low + high) / 2;
    Flits brought = 0;
    for (const std::size_t t : order) brought += words_by(t, end);
    if (brought >= words)
      high = end;
    else
      low = end + 1;
  }
  std::vector<Flits> shares(links.size(), 0);
  Flits left = words;
  for (const std::size_t t : order) {
    shares[t] = std::min(left, words_by(t, low));
    left -= shares[t];
  }
  return shares;
}

CombinePlan combine_over_trees(const Graph& graph, const std::vector<Parents>& trees,
                               OverTrees what, Flits words, bool is_own_pace,
                               const TimeSlots* slots) {
  CombinePlan plan;
  plan.is_own_pace = is_own_pace;
  for (Node v = 0; v < graph.size(); ++v) plan.neighbours.push_back(graph.neighbours(v));
  const bool has_phases = what == OverTrees::kReduceBroadcast;
  const bool goes_down = what == OverTrees::kBroadcast || what == OverTrees::kAllReduce;
  std::vector<Step> links;
  for (const Parents& tree : trees) {
    plan.trees.push_back(tree_for(tree, what != OverTrees::kBroadcast, goes_down));
    const Step height = height_of(plan.trees.back());
    links.push_back(what == OverTrees::kAllReduce ? 2 * height : height);
  }
  share_out(plan.trees,
            slots == nullptr ? shares_of(words, links) : shares_in_slots(words, links, *slots));
  for (std::size_t t = 0; slots != nullptr && t < plan.trees.size(); ++t) {
    plan.trees[t].offset = slots->offsets[t];
    plan.trees[t].period = slots->period;
  }
  if (!has_phases) return plan;
  const Step first_phase = last_result_of(plan.trees);
  const std::size_t reductions = plan.trees.size();
  for (std::size_t t = 0; t < reductions; ++t) {
    CombineTree& up = plan.trees[t];
    const bool is_turned = up.words > 0 && height_of(up) == first_phase;
    CombineTree down = tree_for(trees[t], is_turned, true);
    down.first_word = up.first_word;
    down.words = up.words;
    if (is_turned)
      up = std::move(down);
    else
      plan.trees.push_back(std::move(down));
  }
  return plan;
}

std::vector<std::vector<CombinePart>> parts_over_trees(const CombinePlan& plan, OverTrees what,
                                                       const std::vector<Step>& start) {
  const auto pes = static_cast<Node>(plan.neighbours.size());
  CollectiveRequest request;
  request.start = start;
  auto parts = combine_parts(plan, request, pes);
  if (what != OverTrees::kReduceBroadcast) return parts;
  std::vector<CombineTree> reductions;
  for (const CombineTree& tree : plan.trees)
    if (has_operands(tree)) reductions.push_back(tree);
  const Step first_phase = last_result_of(reductions);
  // The broadcasts stand in the order of the reductions that they follow.
  TreeIndex reduction = 0;
  for (std::size_t t = reductions.size(); t < plan.trees.size(); ++t, ++reduction) {
    while (goes_to_all(reductions[index_of(reduction)])) ++reduction;
    for (std::vector<CombinePart>& of_pe : parts) {
      of_pe[t].after += first_phase;
      of_pe[t].results_of = reduction;
    }
  }
  return parts;
}

}  // namespace flitwise::protocols
