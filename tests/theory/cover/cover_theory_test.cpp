// Predictions over covers against a table of independent numbers, and their parts against each
// other.
#include "tb/theory/cover/cover_theory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/cover/cover_shapes.h"
#include "tb/theory/lengths.h"
#include "tests/theory/cover/cover_rows.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory {
namespace {

using test::cover_of;
using test::CoverRow;
using test::lengths_of;
using test::multiport;
using test::read_cover_rows;
using testing::HasSubstr;

CoverPrediction gathered(const Cover& cover, const std::vector<Flits>& lengths, Rule rule) {
  return predict_cover_certification(cover, lengths, allocate(cover, lengths), multiport(rule));
}

TEST(CoverTable, HasItsRows) {
  const std::vector<CoverRow> rows = read_cover_rows();

  EXPECT_EQ(rows.size(), 63U);
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [](const auto& r) { return r.sim == "yes"; }),
            7);
  for (const CoverRow& row : rows) EXPECT_EQ(total_flits(lengths_of(row)), row.flits) << row;
}

TEST(CoverTable, HasTheFinishOfEveryScatter) {
  for (const CoverRow& row : read_cover_rows()) {
    const Cover cover = cover_of(row);
    const std::vector<Flits> lengths = lengths_of(row);
    const Prediction p = predict_cover_scatter(cover, lengths, allocate(cover, lengths)).whole;
    EXPECT_EQ(p.finish, row.scatter) << row;
    EXPECT_EQ(p.quiesce, row.scatter) << row;
    EXPECT_EQ(p.lower_bound, row.scatter_at_least) << row;
    EXPECT_LE(p.finish, p.bound.value()) << row;
  }
}

TEST(CoverTable, HasTheFinishOfEveryGather) {
  for (const CoverRow& row : read_cover_rows()) {
    const Prediction tight = gathered(cover_of(row), lengths_of(row), Rule::kTight).whole;
    const Prediction pos = gathered(cover_of(row), lengths_of(row), Rule::kPos).whole;
    EXPECT_EQ(tight.finish, row.gather_tight) << row;
    EXPECT_EQ(pos.finish, row.gather_pos) << row;
    for (const Prediction& p : {tight, pos}) {
      EXPECT_EQ(p.t_sync, row.t_sync) << row;
      EXPECT_EQ(p.lower_bound, row.gather_at_least) << row;
      EXPECT_LE(p.finish, p.bound.value()) << row;
    }
  }
}

// Root 0 of a 2 x 2 mesh: tree 0 is 0-1-3, tree 1 is 0-2-3.
Cover square() { return mesh_cover(2, 2); }
const std::vector<Flits> kLengths{0, 2, 1, 4};
const Allocation kAllocation{kNoTree, 0, 1, 1};

TEST(CoverTheory, GivesEachNodeTheDispatchOfItsTree) {
  const CoverPrediction p = predict_cover_scatter(square(), kLengths, kAllocation);

  EXPECT_EQ(p.whole.dispatch, (std::vector<std::optional<Step>>{{}, 1, 5, 1}));
  EXPECT_EQ(p.trees[0].finish, 2);
  EXPECT_EQ(p.trees[1].finish, 5);
  EXPECT_EQ(p.whole.finish, 5);
  EXPECT_EQ(p.whole.bound, 6);  // node 2 first, then 4 flits two hops
}

TEST(CoverTheory, CallsOnTreesWithoutMessagesToo) {
  const CoverPrediction p =
      predict_cover_certification(square(), {0, 1, 0, 0}, kAllocation, multiport(Rule::kPos));

  EXPECT_EQ(p.trees[1].finish, 0);
  EXPECT_EQ(p.trees[1].quiesce, 4);
  EXPECT_EQ(p.trees[1].t_sync, 4);
  EXPECT_EQ(p.whole.quiesce, std::max(p.trees[0].quiesce, p.trees[1].quiesce));
}

TEST(CoverTheory, SynchronisesWithTheSlowestTree) {
  const Cover cover = mesh_cover(1, 5);  // tree 1 is the root alone
  const CoverPrediction p = gathered(cover, {0, 1, 0, 0, 0}, Rule::kPos);

  EXPECT_EQ(p.trees[0].t_sync, 8);
  EXPECT_EQ(p.trees[1].t_sync, 0);
  EXPECT_EQ(p.whole.t_sync, 8);
  EXPECT_FALSE(predict_cover_scatter(cover, {0, 1, 0, 0, 0}, {-1, 0, 0, 0, 0}).whole.t_sync);
}

TEST(CoverTheory, AddsSortingToTheWayUp) {
  const Cover cover = mesh_cover(3, 3);
  const std::vector<Flits> lengths{0, 1, 1, 1, 1, 1, 1, 1, 1};
  const auto t_sync = [&](SortCost cost) {
    return predict_cover_certification(cover, lengths, allocate(cover, lengths),
                                       multiport(Rule::kPos, cost))
        .whole.t_sync;
  };

  EXPECT_EQ(t_sync(SortCost::kZero), 8);
  EXPECT_EQ(t_sync(SortCost::kOne), 11);  // three PEs between the farthest leaf and the root
}

TEST(CoverTheory, NamesASourceForEveryFigureOfTheWhole) {
  const Prediction scatter = predict_cover_scatter(square(), kLengths, kAllocation).whole;
  const Prediction gather = gathered(square(), kLengths, Rule::kPos).whole;

  for (const char* quantity : {"finish", "quiesce", "dispatch", "lower_bound", "bound"}) {
    EXPECT_NO_THROW(scatter.source_of(quantity)) << quantity;
    EXPECT_NO_THROW(gather.source_of(quantity)) << quantity;
  }
  EXPECT_NO_THROW(gather.source_of("t_sync"));
  EXPECT_THAT(scatter.source_of("finish"), HasSubstr("Theorem 1"));
  EXPECT_THAT(gather.source_of("finish"), HasSubstr("edge-disjoint trees"));
  EXPECT_THROW(gather.source_of("lag"), std::out_of_range);
}

}  // namespace
}  // namespace flitwise::theory
