// paced_combining_test.cpp: words at own pace, held to a run step by step and to closed formulas.
#include "tb/theory/combining/paced_combining.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tb/theory/collective/tree_roots.h"
#include "tb/theory/combining/network_combining.h"
#include "tests/theory/collective/combining_run.h"
#include "tests/theory/collective/small_trees.h"

namespace flitwise::theory {
namespace paced_combining_test {

using test::CombiningCase;
using test::CombiningRun;
using test::run_combining;

// An all-reduce on the tree of a run.
CombineTree tree_of(const CombiningCase& what) {
  const auto nodes = index_of(what.tree.nodes());
  CombineTree tree;
  for (Node v = 0; v < what.tree.nodes(); ++v) tree.parent.push_back(what.tree.parent(v));
  tree.has_operand.assign(nodes, true);
  tree.passes_result = tree.takes_result = tree.has_operand;
  tree.root = what.tree.root();
  tree.other_root = what.peer;
  if (tree.is_edge()) tree.parent[index_of(tree.root)] = what.peer;
  tree.words = what.words;
  return tree;
}

PacedFigures figures_of(const CombiningCase& what) {
  CombiningTimes times;
  times.add = what.add;
  times.depth = *what.depth;
  times.start = what.start;
  return paced_figures({{}, {tree_of(what)}, true}, times);
}

// With queues of 1 to 3 operands; `late`: PEs start when they like.
void compare(CombiningCase what, std::mt19937* late) {
  for (const Flits words : {1, 2, 5})
    for (Step add = 0; add <= 3; ++add)
      for (const Flits depth : {1, 2, 3}) {
        what.words = words;
        what.add = add;
        what.depth = depth;
        if (late != nullptr) {
          what.start.clear();
          for (Node v = 0; v < what.tree.nodes(); ++v)
            what.start.push_back(std::uniform_int_distribution<Step>(0, 12)(*late));
        }
        const CombiningRun run = run_combining(what);
        const PacedFigures figures = figures_of(what);
        ASSERT_TRUE(run.all_once);
        ASSERT_EQ(figures.last_result, run.done) << words << " " << add << " " << depth;
        if (late == nullptr && depth >= 2 && what.peer == kNoNode) {
          ASSERT_EQ(figures.longest_wait, longest_operand_wait(what.tree.tree, add));
        }
      }
}

void compare_from(const Tree& tree, Node root, std::mt19937* late) {
  CombiningCase what;
  what.tree = rooted_at(tree, root);
  compare(what, late);
}

// Halves of an edge in the middle are equally high. Where an end is later than the other it has the
// result a step later than in the run, and never the last.
void compare_from_middle(const Tree& tree, std::mt19937* late) {
  const TreeMiddle middle = middle_of(tree);
  CombiningCase what;
  what.tree = rooted_at(tree, middle.first);
  if (middle.is_edge()) what.peer = middle.second;
  compare(what, late);
}

TEST(PacedCombining, OnAllSmallTreesTakesTheStepsOfARun) {
  for (Node nodes = 2; nodes <= 5; ++nodes)
    for (const Tree& tree : test::all_trees(nodes)) {
      for (Node root = 0; root < nodes; ++root) compare_from(tree, root, nullptr);
      compare_from_middle(tree, nullptr);
      if (HasFatalFailure()) return;
    }
}

TEST(PacedCombining, OfPesThatStartWhenTheyLikeTakesTheStepsOfARun) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Tree tree = test::random_tree(seed);
    compare_from(tree, 0, &random);
    compare_from(tree, tree.size() - 1, &random);
    compare_from_middle(tree, &random);
    if (HasFatalFailure()) return;
  }
}

// Nothing waits in a path from its end, and in a star with one longer ray all others do.
TEST(PacedCombining, CountsHowLongOperandsWait) {
  CombiningCase what;
  what.words = 3;
  what.add = 1;
  what.depth = 2;
  what.tree = PlacedTree(Tree({kNoNode, 0, 1, 2}));
  EXPECT_EQ(figures_of(what).longest_wait, 0);
  what.tree = PlacedTree(Tree({kNoNode, 0, 0, 2, 3}));
  EXPECT_EQ(figures_of(what).longest_wait, 2 * 2);
}

}  // namespace paced_combining_test
}  // namespace flitwise::theory
