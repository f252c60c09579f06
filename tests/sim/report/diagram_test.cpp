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
  const SpaceTimeGrid grid = make_grid(test::scatter_of_one_flit(), 3);

  EXPECT_EQ(grid.text(1, 1), "m2,1");
  EXPECT_EQ(grid.text(2, 2), "m2,1");
  EXPECT_EQ(grid.text(2, 1), "");
}

TEST(Grid, ShowsAFlitOfASlowLinkWhereItIsReceived) {
  const SpaceTimeGrid grid = make_grid(test::scatter_of_one_flit(), 3,
                                       [](Node from, Node) { return from == 0 ? Step{1} : 4; });

  EXPECT_EQ(grid.text(0, 0), "m2,1");
  EXPECT_EQ(grid.text(1, 1), "m2,1");
  EXPECT_EQ(grid.text(2, 2), "");
  EXPECT_EQ(grid.text(5, 2), "m2,1");
  EXPECT_EQ(grid.last_row(), 5);
}

TEST(Grid, ShowsAScattersFlitAtTheRootOneRowBeforeItLeaves) {
  const SpaceTimeGrid grid = make_grid(test::scatter_of_one_flit(), 3);

  EXPECT_EQ(grid.text(0, 0), "m2,1");
  EXPECT_EQ(grid.text(1, 0), "");
}

TEST(Grid, ShowsAScattersFlitAtAnyRootThatSendsIt) {
  const SpaceTimeGrid grid =
      make_grid({event(1, 2, 1, FlitKind::kData, 0), event(2, 1, 0, FlitKind::kData, 0)}, 3);

  EXPECT_EQ(grid.text(0, 2), "m0,1");
  EXPECT_EQ(grid.text(1, 1), "m0,1");
  EXPECT_EQ(grid.text(2, 0), "m0,1");
  EXPECT_EQ(grid.cells.size(), 3U);
}

TEST(Grid, ShowsAGathersFlitAtItsOriginatorOnly) {
  const SpaceTimeGrid grid =
      make_grid({event(5, 2, 1, FlitKind::kData, 2), event(6, 1, 0, FlitKind::kData, 2)}, 3);

  EXPECT_EQ(grid.text(4, 2), "m2,1");
  EXPECT_EQ(grid.text(5, 1), "m2,1");
  EXPECT_EQ(grid.text(6, 0), "m2,1");
  EXPECT_EQ(grid.cells.size(), 3U);
}

TEST(Grid, ShowsControlFlitsOnlyWhereTheyArrive) {
  const SpaceTimeGrid grid = make_grid({event(1, 0, 1, FlitKind::kTap, 1, 9)}, 2);

  EXPECT_EQ(grid.text(1, 1), "(9)");
  EXPECT_EQ(grid.cells.size(), 1U);
}

TEST(Grid, NamesEveryKindOfFlit) {
  const SpaceTimeGrid grid =
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
  const SpaceTimeGrid grid =
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
  EXPECT_THAT(table, HasSubstr("left out: the column of PE 2\n"));
  EXPECT_THAT(table, HasSubstr("-o DIR"));
}

TEST(GridTable, LeavesOutWhatIsBeyondItsLimits) {
  const SpaceTimeGrid grid = make_grid(
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

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(Svg, IsWellFormed) {
  const std::string svg =
      grid_to_svg(make_grid(test::scatter_of_one_flit(), 3), "a & b <c> \"d\"", "sub & title");

  EXPECT_EQ(test::xml_mistake(svg), "");
  EXPECT_THAT(svg, HasSubstr("a &amp; b &lt;c&gt; &quot;d&quot;"));
}

TEST(Svg, IsWellFormedWithoutAnyFlit) {
  EXPECT_EQ(test::xml_mistake(grid_to_svg(make_grid({}, 2), "empty", "")), "");
}

TEST(Svg, IsWellFormedForCertificatesWhoseTextHoldsBrackets) {
  const SpaceTimeGrid grid = make_grid({{2, 1, 0, FlitKind::kCertificate, 1, 1, 3, 1}}, 2);

  EXPECT_EQ(test::xml_mistake(grid_to_svg(grid, "c", "")), "");
}

TEST(Svg, DrawsOneCellPerFlitAndRegister) {
  const SpaceTimeGrid grid = make_grid(test::scatter_of_one_flit(), 3);

  EXPECT_EQ(count(grid_to_svg(grid, "t", ""), "<g>"), grid.cells.size());
}

TEST(Svg, DrawsMessagesInTheirColourAndControlFlitsInGrey) {
  const std::string svg = grid_to_svg(
      make_grid({{1, 0, 1, FlitKind::kTap, 1, 1, 1, 0}, {3, 1, 0, FlitKind::kData, 1, 1, 0, 0}}, 3),
      "t", "");

  EXPECT_EQ(count(svg, "fill=\"#e69f00\""), 2U);
  EXPECT_EQ(count(svg, "fill=\"#d0d0d0\""), 1U);
}

TEST(Svg, DrawsTwoMessagesInOneRegisterInBlack) {
  const std::string svg = grid_to_svg(
      make_grid({{1, 2, 0, FlitKind::kData, 2, 1, 0, 0}, {1, 1, 0, FlitKind::kData, 1, 1, 0, 0}},
                3),
      "t", "");

  EXPECT_EQ(count(svg, "fill=\"#000000\""), 1U);
}

TEST(Svg, DrawsAllOfALargeGridWithNamesOnlyUnderThePointer) {
  const SpaceTimeGrid grid = make_grid({{5000, 998, 999, FlitKind::kData, 999, 1, 0, 0}}, 1000);
  const std::string svg = grid_to_svg(grid, "large", "");

  EXPECT_THAT(svg, HasSubstr("step 5000, P999: m999,1"));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"cell\"")));
  EXPECT_EQ(test::xml_mistake(svg), "");
}

TEST(Svg, NeedsNothingFromOutside) {
  const std::string svg = grid_to_svg(make_grid(test::scatter_of_one_flit(), 3), "t", "");

  EXPECT_EQ(count(svg, "href"), 0U);
  EXPECT_EQ(count(svg, "http"), 1U);  // the name space
}

TEST(XmlMistake, IsFoundByTheTestsOwnReader) {
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  EXPECT_NE(test::xml_mistake(head + "<a><b></a></b>"), "");
  EXPECT_NE(test::xml_mistake(head + "<a>&</a>"), "");
  EXPECT_NE(test::xml_mistake(head + "<a b=c/>"), "");
  EXPECT_NE(test::xml_mistake(head + "<a>"), "");
  EXPECT_EQ(test::xml_mistake(head + "<a b=\"c\">&lt;</a>"), "");
}

}  // namespace
}  // namespace flitwise
