#include "systemc/protocols/tree/stream_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/protocols/tree/certification_variant.h"

namespace flitwise::protocols {
namespace {

using ::testing::ElementsAre;

std::vector<Step> steps_for(SortCost cost, const std::vector<std::size_t>& degrees) {
  std::vector<Step> steps;
  for (const std::size_t d : degrees) steps.push_back(sort_steps(cost, d));
  return steps;
}

TEST(MergeOrder, GoesByLagAndThenByPosition) {
  EXPECT_THAT(merge_order({{3, 1}, {1, 9}, {3, 0}, {1, 1}}), ElementsAre(1, 3, 0, 2));
}

TEST(StreamLength, IsTheWholeSubtree) { EXPECT_EQ(stream_length(2, {{1, 3}, {5, 0}, {2, 4}}), 9); }

TEST(StreamOffsets, CountTheFlitsInFrontOfEachChildsStream) {
  EXPECT_THAT(stream_offsets(2, {{3, 1}, {1, 9}, {3, 5}}, {1, 0, 2}), ElementsAre(11, 2, 12));
}

TEST(StreamOffsets, LeaveOutChildrenThatAreNotNamed) {
  EXPECT_THAT(stream_offsets(2, {{3, 1}, {1, 0}, {3, 5}}, {2, 0}), ElementsAre(7, 0, 2));
}

TEST(SortSteps, AreFreeForALeafWhateverTheCost) {
  for (const SortCost cost :
       {SortCost::kZero, SortCost::kOne, SortCost::kDegree, SortCost::kDegreeLog})
    EXPECT_EQ(sort_steps(cost, 0), 0);
}

TEST(SortSteps, FollowTheNumberOfChildren) {
  const std::vector<std::size_t> degrees{1, 2, 3, 4, 5, 8, 9};
  EXPECT_THAT(steps_for(SortCost::kZero, degrees), ElementsAre(0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(steps_for(SortCost::kOne, degrees), ElementsAre(1, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(steps_for(SortCost::kDegree, degrees), ElementsAre(1, 2, 3, 4, 5, 8, 9));
  EXPECT_THAT(steps_for(SortCost::kDegreeLog, degrees), ElementsAre(0, 2, 6, 8, 15, 24, 36));
}

}  // namespace
}  // namespace flitwise::protocols
