// Figures of any sort: their text, their comparison.
#include "sim/run/figures/figure.h"

#include <gtest/gtest.h>

#include "sim/run/figures/figure_check.h"

namespace flitwise {
namespace {

using Values = std::vector<std::optional<std::int64_t>>;
using Lists = std::vector<std::vector<std::int64_t>>;

Figure level(const Figure& up, const Figure& down) {
  return Figure::Members{{"up", up}, {"down", down}};
}

// An object per tree, each with a list.
Figure trees(const std::vector<std::int64_t>& lags) {
  Figure::Items items;
  for (const std::int64_t lag : lags)
    items.push_back(Figure::Members{{"lag", std::vector<std::int64_t>{lag, 0}}});
  return items;
}

struct Case {
  std::string name;
  Figure measured;
  Figure predicted;
  std::string measured_text;
  std::string predicted_text;
  bool ok;
};

void PrintTo(const Case& c, std::ostream* stream) { *stream << c.name; }

class FigureComparison : public testing::TestWithParam<Case> {};

TEST_P(FigureComparison, NamesWhatAgreesOrTheFirstThatDoesNot) {
  const Case& c = GetParam();
  const check::Check check = compare_figures("peak", c.measured, c.predicted, "a theorem");

  EXPECT_EQ(check.name, "peak");
  EXPECT_EQ(check.measured, c.measured_text);
  EXPECT_EQ(check.predicted, c.predicted_text);
  EXPECT_EQ(check.ok, c.ok);
  EXPECT_EQ(check.source, "a theorem");
}

INSTANTIATE_TEST_SUITE_P(
    All, FigureComparison,
    testing::Values(Case{"EqualNumbers", 7, 7, "7", "7", true},
                    Case{"Numbers", 7, 8, "7", "8", false},
                    Case{"NothingMeasured", Figure(), 8, "none", "8", false},
                    Case{"EqualLists", Values{1, {}, 3}, Values{1, {}, 3}, "3 of 3 PEs",
                         "3 of 3 PEs", true},
                    Case{"ListsThatDifferTwice", Values{1, {}, 14, 2}, Values{1, {}, 13, 3},
                         "PE 2: 14 (2 of 4 PEs agree)", "PE 2: 13", false},
                    Case{"AGapThatIsNotPredicted", Values{1, {}}, Values{1, 2},
                         "PE 1: none (1 of 2 PEs agree)", "PE 1: 2", false},
                    Case{"AListThatIsTooShort", Values{1}, Values{1, 2},
                         "PE 1: none (1 of 2 PEs agree)", "PE 1: 2", false},
                    Case{"AListThatIsTooLong", Values{1, 2}, Values{1},
                         "PE 1: 2 (1 of 2 PEs agree)", "PE 1: none", false},
                    Case{"EqualListsOfLists", Lists{{1, 2}, {}}, Lists{{1, 2}, {}}, "2 of 2 PEs",
                         "2 of 2 PEs", true},
                    Case{"ListsOfLists", Lists{{1, 2}, {3}}, Lists{{1, 2}, {3, 4}},
                         "PE 1: [3] (1 of 2 PEs agree)", "PE 1: [3, 4]", false},
                    Case{"EqualLevels", Figure::Members{{"1", level(1, 2)}, {"2", level(3, 4)}},
                         Figure::Members{{"1", level(1, 2)}, {"2", level(3, 4)}}, "4 of 4 values",
                         "4 of 4 values", true},
                    Case{"Levels", Figure::Members{{"1", level(1, 2)}, {"2", level(3, 4)}},
                         Figure::Members{{"1", level(1, 2)}, {"2", level(3, 5)}},
                         "2.down: 4 (3 of 4 values agree)", "2.down: 5", false},
                    Case{"ALevelThatIsNotMeasured", Figure::Members{{"1", level(1, 2)}},
                         Figure::Members{{"1", level(1, 2)}, {"2", level(3, 4)}},
                         "2.up: none (2 of 4 values agree)", "2.up: 3", false},
                    Case{"ADirectionThatIsNotPredicted", Figure::Members{{"1", level(1, 2)}},
                         Figure::Members{{"1", Figure::Members{{"up", 1}}}}, "1 of 1 values",
                         "1 of 1 values", true},
                    Case{"NothingUnderNames", Figure(Figure::Members{}), Figure(Figure::Members{}),
                         "{}", "{}", true},
                    Case{"NamesWhereNoneIsPredicted", Figure::Members{{"1", 1}},
                         Figure(Figure::Members{}), "{1: 1}", "{}", false},
                    Case{"ListsOfObjects", trees({1, 2}), trees({1, 3}),
                         "peak[1].lag[0]: 2 (3 of 4 values agree)", "peak[1].lag[0]: 3", false},
                    Case{"AnObjectThatIsNotMeasured", trees({1}), trees({1, 2}),
                         "peak[1].lag: none (2 of 3 values agree)", "peak[1].lag: [2, 0]", false},
                    Case{"SortsThatDiffer", Values{1}, 1, "[1]", "1", false}),
    [](const auto& c) { return c.param.name; });

TEST(FigureComparison, NamesOfListsThatNobodyWouldReadTheEntryThatDiffers) {
  std::vector<Step> measured(65, 7);
  std::vector<Step> predicted(65, 7);
  predicted[40] = 8;
  const auto compare = [&] {
    const check::Check check =
        compare_figures("arrivals", Figure(std::vector<Figure>{Figure(measured)}),
                        Figure(std::vector<Figure>{Figure(predicted)}), "a theorem");
    EXPECT_FALSE(check.ok);
    return check.measured + " | " + check.predicted;
  };
  EXPECT_EQ(compare(), "PE 0[40]: 7 (0 of 1 PEs agree) | PE 0[40]: 8");
  predicted = measured;
  predicted.pop_back();
  EXPECT_EQ(compare(), "PE 0[64]: 7 (0 of 1 PEs agree) | PE 0[64]: none");
}

TEST(Figure, ReadsAsText) {
  EXPECT_EQ(Figure(Figure::Members{{"1", level(Values{2, {}}, Figure())}}).text(),
            "{1: {up: [2, none], down: none}}");
}

TEST(Figures, AreFoundByName) {
  const Figures measured{3, 4, {{"lag", Values{1}}}};
  EXPECT_EQ(measured.find("finish"), Figure(3));
  EXPECT_EQ(measured.find("quiesce"), Figure(4));
  EXPECT_EQ(measured.find("lag"), Figure(Values{1}));
  EXPECT_EQ(measured.find("stream"), std::nullopt);
  EXPECT_EQ(PredictedFigures{}.find("finish"), std::nullopt);
  EXPECT_EQ(PredictedFigures{}.find("quiesce"), std::nullopt);
}

TEST(Figure, OfARealNumberHasSixDigits) {
  const Figure half = 0.5;
  EXPECT_EQ(half.text(), "0.5");
  EXPECT_EQ(Figure(1.0 / 3).text(), "0.333333");
  EXPECT_EQ(half.real(), 0.5);
  EXPECT_EQ(half.number(), std::nullopt);
  EXPECT_EQ(Figure(7).real(), 7.0);
  EXPECT_EQ(Figure(7).number(), 7);
  EXPECT_EQ(Figure().real(), std::nullopt);
}

TEST(Figures, AreFoundWithinOthersByNamesWithDots) {
  Figures figures;
  figures.others = {{"latency", Figure::Members{{"mean", 2.5}, {"max", 9}}}, {"stalls", 3}};
  EXPECT_EQ(figures.find("latency.mean")->real(), 2.5);
  EXPECT_EQ(figures.find("latency.max")->number(), 9);
  EXPECT_FALSE(figures.find("latency.least").has_value());
  EXPECT_FALSE(figures.find("stalls.mean").has_value());
}

}  // namespace
}  // namespace flitwise
