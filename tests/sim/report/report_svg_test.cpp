#include "sim/report/diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing::Not;

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
  const Grid grid = make_grid({{2, 1, 0, FlitKind::kCertificate, 1, 1, 3, 1}}, 2);

  EXPECT_EQ(test::xml_mistake(grid_to_svg(grid, "c", "")), "");
}

TEST(Svg, DrawsOneCellPerFlitAndRegister) {
  const Grid grid = make_grid(test::scatter_of_one_flit(), 3);

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
  const Grid grid = make_grid({{5000, 998, 999, FlitKind::kData, 999, 1, 0, 0}}, 1000);
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
