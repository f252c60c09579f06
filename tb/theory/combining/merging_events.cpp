#include "tb/theory/combining/merging_events.h"

#include <numeric>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise::theory {
namespace {

constexpr Node kLeafNumbers = 1 << 10;  // of words, that flits for one leaf can say

class Reversed {
 public:
  Reversed(const CollectiveRequest& request, const FatTree& tree, const WordArithmetic& arithmetic,
           const TakeEvent& take)
      : request_(request), tree_(tree), arithmetic_(arithmetic), take_(take) {}

  // Of one copy of the broadcast, which goes to several leaves; `end` is the last step.
  void visit(const FatTreeDispatch& copy, Step end) const {
    for (const LinkEvent& forward : fat_tree_events(tree_, {copy})) {
      LinkEvent event;
      event.step = end + 1 - forward.step;
      event.from = forward.to;
      event.to = forward.from;
      event.kind = FlitKind::kMerge;
      event.message = copy.source;
      event.index = copy.source % kLeafNumbers + 1;
      event.value = sum_of(copy, forward);
      take_(event);
    }
  }

  void visit_broadcast(const FatTreeDispatch& copy, Step end) const {
    const std::uint32_t result =
        is_padding(copy.source)
            ? 0
            : due_word({kAllOperands, copy.source}, tree_.leaves(), arithmetic_).value;
    for (LinkEvent event : fat_tree_events(tree_, {copy})) {
      event.step += end;
      event.index = 1;
      event.value = result;
      take_(event);
    }
  }

 private:
  bool is_padding(Node word) const { return word >= request_.length; }

  // The operands of all leaves that the copy reaches over this link.
  std::uint32_t sum_of(const FatTreeDispatch& copy, const LinkEvent& link) const {
    if (is_padding(copy.source)) return 0;
    std::uint32_t sum = 0;
    bool is_first = true;
    const auto add_below = [&](Node node) {
      const Node first = tree_.first_leaf(node);
      for (Node leaf = first; leaf < first + tree_.leaves_below(tree_.level(node)); ++leaf) {
        const std::uint32_t operand = test_operand({leaf, copy.source}, arithmetic_.width);
        sum = is_first ? operand : combined_words(arithmetic_, sum, operand);
        is_first = false;
      }
    };
    if (link.to < link.from) {  // down: to all below
      add_below(link.to);
      return sum;
    }
    // Up: to where the digits of this level and those above send it.
    Node child = copy.source;
    for (int level = 1; level <= tree_.levels(); child = tree_.parent(child), ++level) {
      const int r = copy_digit_at(tree_.arity(), copy.copies, level);
      if (level < tree_.level(link.to) || r == 0) continue;
      const Node above = tree_.parent(child);
      add_below(tree_.child(above, (tree_.index(child) % tree_.arity() + r) % tree_.arity()));
    }
    return sum;
  }

  const CollectiveRequest& request_;
  const FatTree& tree_;
  const WordArithmetic arithmetic_;
  const TakeEvent& take_;
};

}  // namespace

void visit_merging_events(const CollectiveRequest& request, const FatTree& tree,
                          const WordArithmetic& arithmetic, const TakeEvent& take) {
  const FatTreePrediction broadcast = predict_fat_tree_multinode_queue_free(tree);
  const Reversed reversed(request, tree, arithmetic, take);
  for (const FatTreeDispatch& copy : broadcast.dispatch) reversed.visit(copy, *broadcast.finish);
  if (request.operation != CollectiveOperation::kAllReduce) return;
  for (const FatTreeDispatch& copy : broadcast.dispatch)
    reversed.visit_broadcast(copy, *broadcast.finish);
}

std::vector<LinkEvent> merging_events(const CollectiveRequest& request, const FatTree& tree,
                                      const WordArithmetic& arithmetic) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_merging_events(request, tree, arithmetic, take); });
}

std::vector<Flits> partial_sums(const FatTree& tree) {
  std::vector<Flits> sums(index_of(tree.leaves()));
  for (const FatTreeDispatch& copy : predict_fat_tree_multinode_queue_free(tree).dispatch)
    ++sums[index_of(copy.source)];
  return sums;
}

Flits merges_of(const FatTree& tree) {
  const std::vector<Flits> sums = partial_sums(tree);
  return Flits{tree.leaves()} * (tree.leaves() - 1) -
         std::accumulate(sums.begin(), sums.end(), Flits{0});
}

}  // namespace flitwise::theory
