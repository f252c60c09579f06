// late_merging_test.cpp: a late leaf whose switches add what meets: when it is all over, and that
// nothing is lost.
#include "tb/theory/combining/late_merging.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/merging_events.h"
#include "tb/theory/combining/network_combining.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory::late_merging_test {
namespace {

using test::reduce_scatter;

std::vector<FatTree> trees() {
  std::vector<FatTree> all;
  for (const auto& [leaves, arity] :
       {std::pair<Node, int>{2, 2}, {4, 2}, {8, 2}, {16, 2}, {3, 3}, {9, 3}, {4, 4}, {16, 4}}) {
    const int levels = fat_tree_levels(leaves, arity);
    all.emplace_back(leaves, arity, constant_capacities(levels));
    all.emplace_back(leaves, arity, exponential_capacities(levels, arity));
  }
  return all;
}

std::vector<LinkEvent> late(const FatTree& tree, Node leaf, Step by) {
  return late_merging_events(reduce_scatter(tree.leaves()), tree, {}, leaf, by);
}

Step done(const FatTree& tree, Node leaf, Step by) { return late(tree, leaf, by).back().step; }

Step in_time(const FatTree& tree) {
  return *fat_tree_in_switch_reversed(reduce_scatter(tree.leaves()), tree).done;
}

TEST(LateMerging, OfALeafInTimeIsTheTimetable) {
  for (const FatTree& tree : trees())
    EXPECT_EQ(late(tree, 0, 0), merging_events(reduce_scatter(tree.leaves()), tree, {}));
}

TEST(LateMerging, LosesNoOperandAndCountsNoneTwice) {
  for (const FatTree& tree : trees())
    for (const Step by : {1, 2, 5}) {
      std::map<Node, std::uint32_t> results;
      for (Node leaf = 0; leaf < tree.leaves(); ++leaf)
        results[leaf] = test_operand({leaf, leaf}, WordArithmetic().width);
      for (const LinkEvent& event : late(tree, tree.leaves() - 1, by))
        if (tree.is_leaf(event.to)) {
          EXPECT_EQ(event.to, event.message);
          results[event.to] =
              combined_words({}, results[event.to], static_cast<std::uint32_t>(event.value));
        }
      for (const auto& [leaf, result] : results)
        EXPECT_EQ(result, due_word({kAllOperands, leaf}, tree.leaves(), {}).value);
    }
}

TEST(LateMerging, TakesItsStepsMoreAtLeastAndNoneBeyondThemOnceAllOthersHaveArrived) {
  for (const FatTree& tree : trees()) {
    const Step steps = in_time(tree);
    for (Node leaf = 0; leaf < tree.leaves(); ++leaf) {
      for (Step by = 1; by < steps; ++by) EXPECT_GE(done(tree, leaf, by), steps + by);
      for (Step by = steps - 1; by < steps + 3; ++by)
        EXPECT_EQ(done(tree, leaf, by), steps + by) << tree.leaves() << ' ' << leaf << ' ' << by;
    }
  }
}

std::vector<int> sums_by_leaf(const FatTree& tree, Node leaf, Step by) {
  std::vector<int> sums(index_of(tree.leaves()));
  for (const LinkEvent& event : late(tree, leaf, by))
    if (tree.is_leaf(event.to)) ++sums[index_of(event.to)];
  return sums;
}

TEST(LateMerging, BringsNoLeafFewerSumsWithTwoChildrenAndSomeLeafFewerWithMore) {
  for (const FatTree& tree : trees()) {
    const std::vector<int> in_time = sums_by_leaf(tree, 0, 0);
    bool has_fewer = false;
    for (Node leaf = 0; leaf < tree.leaves(); ++leaf)
      for (Step by = 1; by <= tree.leaves() + 2; ++by) {
        const std::vector<int> come = sums_by_leaf(tree, leaf, by);
        for (std::size_t at = 0; at < come.size(); ++at)
          has_fewer = has_fewer || come[at] < in_time[at];
      }
    EXPECT_EQ(has_fewer, tree.arity() > 2) << tree.leaves() << " leaves, arity " << tree.arity();
  }
}

// A formula in the steps of the timetable and of the leaf would rise, or at least not fall.
TEST(LateMerging, HasNoFormulaInTheStepsOfTheLeaf) {
  const FatTree narrow(16, 2, constant_capacities(4)), full(16, 2, exponential_capacities(4, 2));
  ASSERT_EQ(in_time(narrow), 17);
  for (Step by = 1; by <= 7; ++by) {
    EXPECT_EQ(done(narrow, 0, by), 41 - by);
    EXPECT_EQ(done(narrow, 1, by), 40 - by);
    EXPECT_EQ(done(full, 0, by), by <= 4 ? 21 : 17 + by);
  }
}

}  // namespace
}  // namespace flitwise::theory::late_merging_test
