// Cases of claims, spread out into single runs.
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

}  // namespace
}  // namespace flitwise::claim_points_test
