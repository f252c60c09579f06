// What `flitwise claims --check` complains of, and what it leaves alone.
#include "sim/studies/claims/agreement/claim_agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/studies/claims/agreement/claim_words.h"
#include "sim/studies/claims/claim.h"
#include "tests/sim/claims/claim_files.h"

namespace flitwise {
namespace {

using test::claim_file;
using test::lone_flit;
using testing::ElementsAre;
using testing::HasSubstr;

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  return text.replace(text.find(old), old.size(), replacement);
}

// All complaints about a file, a line each.
std::string complaints_of(const std::string& text) {
  ErrorList errors;
  std::vector<Paper> papers;
  if (std::optional<Paper> paper = read_paper_text(text, "claims.yaml", errors))
    papers.push_back(std::move(*paper));
  for (const Paper& paper : papers)
    for (const Claim& claim : paper.claims)
      check_agreement(claim, points_of(claim, errors), errors);
  check_repetition(papers, errors);
  std::string all;
  for (const ConfigError& error : errors.sorted()) all += std::string(error.what()) + "\n";
  return all;
}

std::string complaints(const std::string& range, const std::string& cases) {
  return complaints_of(with(claim_file("holds", cases), "range: one case", "range: " + range));
}

std::string check_over(const std::string& over, const std::string& more = "") {
  return "  - {check: torus steps, measure: peel, paper: 3, over: {" + over + "}" + more + "}\n";
}

std::string run_over(const std::string& over, const std::string& more = "") {
  return lone_flit("    over: {" + over + "}\n    paper: n\n" + more);
}

TEST(ClaimAgreement, NumbersOfARangeAreThoseOfTheCases) {
  const std::string cases = check_over("n: [4, 9], s: [[3, 7]]", ", where: n != 50");

  EXPECT_EQ(complaints("n = 4 and 9, sides 3 and 7, not 50, 2 in all", cases), "");
  EXPECT_EQ(complaints("n = 4 and 9 in two checks, 2n and n + 5 steps, Figure 8, (n - 12)", cases),
            "");
  EXPECT_EQ(complaints("from 4 to 10", cases),
            "claims.yaml:9:10: error: small.one.range: '10' is no value, no literal and no count "
            "of the cases\n"
            "claims.yaml:9:10: error: small.one.range: 'n' runs through 2 values (4, 9), and the "
            "range says nothing of it; {n} would name them\n");
  EXPECT_THAT(complaints("n = {n}, twelve in all", cases),
              HasSubstr("small.one.range: 'twelve' is no"));
  EXPECT_THAT(complaints("n = {n}, 99999999999999999999999 in all", cases),
              HasSubstr("small.one.range: '99999999999999999999999' is no"));
}

TEST(ClaimAgreement, NumbersMayBeThoseOfAScenario) {
  EXPECT_EQ(complaints("paths of 3 to 6, n = 2 to 5", run_over("n: 2..5")), "");
  const std::string figure =
      "  - {scenario: " FLITWISE_SOURCE_DIR "/sim/scenarios/figure_4.yaml, paper: 21}\n";
  EXPECT_EQ(complaints("the 6 PEs and 8 flits of a file", figure), "");
  EXPECT_THAT(complaints("the 7 PEs of a file", figure), HasSubstr("'7' is no value"));
}

TEST(ClaimAgreement, NumbersOfClaimsAndCorrectionsAreThoseOfTheCases) {
  const std::string cases = lone_flit("    over: {n: 2..3}\n    paper: 2 * n + 8\n    truth: n\n");
  const auto of = [&](const std::string& claim, const std::string& instead) {
    return complaints_of(
        with(with(claim_file("corrected", cases), "it is so", claim), "one case", "2 and 3 links") +
        "  instead: " + instead + "\n");
  };

  EXPECT_EQ(of("it takes 12 to 14 steps", "two to three"), "");
  EXPECT_EQ(of("it takes 12 to 15 steps", "two to three"),
            "claims.yaml:4:3: error: small.one.claim: '15' is no value, no literal and no count of "
            "the cases\n");
  EXPECT_EQ(of("it takes 12 steps", "not 52 of 3"),
            "claims.yaml:4:3: error: small.one.instead: '52' is no value, no literal and no count "
            "of the cases\n");
}

TEST(ClaimAgreement, NumbersBeforeANameCountItsValues) {
  const std::string cases = check_over("n: [4], policy: [up, local, fair]");

  EXPECT_EQ(complaints("4 leaves, three policies", cases), "");
  EXPECT_EQ(complaints("4 leaves, all three fair policies", cases), "");
  EXPECT_THAT(complaints("4 leaves, all four policies", cases),
              HasSubstr("small.one.range: 'four policies' does not count the values of policy: "
                        "there are 3"));
  EXPECT_EQ(complaints("20 seeds, seeds to 20", check_over("seed: 1..20")), "");
}

TEST(ClaimAgreement, EveryAxisIsSaid) {
  const std::string missing = "and the range says nothing of it";

  EXPECT_THAT(complaints("many", check_over("n: 2..9")),
              HasSubstr("small.one.range: 'n' runs through 8 values (2 to 9), " + missing));
  EXPECT_EQ(complaints("'{n}'", check_over("n: 2..9")), "");
  EXPECT_EQ(complaints("'{#n} of them'", check_over("n: 2..9")), "");
  EXPECT_EQ(complaints("2 to 9", check_over("n: 2..9")), "");
  EXPECT_THAT(complaints("2 to 8", check_over("n: 2..9")), HasSubstr(missing));
  EXPECT_EQ(complaints("8 numbers", check_over("n: 2..9")), "");
  EXPECT_EQ(complaints("'{checks} checks'", check_over("n: 2..9")), "");
  EXPECT_EQ(complaints("all end marks", check_over("end_mark: [true, false]")), "");
  EXPECT_EQ(complaints("by seq and by slot", check_over("sync: [seq, slot]")), "");
  EXPECT_THAT(complaints("by seq", check_over("sync: [seq, slot]")), HasSubstr(missing));
  EXPECT_EQ(complaints("lengths 0 to 2", check_over("L: {vectors: [0, 1, 2], size: 2}")), "");
  EXPECT_EQ(complaints("sides {a}", check_over("a: [3, 5, 6], b: [3, 5, 6]")), "");
  EXPECT_EQ(complaints("60 trees", check_over("depth: [x, y, z], k: 1..20, r: [tight]")), "");
}

TEST(ClaimAgreement, CasesMayShareARange) {
  EXPECT_EQ(complaints("2 to 16", check_over("n: [2, 4]") + check_over("n: [8, 16]")), "");
  EXPECT_THAT(complaints("2 to 16", check_over("n: [2, 4, 8, 16]") + run_over("n: [2, 4]")),
              HasSubstr("'n' runs through 2 values (2, 4)"));
}

TEST(ClaimAgreement, AnAxisMayBeSaidByWhatItMakes) {
  EXPECT_EQ(complaints("paths of 3 to 9", run_over("n: 2..8")), "");
  EXPECT_EQ(complaints("n from 3 to 5", check_over("n: 3..5, s: [['(n)', '(n)']]")), "");
  EXPECT_EQ(complaints("4 to 8 PEs", check_over("k: 2..4", ", let: {pes: 2 * k}")), "");
  EXPECT_THAT(complaints("paths of 3 to 8", run_over("n: 2..8")), HasSubstr("'n' runs through"));
}

TEST(ClaimAgreement, WhatIsToComeOutIsNoAxis) {
  EXPECT_EQ(complaints("n = 2 and 3", lone_flit("    over: [{n: 2, steps: 2}, {n: 3, steps: 3}]\n"
                                                "    paper: steps\n")),
            "");
}

TEST(ClaimAgreement, ANumberBesideAValueIsSaid) {
  const auto scatter = [](const std::string& length, const std::string& over) {
    return "  - scenario: {network: {shape: path, pes: 3}, operation: scatter, algorithm: fdf, "
           "lengths: {one: 2, length: " +
           length + "}}\n    paper: 4\n" + over;
  };
  const std::string cases =
      scatter("(L)", "    over: {L: [16]}\n") + scatter("1", "    measure: quiesce\n");

  EXPECT_THAT(complaints("16 flits", cases),
              HasSubstr("small.one.range: '1' is lengths.length in a case, where others have (L); "
                        "the range must say so"));
  EXPECT_EQ(complaints("16 flits and one", cases), "");
}

TEST(ClaimAgreement, StatementsCanBeFalse) {
  const auto measured = [](const std::string& measure, const std::string& paper) {
    return complaints("paths of 3 and 4", lone_flit("    over: {n: 2..3}\n    measure: '" +
                                                    measure + "'\n    paper: '" + paper + "'\n"));
  };
  const std::string always = "is true whatever is measured";

  EXPECT_EQ(measured("finish", "n"), "");
  EXPECT_EQ(measured("lag[n] + max_wait[1].up", ">= 1"), "");
  EXPECT_THAT(measured("finish", "finish + 0"),
              HasSubstr("claims.yaml:15:12: error: small.one.paper: 'finish + 0' " + always));
  EXPECT_THAT(measured("finish", ">= 0"), HasSubstr("small.one.paper: '>= 0' " + always));
  EXPECT_THAT(measured("lag[n]", "<= lag[n] + n"), HasSubstr(always));
  EXPECT_THAT(measured("finish - finish + n", "n"), HasSubstr(always));
  EXPECT_THAT(measured("n + 1", "n + 2"),
              HasSubstr("small.one.measure: 'n + 1' names no figure of what runs or is computed"));
  EXPECT_THAT(measured("lower_bound", "n"),
              HasSubstr("small.one.measure: 'lower_bound' is theory, and so is what it is held"));
  EXPECT_EQ(measured("finish", "lower_bound"), "");
}

TEST(ClaimAgreement, TruthsAndWitnessesCanBeFalseToo) {
  const std::string instead = "  instead: another way\n";
  const std::string run = "    over: {n: 2..3}\n    paper: n + 1\n";
  const auto of = [&](const char* verdict, const std::string& line) {
    return complaints_of(
        with(claim_file(verdict, lone_flit(run + line)) + instead, "one case", "paths of 3 and 4"));
  };

  EXPECT_EQ(of("corrected", "    truth: n\n"), "");
  EXPECT_THAT(of("corrected", "    truth: '>= 0'\n"),
              HasSubstr("small.one.truth: '>= 0' is true whatever is measured"));
  EXPECT_THAT(of("refuted", "    witness: '!= finish + 1'\n"),
              HasSubstr("small.one.witness: '!= finish + 1' is true whatever is measured"));
}

TEST(ClaimAgreement, NothingOfARunIsSaidWhereNothingRuns) {
  EXPECT_THAT(complaints("n = 3, on the routers", check_over("n: [3]")),
              HasSubstr("small.one.range: 'routers' is said of a claim that runs nothing"));
  EXPECT_EQ(complaints("n = 3, on the routers", run_over("n: [3]")), "");
}

TEST(ClaimAgreement, NothingRunsTwice) {
  EXPECT_THAT(complaints("n = 3", check_over("n: [3, 3]")),
              HasSubstr("claims.yaml:12:5: error: small.one.cases: run twice with n = 3"));
  EXPECT_THAT(complaints("n = 3", check_over("n: [3]") + check_over("n: [3]")),
              HasSubstr("claims.yaml:13:5: error: small.one.cases: has the case of line 12 again"));
}

TEST(ClaimAgreement, NoClaimSaysWhatAnotherSays) {
  std::string text = claim_file("holds", check_over("n: [3]"));
  text +=
      with(with(text.substr(text.find("- id")), "small.one", "small.two"), "it is so", "it is, so");

  EXPECT_THAT(complaints_of(text), HasSubstr("small.two.claim: 'it is, so' is what small.one says "
                                             "already"));
}

std::vector<double> numbers(const std::string& text) {
  std::vector<double> values;
  for (const TextNumber& number : numbers_in_text(text)) values.push_back(number.value);
  return values;
}

TEST(TextNumbers, AreThoseThatCountSomething) {
  EXPECT_THAT(numbers("2 to 64 leaves, S_5 beside Q_7, 1,206 checks of 0.5"),
              ElementsAre(2, 64, 5, 7, 1206, 0.5));
  EXPECT_THAT(numbers("all three, Twelve and one"), ElementsAre(3, 12));
  EXPECT_THAT(numbers("4-port switches on 8 x 8, (1,1,4)"), ElementsAre(4, 8, 8, 1, 1, 4));
}

TEST(TextNumbers, OfManyDigitsAreNoValueOfDataButInTextsTheyAreNumbers) {
  EXPECT_EQ(numbers(std::string(400, '9') + " and 7").size(), 2U);
  EXPECT_THAT(numbers_in_data(std::string(400, '9') + "x7"), ElementsAre(7));
}

TEST(TextNumbers, AreNoNamesAndNoFormulas) {
  EXPECT_THAT(numbers("Figure 4, inequalities (5), Table 1, Lemmas 3"), ElementsAre());
  EXPECT_THAT(numbers("2n + 1, 2^(i - 1), n / 2, 4 * n, two-dimensional"), ElementsAre());
  EXPECT_THAT(numbers("from 1234 and 4321, but 1224 and 12"), ElementsAre(1224, 12));
}

}  // namespace
}  // namespace flitwise
