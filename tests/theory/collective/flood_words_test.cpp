// What a flood leaves at every PE, against ways that are walked one by one.
#include "tb/theory/combining/flood_words.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/collective/tree_roots.h"
#include "tests/theory/collective/small_trees.h"

namespace flitwise::theory::flood_words_test {
namespace {

using Neighbours = std::vector<std::vector<Node>>;

// Walks every way of so many steps to `to`, standing still allowed, backwards.
void walk(const Neighbours& neighbours, Node at, Step steps, Word& word) {
  if (steps == 0) {
    ++word.operands;
    word.set += fingerprint({at, 0});
    return;
  }
  walk(neighbours, at, steps - 1, word);
  for (const Node u : neighbours[index_of(at)]) walk(neighbours, u, steps - 1, word);
}

void expect_all_ways(const std::vector<Word>& words, const Neighbours& neighbours, Step rounds,
                     const WordArithmetic& arithmetic) {
  const auto nodes = static_cast<Node>(neighbours.size());
  ASSERT_EQ(words.size(), neighbours.size());
  for (Node v = 0; v < nodes; ++v) {
    Word expected{due_word({kAllOperands, 0}, nodes, arithmetic).value, 0, 0};
    walk(neighbours, v, rounds, expected);
    EXPECT_EQ(words[index_of(v)], expected) << v;
  }
}

TEST(FloodWords, OfTreesHaveEachOperandAsOftenAsThereAreWays) {
  for (Node nodes = 2; nodes <= 6; ++nodes)
    for (const Tree& tree : test::all_trees(nodes)) {
      Neighbours neighbours(index_of(nodes));
      for (Node v = 1; v < nodes; ++v) {
        neighbours[index_of(v)].push_back(tree.parent(v));
        neighbours[index_of(tree.parent(v))].push_back(v);
      }
      for (const WordOp op : {WordOp::kMin, WordOp::kAnd})
        expect_all_ways(tree_flood_words({tree, true}, {op, 9}), neighbours,
                        middle_of(tree).diameter, {op, 9});
    }
}

TEST(FloodWords, OfStarGraphsHaveEachOperandAsOftenAsThereAreWays) {
  for (const int n : {3, 4}) {
    const StarGraph graph(n);
    Neighbours neighbours(index_of(graph.size()));
    for (Node v = 0; v < graph.size(); ++v)
      for (int d = 2; d <= n; ++d) neighbours[index_of(v)].push_back(graph.neighbour(v, d));
    for (const WordOp op : {WordOp::kMax, WordOp::kOr})
      expect_all_ways(star_flood_words(graph, {op, 21}), neighbours, n == 3 ? 3 : 4, {op, 21});
  }
}

TEST(FloodWords, CountNoFurtherThanWordsDo) {
  std::vector<Node> path{kNoNode};
  for (Node v = 1; v < 60; ++v) path.push_back(v - 1);
  for (const Word& word : tree_flood_words({Tree(path), true}, {WordOp::kAnd, 31}))
    EXPECT_EQ(word.operands, kMostOperands);
}

TEST(FloodWords, AreNoSums) {
  for (const WordOp op : {WordOp::kSum, WordOp::kXor})
    EXPECT_THROW(star_flood_words(StarGraph(3), {op, 31}), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::theory::flood_words_test
