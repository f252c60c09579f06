// Total exchange on the plain binary tree in n^2/4 + 2L - 1 steps: the root's links are busy in
// every step, and all nearer traffic fits beside. The root serves quarters in turn, q = step - 1 by
// q, so that one quarter of each half is always free to send and another to receive.
#include <stdexcept>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

Node reversed_bits(Node u, int bits) {
  Node reversed = 0;
  for (int i = 0; i < bits; ++i) reversed |= (u >> i & 1) << (bits - 1 - i);
  return reversed;
}

void send(Step q, Node source, Node destination, FatTreeTable& table) {
  table.push_back({q + 1, source, FlitKind::kData, destination});
}

/// Class L: in every step one leaf of each half to one of the other. The shift S is even in the
/// first half of the time and odd in the second, so that parity of q tells the quarter.
void send_across_root(const FatTree& tree, FatTreeTable& table) {
  const Node half = tree.leaves() / 2;
  const int bits = tree.levels() - 1;
  for (Node q = 0; q < half * half; ++q) {
    const Node round = q / half;
    const Node shift = round < half / 2 ? 2 * round : 2 * (round - half / 2) + 1;
    const Node from = reversed_bits(q % half, bits);
    const Node to = reversed_bits((q % half + shift) % half, bits);
    send(q, from, half + to, table);
    send(q, half + from, to, table);
  }
}

/// Class L - 1, from q = N/2 + 2 on: odd q first quarter to second, even q second to first. Any
/// order of the pairs will do; this one is pair p = 0, 1, ... of leaf p mod w of the first quarter
/// and leaf p div w of the second, w = n/4, in two steps, one for each direction.
void send_across_halves(const FatTree& tree, FatTreeTable& table) {
  const Node half = tree.leaves() / 2;
  const Node quarter = half / 2;
  const Step first = Step{half} * half / 2 + 2;
  for (Node i = 0; i < 2 * quarter * quarter; ++i) {
    const Step q = first + i;
    const Node in_first = i / 2 % quarter;
    const Node in_second = quarter + i / 2 / quarter;
    const Node from = q % 2 == 1 ? in_first : in_second;
    const Node to = q % 2 == 1 ? in_second : in_first;
    send(q, from, to, table);
    send(q, half + from, half + to, table);
  }
}

/// One packet each way across every switch of level h in the quarter that starts at `base`: pair p
/// is leaf p mod m of the left subtree and leaf p div m of the right one. Any order will do.
void send_across_switches(const FatTree& tree, int h, Node pair, Step q, Node base,
                          FatTreeTable& table) {
  const Node m = tree.leaves_below(h - 1);
  for (Node left = base; left < base + tree.leaves() / 4; left += 2 * m) {
    send(q, left + pair % m, left + m + pair / m, table);
    send(q, left + m + pair / m, left + pair % m, table);
  }
}

/// Classes L - 2 to 1, inside the quarters: even q in the second ones, odd q in the first.
void send_inside_quarters(const FatTree& tree, FatTreeTable& table) {
  const Node quarter = tree.leaves() / 4;
  Step slot = 0;
  for (int h = tree.levels() - 2; h >= 1; --h, ++slot) {
    const Node pairs = tree.leaves_below(h - 1) * tree.leaves_below(h - 1);
    for (Node pair = 0; pair < pairs; ++pair, ++slot) {
      for (const Node half : {0, tree.leaves() / 2}) {
        send_across_switches(tree, h, pair, 2 * slot, half + quarter, table);
        send_across_switches(tree, h, pair, 2 * slot + 1, half, table);
      }
    }
  }
}

void check_plain_binary(const FatTree& tree) {
  if (tree.arity() != 2 || tree.capacities() != constant_capacities(tree.levels()))
    throw std::invalid_argument(
        "the exchange in n^2/4 + 2L - 1 steps needs arity 2 and capacities c_i = 1");
}

}  // namespace

FatTreePrediction predict_fat_tree_exchange_optimal_cbft(const FatTree& tree) {
  check_plain_binary(tree);
  const Step n = tree.leaves();
  FatTreePrediction p;
  send_across_root(tree, p.dispatch);
  if (tree.levels() >= 2) send_across_halves(tree, p.dispatch);
  if (tree.levels() >= 3) send_inside_quarters(tree, p.dispatch);
  sort_table(p.dispatch);
  p.finish = n * n / 4 + 2 * tree.levels() - 1;
  p.lower_bound = exchange_bound(tree);
  p.sources = {{"finish", "n^2/4 + 2L - 1, optimal; b = 2, c_i = 1"},
               {"dispatch",
                "class L in steps 1 to n^2/4, class L - 1 from n^2/8 + 3 to n^2/4 + 2 between the "
                "quarters of each half, classes L - 2 to 1 from step 1 inside the quarters; "
                "second quarters send in odd steps, first in even ones"},
               exchange_bound_source(tree)};
  complete_from_table(tree, p);
  return p;
}

}  // namespace flitwise::theory
