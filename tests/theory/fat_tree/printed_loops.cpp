#include "tests/theory/fat_tree/printed_loops.h"

#include <algorithm>

#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise::theory::test {

void append_xor_phase(const FatTree& tree, int h, Node last, Step start, FatTreeTable& table) {
  for (Node l = 0; l <= last; ++l) {
    for (Node k = 0; k < tree.leaves(); ++k)
      table.push_back({start + l, k, FlitKind::kData, k ^ tree.leaves_below(h - 1) ^ l});
  }
}

void append_loop_phase(const FatTree& tree, int h, Node switches, Step start, FatTreeTable& table) {
  const Node m = tree.leaves_below(h - 1);
  for (Node j = 0; j < switches; ++j) {
    for (Node k = 0; k < m; ++k) {
      for (Node l = 0; l < m; ++l) {
        const Step step = start + Step{k} * m + l;
        table.push_back({step, 2 * j * m + k, FlitKind::kData, 2 * j * m + m + l});
        table.push_back({step, 2 * j * m + m + k, FlitKind::kData, 2 * j * m + l});
      }
    }
  }
}

FatTreeTable xor_exchange(const FatTree& tree) {
  FatTreeTable table;
  Step start = 1;
  for (int h = tree.levels(); h >= 1; --h) {
    append_xor_phase(tree, h, tree.leaves_below(h - 1) - 1, start, table);
    start += tree.leaves_below(h - 1) + 2;
  }
  return table;
}

FatTreeTable loop_exchange(const FatTree& tree, PhaseSwitches switches) {
  FatTreeTable table;
  Step start = 1;
  for (int h = tree.levels(); h >= 1; --h) {
    const Node all = tree.leaves() / tree.leaves_below(h);
    append_loop_phase(tree, h, switches == PhaseSwitches::kAll ? all : std::max(1, all / 2), start,
                      table);
    start += Step{tree.leaves_below(h - 1)} * tree.leaves_below(h - 1) + 2;
  }
  return table;
}

}  // namespace flitwise::theory::test
