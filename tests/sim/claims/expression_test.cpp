// Arithmetic over named figures.
#include "sim/studies/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise {
namespace {

using testing::HasSubstr;

const Figure::Members kFigures{
    {"n", Figure(8)},
    {"lag", Figure(std::vector<std::int64_t>{5, 3, 1})},
    {"max_wait", Figure(Figure::Members{{"3", Figure(Figure::Members{{"up", Figure(4)}})}})},
    {"arrivals", Figure(Figure::Items{Figure(std::vector<std::int64_t>{7, 9})})},
    {"nothing", Figure()},
};

std::optional<Figure> find(const std::string& name) {
  for (const auto& [key, value] : kFigures)
    if (key == name) return value;
  return std::nullopt;
}

double value(const std::string& expression) { return evaluate(expression, find); }

std::string mistake(const std::string& expression) {
  try {
    value(expression);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return "none";
}

TEST(Expression, KnowsArithmetic) {
  EXPECT_EQ(value("2 + 3 * 4^2"), 50);
  EXPECT_EQ(value("n >= 8 && n != 9 ? max(1, 2, 3) : 0"), 3);
  EXPECT_EQ(value("log2(n)"), 3);
  EXPECT_EQ(value("1.5 * 2"), 3);
}

TEST(Expression, KnowsRoundingAndWholeLogarithms) {
  EXPECT_EQ(value("floor(7 / 2) + ceil(7 / 2)"), 7);
  EXPECT_EQ(value("mod(0 - 1, 8)"), 7);
  EXPECT_EQ(value("ceil_log(5, 125)"), 3);
  EXPECT_EQ(value("ceil_log(5, 126)"), 4);
  EXPECT_EQ(value("ceil_log(3, 1)"), 0);
}

TEST(Expression, SelectsPartsByNumberAndName) {
  EXPECT_EQ(value("lag[0] - lag.2"), 4);
  EXPECT_EQ(value("max_wait.3.up"), 4);
  EXPECT_EQ(value("max_wait[n - 5].up"), 4);
  EXPECT_EQ(value("arrivals[0][1]"), 9);
  EXPECT_EQ(value("lag[lag[2]]"), 3);
}

TEST(Expression, NegativeFiguresStayOneNumber) {
  EXPECT_EQ(evaluate("3 - x^2", [](const std::string&) { return Figure(-2); }), -1);
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_EQ(mistake("m + 1"),
            "nothing here is called 'm': no value of `over` or `let`, and no figure");
  EXPECT_EQ(mistake("lag + 1"), "lag is [5, 3, 1], not a number");
  EXPECT_EQ(mistake("nothing"), "nothing is none, not a number");
  EXPECT_EQ(mistake("lag[3]"), "lag has no part '3'");
  EXPECT_EQ(mistake("max_wait.3.down"), "max_wait.3 has no part 'down'");
  EXPECT_EQ(mistake("lag[0"), "a [ has no ]");
  EXPECT_EQ(mistake("1 / 0"), "the value is not finite");
  EXPECT_EQ(mistake("1, 2"), "a comma outside of brackets makes several values of it");
  EXPECT_EQ(mistake("ceil_log(1, 5)"), "the value is not finite");
  EXPECT_THAT(mistake("n +"), HasSubstr("expression"));
  EXPECT_THAT(mistake("f(n)"), HasSubstr("f"));
}

TEST(Expression, SyntaxIsCheckedWithoutKnowingNames) {
  EXPECT_NO_THROW(check_syntax("a.b[c + 1].d / (e - 2)"));
  EXPECT_THROW(check_syntax("a +"), ExpressionError);
  EXPECT_THROW(check_syntax("a[1"), ExpressionError);
  EXPECT_THROW(check_syntax(""), ExpressionError);
}

TEST(Expression, WritesWholeNumbersAsSuch) {
  EXPECT_EQ(number_text(14), "14");
  EXPECT_EQ(number_text(-2), "-2");
  EXPECT_EQ(number_text(7.25), "7.25");
}

TEST(Expression, NamesItsFigures) {
  EXPECT_EQ(names_in("lag[n - 1] + max(finish, lag[2]) + max_wait[i].up * 2"),
            (std::vector<std::string>{"n", "lag", "finish", "i", "max_wait"}));
  EXPECT_TRUE(names_in("1 + 2").empty());
}

TEST(Expression, PathsStandForAnyNumber) {
  const Paths lengths = [](const std::string& path) {
    return static_cast<std::int64_t>(path.size());
  };

  EXPECT_EQ(evaluate_paths("finish + lag[1 + 1].up", lengths), 6 + 8);  // lag.2.up
}

}  // namespace
}  // namespace flitwise
