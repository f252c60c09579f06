// Total exchange into queues: far messages first, so that the root is busy from step L on.
#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

bool is_fixed(FatTreePolicy policy) {
  return policy == FatTreePolicy::kUpFirst || policy == FatTreePolicy::kLocalFirst;
}

void add_far_first_finish(const FatTree& tree, FatTreePolicy policy, FatTreePrediction& p) {
  const Step n = tree.leaves();
  const Step top = tree.leaves_below(tree.levels() - 1);
  if (pattern_of(tree) == CapacityPattern::kConstant) {
    p.finish = top * (n - top) + 2 * tree.levels() - 1;
    p.sources.push_back(
        {"finish",
         "b^(L-1) (n - b^(L-1)) + 2L - 1, the bound of the root; c_i = 1, n <= 128, by runs"});
  } else if (pattern_of(tree) == CapacityPattern::kExponential && is_fixed(policy)) {
    p.finish = n + 2 * tree.levels() - 2;
    p.sources.push_back(
        {"finish", "n + 2L - 2; c_i = b^(i-1), up-first or local-first, n <= 128, by runs"});
  }
}

/// c_i = 1. The b children of a switch of level i send up b packets a step, of which one goes on,
/// for as long as each has packets of a class beyond i, b^(i-1) (n - b^i) of them.
void add_far_first_queues(const FatTree& tree, FatTreePrediction& p) {
  p.max_wait.resize(index_of(tree.levels()) + 1);
  p.max_stored.resize(p.max_wait.size());
  p.max_wait[0].up = 0;
  p.max_stored[0].up = 1;
  for (int i = 1; i < tree.levels(); ++i) {
    const Flits steps = Flits{tree.leaves_below(i - 1)} * (tree.leaves() - tree.leaves_below(i));
    p.max_wait[index_of(i)].up = (tree.arity() - 1) * steps;
    p.max_stored[index_of(i)].up = (tree.arity() - 1) * steps + 1;
  }
  p.queue_free = tree.levels() == 1;  // then every step is a permutation of the leaves
  for (const char* quantity : {"max_wait", "max_stored", "queue_free"})
    p.sources.push_back(
        {quantity, "up outputs: (b-1) b^(i-1) (n - b^i) wait, one more is stored; c_i = 1"});
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_far_first(const FatTree& tree, FatTreePolicy policy) {
  const Step n = tree.leaves();
  FatTreePrediction p;
  for (Node k = tree.leaves() - 1; k >= 1; --k) {
    for (Node source = 0; source < tree.leaves(); ++source)
      append_message(tree, source, add_digits(tree, source, k), 1, 1, n - 1 - k, p.dispatch);
  }
  sort_table(p.dispatch);
  p.lower_bound = exchange_bound(tree);
  p.sources = {{"dispatch",
                "every leaf back to back from step 1, for k = n-1 down to 1 to the leaf whose "
                "digits are its own plus those of k"},
               exchange_bound_source(tree)};
  if (n <= 128) add_far_first_finish(tree, policy, p);
  if (pattern_of(tree) == CapacityPattern::kConstant) add_far_first_queues(tree, p);
  return p;
}

}  // namespace flitwise::theory
