// What PEs of star graphs believe beside liars, dead nodes and links, and bit errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tests/system/star/star_runs.h"

namespace flitwise::star_votes_test {
namespace {

using testing_support::ask_for;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::faults_option;
using testing_support::measured;
using testing_support::run_text;
using testing_support::StarAsk;
using testing_support::text_of;

TEST(StarLiarsOnRouters, AreOutvotedByThreeCopiesOneAtATime) {
  for (Node liar = 0; liar < 24; ++liar) {
    StarAsk ask = ask_for(4, "multinode", 3);
    ask.options = "vote: true, liars: [" + std::to_string(liar) + "]";
    const Result result = expect_pass(text_of(ask));
    EXPECT_EQ(measured(result, "votes", "right"), 23 * 22);
    EXPECT_TRUE(check_of(result, "majority").ok);
  }
}

TEST(StarLiarsOnRouters, FoolPesThatDoNotVote) {
  StarAsk ask = ask_for(4, "multinode", 3);
  ask.options = "liars: [8]";
  EXPECT_GT(measured(expect_pass(text_of(ask)), "votes", "wrong"), 0);
}

TEST(StarLiarsOnRouters, WinAsPredictedWhereTheyAreTooMany) {
  StarAsk ask = ask_for(4, "multinode", 3);
  std::int64_t wrong = 0;
  std::int64_t undecided = 0;
  for (Node other = 0; other < 24; ++other) {
    if (other == 8) continue;
    ask.flits = other % 2 == 0 ? 1 : 3;  // the lie is in the head, and in the flits behind it
    ask.options = "vote: true, liars: [8, " + std::to_string(other) + "]";
    wrong += measured(expect_pass(text_of(ask)), "votes", "wrong");
    ask.options = "vote: true, liars: [8], " + faults_option({other}, {});
    undecided += measured(expect_pass(text_of(ask)), "votes", "undecided");
  }
  EXPECT_GT(wrong, 0);
  EXPECT_GT(undecided, 0);
}

bool has_majority(const Result& result) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [](const auto& check) { return check.name == "majority"; });
}

// Without liars one copy is enough, whatever has cost the others.
TEST(StarVotesOnRouters, CountTheCopiesThatBitErrorsLeave) {
  for (int copies = 1; copies <= 3; ++copies)
    for (const auto& [bits, links] :
         {std::pair{"[0, 2, 1, 1, 0]", 1}, std::pair{"[0, 2, 1, 2, 9], [0, 3, 1, 1, 17]", 2},
          std::pair{"[0, 2, 1, 1, 0], [0, 2, 2, 1, 0], [1, 3, 2, 2, 5]", 2}}) {
      StarAsk ask = ask_for(4, "multinode", copies);
      ask.flits = 3;
      ask.options = "vote: true, corrupt: {bits: [" + std::string(bits) + "]}";
      const Result result = expect_pass(text_of(ask));
      EXPECT_EQ(has_majority(result), copies > links) << text_of(ask);
    }
  StarAsk ask = ask_for(3, "multinode", 1);
  ask.options = "vote: true, corrupt: {bits: [[0, 2, 1, 1, 0]]}";
  const Result result = expect_pass(text_of(ask));
  EXPECT_EQ(measured(result, "votes", "right"), 25);
  EXPECT_EQ(measured(result, "votes", "undecided"), 5);
}

TEST(StarVotesOnRouters, CountTheCopiesThatDrawnBitErrorsLeave) {
  std::int64_t undecided = 0;
  for (const int copies : {1, 3})
    for (const char* noise : {"{probability: 0.004, seed: 1}", "{probability: 0.02, seed: 2}"}) {
      StarAsk ask = ask_for(4, "multinode", copies);
      ask.packets = 2;
      ask.flits = 3;
      ask.options = "vote: true, corrupt: " + std::string(noise);
      undecided += measured(expect_pass(text_of(ask)), "votes", "undecided");
    }
  EXPECT_GT(undecided, 0);
}

TEST(StarVotesOnRouters, CountTheCopiesThatLaterDeathsLeave) {
  StarAsk ask = ask_for(3, "multinode", 1);
  ask.options = "vote: true, " + faults_option({1}, {}, "from_step: 4");
  EXPECT_EQ(measured(expect_pass(text_of(ask)), "votes", "right"), 17);
  for (int copies = 1; copies <= 3; ++copies) {
    std::int64_t before = -1;
    for (const char* from : {"1", "2", "5", "12", "23", "40"}) {
      ask = ask_for(4, "multinode", copies);
      ask.packets = 2;
      ask.options =
          "vote: true, " + faults_option({5, 7}, {{2, 3}}, std::string("from_step: ") + from);
      const std::int64_t right = measured(expect_pass(text_of(ask)), "votes", "right");
      EXPECT_GE(right, before) << text_of(ask);
      before = right;
    }
  }
}

// The walk stops, so that x > e says nothing of majorities.
TEST(StarVotesOnRouters, OfTheAcknowledgedWalkAreThoseOfItsCopies) {
  StarAsk ask = ask_for(4, "multinode acknowledged", 3);
  ask.options = "vote: true, " + faults_option({5}, {});
  const Result result = run_text(text_of(ask));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_TRUE(check_of(result, "votes").ok);
  EXPECT_EQ(measured(result, "votes", "undecided"), 52);
  EXPECT_FALSE(has_majority(result));
}

}  // namespace
}  // namespace flitwise::star_votes_test
