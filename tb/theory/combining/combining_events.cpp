#include "tb/theory/combining/combining_events.h"

#include <algorithm>
#include <optional>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/paced_combining.h"

namespace flitwise::theory {
namespace {

constexpr Flits kNumbers = 1 << 13;  // of words, that flits can say

class TreeEvents {
 public:
  TreeEvents(const CombineTree& tree, TreeIndex number, const CombiningTimes& times,
             const WordArithmetic& arithmetic, const TakeEvent& take)
      : tree_(tree),
        number_(number),
        times_(times),
        arithmetic_(arithmetic),
        take_(take),
        depths_(depths_of(tree)),
        height_(height_of(tree)),
        has_operands_(has_operands(tree)) {}

  void add_words() {
    for (Flits q = 0; q < tree_.words; ++q) add_word(q, timetable(q));
  }
  void add_paced_words() {
    PacedTree paced(tree_, times_);
    for (Flits q = 0; q < tree_.words; ++q) add_word(q, paced.next());
  }

 private:
  WordTimes timetable(Flits q) const {
    const Step rise = 1 + times_.add;
    const Step first = 1 + tree_.offset + q * tree_.period + times_.overhead;
    Step at_root = first - 1;
    if (has_operands_) at_root += (height_ + (tree_.is_edge() ? 1 : 0)) * rise;
    WordTimes word;
    for (const Step depth : depths_) {
      word.leaves.push_back(first + (height_ - depth) * rise);
      word.results.push_back(at_root + depth);
    }
    return word;
  }

  void add_word(Flits q, const WordTimes& times) {
    const std::vector<std::optional<std::uint32_t>> sums = sums_of(tree_.first_word + q);
    const std::uint32_t result = result_of(q, sums);
    for (std::size_t v = 0; v < depths_.size(); ++v) {
      const auto node = static_cast<Node>(v);
      if (!tree_.holds(node)) continue;
      const Node parent = tree_.parent[v];
      if (sums[v] && (!tree_.is_root(node) || tree_.is_edge()))
        add(times.leaves[v], node, parent, FlitKind::kCombine, q, *sums[v]);
      if (!tree_.is_root(node) && tree_.passes_result[v])
        add(times.results[index_of(parent)] + 1, parent, node, FlitKind::kResult, q, result);
    }
  }

  std::uint32_t result_of(Flits q, const std::vector<std::optional<std::uint32_t>>& sums) const {
    if (!has_operands_)
      return test_operand({tree_.root, static_cast<std::int32_t>(tree_.first_word + q)},
                          arithmetic_.width);
    const std::uint32_t sum = *sums[index_of(tree_.root)];
    return tree_.is_edge() ? combined_words(arithmetic_, sum, *sums[index_of(tree_.other_root)])
                           : sum;
  }

  // By node, what its PE and all below it have, combined; empty where nobody has anything.
  std::vector<std::optional<std::uint32_t>> sums_of(Flits word) const {
    std::vector<std::optional<std::uint32_t>> sums(depths_.size());
    const auto add_to = [&](Node v, std::uint32_t operand) {
      auto& sum = sums[index_of(v)];
      sum = sum ? combined_words(arithmetic_, *sum, operand) : operand;
    };
    for (std::size_t v = 0; v < depths_.size(); ++v) {
      if (!tree_.has_operand[v]) continue;
      const std::uint32_t operand =
          test_operand({static_cast<Node>(v), static_cast<std::int32_t>(word)}, arithmetic_.width);
      auto at = static_cast<Node>(v);
      for (; !tree_.is_root(at); at = tree_.parent[index_of(at)]) add_to(at, operand);
      add_to(at, operand);
    }
    return sums;
  }

  void add(Step step, Node from, Node to, FlitKind kind, Flits q, std::uint32_t word) {
    LinkEvent event;
    event.step = step;
    event.from = from;
    event.to = to;
    event.kind = kind;
    event.message = number_;
    event.index = (tree_.first_word + q) % kNumbers + 1;
    event.value = word;
    take_(event);
  }

  const CombineTree& tree_;
  const TreeIndex number_;
  const CombiningTimes times_;
  const WordArithmetic arithmetic_;
  const TakeEvent& take_;
  const std::vector<Step> depths_;
  const Step height_;
  const bool has_operands_;
};

}  // namespace

void visit_combining_events(const CombinePlan& plan, const CombiningTimes& times,
                            const WordArithmetic& arithmetic, const TakeEvent& take) {
  for (std::size_t t = 0; t < plan.trees.size(); ++t) {
    TreeEvents tree(plan.trees[t], static_cast<TreeIndex>(t), times, arithmetic, take);
    if (times.depth > 0 && has_operands(plan.trees[t]))
      tree.add_paced_words();
    else
      tree.add_words();
  }
}

std::vector<LinkEvent> combining_events(const CombinePlan& plan, const CombiningTimes& times,
                                        const WordArithmetic& arithmetic) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_combining_events(plan, times, arithmetic, take); });
}

void visit_two_phase_events(const CombinePlan& plan, Step first_phase,
                            const WordArithmetic& arithmetic, const TakeEvent& take) {
  const auto first_text = std::find_if(plan.trees.begin(), plan.trees.end(),
                                       [](const CombineTree& tree) { return !has_operands(tree); });
  CombinePlan up = plan, down = plan;
  up.trees.assign(plan.trees.begin(), first_text);
  down.trees.assign(first_text, plan.trees.end());
  const auto pes = static_cast<Node>(plan.neighbours.size());
  std::vector<std::vector<Step>> depths;
  for (const CombineTree& tree : down.trees) depths.push_back(depths_of(tree));
  visit_combining_events(up, {}, arithmetic, take);
  visit_combining_events(down, {}, arithmetic, [&](LinkEvent event) {
    // A word leaves its root a step behind the one before it, the first in step 1.
    const std::size_t tree = index_of(event.message);
    const Flits word = down.trees[tree].first_word + event.step - depths[tree][index_of(event.to)];
    event.value = due_word({kAllOperands, static_cast<std::int32_t>(word)}, pes, arithmetic).value;
    event.step += first_phase;
    event.message += static_cast<Node>(up.trees.size());
    take(event);
  });
}

std::vector<LinkEvent> two_phase_events(const CombinePlan& plan, Step first_phase,
                                        const WordArithmetic& arithmetic) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_two_phase_events(plan, first_phase, arithmetic, take); });
}

}  // namespace flitwise::theory
