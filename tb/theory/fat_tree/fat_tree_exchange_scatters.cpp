// Total exchange as scatters that follow each other, alone or in pairs (section 5 of the paper).
#include <stdexcept>
#include <string>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

/// T, the steps of one farthest-first scatter of a flit per leaf.
Step scatter_steps(const FatTree& tree) {
  std::vector<Flits> lengths(index_of(tree.leaves()), 1);
  lengths[0] = 0;
  return one_to_all_bound(tree, 0, lengths);
}

/// Appends the scatter of turn `turn`, counted from 0: leaf `source` sends to the leaf whose digits
/// are its own plus those of k, k = n-1 down to 1, from step turn T + 1 on, c_1 flits a step.
void append_turn(const FatTree& tree, Node source, Step turn, FatTreeTable& table) {
  const Step begin = turn * scatter_steps(tree) + 1;
  for (Node k = tree.leaves() - 1; k >= 1; --k)
    append_message(tree, source, add_digits(tree, source, k), 1, begin, tree.leaves() - 1 - k,
                   table);
}

void check_binary(const FatTree& tree) {
  if (tree.arity() != 2)
    throw std::invalid_argument("scatters in pairs need arity 2, got " +
                                std::to_string(tree.arity()));
}

/// What the number of one leaf of a pair differs in from the other's.
Node pair_difference(const FatTree& tree) {
  const Node n = tree.leaves();
  return n == 4 ? 3 : n == 8 ? 5 : n / 2;
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_scatters(const FatTree& tree) {
  FatTreePrediction p;
  for (Node source = 0; source < tree.leaves(); ++source)
    append_turn(tree, source, source, p.dispatch);
  sort_table(p.dispatch);
  p.finish = tree.leaves() * scatter_steps(tree);
  p.lower_bound = exchange_bound(tree);
  p.sources = {
      {"finish",
       "Dimakopoulos and Dimopoulos, section 5: n scatters of n + 1 steps (b = 2, n >= 4), "
       "else of n, one after the other; c_1 > 1: of max over h of (ceil((n - b^(h-1)) / c_1) + 2h "
       "- "
       "1); any fat tree"},
      {"dispatch", "leaf s scatters from step s T + 1 on, farthest first"},
      exchange_bound_source(tree)};
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_exchange_scatter_pairs(const FatTree& tree) {
  check_binary(tree);
  const Node difference = pair_difference(tree);
  FatTreePrediction p;
  Step turn = 0;
  for (Node source = 0; source < tree.leaves(); ++source) {
    const Node other = add_digits(tree, source, difference);
    if (other < source) continue;
    append_turn(tree, source, turn, p.dispatch);
    append_turn(tree, other, turn, p.dispatch);
    ++turn;
  }
  sort_table(p.dispatch);
  p.finish = tree.leaves() / 2 * scatter_steps(tree);
  p.lower_bound = exchange_bound(tree);
  p.sources = {
      {"finish",
       "Dimakopoulos and Dimopoulos, section 5: n / 2 times two scatters at once of n + 1 "
       "steps (n >= 4; 2 for n = 2); b = 2, any capacities"},
      {"dispatch",
       "pairs s < s XOR x scatter at once, by s, farthest first; x = 1, 3, 5 for n = 2, 4, "
       "8, else n/2"},
      exchange_bound_source(tree)};
  complete_from_table(tree, p);
  return p;
}

}  // namespace flitwise::theory
