// Leaves of several links: what leaves back to back leaves c_1 flits a step, and nothing waits.
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test::fat_tree_wide_leaves_test {
namespace {

using Lengths = std::vector<Flits>;

std::vector<FatTree> trees() {
  std::vector<FatTree> all;
  for (int links = 2; links <= 4; ++links) {
    for (int more = 0; more <= 3; ++more) {
      const int top = links + more;
      all.emplace_back(2, 2, std::vector<int>{links});
      all.emplace_back(8, 2, std::vector<int>{links, links, top});
      all.emplace_back(16, 2, std::vector<int>{links, links + more / 2, top, 2 * top});
      all.emplace_back(9, 3, std::vector<int>{links, top});
      all.emplace_back(27, 3, std::vector<int>{links, top, 2 * top});
      all.emplace_back(16, 4, std::vector<int>{links, 2 * top});
    }
  }
  all.emplace_back(8, 8, std::vector<int>{8});
  return all;
}

Step rounded_up(Step a, Step b) { return (a + b - 1) / b; }

// The flits of class h and higher leave the root, or come to it, c_1 a step.
Step one_to_all_steps(const FatTree& tree, Node root, const Lengths& lengths) {
  Step last = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    Flits flits = 0;
    bool is_there = false;
    for (Node x = 0; x < tree.leaves(); ++x) {
      if (x == root || tree.meeting_level(root, x) < h) continue;
      flits += lengths[static_cast<std::size_t>(x)];
      is_there = is_there ||
                 (tree.meeting_level(root, x) == h && lengths[static_cast<std::size_t>(x)] > 0);
    }
    if (is_there) last = std::max(last, rounded_up(flits, tree.leaf_links()) + 2 * h - 1);
  }
  return last;
}

Step sum_of_phases(const FatTree& tree) {
  Step sum = 0;
  Step carried = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    carried = h == 1 ? tree.capacity(1) : std::min<Step>(tree.capacity(h), tree.arity() * carried);
    const Step below = tree.leaves_below(h - 1);
    sum += rounded_up((tree.arity() - 1) * below * below, carried);
  }
  return sum;
}

TEST(FatTreeWideLeafSchedules, ScatterAndGatherTakeWhatTheRootsLinksAllow) {
  for (const FatTree& tree : trees()) {
    for (Node root = 0; root < tree.leaves(); ++root) {
      SCOPED_TRACE(describe(tree) + ", root " + std::to_string(root));
      Lengths varied = unit_lengths(tree, root);
      for (std::size_t x = 0; x < varied.size(); ++x)
        varied[x] *= static_cast<Flits>((7 * x + 3) % 5);
      for (const Lengths& lengths : {unit_lengths(tree, root), varied}) {
        const Step steps = one_to_all_steps(tree, root, lengths);
        expect_queue_free(
            tree,
            run_on(tree, make_fat_tree_scatter(tree, root, lengths,
                                               fat_tree_scatter(tree, root, lengths))),
            steps);
        expect_queue_free(tree,
                          run_on(tree, make_fat_tree_gather(tree, root, lengths,
                                                            fat_tree_gather(tree, root, lengths))),
                          steps);
        expect_complete(
            run_on(tree, make_fat_tree_gather(tree, root, lengths,
                                              fat_tree_gather_naive(tree, root, lengths))),
            steps);
      }
    }
  }
}

TEST(FatTreeWideLeafSchedules, ExchangeInPhasesUsesAllLinks) {
  for (const FatTree& tree : trees()) {
    SCOPED_TRACE(describe(tree));
    const Step levels = tree.levels();
    const Schedule phased = fat_tree_exchange_phased(tree);
    expect_queue_free(tree, run_on(tree, make_fat_tree_all_to_all(tree, phased)),
                      sum_of_phases(tree) + 2 * levels - 1);
    const Schedule serial = fat_tree_exchange_phased_serial(tree);
    expect_queue_free(tree, run_on(tree, make_fat_tree_all_to_all(tree, serial)),
                      sum_of_phases(tree) + levels * levels);
  }
}

TEST(FatTreeWideLeafSchedules, ExchangeScatterByScatterTakesNScatters) {
  for (const FatTree& tree : trees()) {
    SCOPED_TRACE(describe(tree));
    const Schedule schedule = fat_tree_exchange_scatters(tree);
    expect_queue_free(tree, run_on(tree, make_fat_tree_all_to_all(tree, schedule)),
                      tree.leaves() * one_to_all_steps(tree, 0, unit_lengths(tree, 0)));
  }
}

}  // namespace
}  // namespace flitwise::protocols::test::fat_tree_wide_leaves_test
