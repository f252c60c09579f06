// Gather: a scatter run backwards, or everything at once into queues.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/fat_tree/fat_tree_queues.h"
#include "tb/theory/fat_tree/fat_tree_routes.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

bool one_flit_each(Node target, const std::vector<Flits>& lengths) {
  for (std::size_t x = 0; x < lengths.size(); ++x) {
    if (lengths[x] != (x == index_of(target) ? 0 : 1)) return false;
  }
  return true;
}

FatTreeTable all_from_step_one(const FatTree& tree, Node target,
                               const std::vector<Flits>& lengths) {
  FatTreeTable table;
  for (Node x = 0; x < tree.leaves(); ++x)
    append_message(tree, x, target, lengths[index_of(x)], 1, 0, table);
  sort_table(table);
  return table;
}

/// Figures with queues that are never short of room.
void add_unlimited(const FatTree& tree, Node target, bool unit, FatTreePrediction& p) {
  p.finish = p.lower_bound;
  p.sources.push_back(
      {"finish",
       "the lower bound: the queues on the target's path pass on c_1 packets a step from step h + "
       "1 of class h on; any work-conserving policy, lengths and fat tree, no back pressure"});
  if (!unit) return;
  p.arrivals = std::vector<std::vector<Step>>(index_of(tree.leaves()));
  p.arrivals->at(index_of(target)) = flooded_arrivals(tree);
  p.sources.push_back({"arrivals", flooded_arrivals_source(tree)});
  add_flooded_maxima(tree, p);
}

/// Figures with back pressure, as far as they are known.
void add_limited(const FatTree& tree, Node target, Flits depth, FatTreePrediction& p) {
  const bool known =
      tree.arity() == 2 && pattern_of(tree) == CapacityPattern::kConstant && tree.leaves() <= 128;
  if (!known) return;
  if (depth == 1) {
    p.finish = 2 * tree.leaves() - 2;
    p.sources.push_back({"finish", "2n - 2 with depth 1; b = 2, c_i = 1, n <= 128, by runs"});
    return;
  }
  p.finish = p.lower_bound;
  p.arrivals = std::vector<std::vector<Step>>(index_of(tree.leaves()));
  p.arrivals->at(index_of(target)) = flooded_arrivals(tree);
  p.sources.push_back(
      {"finish", "the lower bound with depth 2 and more; b = 2, c_i = 1, n <= 128, by runs"});
  p.sources.push_back({"arrivals", flooded_arrivals_source(tree)});
}

}  // namespace

FatTreePrediction predict_fat_tree_gather(const FatTree& tree, Node target,
                                          const std::vector<Flits>& lengths) {
  check_leaf(tree, target, "target");
  FatTreePrediction p = predict_fat_tree_scatter(tree, target, lengths);
  FatTreeTable reversed;
  for (const FatTreeDispatch& d : p.dispatch) {
    const int level = tree.meeting_level(target, d.destination);
    const Step last_arrival = arrival_step(d.step + d.flits - 1, level);
    const Flits after = lengths[index_of(d.destination)] - (d.first + d.flits - 1);
    reversed.push_back({*p.finish + 1 - last_arrival, d.destination, FlitKind::kData, target, 0,
                        d.flits, 1 + after});
  }
  sort_table(reversed);
  p.dispatch = std::move(reversed);
  p.sources = {{"finish",
                "Dimakopoulos and Dimopoulos, section 3: the scatter with time reversed, max over "
                "classes h with flits of (ceil(flits of class h and higher / c_1) + 2h - 1), "
                "optimal; any fat tree"},
               {"dispatch", "finish + 1 - (last arrival of the scatter's message)"},
               one_to_all_bound_source()};
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_gather_naive(const FatTree& tree, Node target,
                                                const std::vector<Flits>& lengths,
                                                const FatTreeBuffers& buffers) {
  check_leaf(tree, target, "target");
  check_leaf_lengths(tree, target, lengths);
  check_depth(buffers);
  const bool unit = one_flit_each(target, lengths);
  FatTreePrediction p;
  p.lower_bound = one_to_all_bound(tree, target, lengths);
  p.dispatch = all_from_step_one(tree, target, lengths);
  p.sources = {{"dispatch", "every leaf back to back from step 1"}, one_to_all_bound_source()};
  if (!buffers.depth || (unit && deep_enough_for_flood(tree, *buffers.depth)))
    add_unlimited(tree, target, unit, p);
  else if (unit)
    add_limited(tree, target, *buffers.depth, p);
  return p;
}

}  // namespace flitwise::theory
