// Gathers by timetable: the scatter over the same trees run backwards, flit for flit.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

#include "systemc/topology/cover/cover_shapes.h"
#include "tb/theory/cover/cover_theory.h"
#include "tb/theory/lengths.h"
#include "tests/theory/cover/cover_cases.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory::timetable_test {
namespace {

using Lengths = std::vector<Flits>;

// Events of a scatter as a film shows them that is run from its end.
std::vector<LinkEvent> backwards(std::vector<LinkEvent> events, Step last, const Lengths& lengths) {
  for (LinkEvent& e : events) {
    e.step = last + 1 - e.step;
    std::swap(e.from, e.to);
    e.index = lengths[index_of(e.message)] + 1 - e.index;
  }
  std::sort(events.begin(), events.end());
  return events;
}

void expect_the_scatter_backwards(const Cover& cover, const Lengths& lengths) {
  SCOPED_TRACE(testing::Message() << cover.name() << ", root " << cover.root() << ' '
                                  << testing::PrintToString(lengths));
  const Allocation allocation = allocate(cover, lengths);
  const CoverPrediction out = predict_cover_scatter(cover, lengths, allocation);
  const CoverPrediction in = predict_cover_timetable(cover, lengths, allocation);
  const std::vector<LinkEvent> events = cover_timetable_events(cover, lengths, allocation, in);

  ASSERT_EQ(in.whole.finish, out.whole.finish);
  ASSERT_EQ(in.whole.quiesce, in.whole.finish);
  ASSERT_EQ(events, backwards(cover_scatter_events(cover, lengths, allocation, out),
                              out.whole.finish, lengths));
  ASSERT_FALSE(test::use_a_link_twice(events));
  ASSERT_GE(in.whole.finish, in.whole.lower_bound);
  ASSERT_EQ(events.empty() ? 1 : events.front().step, 1);
}

TEST(Timetable, IsTheScatterBackwardsForAllShortMessages) {
  int seen = 0;
  for (const Cover& cover :
       {mesh_cover_shared(2, 2), mesh_cover_shared(2, 3), mesh_cover_shared(2, 3, 1, 1),
        mesh_cover_shared(1, 4, 0, 1), mesh_cover(2, 3), mesh_cover(2, 3, 1, 1)}) {
    for (const Lengths& all : test::all_lengths(cover.size() - 1, 0, 2)) {
      Lengths lengths(all.begin() + 1, all.end());
      lengths.insert(lengths.begin() + cover.root(), 0);
      expect_the_scatter_backwards(cover, lengths);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 27 + 243 + 243 + 27 + 243 + 243);
}

TEST(Timetable, IsTheScatterBackwardsFromEveryRootOverEveryCover) {
  for (Node rows = 1; rows <= 5; ++rows) {
    for (Node columns = 1; columns <= 5; ++columns) {
      for (Node root = 0; root < rows * columns && rows * columns > 1; ++root) {
        const Node r = root / columns;
        const Node c = root % columns;
        std::vector<Cover> covers{mesh_cover(rows, columns, r, c),
                                  mesh_cover_shared(rows, columns, r, c)};
        if (rows >= 3 && columns >= 3)
          covers.insert(covers.end(), {torus_cover_joint(rows, columns, r, c),
                                       torus_cover_spanning(rows, columns, r, c),
                                       torus_cover_spanning_short(rows, columns, r, c),
                                       torus_cover_shared(rows, columns, r, c)});
        for (const Cover& cover : covers)
          for (const Flits most : {1, 7})
            expect_the_scatter_backwards(
                cover,
                test::drawn_lengths(cover, most,
                                    static_cast<std::uint64_t>(100 * rows + 10 * columns + root)));
      }
    }
  }
}

TEST(Timetable, IsTheScatterBackwardsOnLargeRandomGrids) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cover cover = test::large_shared_cover(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_the_scatter_backwards(
        cover, test::drawn_lengths(cover, 1 + static_cast<Flits>(seed % 9), seed));
  }
}

// Root 0 of a 2 x 2 mesh: tree 0 is 0-1-3, tree 1 is 0-2-3. By hand: 1's two flits
// leave first, those of 3 come behind them in steps 3 to 6, and 2's alone in the last step.
TEST(Timetable, OfASquare) {
  const CoverPrediction p =
      predict_cover_timetable(mesh_cover(2, 2), {0, 2, 1, 4}, {kNoTree, 0, 1, 0});

  EXPECT_EQ(p.whole.finish, 6);
  EXPECT_EQ(p.whole.dispatch, (std::vector<std::optional<Step>>{std::nullopt, 1, 6, 2}));
  EXPECT_EQ(p.trees[0].finish, 6);
  EXPECT_EQ(p.trees[1].finish, 6);
  EXPECT_EQ(p.whole.lower_bound, 5);
  EXPECT_FALSE(p.whole.bound);
  EXPECT_FALSE(p.whole.t_sync);
}

TEST(Timetable, IsEmptyWithoutMessages) {
  const Lengths none{0, 0, 0, 0};
  const Cover cover = mesh_cover_shared(2, 2);
  const CoverPrediction p = predict_cover_timetable(cover, none, allocate(cover, none));

  EXPECT_EQ(p.whole.finish, 0);
  EXPECT_EQ(p.whole.lower_bound, 0);
  EXPECT_TRUE(cover_timetable_events(cover, none, allocate(cover, none), p).empty());
}

TEST(Timetable, RefusesLengthsAndPredictionsThatDoNotFit) {
  const Cover cover = mesh_cover_shared(2, 2);
  const Allocation allocation{kNoTree, 0, 1, 1};
  EXPECT_THROW(predict_cover_timetable(cover, {1, 1, 1, 1}, allocation), std::invalid_argument);
  EXPECT_THROW(predict_cover_timetable(cover, {0, 1, 1}, allocation), std::invalid_argument);
  EXPECT_THROW(cover_timetable_events(cover, {0, 1, 1, 1}, allocation, {}), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::theory::timetable_test
