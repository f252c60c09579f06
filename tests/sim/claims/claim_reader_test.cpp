// Files of claims: what is read, and what is refused with which words.
#include "sim/studies/claims/claim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/claims/claim_files.h"

namespace flitwise {
namespace {

using test::claim_file;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kCase = "  - {check: torus steps, measure: peel, paper: 3}\n";

std::string mistakes(const std::string& text) {
  ErrorList errors;
  const std::optional<Paper> paper = read_paper_text(text, "claims.yaml", errors);
  EXPECT_EQ(paper.has_value(), errors.empty());
  std::string all;
  for (const ConfigError& error : errors.sorted()) all += std::string(error.what()) + "\n";
  return all;
}

Claim one_claim(const std::string& text) {
  ErrorList errors;
  std::optional<Paper> paper = read_paper_text(text, "claims.yaml", errors);
  for (const ConfigError& error : errors.sorted()) ADD_FAILURE() << error.what();
  return paper ? paper->claims.at(0) : Claim{};
}

TEST(ClaimReader, ReadsAClaim) {
  const Claim claim = one_claim(claim_file("holds", kCase));

  EXPECT_EQ(claim.id, "small.one");
  EXPECT_EQ(claim.source, ClaimSource::kPaper);
  EXPECT_EQ(claim.place, "here");
  EXPECT_EQ(claim.reading, "so it says");
  EXPECT_EQ(claim.text, "it is so");
  EXPECT_EQ(claim.range.text, "one case");
  EXPECT_EQ(claim.expected, ClaimVerdict::kHolds);
  EXPECT_EQ(claim.quantifier, Quantifier::kAll);
  ASSERT_EQ(claim.cases.size(), 1U);
  EXPECT_EQ(claim.cases[0].check, "torus steps");
  EXPECT_EQ(claim.cases[0].measure.text, "peel");
  EXPECT_EQ(claim.cases[0].paper.relation, "=");
}

TEST(ClaimReader, ReadsRelations) {
  const auto relation = [](const std::string& statement) {
    return one_claim(claim_file("holds", "  - {check: torus steps, paper: '" + statement + "'}\n"))
        .cases[0]
        .paper.relation;
  };

  EXPECT_EQ(relation("n + 1"), "=");
  EXPECT_EQ(relation("= n"), "=");
  EXPECT_EQ(relation("<= 2 * n"), "<=");
  EXPECT_EQ(relation("> 1"), ">");
  EXPECT_EQ(relation("!= 1"), "!=");
}

TEST(ClaimReader, ReadsAxesInTheirOrder) {
  const Claim claim = one_claim(claim_file(
      "holds", "  - {check: torus steps, paper: 1, over: {n: 1..2, a: [1]}, let: {b: n + a}}\n"));

  ASSERT_EQ(claim.cases[0].axes.size(), 2U);
  EXPECT_THAT(claim.cases[0].axes[0].names, ElementsAre("n"));
  EXPECT_THAT(claim.cases[0].axes[1].names, ElementsAre("a"));
  EXPECT_EQ(claim.cases[0].lets.at(0).first, "b");
}

// A result of the project's own; `lines` are more of its keys.
std::string own_result(const std::string& expect, const std::string& lines) {
  return "paper: small\ntitle: A paper\nclaims:\n- id: small.own\n  source: project\n  claim: it "
         "is "
         "so\n  range: one case\n" +
         lines + "  expect: " + expect + "\n  cases:\n" + kCase;
}

struct Bad {
  const char* text;
  const char* message;
};

TEST(ClaimReader, RefusesWhatIsNoFileOfClaims) {
  for (const Bad& bad : std::vector<Bad>{
           {"[1]", "must be a map like paper: ..., title: ..., claims: [...], not a list"},
           {"paper: a\ntitle: b\nclaims: []\n", "claims: '[]' must not be empty"},
           {"paper: a\ntitle: b\nclaims: 3\n", "claims: '3' must be a list like"},
           {"title: b\nclaims: [{}]\n", "paper: missing key: a word for --paper"},
           {"paper: a\nclaims: [{}]\n", "title: missing key: authors, title, source"},
           {"paper: a\ntitle: b\nclaims: [3]\n", "must be a map like {id: ..."},
           {"paper: a\ntitle: b\nclaim: []\n", "unknown key (did you mean 'claims'?)"},
       })
    EXPECT_THAT(mistakes(bad.text), HasSubstr(bad.message)) << bad.text;
}

TEST(ClaimReader, RefusesClaimsThatLackSomething) {
  const std::string good = claim_file("holds", kCase);
  const auto without = [&](const std::string& line) {
    std::string text = good;
    return text.erase(text.find(line), line.size());
  };

  EXPECT_THAT(mistakes(without("  place: here\n")),
              HasSubstr("claims.place: missing key: where the paper says so"));
  EXPECT_THAT(mistakes(without("  claim: it is so\n")), HasSubstr("claims.claim: missing key"));
  EXPECT_THAT(mistakes(without("  range: one case\n")), HasSubstr("claims.range: missing key"));
  EXPECT_THAT(mistakes(without("  expect: holds\n")),
              HasSubstr("claims.expect: missing key: holds, corrected, refuted or answered"));
  EXPECT_THAT(mistakes(without(kCase)), HasSubstr("claims.cases"));
  EXPECT_THAT(
      mistakes(claim_file("undecided", kCase)),
      HasSubstr("claims.expect: 'undecided' must be one of holds, corrected, refuted, answered"));
  EXPECT_THAT(mistakes(good + good.substr(good.find("- id"))),
              HasSubstr("claims.id: 'small.one' stands here twice"));
}

TEST(ClaimReader, RefusesCasesThatCannotDecideAnything) {
  for (const Bad& bad : std::vector<Bad>{
           {"  - {paper: 1}\n", "claims.cases: must have a scenario or a check"},
           {"  - {check: torus steps, against: a.yaml, paper: 1}\n",
            "claims.cases.against: must stand beside a scenario, whose run it is compared with"},
           {"  - {check: torus steps}\n", "claims.cases.paper: missing key"},
           {"  - {check: torus step, paper: 1}\n", "(did you mean 'torus steps'?)"},
           {"  - {check: torus steps, paper: 1 +}\n", "claims.cases.paper: '1 +' is no formula"},
           {"  - {check: torus steps, paper: <=}\n", "must be a formula like n + 1"},
           {"  - {check: torus steps, paper: =< 2}\n", "must begin with =, !=, <, <=, >, >="},
           {"  - {check: torus steps, paper: 1, measure: (}\n", "claims.cases.measure"},
           {"  - {check: torus steps, paper: finish}\n", "paper: 'finish' is what is measured"},
           {"  - {check: torus steps, paper: 1, where: ')'}\n", "claims.cases.where"},
           {"  - {check: torus steps, paper: 1, let: [1]}\n", "claims.cases.let"},
           {"  - {check: torus steps, paper: 1, over: 3}\n", "claims.cases.over"},
           {"  - {check: torus steps, paper: 1, over: [{a: 1}, {b: 1}]}\n",
            "must have the names of the first row, in order"},
           {"  - {scenario: a.yaml, paper: 1, fails: ''}\n", "cases.fails: must not be empty"},
           {"  - {scenario: a.yaml, against: b.yaml, paper: 1}\n",
            "cases.against: has no use: no formula names a figure of the other run"},
           {"  - {scenario: a.yaml, paper: other.finish}\n",
            "'other.finish' names another run, and nothing stands under against"},
           {"  - {check: torus steps, paper: '1, 2'}\n", "a comma outside of brackets"},
           {"  - {check: torus steps, paper: 1, papers: 2}\n", "(did you mean 'paper'?)"},
           {"  - 7\n", "claims.cases: '7' must be a map like"},
       })
    EXPECT_THAT(mistakes(claim_file("holds", bad.text)), HasSubstr(bad.message)) << bad.text;
}

TEST(ClaimReader, RefusesVerdictsThatNothingCouldShow) {
  const std::string truth = "  - {check: torus steps, paper: 1, truth: 2}\n";
  const std::string witness = "  - {check: torus steps, paper: 1, witness: 2}\n";
  const auto instead = [](std::string text) { return text + "  instead: another way\n"; };

  EXPECT_THAT(mistakes(claim_file("corrected", truth)),
              HasSubstr("claims.instead: missing key: what is true instead"));
  EXPECT_THAT(mistakes(instead(claim_file("holds", kCase))),
              HasSubstr("claims.instead: belongs to claims that are corrected or refuted"));
  EXPECT_THAT(mistakes(instead(claim_file("corrected", kCase))),
              HasSubstr("small.one: is expected to be corrected: every case needs a truth"));
  EXPECT_THAT(mistakes(claim_file("holds", truth)),
              HasSubstr("small.one: has a truth, which belongs to corrected claims"));
  EXPECT_THAT(mistakes(instead(claim_file("refuted", kCase))),
              HasSubstr("small.one: is expected to be refuted: a case needs a witness"));
  EXPECT_THAT(mistakes(claim_file("holds", witness)),
              HasSubstr("small.one: has a witness, which belongs to refuted claims"));
}

TEST(ClaimReader, ReadsWhoseStatementItIs) {
  std::string text = claim_file("answered", kCase);
  EXPECT_EQ(one_claim(text).expected, ClaimVerdict::kAnswered);

  text = text.replace(text.find("source: paper"), 13, "source: reconstruction");
  EXPECT_EQ(one_claim(text + "  arguable: by another reading\n").arguable, "by another reading");
  EXPECT_EQ(one_claim(text).source, ClaimSource::kReconstruction);

  const Claim own = one_claim(own_result("holds", ""));
  EXPECT_EQ(own.source, ClaimSource::kProject);
  EXPECT_FALSE(own.is_of_paper());
}

TEST(ClaimReader, RefusesVerdictsWithoutTheAuthorsReading) {
  const auto without_reading = [](std::string text) {
    return text.erase(text.find("  reading"), sizeof("  reading: so it says\n") - 1);
  };
  const std::string witness =
      "  - {check: torus steps, paper: 1, witness: 2}\n  instead: another way\n";
  std::string lost = claim_file("holds", kCase);
  lost.replace(lost.find("source: paper"), 13, "source: reconstruction");

  EXPECT_THAT(mistakes(without_reading(claim_file("refuted", witness))),
              HasSubstr("claims.reading: missing key: what the paper says, as its authors would"));
  EXPECT_THAT(mistakes(without_reading(claim_file("answered", kCase))),
              HasSubstr("claims.reading: missing key: what the paper says"));
  EXPECT_THAT(mistakes(without_reading(lost)),
              HasSubstr("claims.reading: missing key: what is reconstructed"));
  EXPECT_EQ(mistakes(without_reading(claim_file("holds", kCase))), "");
}

TEST(ClaimReader, RefusesASourceThatDoesNotFit) {
  const std::string good = claim_file("holds", kCase);
  const auto with = [](std::string text, const std::string& old, const std::string& replacement) {
    return text.replace(text.find(old), old.size(), replacement);
  };

  EXPECT_THAT(mistakes(with(good, "source: paper", "source: book")),
              HasSubstr("claims.source: 'book' must be one of paper, reconstruction, project"));
  EXPECT_THAT(mistakes(with(good, "  source: paper\n", "")),
              HasSubstr("claims.source: missing key: paper, reconstruction or project"));
  EXPECT_THAT(mistakes(with(good, "place: here", "place: not in the paper")),
              HasSubstr("claims.place: 'not in the paper' is no place: a result of our own has "
                        "source: project instead"));
  EXPECT_THAT(mistakes(own_result("holds", "  place: here\n")),
              HasSubstr("claims.place: 'here' belongs to statements of a paper; leave it out"));
  EXPECT_THAT(mistakes(own_result("holds", "  arguable: it is\n")),
              HasSubstr("claims.arguable: 'it is' belongs to verdicts on a paper"));
  EXPECT_THAT(mistakes(own_result("answered", "")),
              HasSubstr("claims.expect: 'answered' is a verdict on a paper; a result of the "
                        "project holds"));
  EXPECT_THAT(mistakes(with(good, "reading: so it says", "reading: ''")),
              HasSubstr("claims.reading: must not be empty"));
}

TEST(ClaimReader, RefusesAFileThatIsNotThere) {
  ErrorList errors;

  EXPECT_FALSE(read_paper("/nowhere/claims.yaml", errors));

  EXPECT_THAT(errors.sorted().at(0).what(), HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace flitwise
