// Cases of claims, spread out into single runs, the ranges that they fill in, and what a verdict
// rests on.
#include "sim/studies/claims/claim_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/studies/claims/claim.h"
#include "tests/sim/claims/claim_files.h"

namespace flitwise::claim_points_test {
namespace {

using test::claim_file;
using test::lone_flit;
using testing::ElementsAre;
using testing::HasSubstr;

struct Spread {
  std::vector<std::string> values;
  std::vector<std::string> networks;
  std::string mistakes;
};

Spread spread(const std::string& cases) {
  ErrorList errors;
  const std::optional<Paper> paper =
      read_paper_text(claim_file("holds", cases), "claims.yaml", errors);
  Spread result;
  if (paper) {
    for (const ClaimPoint& point : points_of(paper->claims.at(0), errors)) {
      result.values.push_back(text_of(point.values));
      result.networks.push_back(point.scenario ? point.scenario->shape : "");
    }
  }
  for (const ConfigError& error : errors.sorted()) result.mistakes += error.what();
  return result;
}

std::vector<std::string> values(const std::string& over) {
  const Spread result = spread("  - {check: torus steps, paper: 1, over: " + over + "}\n");
  EXPECT_EQ(result.mistakes, "");
  return result.values;
}

TEST(ClaimPoints, AxesMakeAProductAndTheLastChangesFastest) {
  EXPECT_THAT(values("{n: 1..2, w: [x, y]}"),
              ElementsAre("n = 1, w = x", "n = 1, w = y", "n = 2, w = x", "n = 2, w = y"));
}

TEST(ClaimPoints, RangesMayDependOnNamesBefore) {
  EXPECT_THAT(values("{n: 1..2, i: n..n + 1}"),
              ElementsAre("n = 1, i = 1", "n = 1, i = 2", "n = 2, i = 2", "n = 2, i = 3"));
}

TEST(ClaimPoints, ValuesMayBeMadeOfNamesBefore) {
  EXPECT_THAT(values("{n: [2], s: [['(n)', '(n + 1)']]}"), ElementsAre("n = 2, s = [2, 3]"));
}

TEST(ClaimPoints, RowsBindAllTheirNames) {
  EXPECT_THAT(values("[{n: 1, s: 2}, {n: 4, s: 8}]"), ElementsAre("n = 1, s = 2", "n = 4, s = 8"));
  EXPECT_THAT(values("[{n: 1}, {n: 4}]"), ElementsAre("n = 1", "n = 4"));
}

TEST(ClaimPoints, GeneratorsGiveLists) {
  EXPECT_THAT(values("{o: {permutations: [1, 2, 3]}}").size(), 6U);
  EXPECT_THAT(values("{v: {vectors: [0, 1], size: 2}}"),
              ElementsAre("v = [0, 0]", "v = [0, 1]", "v = [1, 0]", "v = [1, 1]"));
}

TEST(ClaimPoints, TheOnlyWordOfAnAxisIsNotWorthTelling) {
  EXPECT_THAT(values("{n: [3], w: [plain]}"), ElementsAre("n = 3"));
}

TEST(ClaimPoints, ConditionsAndLetsAreOverWhatIsBound) {
  const Spread result = spread(
      "  - {check: torus steps, paper: 1, over: {n: 1..6}, let: {half: floor(n / 2)}, "
      "where: half == 2}\n");

  EXPECT_THAT(result.values, ElementsAre("n = 4", "n = 5"));
}

TEST(ClaimPoints, ScenariosAreFilledIn) {
  const Spread result = spread(lone_flit("    over: {n: 2..3}\n    paper: n\n"));

  EXPECT_EQ(result.mistakes, "");
  EXPECT_THAT(result.networks, ElementsAre("path of 3", "path of 4"));
}

struct Bad {
  std::string cases;
  const char* message;
};

std::string check_over(const std::string& rest) {
  return "  - {check: torus steps, paper: 1, " + rest + "}\n";
}

TEST(ClaimPoints, RefusesWhatCannotBeSpread) {
  for (const Bad& bad : std::vector<Bad>{
           {check_over("over: {n: 1..20000}"), "is a range of more than 10,000 values"},
           {check_over("over: {n: 1..200, m: 1..200}"), "of more than 10,000 combinations"},
           {check_over("over: {n: 2..1}"), "has a case without any combination"},
           {check_over("over: {n: 1..m}"), "nothing here is called 'm'"},
           {check_over("over: {n: [1]}, let: {h: n / 2}"), "gives 0.5, no whole number"},
           {check_over("over: {n: [4]}, let: {n: 40}"), "let: 'n' has a value already"},
           {check_over("over: {o: {permutations: 3}}"), "must be a list like [1, 2, 3]"},
           {check_over("over: {o: {permutations: [1,2,3,4,5,6,7,8]}}"), "more than 7 items"},
           {check_over("over: {o: {vectors: [0, 1]}}"), "size: missing key"},
           {check_over("over: {o: {vectors: [0, 1], size: 20}}"), "gives more than 10,000 lists"},
           {check_over("over: {o: {vector: [0, 1]}}"), "(did you mean 'vectors'?)"},
           {lone_flit("    over: {n: [0]}\n    paper: n\n"), "cannot be run with n = 0"},
           {lone_flit("    over: {m: [1]}\n    paper: 1\n"), "nothing here is called 'n'"},
           {"  - {scenario: nowhere.yaml, paper: 1}\n", "cannot be read"},
       })
    EXPECT_THAT(spread(bad.cases).mistakes, HasSubstr(bad.message)) << bad.cases;
}

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

std::string checks_for(const std::string& over) { return check_over("over: {" + over + "}"); }

TEST(ClaimRange, NamesBecomeTheirValues) {
  EXPECT_EQ(filled("n is {n}.", checks_for("n: 2..5")), "n is 2 to 5.");
  EXPECT_EQ(filled("{n}", checks_for("n: [2, 4, 8, 9, 10, 32, 33]")), "2, 4, 8 to 10, 32, 33");
  EXPECT_EQ(filled("{n}", checks_for("n: [7, 3, -1, 5]")), "-1, 3, 5, 7");
  EXPECT_EQ(filled("{w}", checks_for("w: [seq, slot]")), "seq, slot");
  EXPECT_EQ(filled("{s}", checks_for("s: [[3, 3], [4, 3]]")), "[3, 3], [4, 3]");
}

TEST(ClaimRange, ValuesAreThoseOfAllCases) {
  const std::string cases = checks_for("n: [1, 2]") + checks_for("n: [2, 3], m: [7]");

  EXPECT_EQ(filled("{n}; {m}", cases), "1 to 3; 7");
}

TEST(ClaimRange, ValuesThatAreLeftOutAreNotSaid) {
  EXPECT_EQ(filled("{n}, {half}",
                   "  - {check: torus steps, paper: 1, over: {n: 1..9}, "
                   "let: {half: floor(n / 2)}, where: half == 2}\n"),
            "4, 5, 2");
}

TEST(ClaimRange, CountsValuesAndCases) {
  const std::string cases = lone_flit("    over: {n: 2..5}\n    paper: n\n") + checks_for("k: [9]");

  EXPECT_EQ(filled("{#n} sizes, {runs} runs, {checks} check", cases), "4 sizes, 4 runs, 1 check");
}

TEST(ClaimRange, RefusesPlaceholdersOfNothing) {
  const std::string cases = checks_for("n: 2..5");

  EXPECT_THAT(filled("{m}", cases), HasSubstr("range: '{m}' names nothing that the cases have"));
  EXPECT_THAT(filled("{#m}", cases), HasSubstr("range: '{#m}' names nothing that the cases have"));
  EXPECT_THAT(filled("{}", cases), HasSubstr("range: '{}' names nothing"));
  EXPECT_THAT(filled("{n", cases), HasSubstr("range: '{n' has a brace without the other one"));
  EXPECT_THAT(filled("n}", cases), HasSubstr("has a brace without the other one"));
  EXPECT_THAT(filled("{n{n}}", cases), HasSubstr("has a brace without the other one"));
}

ClaimBasis basis(const std::string& cases) { return basis_of(paper_of(cases).claims.at(0)); }

TEST(ClaimBasis, IsWhatTheFormulasName) {
  const std::string check = checks_for("n: 2..5");
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
}  // namespace flitwise::claim_points_test
