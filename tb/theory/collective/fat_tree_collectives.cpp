// fat_tree_collectives.cpp: halving, doubling and rings of leaves.
#include "tb/theory/collective/fat_tree_collectives.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

enum class RingPace : std::uint8_t { kByWords, kByBlocks };

/// A ring of leaves at their own pace: when each of them begins its present round.
class LeafRing {
 public:
  LeafRing(const FatTree& tree, Flits block, RingPace pace)
      : block_(block), flits_needed_(pace == RingPace::kByWords ? 1 : block) {
    begins_.resize(index_of(tree.leaves()));
    for (Node x = 0; x < tree.leaves(); ++x)
      way_.push_back(2 * tree.meeting_level((x + tree.leaves() - 1) % tree.leaves(), x));
  }

  /// The next round, for which a leaf needs what the one before it sent and combines it in `add`.
  void next_round(Step add) {
    const std::vector<Step> before = begins_;
    for (std::size_t x = 0; x < begins_.size(); ++x)
      begins_[x] = std::max(before[x] + block_, received(before, x, flits_needed_) + add);
  }

  /// Last step in which a leaf receives a flit of the present round.
  Step last_reception() const {
    Step last = 0;
    for (std::size_t x = 0; x < begins_.size(); ++x)
      last = std::max(last, received(begins_, x, block_));
    return last;
  }

 private:
  Step received(const std::vector<Step>& begins, std::size_t x, Flits flits) const {
    return begins[x == 0 ? begins.size() - 1 : x - 1] + flits + way_[x] - 1;
  }

  Flits block_;
  Flits flits_needed_;
  std::vector<Step> way_;     // links from the leaf before, by leaf
  std::vector<Step> begins_;  // by leaf; its first flit leaves in the step after
};

CollectiveFigures ring_at_own_pace(const CollectiveRequest& request, const FatTree& tree,
                                   RingPace pace) {
  if (tree.leaf_links() != 1) return {};
  const Node rounds = tree.leaves() - 1;
  // Rounds with additions, then rounds without; the last reception.
  const auto received = [&](Node sums, Node copies) {
    LeafRing ring(tree, block_length(request, tree.leaves()), pace);
    for (Node round = 1; round < sums + copies; ++round)
      ring.next_round(round <= sums ? request.add : 0);
    return ring.last_reception();
  };
  switch (request.operation) {
    case CollectiveOperation::kAllGather:
      return ends_with_result(received(0, rounds));
    case CollectiveOperation::kReduceScatter:
      return ends_with_operand(received(rounds, 0) + request.add, request.add);
    case CollectiveOperation::kBarrier:
      if (!nobody_is_late(request)) return {};
      [[fallthrough]];
    case CollectiveOperation::kAllReduce:
      return ends_with_result(received(rounds, rounds));
    default:
      return {};
  }
}

}  // namespace

CollectiveFigures fat_tree_halving_doubling(const CollectiveRequest& request, const FatTree& tree) {
  if (tree.arity() != 2 || tree.leaf_links() != 1) return {};
  const Flits words = tree.leaves() * block_length(request, tree.leaves());
  GatherRounds gather;
  gather.rounds = tree.levels();
  for (int i = 1; i <= tree.levels(); ++i) {
    const Flits links = effective_capacities(tree)[index_of(i - 1)];
    gather.steps += std::max(words / tree.leaves_below(i), ceil_div(words, 2 * links)) + 2 * i - 1;
  }
  return figures_of_rounds(request, gather);
}

CollectiveFigures fat_tree_ring(const CollectiveRequest& request, const FatTree& tree) {
  if (tree.leaf_links() != 1) return {};
  const Step rounds = tree.leaves() - 1;
  const Flits block = block_length(request, tree.leaves());
  return figures_of_rounds(request, {rounds * (block + 2 * tree.levels() - 1), rounds});
}

CollectiveFigures fat_tree_ring_by_words(const CollectiveRequest& request, const FatTree& tree) {
  return ring_at_own_pace(request, tree, RingPace::kByWords);
}

CollectiveFigures fat_tree_ring_by_blocks(const CollectiveRequest& request, const FatTree& tree) {
  return ring_at_own_pace(request, tree, RingPace::kByBlocks);
}

}  // namespace flitwise::theory
