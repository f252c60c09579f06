// fat_tree_word_methods.cpp: rows of fat trees: what PEs do and what formulas say of it.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "systemc/protocols/collective/fat_tree_plans.h"
#include "tb/theory/collective/fat_tree_collectives.h"

namespace flitwise {
namespace {

CollectivePlan ring_plan(const CollectiveRequest& request, const FatTree& tree) {
  using protocols::RingPace;
  return protocols::fat_tree_ring(request, tree,
                                  request.own_pace ? RingPace::kOwn : RingPace::kRounds);
}

theory::CollectiveFigures ring_figures(const CollectiveRequest& request, const FatTree& tree) {
  return request.own_pace ? theory::fat_tree_ring_by_words(request, tree)
                          : theory::fat_tree_ring(request, tree);
}

}  // namespace

std::vector<WordMethod> fat_tree_word_methods() {
  using Operation = CollectiveOperation;
  const std::vector<Operation> halves{Operation::kReduceScatter, Operation::kAllGather,
                                      Operation::kAllReduce};
  WordMethod ring = word_row<FatTree, ring_plan, ring_figures>(
      "ring", halves, "from leaf to leaf by number: optimal for long vectors on any capacities",
      "Every leaf sends to the next one by number, for n - 1 rounds, all of which begin together; "
      "with options.meeting: own-pace every leaf goes on as soon as it can.",
      "reduce-scatter: (n - 1)(B + 2L - 1 + a); all-gather with a = 0; all-reduce both. At own "
      "pace and with B >= 2L + a: (n - 1) B + 2L - 1 + a; B = ceil(m / n) or P",
      "leaves with one link, any capacities, length and a", kThisProject);
  ring.has_pace = true;
  return {
      word_row<FatTree, protocols::fat_tree_halving_doubling, theory::fat_tree_halving_doubling>(
          "halving-doubling", halves, "halves with the nearest leaf first, then doubles",
          "Leaves x and x XOR 2^(i-1) swap half of what they have in step i = 1..L, the nearest "
          "first, and double it on the way back. The leaves of a branch take turns, so that its "
          "links carry as much as they can and no flit waits.",
          "with M = n ceil(m / n), e_i the effective capacities and S the sum over i of (max(M / "
          "2^i, ceil(M / (2 e_i))) + 2i - 1): all-gather S, reduce-scatter S + L a, all-reduce 2 S "
          "+ L a",
          "b = 2, leaves with one link, any capacities, length and a",
          "after R. Rabenseifner, \"Optimization of Collective Reduction Operations\" (ICCS 2004); "
          "the order and its times are this project's"),
      ring,
  };
}

}  // namespace flitwise
