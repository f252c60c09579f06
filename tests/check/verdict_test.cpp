#include "tb/check/verdict.h"

#include <gtest/gtest.h>

namespace flitwise::check {
namespace {

TEST(Compare, NumbersAgreeOnlyWhenEqual) {
  EXPECT_TRUE(compare("finish", std::int64_t{7}, std::int64_t{7}, "").ok);
  EXPECT_FALSE(compare("finish", std::int64_t{7}, std::int64_t{8}, "").ok);
}

TEST(Compare, AMissingNumberIsNotZero) {
  const Check check = compare("t_sync", std::nullopt, std::optional<std::int64_t>(0), "");

  EXPECT_FALSE(check.ok);
  EXPECT_EQ(check.measured, "none");
}

TEST(Compare, BoundsMayBeReachedAndNotPassed) {
  EXPECT_EQ(at_least("x", 3, 3, "").predicted, "at least 3");
  EXPECT_TRUE(at_least("x", 3, 3, "").ok);
  EXPECT_FALSE(at_least("x", 2, 3, "").ok);
  EXPECT_EQ(at_most("x", 3, 3, "").predicted, "at most 3");
  EXPECT_TRUE(at_most("x", 3, 3, "").ok);
  EXPECT_FALSE(at_most("x", 4, 3, "").ok);
}

TEST(Compare, ListsNameTheFirstPeThatDiffers) {
  const Check check =
      compare("dispatch", PerPe{std::nullopt, 3, 5, 9}, PerPe{std::nullopt, 3, 4, 8}, "");

  EXPECT_FALSE(check.ok);
  EXPECT_EQ(check.measured, "PE 2: 5 (2 of 4 PEs agree)");
  EXPECT_EQ(check.predicted, "PE 2: 4");
}

TEST(Compare, ListsOfDifferentLengthDiffer) {
  EXPECT_FALSE(compare("dispatch", PerPe{1}, PerPe{1, 2}, "").ok);
  EXPECT_FALSE(compare("dispatch", PerPe{1, 2}, PerPe{1}, "").ok);
}

TEST(Compare, EqualListsSayHowMany) {
  const Check check = compare("dispatch", PerPe{1, 2}, PerPe{1, 2}, "");

  EXPECT_TRUE(check.ok);
  EXPECT_EQ(check.measured, "2 of 2 PEs");
}

TEST(Compare, EventsNameTheFirstDifference) {
  const LinkEvent first{1, 0, 1, FlitKind::kToken, 1, 1, 0, 0};
  const LinkEvent second{2, 1, 0, FlitKind::kCertificate, 1, 1, 3, 8};
  const Check check =
      compare("events", std::vector<LinkEvent>{first}, std::vector<LinkEvent>{first, second}, "");

  EXPECT_FALSE(check.ok);
  EXPECT_EQ(check.measured, "nothing more");
  EXPECT_EQ(check.predicted, "step 2: PE 1 -> PE 0, certificate (3, 8) of PE 1");
}

TEST(Compare, AnEventBeyondTheLastPredictedOneIsADifference) {
  const LinkEvent first{1, 0, 1, FlitKind::kToken, 1, 1, 0, 0};
  const LinkEvent second{2, 1, 0, FlitKind::kCertificate, 1, 1, 3, 8};
  const Check check =
      compare("events", std::vector<LinkEvent>{first, second}, std::vector<LinkEvent>{first}, "");

  EXPECT_FALSE(check.ok);
  EXPECT_EQ(check.measured, "step 2: PE 1 -> PE 0, certificate (3, 8) of PE 1");
  EXPECT_EQ(check.predicted, "nothing more");
}

TEST(Compare, AFlitThatIsInOneListOnlyIsTheDifferenceAndNotTheOthersNextFlit) {
  const LinkEvent early{1, 0, 1, FlitKind::kToken, 1, 1, 0, 0};
  const LinkEvent late{2, 11, 0, FlitKind::kToken, 1, 1, 0, 0};
  const Check missing = compare("events", std::vector{late}, std::vector{early, late}, "");
  EXPECT_EQ(missing.measured, "no flit there");
  EXPECT_EQ(missing.predicted, describe(early));

  const Check extra = compare("events", std::vector{early, late}, std::vector{late}, "");
  EXPECT_EQ(extra.measured, describe(early));
  EXPECT_EQ(extra.predicted, "no flit there");
}

TEST(Compare, EventsCallNodesByTheirNames) {
  const LinkEvent event{1, 0, 2, FlitKind::kToken, 1, 1, 0, 0};
  const Check check = compare("events", std::vector{event}, std::vector<LinkEvent>{}, "",
                              {"PE 0", "PE 1", "switch 1.0"});
  EXPECT_EQ(check.measured.find("step 1: PE 0 -> switch 1.0, "), 0U) << check.measured;
}

TEST(Compare, EventsThatDifferInOneFieldDiffer) {
  const LinkEvent event{1, 0, 1, FlitKind::kOrder, 1, 1, 4, 0};
  LinkEvent other = event;
  other.value = 5;

  EXPECT_TRUE(compare("events", std::vector{event}, std::vector{event}, "").ok);
  EXPECT_FALSE(compare("events", std::vector{event}, std::vector{other}, "").ok);
}

TEST(Compare, EventsThatReadAlikeSayInWhichValueTheyDiffer) {
  const LinkEvent event{1, 0, 1, FlitKind::kData, 0, 1, 4, 7};
  LinkEvent other = event;
  other.value = 5;
  const Check check = compare("events", std::vector{event}, std::vector{other}, "");

  EXPECT_EQ(check.measured, "step 1: PE 0 -> PE 1, flit 1 of message 0, value 4, stream 7");
  EXPECT_EQ(check.predicted, "step 1: PE 0 -> PE 1, flit 1 of message 0, value 5, stream 7");
}

TEST(Describe, SpeaksOfEachKind) {
  EXPECT_EQ(describe({3, 2, 1, FlitKind::kData, 2, 5, 0, 0}),
            "step 3: PE 2 -> PE 1, flit 5 of message 2");
  EXPECT_EQ(describe({3, 2, 1, FlitKind::kEnd, 2, 5, 0, 0}),
            "step 3: PE 2 -> PE 1, END flit 5 of message 2");
  EXPECT_EQ(describe({3, 1, 2, FlitKind::kTap, 2, 1, 4, 0}),
            "step 3: PE 1 -> PE 2, tap (4) to PE 2");
  EXPECT_EQ(describe({3, 1, 2, FlitKind::kToken, 2, 1, 0, 0}),
            "step 3: PE 1 -> PE 2, token of PE 2");
}

}  // namespace
}  // namespace flitwise::check
