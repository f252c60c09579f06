// star_word_methods.cpp: rows of star graphs: what PEs do and what formulas say of it.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "systemc/protocols/collective/star_plans.h"
#include "systemc/protocols/combining/flood_plans.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/theory/collective/star_collectives.h"
#include "tb/theory/combining/flood_words.h"
#include "tb/theory/combining/network_combining.h"

namespace flitwise {
namespace {

CollectivePlan trees_plan(const CollectiveRequest& request, const StarGraph& graph) {
  return protocols::star_over_trees(request, graph, request.rule);
}

theory::CollectiveFigures trees_figures(const CollectiveRequest& request, const StarGraph& graph) {
  return theory::star_tree_reduction(request, StarTrees(graph, request.rule));
}

}  // namespace

std::vector<WordMethod> star_word_methods() {
  using Operation = CollectiveOperation;
  WordMethod trees = word_row<StarGraph, trees_plan, trees_figures>(
      "trees", {Operation::kReduce, Operation::kAllReduce},
      "up the n - 1 edge-disjoint trees, a share of the words in each",
      "Words go up the n - 1 edge-disjoint trees, a share in each; the results of an all-reduce go "
      "down the same trees when all are there, since a link down one tree may be one up another.",
      "reduce: ceil(m / (n - 1)) - 1 + H (1 + a); all-reduce: 2 ceil(m / (n - 1)) + 2H - 2 + H a, "
      "H the height of the trees",
      "any m and a",
      "the trees of P. Fragopoulou, S. G. Akl (IEEE TC 45(2), 1996), backwards: this project");
  trees.has_rule = true;
  return {
      word_row<StarGraph, protocols::star_rounds, theory::star_rounds>(
          "rounds", {Operation::kReduceScatter, Operation::kAllGather, Operation::kAllReduce},
          "the fewest rounds, in each of which every link is used once",
          "Of the P words of a block q (n - 1) go along the n - 1 trees, r along rounds in each of "
          "which every node uses every link; a reduce-scatter is the same backwards.",
          "all-gather: ceil(P (N - 1) / (n - 1)), N = n!, which no way beats; reduce-scatter with "
          "a more in each step that combines; all-reduce both",
          "any P, m and a",
          "that such gathers exist: P. Fragopoulou, S. G. Akl (JPDC 24(1), 1995), of which this "
          "project has the abstract; rounds and sums are this project's"),
      trees,
      flood_row<StarGraph, protocols::flood_star, theory::star_flood, theory::star_flood_words>(
          "any start and a, for a = 0 no barrier is earlier"),
  };
}

}  // namespace flitwise
