// Trees of stages that combine: contents and times of reductions, aligned and at own pace.
#include <algorithm>
#include <random>
#include <string>
#include <tuple>

#include "tests/rtl/collective/stage_tree.h"

namespace flitwise::rtl_test {
namespace {

constexpr std::size_t kMostLinks = 4;  // of the models

// All trees of up to five nodes, a node's parent being any before it, and some larger ones.
std::vector<std::vector<std::size_t>> small_trees() {
  std::vector<std::vector<std::size_t>> trees{{}};
  for (std::size_t first = 0; first < trees.size(); ++first) {
    if (trees[first].size() == 4) continue;
    for (std::size_t parent = 0; parent <= trees[first].size(); ++parent) {
      trees.push_back(trees[first]);
      trees.back().push_back(parent);
    }
  }
  return trees;
}

std::vector<std::size_t> random_parents(std::size_t nodes, std::mt19937& random) {
  std::vector<std::size_t> parents;
  std::vector<std::size_t> links(nodes);
  while (parents.size() + 1 < nodes) {
    const std::size_t parent = random() % (parents.size() + 1);
    if (links[parent] == kMostLinks) continue;
    parents.push_back(parent);
    ++links[parent];
    ++links[parents.size()];
  }
  return parents;
}

std::string name_of(const std::vector<std::size_t>& parents) {
  std::string name = "parents";
  for (const std::size_t parent : parents) name += ' ' + std::to_string(parent);
  return name;
}

std::uint32_t expected_word(std::size_t nodes, std::size_t word, int width, CombineOp op) {
  std::uint32_t result = test_operand(0, word, width);
  for (std::size_t v = 1; v < nodes; ++v)
    result = combined(op, width, result, test_operand(v, word, width));
  return result;
}

// H (1 + a) from a node that keeps the results; 2 H + H a from one that sends them down, and D + h
// a from the middle, h its farthest node's distance.
std::size_t steps_of(const RootedTree& tree, WantedBy wanted, std::size_t words,
                     std::size_t adder) {
  const std::size_t height = places_in(tree).height;
  if (tree.size() == 1) return words - 1;
  if (wanted == WantedBy::kRoot) return words - 1 + height * (1 + adder);
  const std::size_t rounds = height + (tree.other ? 1 : 0);
  return words - 1 + 2 * height + (tree.other ? 1 : 0) + rounds * adder;
}

template <class Model>
void expect_run(const std::vector<std::size_t>& parents, RootKind kind, WantedBy wanted,
                std::size_t words, CombineOp op) {
  constexpr CombineShape kShape = kCombineShape<Model>;
  const RootedTree tree = rooted_tree(parents, kind);
  const TreeRun run = StageTree<Model>(tree, wanted).run(words, op);

  // A PE has its credit back in time: only links halve the pace.
  const std::size_t charged = kShape.depth == 1 && tree.size() > 1 ? 2 * words - 1 : words;
  EXPECT_EQ(run.done, steps_of(tree, wanted, charged, kShape.adder)) << name_of(parents);
  EXPECT_EQ(run.violations, 0U) << name_of(parents);
  EXPECT_EQ(run.assertion_failures, 0) << name_of(parents);
  std::vector<std::uint32_t> expected;
  for (std::size_t q = 0; q < words; ++q)
    expected.push_back(expected_word(tree.size(), q, kShape.width, op));
  for (std::size_t v = 0; v < tree.size(); ++v) {
    const bool wants = wanted == WantedBy::kAll || v == tree.root;
    EXPECT_EQ(run.results[v], wants ? expected : std::vector<std::uint32_t>{})
        << name_of(parents) << ", node " << v;
  }
}

template <class Model>
class StageTrees : public ::testing::Test {};
using TreeModels =
    ::testing::Types<Vcombine_stage_4_1_0_0, Vcombine_stage_4_1_0_1, Vcombine_stage_4_1_0_2,
                     Vcombine_stage_4_1_0_3, Vcombine_stage_4_1_1_0, Vcombine_stage_4_1_1_2,
                     Vcombine_stage_4_1_2_0, Vcombine_stage_4_1_2_1, Vcombine_stage_4_1_2_2,
                     Vcombine_stage_4_1_2_3>;
TYPED_TEST_SUITE(StageTrees, TreeModels);

TYPED_TEST(StageTrees, ReduceToANodeInTheStepsOfTheFormula) {
  for (const auto& parents : small_trees())
    for (const std::size_t words : {1, 2, 5})
      expect_run<TypeParam>(parents, RootKind::kFirstNode, WantedBy::kRoot, words, CombineOp::kSum);
}

TYPED_TEST(StageTrees, AllReduceFromANodeInTheStepsOfTheFormula) {
  for (const auto& parents : small_trees())
    for (const std::size_t words : {1, 3, 4})
      expect_run<TypeParam>(parents, RootKind::kFirstNode, WantedBy::kAll, words, CombineOp::kXor);
}

TYPED_TEST(StageTrees, AllReduceFromTheCentreInTheStepsOfTheFormula) {
  for (const auto& parents : small_trees())
    for (const std::size_t words : {1, 2, 5})
      expect_run<TypeParam>(parents, RootKind::kCentre, WantedBy::kAll, words, CombineOp::kSum);
}

TYPED_TEST(StageTrees, LargerTreesKeepToTheFormulasByEveryOperation) {
  constexpr unsigned kTreeSeed = 7;
  std::mt19937 random(kTreeSeed);
  for (int k = 0; k < 18; ++k) {
    const auto parents = random_parents(6 + random() % 19, random);
    const auto op = static_cast<CombineOp>(k % kCombineOps);
    SCOPED_TRACE("seed " + std::to_string(kTreeSeed));
    expect_run<TypeParam>(parents, RootKind::kCentre, WantedBy::kAll, 1 + random() % 12, op);
    expect_run<TypeParam>(parents, RootKind::kFirstNode, WantedBy::kRoot, 1 + random() % 12, op);
  }
}

TYPED_TEST(StageTrees, ALatePeIsNamedByItsParentOrWaitedFor) {
  constexpr CombineShape kShape = kCombineShape<TypeParam>;
  const std::vector<std::size_t> parents{0, 0, 1, 1};
  for (std::size_t late = 1; late < 5; ++late) {
    StageTree<TypeParam> tree(rooted_tree(parents, RootKind::kFirstNode), WantedBy::kAll);
    std::vector<std::size_t> delays(5);
    delays[late] = 1;
    Quiet quiet;
    const TreeRun run = tree.run(3, CombineOp::kSum, delays);
    quiet.text();
    const std::size_t done = steps_of(rooted_tree(parents, RootKind::kFirstNode), WantedBy::kAll,
                                      kShape.depth == 1 ? 5 : 3, kShape.adder);
    if (kShape.depth == 0) {
      EXPECT_EQ(run.violations, kMismatchBit);
      // An inner node misses its own PE's operand itself.
      const std::size_t meets = late == 1 ? 1 : parents[late - 1];
      EXPECT_EQ(run.mismatch_at.count(meets), 1U) << "PE " << late;
      const auto first =
          std::min_element(run.mismatch_at.begin(), run.mismatch_at.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      EXPECT_EQ(first->first, meets) << "PE " << late;
    } else {
      EXPECT_EQ(run.violations, 0U);
      EXPECT_GE(run.done, done);
      EXPECT_LE(run.done, done + 1);
      for (const auto& results : run.results) {
        ASSERT_EQ(results.size(), 3U);
        for (std::size_t q = 0; q < 3; ++q)
          EXPECT_EQ(results[q], expected_word(5, q, kShape.width, CombineOp::kSum));
      }
    }
  }
}

}  // namespace
}  // namespace flitwise::rtl_test
