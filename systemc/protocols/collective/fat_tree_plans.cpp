// fat_tree_plans.cpp: steps of halving and doubling, and rounds of a ring of leaves.
#include "systemc/protocols/collective/fat_tree_plans.h"

#include <string>
#include <vector>

#include "systemc/protocols/collective/plan_builder.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

namespace flitwise::protocols {
namespace {

using Operation = CollectiveOperation;

void check(const std::string& algorithm, const CollectiveRequest& request, const FatTree& tree) {
  check_request(algorithm, request, tree.leaves(),
                {Operation::kReduceScatter, Operation::kAllGather, Operation::kAllReduce});
  if (tree.leaf_links() != 1)
    throw TopologyError(algorithm + ": a leaf must have one link, not " +
                        std::to_string(tree.leaf_links()));
}

// Words of a leaf's block.
Flits block_of(const CollectiveRequest& request, const FatTree& tree) {
  return request.operation == Operation::kAllGather ? request.block
                                                    : padded_block(request.length, tree.leaves());
}

class Halving {
 public:
  Halving(const CollectiveRequest& request, const FatTree& tree)
      : request_(request),
        tree_(tree),
        block_(block_of(request, tree)),
        effective_(effective_capacities(tree)),
        plan_("halving-doubling", request, tree.leaves(), tree.leaves() * block_) {}

  CollectivePlan take() {
    if (request_.operation != Operation::kAllGather)
      for (int level = 1; level <= tree_.levels(); ++level) add_step(level, PlannedUse::kOperand);
    if (request_.operation != Operation::kReduceScatter)
      for (int level = tree_.levels(); level >= 1; --level) add_step(level, PlannedUse::kCopy);
    return plan_.take();
  }

 private:
  void add_step(int level, PlannedUse use) {
    const Node below = tree_.leaves_below(level - 1);
    for (Node leaf = 0; leaf < tree_.leaves(); ++leaf)
      add_words(level, leaf, reverse_digits(2, leaf % below, level - 1), use);
    const Flits words = tree_.leaves() * block_ / 2;  // of all leaves below a branch
    const Flits a_step = effective_[index_of(level - 1)];
    begun_ += (words + a_step - 1) / a_step + 2 * level - 1;
    if (use == PlannedUse::kOperand) begun_ += request_.add;
  }
  // What `leaf`, which has turn `turn` among those below its branch, sends to its partner; words
  // that leave back to back are one message.
  void add_words(int level, Node leaf, Node turn, PlannedUse use) {
    const Node below = tree_.leaves_below(level - 1);
    const Node partner = leaf ^ below;
    PlannedMessage message;
    Step place = turn;  // of the next word among those of all leaves below the branch
    for (const Cell word : words_for(level, use == PlannedUse::kOperand ? partner : leaf)) {
      const Step step = begun_ + 1 + place / effective_[index_of(level - 1)];
      place += below;
      if (!message.reads.empty() &&
          step != message.first + static_cast<Step>(message.reads.size())) {
        plan_.add(message);
        message.reads.clear();
      }
      if (message.reads.empty()) message = {leaf, partner, {}, {}, use, step};
      message.reads.push_back(word);
    }
    plan_.add(message);
  }
  // The blocks that are `leaf`'s, as far as the steps to `level` tell: those of leaves that agree
  // with it in the lowest digits.
  std::vector<Cell> words_for(int level, Node leaf) const {
    std::vector<Cell> words;
    const Node period = tree_.leaves_below(level);
    for (Node owner = leaf % period; owner < tree_.leaves(); owner += period)
      for (Flits i = 0; i < block_; ++i) words.push_back(static_cast<Cell>(owner * block_ + i));
    return words;
  }

  const CollectiveRequest& request_;
  const FatTree& tree_;
  Flits block_;
  std::vector<int> effective_;
  PlanBuilder plan_;
  Step begun_ = 0;  // steps before the next one of the algorithm
};

class Ring {
 public:
  Ring(const CollectiveRequest& request, const FatTree& tree, RingPace pace)
      : request_(request),
        tree_(tree),
        pace_(pace),
        block_(block_of(request, tree)),
        plan_("ring", request, tree.leaves(), tree.leaves() * block_) {}

  CollectivePlan take() {
    if (request_.operation != Operation::kAllGather) add_rounds(1, PlannedUse::kOperand);
    if (request_.operation != Operation::kReduceScatter) add_rounds(0, PlannedUse::kCopy);
    return plan_.take();
  }

 private:
  // In the first round a leaf sends the block of the leaf that is `before` places before it.
  void add_rounds(Node before, PlannedUse use) {
    for (Node round = 0; round < tree_.leaves() - 1; ++round) {
      for (Node leaf = 0; leaf < tree_.leaves(); ++leaf)
        add_block(leaf, (leaf - before - round + 2 * tree_.leaves()) % tree_.leaves(), use);
      begun_ += block_ + 2 * tree_.levels() - 1;
      if (use == PlannedUse::kOperand) begun_ += request_.add;
    }
  }
  void add_block(Node leaf, Node owner, PlannedUse use) {
    const bool rounds = pace_ == RingPace::kRounds;
    PlannedMessage message{leaf, (leaf + 1) % tree_.leaves(), {}, {}, use, rounds ? begun_ + 1 : 0};
    // Copies must not be in the way of sums that still take steps to combine.
    message.in_turn = !rounds;
    for (Flits i = 0; i < block_; ++i) {
      message.reads.push_back(static_cast<Cell>(owner * block_ + i));
      if (rounds && i + 1 < block_) continue;
      plan_.add(message);
      message.reads.clear();
    }
  }

  const CollectiveRequest& request_;
  const FatTree& tree_;
  RingPace pace_;
  Flits block_;
  PlanBuilder plan_;
  Step begun_ = 0;  // steps of all rounds before
};

}  // namespace

CollectivePlan fat_tree_halving_doubling(const CollectiveRequest& request, const FatTree& tree) {
  check("halving-doubling", request, tree);
  if (tree.arity() != 2)
    throw TopologyError("halving-doubling: a switch must have 2 children, not " +
                        std::to_string(tree.arity()));
  return Halving(request, tree).take();
}

CollectivePlan fat_tree_ring(const CollectiveRequest& request, const FatTree& tree, RingPace pace) {
  check("ring", request, tree);
  return Ring(request, tree, pace).take();
}

}  // namespace flitwise::protocols
