// Multinode broadcast: every leaf's packet to every other leaf.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/fat_tree/fat_tree_queues.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

std::vector<std::vector<Step>> at_every_leaf(const FatTree& tree, const std::vector<Step>& steps) {
  return std::vector<std::vector<Step>>(index_of(tree.leaves()), steps);
}

/// n + 1 and its like: the finish of flooding wherever queues are deep enough.
void add_optimal_flood(const FatTree& tree, const std::string& range, FatTreePrediction& p) {
  p.finish = p.lower_bound;
  p.arrivals = at_every_leaf(tree, flooded_arrivals(tree));
  p.sources.push_back({"finish",
                       "Dimakopoulos and Dimopoulos, Theorem 2, the lower bound: for c_1 = 1 n + "
                       "1 if b = 2 and n >= 4, else n; any work-conserving policy; " +
                           range});
  p.sources.push_back({"arrivals", flooded_arrivals_source(tree)});
}

/// Figures with back pressure, as far as they are known.
void add_limited_flood(const FatTree& tree, const FatTreeBuffers& buffers, FatTreePrediction& p) {
  const Step n = tree.leaves();
  const Step levels = tree.levels();
  if (tree.arity() != 2 || pattern_of(tree) != CapacityPattern::kConstant) return;
  const bool random = buffers.policy == FatTreePolicy::kRandom;  // depends on the seed
  if (*buffers.depth == 1 && n <= 128 && !random) {
    p.finish = 2 * n + 2 * levels - 4;
    p.sources.push_back({"finish",
                         "2n + 2L - 4 with depth 1 and any policy but random order; b = 2, c_i = "
                         "1, n <= 128, by runs"});
  } else if (*buffers.depth == 4 && n <= 256 && buffers.policy == FatTreePolicy::kUpFirst) {
    add_optimal_flood(tree, "up-first with depth 4: b = 2, c_i = 1, n <= 256, by runs", p);
  } else if (*buffers.depth == 4 && n <= 256 && buffers.policy == FatTreePolicy::kLocalFirst) {
    p.finish = p.lower_bound + std::max<Step>(0, 2 * (levels - 4));
    p.sources.push_back({"finish",
                         "n + 1 + max(0, 2 (L - 4)), local-first with depth 4; b = 2, c_i = 1, n "
                         "<= 256, by runs"});
  }
}

/// Steps in which class h is sent, and the step of the first.
struct Window {
  Step first = 0;
  Step steps = 0;
};

Window queue_free_window(const FatTree& tree, int h) {
  const Step power = tree.leaves_below(h - 1);
  const Step steps = (tree.arity() - 1) * power;
  if (h == 1) return {1, steps};
  return {power + (tree.arity() == 2 ? 3 : 2) - 2 * h, steps};
}

void add_multinode_sources(const std::string& finish, const std::string& dispatch,
                           FatTreePrediction& p) {
  p.sources = {{"finish", finish}, {"dispatch", dispatch}, multinode_bound_source()};
}

}  // namespace

FatTreePrediction predict_fat_tree_flood(const FatTree& tree, const FatTreeBuffers& buffers) {
  check_depth(buffers);
  FatTreePrediction p;
  p.lower_bound = multinode_bound(tree);
  for (Node x = 0; x < tree.leaves(); ++x) p.dispatch.push_back({1, x, FlitKind::kFlood});
  p.sources = {{"dispatch", "every leaf floods in step 1"}, multinode_bound_source()};
  if (!buffers.depth) {
    add_optimal_flood(tree, "any fat tree, no back pressure", p);
    add_flooded_maxima(tree, p);
  } else if (deep_enough_for_flood(tree, *buffers.depth)) {
    add_optimal_flood(tree, "back pressure with room for the most that is stored and c_i more", p);
    add_flooded_maxima(tree, p);
  } else {
    add_limited_flood(tree, buffers, p);
  }
  return p;
}

FatTreePrediction predict_fat_tree_multinode_phased(const FatTree& tree, Step phase_gap) {
  check_phase_gap(phase_gap);
  FatTreePrediction p;
  p.lower_bound = multinode_bound(tree);
  Step start = 1;
  for (int h = tree.levels(); h >= 1; --h) {
    const Node below = tree.leaves_below(h - 1);
    const Node steps = (tree.arity() - 1) * below;
    for (Node q = 0; q < steps; ++q) {
      const std::uint32_t copies = copy_digit(tree.arity(), h, 1 + q / below);
      for (Node source = q % below; source < tree.leaves(); source += below)
        p.dispatch.push_back({start + q, source, FlitKind::kCopies, kNoNode, copies});
    }
    start += steps + phase_gap;
  }
  sort_table(p.dispatch);
  p.finish = tree.leaves() + 2 * tree.levels() - 2 + (phase_gap - kPhaseGap) * (tree.levels() - 1);
  add_multinode_sources(
      "n + 2L - 2 and (gap - 2) (L - 1) more, as cited by Dimakopoulos and Dimopoulos, section "
      "4.1; gap >= 2, any fat tree",
      "phases h = L to 1: one leaf of every subtree of b^(h-1) leaves a step, one copy each", p);
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_multinode_queue_free(const FatTree& tree) {
  FatTreePrediction p;
  p.lower_bound = multinode_bound(tree);
  p.finish = tree.leaves() + (tree.arity() == 2 && tree.leaves() >= 4 ? 1 : 0);
  std::map<std::pair<Step, Node>, std::uint32_t> copies;  // by step and source
  for (int h = 1; h <= tree.levels(); ++h) {
    const Node below = tree.leaves_below(h - 1);
    const Window window = queue_free_window(tree, h);
    for (Step t = window.first; t < window.first + window.steps; ++t) {
      const auto r = static_cast<int>(1 + (t - window.first) / below);
      for (Node source = static_cast<Node>((t - 1) % below); source < tree.leaves();
           source += below)
        copies[{t, source}] |= copy_digit(tree.arity(), h, r);
    }
  }
  for (const auto& [at, digits] : copies)
    p.dispatch.push_back({at.first, at.second, FlitKind::kCopies, kNoNode, digits});
  add_multinode_sources(
      "n + 1 for b = 2 and n >= 4, else n, the lower bound for c_1 = 1; any fat tree",
      "class h in (b-1) b^(h-1) steps from D_h on, D_1 = 1, D_h = b^(h-1) + 2 - 2h (+ 1 for b = "
      "2), "
      "from the leaves congruent to t - 1 modulo b^(h-1); one copy for all classes of a step",
      p);
  complete_from_table(tree, p);
  return p;
}

}  // namespace flitwise::theory
