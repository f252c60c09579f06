// Total exchange in phases h = L to 1: the b subtrees below every switch of level h exchange all
// their messages, as many a step as its branches carry.
#include <algorithm>
#include <string>

#include "tb/theory/fat_tree/fat_tree_bounds.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

/// e_h, the packets per branch and step of phase h.
std::int64_t effective(const std::vector<int>& capacities, int h) {
  return capacities[index_of(h - 1)];
}

/// (b-1) b^(2h-2), the packets that a branch of level h carries up in phase h.
std::int64_t entries_of(const FatTree& tree, int h) {
  const std::int64_t m = tree.leaves_below(h - 1);
  return (tree.arity() - 1) * m * m;
}

/// G_h, the dispatch steps of phase h.
Step groups_of(const FatTree& tree, const std::vector<int>& capacities, int h) {
  const std::int64_t e = effective(capacities, h);
  return (entries_of(tree, h) + e - 1) / e;
}

Step sum_of_groups(const FatTree& tree, const std::vector<int>& capacities) {
  Step sum = 0;
  for (int h = 1; h <= tree.levels(); ++h) sum += groups_of(tree, capacities, h);
  return sum;
}

/// The base-b digits of u, `digits` of them, read backwards: neighbours become far apart.
Node reversed_digits(Node u, int arity, int digits) {
  Node reversed = 0;
  for (int i = 0; i < digits; ++i) {
    reversed = reversed * arity + u % arity;
    u /= arity;
  }
  return reversed;
}

/// Which leaf of each subtree sends to which leaf of the r-th subtree after it.
struct Entry {
  Node from = 0;
  Node to = 0;
  int r = 1;
};

/// Entry q of phase h. Of any e <= m in a row, at most ceil(e / b^(h-j)) are in one subtree of
/// b^(j-1) leaves, as sources and as destinations; of the m entries of a row, m k to m (k+1) - 1,
/// every leaf is one of each.
Entry entry_of(const FatTree& tree, int h, std::int64_t q) {
  const std::int64_t m = tree.leaves_below(h - 1);
  const std::int64_t shift = q % (m * m) / m;
  const std::int64_t u = q % m;
  return {reversed_digits(static_cast<Node>(u), tree.arity(), h - 1),
          reversed_digits(static_cast<Node>((u + shift) % m), tree.arity(), h - 1),
          static_cast<int>(1 + q / (m * m))};
}

void append_entry(const FatTree& tree, int h, const Entry& entry, Step step, FatTreeTable& table) {
  const Node m = tree.leaves_below(h - 1);
  for (Node base = 0; base < tree.leaves(); base += m * tree.arity()) {
    for (int j = 0; j < tree.arity(); ++j) {
      const Node destination = base + (j + entry.r) % tree.arity() * m + entry.to;
      table.push_back({step, base + j * m + entry.from, FlitKind::kData, destination});
    }
  }
}

/// Appends phase h, its first group in step `start`.
///
/// With e = k m + f, f < m, a step takes k whole rows and f entries one after the other, the latter
/// from the rows that the former leave in G_h steps: ceil(e / b^(h-j)) of a subtree again. For e <
/// m (always if c_1 = 1 and the branch is no wider than its leaves) all go one after the other.
void append_phase(const FatTree& tree, const std::vector<int>& capacities, int h, Step start,
                  FatTreeTable& table) {
  const std::int64_t m = tree.leaves_below(h - 1);
  const std::int64_t whole = effective(capacities, h) / m;
  const std::int64_t rest = effective(capacities, h) % m;
  const std::int64_t rows = entries_of(tree, h) / m;
  const std::int64_t singly =
      std::max<std::int64_t>(0, rows - whole * groups_of(tree, capacities, h));
  for (std::int64_t q = 0; q < rows * m; ++q) {
    const Step group = q < singly * m ? q / rest : (q / m - singly) / whole;
    append_entry(tree, h, entry_of(tree, h, q), start + group, table);
  }
}

const char* phases_source() {
  return "phases h = L to 1, e_h entries a step with e_1 = c_1 and e_h = min(c_h, b e_(h-1)), "
         "where "
         "e_h > m as whole rows of m and the rest: entry q sends from "
         "leaf rev(u) of every subtree below a switch of level h to leaf rev((u + S) mod m) of the "
         "r-th after it; m = b^(h-1), u = q mod m, S = (q mod m^2) div m, r = 1 + q div m^2";
}

}  // namespace

std::vector<int> effective_capacities(const FatTree& tree) {
  std::vector<int> effective{tree.leaf_links()};
  for (int i = 2; i <= tree.levels(); ++i)
    effective.push_back(std::min(tree.capacity(i), tree.arity() * effective.back()));
  return effective;
}

FatTreePrediction predict_fat_tree_exchange_serial(const FatTree& tree) {
  const std::vector<int> capacities = effective_capacities(tree);
  FatTreePrediction p;
  Step start = 1;
  for (int h = tree.levels(); h >= 1; --h) {
    append_phase(tree, capacities, h, start, p.dispatch);
    start += groups_of(tree, capacities, h) + 2 * h - 1;
  }
  sort_table(p.dispatch);
  p.finish = sum_of_groups(tree, capacities) + Step{tree.levels()} * tree.levels();
  p.lower_bound = exchange_bound(tree);
  p.sources = {{"finish",
                "Dimakopoulos and Dimopoulos, equation (1) with effective capacities: sum over h "
                "of ceil((b-1) b^(2h-2) / e_h) + L^2; any fat tree"},
               {"dispatch", std::string(phases_source()) + "; a phase starts when all is there"},
               exchange_bound_source(tree)};
  complete_from_table(tree, p);
  return p;
}

FatTreePrediction predict_fat_tree_exchange_phased(const FatTree& tree, Step phase_gap) {
  check_phase_gap(phase_gap);
  const std::vector<int> capacities = effective_capacities(tree);
  FatTreePrediction p;
  Step start = 1;
  for (int h = tree.levels(); h >= 1; --h) {
    append_phase(tree, capacities, h, start, p.dispatch);
    start += groups_of(tree, capacities, h) + phase_gap;
  }
  sort_table(p.dispatch);
  p.finish = sum_of_groups(tree, capacities) + 2 * tree.levels() - 1 +
             (phase_gap - kPhaseGap) * (tree.levels() - 1);
  p.lower_bound = exchange_bound(tree);
  p.sources = {{"finish",
                "Dimakopoulos and Dimopoulos, equation (2) with effective capacities: sum over h "
                "of ceil((b-1) b^(2h-2) / e_h) + 2L - 1 and (gap - 2) (L - 1) more; gap >= 2, any "
                "fat tree"},
               {"dispatch", std::string(phases_source()) + "; " + std::to_string(phase_gap) +
                                " idle steps between phases"},
               exchange_bound_source(tree)};
  complete_from_table(tree, p);
  return p;
}

}  // namespace flitwise::theory
