// Ranges of claims, filled in from their cases, and what a verdict rests on.
#include "sim/studies/claims/claim_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/studies/claims/claim.h"
#include "tests/sim/claims/claim_files.h"

namespace flitwise::claim_range_test {
namespace {

using test::claim_file;
using test::lone_flit;
using testing::HasSubstr;

// The claim outlives what the test does with it.
Paper paper_of(const std::string& cases) {
  ErrorList errors;
  std::optional<Paper> paper = read_paper_text(claim_file("holds", cases), "claims.yaml", errors);
  for (const ConfigError& error : errors.sorted()) ADD_FAILURE() << error.what();
  return paper.value_or(Paper{});
}

std::string filled(const std::string& range, const std::string& cases) {
  const Paper paper = paper_of(cases);
  ErrorList errors;
  const std::vector<ClaimPoint> points = points_of(paper.claims.at(0), errors);
  Formula formula = paper.claims.at(0).range;
  formula.text = range;
  std::string text;
  errors.attempt([&] { text = fill_range(formula, points); });
  for (const ConfigError& error : errors.sorted()) text += error.what();
  return text;
}

std::string check_over(const std::string& over) {
  return "  - {check: torus steps, paper: 1, over: {" + over + "}}\n";
}

TEST(ClaimRange, NamesBecomeTheirValues) {
  EXPECT_EQ(filled("n is {n}.", check_over("n: 2..5")), "n is 2 to 5.");
  EXPECT_EQ(filled("{n}", check_over("n: [2, 4, 8, 9, 10, 32, 33]")), "2, 4, 8 to 10, 32, 33");
  EXPECT_EQ(filled("{n}", check_over("n: [7, 3, -1, 5]")), "-1, 3, 5, 7");
  EXPECT_EQ(filled("{w}", check_over("w: [seq, slot]")), "seq, slot");
  EXPECT_EQ(filled("{s}", check_over("s: [[3, 3], [4, 3]]")), "[3, 3], [4, 3]");
}

TEST(ClaimRange, ValuesAreThoseOfAllCases) {
  const std::string cases = check_over("n: [1, 2]") + check_over("n: [2, 3], m: [7]");

  EXPECT_EQ(filled("{n}; {m}", cases), "1 to 3; 7");
}

TEST(ClaimRange, ValuesThatAreLeftOutAreNotSaid) {
  EXPECT_EQ(filled("{n}, {half}",
                   "  - {check: torus steps, paper: 1, over: {n: 1..9}, "
                   "let: {half: floor(n / 2)}, where: half == 2}\n"),
            "4, 5, 2");
}

TEST(ClaimRange, CountsValuesAndCases) {
  const std::string cases = lone_flit("    over: {n: 2..5}\n    paper: n\n") + check_over("k: [9]");

  EXPECT_EQ(filled("{#n} sizes, {runs} runs, {checks} check", cases), "4 sizes, 4 runs, 1 check");
}

TEST(ClaimRange, RefusesPlaceholdersOfNothing) {
  const std::string cases = check_over("n: 2..5");

  EXPECT_THAT(filled("{m}", cases), HasSubstr("range: '{m}' names nothing that the cases have"));
  EXPECT_THAT(filled("{#m}", cases), HasSubstr("range: '{#m}' names nothing that the cases have"));
  EXPECT_THAT(filled("{}", cases), HasSubstr("range: '{}' names nothing"));
  EXPECT_THAT(filled("{n", cases), HasSubstr("range: '{n' has a brace without the other one"));
  EXPECT_THAT(filled("n}", cases), HasSubstr("has a brace without the other one"));
  EXPECT_THAT(filled("{n{n}}", cases), HasSubstr("has a brace without the other one"));
}

ClaimBasis basis(const std::string& cases) { return basis_of(paper_of(cases).claims.at(0)); }

TEST(ClaimBasis, IsWhatTheFormulasName) {
  const std::string check = check_over("n: 2..5");
  const std::string run = lone_flit("    over: {n: 2..5}\n    paper: n\n");

  EXPECT_EQ(basis(run), ClaimBasis::kRuns);
  EXPECT_EQ(basis(check), ClaimBasis::kComputation);
  EXPECT_EQ(basis(run + check), ClaimBasis::kBoth);
  EXPECT_EQ(basis(lone_flit("    check: torus steps\n    over: {n: [2]}\n    paper: n\n")),
            ClaimBasis::kBoth);
}

TEST(ClaimBasis, TheoryOfARunIsAComputation) {
  EXPECT_EQ(basis(lone_flit("    over: {n: [2]}\n    let: {m: n}\n    measure: lower_bound\n"
                            "    paper: m + n + flits\n")),
            ClaimBasis::kComputation);
}

}  // namespace
}  // namespace flitwise::claim_range_test
