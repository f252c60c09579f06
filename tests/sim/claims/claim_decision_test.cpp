// Verdicts: from measured numbers alone.
#include "sim/studies/claims/claim_decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace flitwise {
namespace {

using testing::HasSubstr;

const ClaimPoint kPoint;

// A point by which of its statements hold; none where there is none.
DecidedPoint point(bool paper, std::optional<bool> truth = {}, std::optional<bool> witness = {}) {
  const auto held = [](std::optional<bool> holds) {
    return holds ? std::optional(Held{"=", 0, *holds}) : std::nullopt;
  };
  DecidedPoint made;
  made.point = &kPoint;
  made.paper = held(paper);
  made.truth = held(truth);
  made.witness = held(witness);
  return made;
}

ClaimVerdict verdict(const std::vector<DecidedPoint>& points,
                     Quantifier quantifier = Quantifier::kAll) {
  Claim claim;
  claim.quantifier = quantifier;
  return verdict_of(claim, points);
}

TEST(ClaimVerdict, HoldsWhereThePaperIsRightEverywhere) {
  EXPECT_EQ(verdict({point(true), point(true)}), ClaimVerdict::kHolds);
  EXPECT_EQ(verdict({point(true), point(false)}), ClaimVerdict::kUndecided);
}

TEST(ClaimVerdict, AnOpenQuestionIsAnsweredWhereTheAnswerIsRightEverywhere) {
  Claim claim;
  claim.expected = ClaimVerdict::kAnswered;
  EXPECT_EQ(verdict_of(claim, {point(true), point(true)}), ClaimVerdict::kAnswered);
  EXPECT_EQ(verdict_of(claim, {point(true), point(false)}), ClaimVerdict::kUndecided);
}

TEST(ClaimVerdict, OneCaseIsEnoughForAClaimThatThereIsOne) {
  EXPECT_EQ(verdict({point(false), point(true)}, Quantifier::kSome), ClaimVerdict::kHolds);
  EXPECT_EQ(verdict({point(false, true), point(false, true)}, Quantifier::kSome),
            ClaimVerdict::kCorrected);
}

TEST(ClaimVerdict, CorrectedWhereTheTruthHoldsInEveryCase) {
  EXPECT_EQ(verdict({point(true, true), point(false, true)}), ClaimVerdict::kCorrected);
  EXPECT_EQ(verdict({point(true, true), point(false, false)}), ClaimVerdict::kUndecided);
  EXPECT_EQ(verdict({point(true, false), point(false, true)}), ClaimVerdict::kUndecided);
}

TEST(ClaimVerdict, NothingIsCorrectedThatHolds) {
  EXPECT_EQ(verdict({point(true, true)}), ClaimVerdict::kHolds);
}

TEST(ClaimVerdict, RefutedWhereAWitnessMeasuresWhatItShall) {
  EXPECT_EQ(verdict({point(true), point(false, {}, true)}), ClaimVerdict::kRefuted);
  EXPECT_EQ(verdict({point(false, {}, false)}), ClaimVerdict::kUndecided);
  EXPECT_EQ(verdict({point(false), point(true, {}, true)}), ClaimVerdict::kUndecided);
}

TEST(ClaimVerdict, TroubleDecidesNothing) {
  DecidedPoint trouble = point(true);
  trouble.trouble = "the run failed";

  EXPECT_EQ(verdict({point(true), trouble}), ClaimVerdict::kUndecided);
  EXPECT_EQ(verdict({}), ClaimVerdict::kUndecided);
}

TEST(TellingPoint, IsTheFirstThatContradictsOrElseTheLast) {
  DecidedClaim decided;
  decided.points = {point(true), point(false), point(false), point(true)};
  EXPECT_EQ(&telling_point(decided), &decided.points[1]);

  decided.points = {point(true), point(true)};
  EXPECT_EQ(&telling_point(decided), &decided.points[1]);
}

class DecidePoint : public testing::Test {
 protected:
  DecidePoint() {
    case_.measure = {"finish", {}};
    case_.paper = {"=", {"2 * n", {}}};
    YamlNode four;
    four.kind = YamlKind::kScalar;
    four.text = "4";
    point_.of = &case_;
    point_.values = {{"n", four}};
    result_.measured.finish = 7;
    result_.measured.others = {{"wait", Figure(3)}};
    result_.predicted.others = {{"steps", Figure(9)}};
    result_.lower_bound = 6;
    result_.network = "path of 5";
  }

  double measured(const std::string& formula) {
    case_.measure.text = formula;
    return decide_point(point_, &result_).measured;
  }

  ClaimCase case_;
  ClaimPoint point_;
  Result result_;
};

TEST_F(DecidePoint, HoldsTheMeasuredNumberAgainstThePaper) {
  const DecidedPoint decided = decide_point(point_, &result_);

  EXPECT_EQ(decided.measured, 7);
  EXPECT_EQ(decided.paper->value, 8);
  EXPECT_FALSE(decided.paper->holds);
  EXPECT_EQ(text_of(decided), "n = 4: finish = 7, paper 8");
}

TEST_F(DecidePoint, KnowsTheFiguresOfARun) {
  EXPECT_EQ(measured("wait + lower_bound"), 9);
  EXPECT_EQ(measured("predicted.steps"), 9);
  EXPECT_EQ(measured("passes + ends"), 2);
  result_.bound = 20;
  result_.pes = 5;
  result_.flits = 3;
  result_.collisions = 1;
  EXPECT_EQ(measured("bound + pes + flits + collisions"), 29);
}

TEST_F(DecidePoint, KnowsEveryRelation) {
  const auto holds = [&](const std::string& relation, const std::string& formula) {
    case_.paper = {relation, {formula, {}}};
    return decide_point(point_, &result_).paper->holds;
  };

  EXPECT_TRUE(holds("=", "7") && !holds("=", "8"));
  EXPECT_TRUE(holds("!=", "8") && !holds("!=", "7"));
  EXPECT_TRUE(holds("<", "8") && !holds("<", "7"));
  EXPECT_TRUE(holds("<=", "7") && !holds("<=", "6"));
  EXPECT_TRUE(holds(">", "6") && !holds(">", "7"));
  EXPECT_TRUE(holds(">=", "7") && !holds(">=", "8"));
}

TEST_F(DecidePoint, ARunThatFailsIsTroubleUnlessItFailsAsItShall) {
  result_.outcome = Outcome::kFail;
  result_.problems = {"step 8: leaf 1 receives 2 packets"};
  EXPECT_EQ(decide_point(point_, &result_).trouble, "step 8: leaf 1 receives 2 packets");

  case_.fails = "receives 3 packets";
  EXPECT_NE(decide_point(point_, &result_).trouble, "");

  case_.fails = "receives 2 packets";
  EXPECT_EQ(decide_point(point_, &result_).trouble, "");
  EXPECT_EQ(measured("passes"), 0);

  result_.broke_off = true;
  EXPECT_NE(decide_point(point_, &result_).trouble, "");
}

TEST_F(DecidePoint, KnowsTheFiguresOfTheRunItIsComparedWith) {
  Result other;
  other.measured.finish = 5;
  other.measured.others = {{"lag", std::vector<std::int64_t>{1, 4}}};
  other.bound = 30;
  other.outcome = Outcome::kPass;
  case_.measure.text = "finish + other.finish + other.lag[1] + other.bound + other.passes";
  EXPECT_EQ(decide_point(point_, &result_, &other).measured, 7 + 5 + 4 + 30 + 1);
}

TEST_F(DecidePoint, ARunItIsComparedWithMustPassEvenWhereItsOwnShallFail) {
  Result other;
  other.outcome = Outcome::kPass;
  result_.outcome = Outcome::kFail;
  result_.problems = {"step 8: a collision"};
  case_.fails = "a collision";
  case_.measure.text = "passes";
  EXPECT_EQ(decide_point(point_, &result_, &other).trouble, "");
  other.outcome = Outcome::kFail;
  other.problems = {"step 9: another collision"};
  EXPECT_EQ(decide_point(point_, &result_, &other).trouble, "step 9: another collision");
}

TEST_F(DecidePoint, ARunThatPassesIsTroubleWhereItShallFail) {
  case_.fails = "a collision";
  EXPECT_EQ(decide_point(point_, &result_).trouble, "the run passes, and shall fail: a collision");
}

TEST_F(DecidePoint, NoNameHidesWhatWasMeasured) {
  point_.values.front().name = "wait";
  case_.place = {std::make_shared<const InputText>(InputText{"claims.yaml", "", {}}), 1, 1};
  try {
    decide_point(point_, &result_);
    FAIL() << "accepted";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is the name of a measured figure"));
  }
}

TEST_F(DecidePoint, AFailedCheckIsATroubleToo) {
  result_.outcome = Outcome::kFail;
  result_.checks = {{"finish", "7", "8", false, ""}};

  EXPECT_EQ(decide_point(point_, &result_).trouble, "finish: measured 7, predicted 8");
}

TEST_F(DecidePoint, AFormulaOfUnknownFiguresIsAMistakeOfTheFile) {
  case_.measure.place.text = std::make_shared<InputText>(InputText{"claims.yaml", "", {}});
  case_.measure.text = "waits";

  try {
    decide_point(point_, &result_);
    FAIL() << "nothing was thrown";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'waits' nothing here is called 'waits'"));
  }
}

TEST_F(DecidePoint, ChecksAddTheirFigures) {
  YamlNode side;
  side.kind = YamlKind::kScalar;
  side.text = "25";
  YamlNode sides;
  sides.kind = YamlKind::kList;
  sides.items = {side, side};
  point_.values = {{"sides", sides}};
  case_.check = "torus steps";
  case_.measure.text = "published";
  case_.paper = {"=", {"fewest_dor", {}}};

  const DecidedPoint decided = decide_point(point_, nullptr);

  EXPECT_EQ(decided.measured, 5);
  EXPECT_TRUE(decided.paper->holds);
  EXPECT_EQ(decided.what, "check torus steps");
}

}  // namespace
}  // namespace flitwise
