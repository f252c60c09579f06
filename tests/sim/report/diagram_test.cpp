#include "sim/report/diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing::Not;

LinkEvent event(Step step, Node from, Node to, FlitKind kind, Node message, std::int64_t value = 0,
                Flits index = 1) {
  return {step, from, to, kind, message, index, value, 0};
}

TEST(Grid, ShowsAFlitWhereItIsAtTheEndOfTheStep) {
  const Grid grid = make_grid(test::scatter_of_one_flit(), 3);

  EXPECT_EQ(grid.text(1, 1), "m2,1");
  EXPECT_EQ(grid.text(2, 2), "m2,1");
  EXPECT_EQ(grid.text(2, 1), "");
}

TEST(Grid, ShowsAScattersFlitAtTheRootOneRowBeforeItLeaves) {
  const Grid grid = make_grid(test::scatter_of_one_flit(), 3);

  EXPECT_EQ(grid.text(0, 0), "m2,1");
  EXPECT_EQ(grid.text(1, 0), "");
}

TEST(Grid, ShowsAScattersFlitAtAnyRootThatSendsIt) {
  const Grid grid =
      make_grid({event(1, 2, 1, FlitKind::kData, 0), event(2, 1, 0, FlitKind::kData, 0)}, 3);

  EXPECT_EQ(grid.text(0, 2), "m0,1");
  EXPECT_EQ(grid.text(1, 1), "m0,1");
  EXPECT_EQ(grid.text(2, 0), "m0,1");
  EXPECT_EQ(grid.cells.size(), 3U);
}

TEST(Grid, ShowsAGathersFlitAtItsOriginatorOnly) {
  const Grid grid =
      make_grid({event(5, 2, 1, FlitKind::kData, 2), event(6, 1, 0, FlitKind::kData, 2)}, 3);

  EXPECT_EQ(grid.text(4, 2), "m2,1");
  EXPECT_EQ(grid.text(5, 1), "m2,1");
  EXPECT_EQ(grid.text(6, 0), "m2,1");
  EXPECT_EQ(grid.cells.size(), 3U);
}

TEST(Grid, ShowsControlFlitsOnlyWhereTheyArrive) {
  const Grid grid = make_grid({event(1, 0, 1, FlitKind::kTap, 1, 9)}, 2);

  EXPECT_EQ(grid.text(1, 1), "(9)");
  EXPECT_EQ(grid.cells.size(), 1U);
}

TEST(Grid, NamesEveryKindOfFlit) {
  const Grid grid =
      make_grid({event(1, 0, 1, FlitKind::kToken, 1), event(2, 1, 0, FlitKind::kCertificate, 1, 3),
                 event(3, 0, 1, FlitKind::kOrder, 1, 4), event(4, 1, 0, FlitKind::kData, 1, 0, 12),
                 event(5, 1, 0, FlitKind::kEnd, 1, 0, 13)},
                2);

  EXPECT_EQ(grid.text(1, 1), "[*]");
  EXPECT_EQ(grid.text(2, 0), "<3>");
  EXPECT_EQ(grid.text(4, 0), "m1,12");
  EXPECT_EQ(grid.text(5, 0), "end");
  EXPECT_EQ(grid.text(4, 1), "end");
}

TEST(Grid, JoinsFlitsThatShareACell) {
  const Grid grid =
      make_grid({event(1, 0, 1, FlitKind::kTap, 1, 1), event(2, 1, 0, FlitKind::kData, 1)}, 2);

  EXPECT_EQ(grid.text(1, 1), "(1)+m1,1");
}

TEST(Grid, HasARowZeroOnlyForAFlitThatLeavesInStepOne) {
  EXPECT_EQ(make_grid(test::scatter_of_one_flit(), 3).first_row(), 0);
  EXPECT_EQ(make_grid({event(1, 0, 1, FlitKind::kTap, 1, 1)}, 2).first_row(), 1);
}

TEST(GridTable, ShowsRowsAndColumns) {
  EXPECT_EQ(render_grid(make_grid(test::scatter_of_one_flit(), 3), {}),
            "  step  P0    P1    P2\n"
            "     0  m2,1\n"
            "     1        m2,1\n"
            "     2              m2,1\n");
}

TEST(GridTable, ShowsIdleSteps) {
  EXPECT_EQ(render_grid(make_grid({event(3, 0, 1, FlitKind::kTap, 1, 1)}, 2), {}),
            "  step  P0  P1\n     1\n     2\n     3      (1)\n");
}

TEST(GridTable, SaysWhenNothingWasSent) {
  EXPECT_EQ(render_grid(make_grid({}, 3), {}), "nothing was sent\n");
}

TEST(GridTable, LeavesOutColumnsThatDoNotFitTheTerminal) {
  GridWindow window;
  window.width = 20;
  const std::string table = render_grid(make_grid(test::scatter_of_one_flit(), 3), window);

  EXPECT_THAT(table, HasSubstr("  step  P0    P1\n"));
  EXPECT_THAT(table, HasSubstr("left out: the columns of PEs 2 to 2\n"));
  EXPECT_THAT(table, HasSubstr("-o DIR"));
}

TEST(GridTable, LeavesOutWhatIsBeyondItsLimits) {
  const Grid grid = make_grid(
      {event(3000, 40, 41, FlitKind::kTap, 41, 1), event(1, 0, 1, FlitKind::kTap, 1, 1)}, 50);
  const std::string table = render_grid(grid, {});

  EXPECT_THAT(table, HasSubstr("left out: the columns of PEs 40 to 49\n"));
  EXPECT_THAT(table, HasSubstr("left out: steps 2001 to 3000\n"));
  EXPECT_THAT(table, Not(HasSubstr("P40")));
}

TEST(GridTable, SaysNothingIsLeftOutWhenAllIsShown) {
  EXPECT_THAT(render_grid(make_grid(test::scatter_of_one_flit(), 3), {}),
              Not(HasSubstr("left out")));
}

}  // namespace
}  // namespace flitwise
