// Total exchange on the full binary fat tree in n + 2L - 3 steps. All leaves do the same: in each
// step all send to class h or none sends, leaf s to s XOR k. Then sources and destinations are all
// different in every step, and nothing collides as soon as no two classes arrive in one step.
#include <stdexcept>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

/// Writes a schedule that is the same for all leaves.
class CommonSchedule {
 public:
  explicit CommonSchedule(const FatTree& tree) : tree_(tree), next_(index_of(tree.levels()) + 1) {
    for (int h = 1; h <= tree.levels(); ++h) next_[index_of(h)] = tree.leaves_below(h - 1);
  }

  /// In `step` every leaf sends the next message of class h: k = 2^(h-1), 2^(h-1) + 1, ...
  void send(Step step, int h) {
    const Node k = next_[index_of(h)]++;
    for (Node source = 0; source < tree_.leaves(); ++source)
      table_.push_back({step, source, FlitKind::kData, source ^ k});
  }

  FatTreeTable take() {
    sort_table(table_);
    return std::move(table_);
  }

 private:
  const FatTree& tree_;
  std::vector<Node> next_;  // by class
  FatTreeTable table_;
};

/// Sends classes h to 1 in full so that they arrive back to back from step `arrival` on.
void send_arriving_from(CommonSchedule& schedule, const FatTree& tree, int h, Step arrival) {
  for (; h >= 1; --h) {
    for (Node k = 0; k < tree.leaves_below(h - 1); ++k) schedule.send(arrival++ - 2 * h + 1, h);
  }
}

/// L >= 3: blocks that fill the idle receive steps of the far classes with near ones.
void send_in_blocks(CommonSchedule& schedule, const FatTree& tree) {
  const int top = tree.levels();
  const Step n = tree.leaves();
  for (Step block = 0; block < n / 8; ++block) {
    Step step = 6 * block;
    for (const int h : {top, top - 1, top, top, top, top - 2}) schedule.send(++step, h);
  }
  const Step after_idle = 3 * n / 4 + 2;
  for (Step i = 0; i < n / 8; ++i) schedule.send(after_idle + i, top - 1);
  send_arriving_from(schedule, tree, top - 3, after_idle + n / 8 + 2 * (top - 1) - 1);
}

void check_full_binary(const FatTree& tree) {
  if (tree.arity() != 2 || tree.capacities() != exponential_capacities(tree.levels(), 2))
    throw std::invalid_argument(
        "the exchange in n + 2L - 3 steps needs arity 2 and capacities c_i = 2^(i-1)");
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_optimal_ebft(const FatTree& tree) {
  check_full_binary(tree);
  CommonSchedule schedule(tree);
  const Step n = tree.leaves();
  const int levels = tree.levels();
  FatTreePrediction p;
  if (levels >= 3) {
    send_in_blocks(schedule, tree);
    p.finish = n + 2 * levels - 3;
  } else {
    send_arriving_from(schedule, tree, levels, 2 * levels);
    p.finish = n + 2 * levels - 2;
  }
  p.dispatch = schedule.take();
  p.lower_bound = exchange_bound(tree);
  p.sources = {{"finish",
                "n + 2L - 3 for n >= 8, n + 2L - 2 below, optimal, against the conjecture of "
                "Dimakopoulos and Dimopoulos, section 5.1; b = 2, c_i = 2^(i-1)"},
               {"dispatch",
                "all leaves alike, to s XOR k: n/8 blocks of classes L, L-1, L, L, L, L-2, an idle "
                "step, n/8 of class L-1, then classes L-3 to 1, arriving without a gap; k "
                "increases within a class"},
               exchange_bound_source(tree)};
  complete_from_table(tree, p);
  return p;
}

}  // namespace flitwise::theory
