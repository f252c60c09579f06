#include "systemc/topology/tree/tree_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "systemc/topology/tree/tree.h"
#include "tests/support/refusal.h"

namespace flitwise::tree_shapes_test {
namespace {

using test::refusal_of;

double mean_height(RandomShape shape) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    sum += Tree(random_parents(256, shape, 256, seed)).height();
  return sum / 50;
}

TEST(PathShape, IsAChainFromTheRoot) {
  EXPECT_EQ(path_parents(4), (std::vector<Node>{-1, 0, 1, 2}));
  EXPECT_EQ(path_parents(1), (std::vector<Node>{-1}));
}

TEST(PathShape, RefusesLessThanOnePe) {
  EXPECT_EQ(refusal_of<TopologyError>([] { path_parents(0); }),
            "a path needs at least 1 PE, got 0");
  EXPECT_EQ(refusal_of<TopologyError>([] { path_parents(-3); }),
            "a path needs at least 1 PE, got -3");
}

TEST(CompleteShape, IsNumberedByLevels) {
  EXPECT_EQ(complete_parents(2, 2), (std::vector<Node>{-1, 0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(complete_parents(3, 1), (std::vector<Node>{-1, 0, 0, 0}));
  EXPECT_EQ(complete_parents(5, 0), (std::vector<Node>{-1}));
}

TEST(CompleteShape, OfArityOneIsAPath) { EXPECT_EQ(complete_parents(1, 3), path_parents(4)); }

TEST(CompleteShape, HasFullLevels) {
  const Tree tree(complete_parents(4, 5));

  EXPECT_EQ(tree.size(), 1 + 4 + 16 + 64 + 256 + 1024);
  EXPECT_EQ(tree.height(), 5);
  for (Node v = 0; v < tree.size(); ++v)
    ASSERT_EQ(tree.child_count(v), tree.depth(v) < 5 ? 4 : 0) << v;
}

TEST(CompleteShape, RefusesArityZeroAndNegativeHeights) {
  EXPECT_EQ(refusal_of<TopologyError>([] { complete_parents(0, 2); }),
            "arity must be at least 1, got 0");
  EXPECT_EQ(refusal_of<TopologyError>([] { complete_parents(2, -1); }),
            "height must be at least 0, got -1");
}

TEST(CompleteShape, RefusesMoreThanAMillionPes) {
  EXPECT_EQ(refusal_of<TopologyError>([] { complete_parents(2, 20); }),
            "a complete tree must have at most 2^20 PEs: height, got 20");
  EXPECT_EQ(
      refusal_of<TopologyError>([] { complete_parents(std::numeric_limits<Node>::max(), 3); }),
      "a complete tree must have at most 2^20 PEs: height, got 3");
  EXPECT_EQ(
      refusal_of<TopologyError>([] { complete_parents(1, std::numeric_limits<Node>::max()); }),
      "a complete tree must have at most 2^20 PEs: height, got 2147483647");
}

TEST(CompleteShape, AcceptsAMillionPesAndNoneMore) {
  EXPECT_EQ(complete_parents(1, (1 << 20) - 1).size(), std::size_t{1} << 20);
  EXPECT_EQ(refusal_of<TopologyError>([] { complete_parents(1, 1 << 20); }),
            "a complete tree must have at most 2^20 PEs: height, got 1048576");
}

TEST(StarShape, IsARootAndItsLeaves) {
  EXPECT_EQ(star_parents(3), (std::vector<Node>{-1, 0, 0, 0}));
  EXPECT_EQ(star_parents(0), (std::vector<Node>{-1}));
}

TEST(StarShape, RefusesNegativeLeaves) {
  EXPECT_EQ(refusal_of<TopologyError>([] { star_parents(-1); }),
            "leaves must be at least 0, got -1");
}

TEST(CaterpillarShape, NumbersTheSpineFirstAndThenTheLegsInItsOrder) {
  EXPECT_EQ(caterpillar_parents(3, 2), (std::vector<Node>{-1, 0, 1, 0, 0, 1, 1, 2, 2}));
}

TEST(CaterpillarShape, WithoutLegsIsAPath) {
  EXPECT_EQ(caterpillar_parents(4, 0), path_parents(4));
}

TEST(CaterpillarShape, RefusesNoSpineNegativeLegsAndTooManyPes) {
  EXPECT_EQ(refusal_of<TopologyError>([] { caterpillar_parents(0, 1); }),
            "spine must be at least 1, got 0");
  EXPECT_EQ(refusal_of<TopologyError>([] { caterpillar_parents(1, -1); }),
            "legs must be at least 0, got -1");
  EXPECT_EQ(refusal_of<TopologyError>([] { caterpillar_parents(1 << 11, 1 << 10); }),
            "a caterpillar must have at most 2^20 PEs: legs, got 1024");
}

TEST(RandomShapes, RefuseNoPesAndNoChildren) {
  EXPECT_EQ(refusal_of<TopologyError>([] { random_parents(0, RandomShape::kUniform, 2, 1); }),
            "a random tree needs at least 1 PE, got 0");
  EXPECT_EQ(refusal_of<TopologyError>([] { random_parents(4, RandomShape::kDeep, 0, 1); }),
            "max_children must be at least 1, got 0");
}

class EveryRandomShape : public testing::TestWithParam<RandomShape> {};

TEST_P(EveryRandomShape, IsATreeWithParentsBeforeChildren) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::vector<Node> parents =
        random_parents(static_cast<Node>(1 + seed % 64), GetParam(), 64, seed);

    ASSERT_NO_THROW(Tree{parents}) << "seed " << seed;
    for (std::size_t v = 1; v < parents.size(); ++v)
      ASSERT_LT(parents[v], static_cast<Node>(v)) << "seed " << seed;
  }
}

TEST_P(EveryRandomShape, GivesNoPeMoreChildrenThanAllowed) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto most = static_cast<Node>(1 + seed % 4);

    const Tree tree(random_parents(60, GetParam(), most, seed));

    ASSERT_LE(tree.max_child_count(), most) << "seed " << seed;
  }
}

TEST_P(EveryRandomShape, WithOneChildEachIsAPath) {
  EXPECT_EQ(random_parents(30, GetParam(), 1, 5), path_parents(30));
}

TEST_P(EveryRandomShape, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const std::vector<Node> parents = random_parents(100, GetParam(), 8, 11);

  EXPECT_EQ(random_parents(100, GetParam(), 8, 11), parents);
  EXPECT_NE(random_parents(100, GetParam(), 8, 12), parents);
}

std::string word_of(const testing::TestParamInfo<RandomShape>& shape) {
  static const char* const kWords[] = {"Uniform", "Deep", "Wide"};
  return kWords[static_cast<int>(shape.param)];
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryRandomShape,
                         testing::Values(RandomShape::kUniform, RandomShape::kDeep,
                                         RandomShape::kWide),
                         word_of);

// The parent of PE v is computed from the next number of std::mt19937_64, whose numbers the C++
// standard fixes: so the trees are the same on every machine.
TEST(RandomShapes, UniformParentsAreDrawnFromAllPesBefore) {
  std::mt19937_64 random(42);
  std::vector<Node> expected{-1};
  for (std::uint64_t v = 1; v < 200; ++v) expected.push_back(static_cast<Node>(random() % v));

  EXPECT_EQ(random_parents(200, RandomShape::kUniform, 200, 42), expected);
}

TEST(RandomShapes, DeepParentsAreDrawnFromTheThreePesBefore) {
  std::mt19937_64 random(42);
  std::vector<Node> expected{-1};
  for (std::uint64_t v = 1; v < 200; ++v)
    expected.push_back(static_cast<Node>(v - 1 - random() % std::min<std::uint64_t>(v, 3)));

  EXPECT_EQ(random_parents(200, RandomShape::kDeep, 200, 42), expected);
}

TEST(RandomShapes, WideParentsAreDrawnFromTheFirstEighth) {
  std::mt19937_64 random(42);
  std::vector<Node> expected{-1};
  for (std::uint64_t v = 1; v < 200; ++v)
    expected.push_back(static_cast<Node>(random() % ((v + 7) / 8)));

  EXPECT_EQ(random_parents(200, RandomShape::kWide, 200, 42), expected);
}

TEST(RandomShapes, HaveTheDepthThatTheirNamesPromise) {
  EXPECT_NEAR(mean_height(RandomShape::kUniform), 12, 4);  // e ln(256) = 15 is the limit from above
  EXPECT_NEAR(mean_height(RandomShape::kDeep), 128, 20);
  EXPECT_LT(mean_height(RandomShape::kWide), mean_height(RandomShape::kUniform));
}

}  // namespace
}  // namespace flitwise::tree_shapes_test
