// Lower bounds for grids, by hand and against all allocations of small ones.
#include "tb/theory/cover/cover_theory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/cover/cover_shapes.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory::cover_bounds_test {
namespace {

// Root 0 of a 2 x 2 mesh: tree 0 is 0-1-3, tree 1 is 0-2-3.
Cover square() { return mesh_cover(2, 2); }

// The longest way of a message and the links of the root, by hand.
TEST(CoverBounds, CountTheLinksOfTheRoot) {
  EXPECT_EQ(cover_scatter_lower_bound(square(), {0, 2, 1, 4}), 5);  // 2 + ceil(7/2) - 1, 4 + 1
  EXPECT_EQ(cover_scatter_lower_bound(square(), {0, 5, 5, 1}), 6);  // ceil(11 / 2)
  EXPECT_EQ(cover_gather_lower_bound(square(), {0, 5, 5, 1}), 7);   // from step 2 on
  EXPECT_EQ(cover_scatter_lower_bound(mesh_cover(3, 3, 1, 1), {2, 2, 2, 2, 0, 2, 2, 2, 2}), 4);
}

TEST(CoverBounds, CountTheHopsOfTheFarthestMessages) {
  EXPECT_EQ(cover_scatter_lower_bound(mesh_cover(1, 9), {0, 0, 0, 0, 0, 0, 0, 0, 1}), 8);
  EXPECT_EQ(cover_gather_lower_bound(mesh_cover(1, 9), {0, 0, 0, 0, 0, 0, 0, 0, 1}), 16);
  EXPECT_EQ(cover_scatter_lower_bound(mesh_cover(1, 5, 0, 2), {7, 0, 0, 0, 1}), 8);
  EXPECT_EQ(cover_gather_lower_bound(mesh_cover(1, 5, 0, 2), {7, 0, 0, 0, 1}), 10);
}

TEST(CoverBounds, AreZeroWithoutMessages) {
  EXPECT_EQ(cover_scatter_lower_bound(square(), {0, 0, 0, 0}), 0);
  EXPECT_EQ(cover_gather_lower_bound(square(), {0, 0, 0, 0}), 0);
  EXPECT_EQ(cover_gather_lower_bound(mesh_cover(1, 1), {0}), 0);
}

// Finishes of a scatter from the corner of a 3 x 3 mesh by all 16 allocations: nodes 4, 5, 7 and 8
// may choose.
std::vector<Step> finishes_of_all_allocations(const std::vector<Flits>& lengths) {
  std::vector<Step> finishes;
  for (TreeIndex choice = 0; choice < 16; ++choice) {
    const auto bit = [&](int i) { return choice >> i & 1; };
    const Allocation allocation{kNoTree, 0, 0, 1, bit(0), bit(1), 1, bit(2), bit(3)};
    finishes.push_back(predict_cover_scatter(mesh_cover(3, 3), lengths, allocation).whole.finish);
  }
  return finishes;
}

// The messages 2, 1 and 4 cost 5, 4 and 7 steps with beta 3 and tau 1, and 4, 2 and 8 with tau 2.
TEST(CoverBounds, CountSetupsAndTheTimeOfFlits) {
  EXPECT_EQ(cover_scatter_lower_bound(square(), {0, 2, 1, 4}, {3, 1}), 8);   // 2 + 7 - 1; 16 / 2
  EXPECT_EQ(cover_scatter_lower_bound(square(), {0, 5, 5, 5}, {3, 1}), 12);  // three of 8
  EXPECT_EQ(cover_gather_lower_bound(square(), {0, 2, 1, 4}, {3, 2}), 2 * 2 + 3 + 8 - 1);
  EXPECT_EQ(cover_gather_lower_bound(square(), {0, 5, 5, 1}, {3, 2}), 2 - 1 + 3 + 2 * 6);
  EXPECT_EQ(cover_gather_lower_bound(square(), {0, 0, 0, 0}, {3, 2}), 0);
}

TEST(CoverBounds, WithASetupCostHoldForEveryAllocation) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::vector<Flits> lengths = test::random_lengths(9, 5, seed);
    for (const Pace& pace : {Pace{1, 1}, Pace{0, 3}, Pace{7, 2}}) {
      CertificationVariant gather;
      gather.ports = Ports::kMulti;
      gather.pace = pace;
      for (TreeIndex choice = 0; choice < 16; ++choice) {
        const auto bit = [&](int i) { return choice >> i & 1; };
        const Allocation allocation{kNoTree, 0, 0, 1, bit(0), bit(1), 1, bit(2), bit(3)};
        const Cover cover = mesh_cover(3, 3);
        const Prediction out = predict_cover_scatter(cover, lengths, allocation, pace).whole;
        const Prediction in = predict_cover_certification(cover, lengths, allocation, gather).whole;
        ASSERT_LE(out.lower_bound, out.finish) << "seed " << seed;
        ASSERT_LE(in.lower_bound, in.finish) << "seed " << seed;
        ASSERT_LE(in.finish, in.bound.value()) << "seed " << seed;
      }
    }
  }
}

TEST(CoverBounds, HoldForEveryAllocationAndMeetTheBestOften) {
  int met = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const std::vector<Flits> lengths = test::random_lengths(9, 5, seed);
    const std::vector<Step> all = finishes_of_all_allocations(lengths);
    const Step best = *std::min_element(all.begin(), all.end());
    const Step bound = cover_scatter_lower_bound(mesh_cover(3, 3), lengths);
    ASSERT_LE(bound, best) << "seed " << seed;
    if (bound == best) ++met;
  }
  EXPECT_GT(met, 350);
}

TEST(CoverAllocation, IsNotAlwaysTheBest) {
  const std::vector<Flits> lengths{0, 1, 2, 3, 4, 0, 1, 2, 5};
  const Cover cover = mesh_cover(3, 3);
  const std::vector<Step> all = finishes_of_all_allocations(lengths);

  EXPECT_EQ(predict_cover_scatter(cover, lengths, allocate(cover, lengths)).whole.finish, 10);
  EXPECT_EQ(*std::min_element(all.begin(), all.end()), 9);
}

TEST(CoverAllocation, IsRarelyWorseThanTheBestOfAll) {
  int worse = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const std::vector<Flits> lengths = test::random_lengths(9, 5, seed);
    const std::vector<Step> all = finishes_of_all_allocations(lengths);
    const Step best = *std::min_element(all.begin(), all.end());
    const Cover cover = mesh_cover(3, 3);
    const Step finish =
        predict_cover_scatter(cover, lengths, allocate(cover, lengths)).whole.finish;
    ASSERT_LE(finish, best + 2) << "seed " << seed;
    if (finish > best) ++worse;
  }
  EXPECT_LT(worse, 60);
}

}  // namespace
}  // namespace flitwise::theory::cover_bounds_test
