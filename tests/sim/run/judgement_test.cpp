// Every check can fail, alone, and then the run fails: no check hides behind another.
#include "sim/run/figures/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitwise::judgement_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::vector<std::optional<std::int64_t>>;

// The ledger with one entry changed.
void change(Evidence& evidence, const std::string& name,
            const std::function<void(Ledger::Entry&)>& how) {
  Ledger changed;
  for (Ledger::Entry entry : evidence.ledger.entries()) {
    if (entry.name == name) how(entry);
    if (entry.name == "lower_bound")
      changed.add_lower_bound(entry.predicted.number(), entry.source);
    else if (entry.bond == Ledger::Bond::kAtLeast)
      changed.add_at_least(entry.name, *entry.measured.number(), *entry.predicted.number(),
                           entry.source);
    else if (entry.bond == Ledger::Bond::kAtMost)
      changed.add_bound(entry.predicted.number(), entry.source);
    else
      changed.add(entry.name, entry.measured, entry.predicted, entry.source);
  }
  evidence.ledger = changed;
}

void measure(Evidence& evidence, const std::string& name, const Figure& value) {
  change(evidence, name, [&](Ledger::Entry& entry) { entry.measured = value; });
}

void predict(Evidence& evidence, const std::string& name, const Figure& value) {
  change(evidence, name, [&](Ledger::Entry& entry) { entry.predicted = value; });
}

// A gather by certification on the path 0-1 that went as predicted.
Evidence sound_evidence() {
  const LinkEvent token{1, 0, 1, FlitKind::kToken, 1, 1, 0, 0};
  const LinkEvent certificate{2, 1, 0, FlitKind::kCertificate, 1, 1, 1, 1};
  const LinkEvent order{3, 0, 1, FlitKind::kOrder, 1, 1, 1, 0};
  const LinkEvent data{4, 1, 0, FlitKind::kData, 1, 1, 0, 0};
  Evidence e;
  const Figure::Members figures{
      {"finish", 4},         {"quiesce", 4},           {"dispatch", Values{{}, 4}},   {"t_sync", 2},
      {"lag", Values{3, 1}}, {"stream", Values{1, 1}}, {"order_value", Values{{}, 1}}};
  for (const auto& [name, value] : figures) e.ledger.add(name, value, value, "formula");
  e.ledger.add_at_least("volume", 7, 7, "formula");
  e.ledger.add_lower_bound(2, "formula");
  e.ledger.add_bound(5, "formula");
  e.measured_events = {token, certificate, order, data};
  e.predicted_events = e.measured_events;
  e.delivered = 1;
  e.expected = 1;
  return e;
}

std::vector<std::string> failing_checks(const Result& result) {
  std::vector<std::string> names;
  for (const Check& check : result.checks) {
    if (!check.ok) names.push_back(check.name);
  }
  return names;
}

TEST(Judgement, PassesARunThatWentAsPredicted) {
  const Result result = judge(sound_evidence());

  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_THAT(failing_checks(result), IsEmpty());
  EXPECT_EQ(result.checks.size(), 18U);
  EXPECT_THAT(result.notes, IsEmpty());
}

struct Flaw {
  std::string check;
  std::function<void(Evidence&)> make;
};

void PrintTo(const Flaw& flaw, std::ostream* stream) { *stream << flaw.check; }

class EveryCheck : public testing::TestWithParam<Flaw> {};

TEST_P(EveryCheck, AloneFailsTheRun) {
  Evidence evidence = sound_evidence();
  GetParam().make(evidence);
  const Result result = judge(evidence);

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(failing_checks(result), ElementsAre(GetParam().check));
}

INSTANTIATE_TEST_SUITE_P(
    Flaws, EveryCheck,
    testing::Values(Flaw{"finish", [](Evidence& e) { measure(e, "finish", 5); }},
                    Flaw{"quiesce", [](Evidence& e) { measure(e, "quiesce", 5); }},
                    Flaw{"dispatch",
                         [](Evidence& e) {
                           measure(e, "dispatch", Values{{}, 5});
                         }},
                    Flaw{"t_sync", [](Evidence& e) { measure(e, "t_sync", 3); }},
                    Flaw{"lag",
                         [](Evidence& e) {
                           measure(e, "lag", Values{4, 1});
                         }},
                    Flaw{"stream",
                         [](Evidence& e) {
                           measure(e, "stream", Values{1, 2});
                         }},
                    Flaw{"order_value",
                         [](Evidence& e) {
                           measure(e, "order_value", Values{{}, 2});
                         }},
                    Flaw{"volume", [](Evidence& e) { measure(e, "volume", 6); }},
                    Flaw{"lower_bound", [](Evidence& e) { predict(e, "lower_bound", 5); }},
                    Flaw{"bound", [](Evidence& e) { predict(e, "bound", 3); }},
                    Flaw{"events", [](Evidence& e) { e.measured_events->pop_back(); }},
                    Flaw{"delivered_flits", [](Evidence& e) { e.delivered = 0; }},
                    Flaw{"flit_errors", [](Evidence& e) { e.flit_errors = 1; }},
                    Flaw{"collisions", [](Evidence& e) { e.collisions = 1; }},
                    Flaw{"port_violations", [](Evidence& e) { e.port_violations = 1; }},
                    Flaw{"router_errors", [](Evidence& e) { e.router_errors = 1; }},
                    Flaw{"assertion_failures", [](Evidence& e) { e.assertion_failures = 1; }},
                    Flaw{"protocol_complaints",
                         [](Evidence& e) { e.complaints = {"PE 1, step 3: what?"}; }}),
    [](const auto& flaw) { return flaw.param.check; });

TEST(Judgement, CallsAStepLimitNoEndAndSaysWhatWasUnderWay) {
  Evidence evidence = sound_evidence();
  evidence.stopped_at = 4;
  evidence.flits_on_links = {"link PE 1 -> PE 0 holds a data flit of message 1"};
  const Result result = judge(evidence);

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems,
              ElementsAre(HasSubstr("stopped after step 4"), HasSubstr("link PE 1 -> PE 0")));
}

TEST(Judgement, NamesTheOptionThatStoppedTheRun) {
  Evidence evidence = sound_evidence();
  evidence.stopped_at = 4;
  EXPECT_THAT(judge(evidence).problems.front(), HasSubstr("by the limit max_steps; 0 trans"));
  evidence.limit = "drain";
  EXPECT_THAT(judge(evidence).problems.front(), HasSubstr("by the limit drain; 0 trans"));
}

TEST(Judgement, CallsPesThatWaitNoEnd) {
  Evidence evidence = sound_evidence();
  evidence.waiting = {"PE 0 waits for certificate of PE 1"};

  EXPECT_EQ(judge(evidence).outcome, Outcome::kNoEnd);
}

Check check_of(const Result& result, const std::string& name) {
  for (const Check& check : result.checks)
    if (check.name == name) return check;
  return {};
}

TEST(Judgement, LeavesOpenWhatAnEndlessRunDidNotReach) {
  Evidence evidence = sound_evidence();
  evidence.stopped_at = 3;
  measure(evidence, "finish", 0);
  evidence.delivered = 0;
  evidence.flit_errors = 1;
  evidence.missing_flits = 1;
  const Result result = judge(evidence);

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(failing_checks(result),
              ElementsAre("finish", "lower_bound", "delivered_flits", "flit_errors"));
  for (const std::string& name : failing_checks(result))
    EXPECT_FALSE(check_of(result, name).decided) << name;
  for (const char* name : {"finish", "lower_bound"})
    EXPECT_EQ(check_of(result, name).measured, "not reached") << name;
  EXPECT_EQ(check_of(result, "delivered_flits").measured, "0");
  EXPECT_EQ(check_of(result, "finish").predicted, "4");
  EXPECT_TRUE(check_of(result, "collisions").decided);
}

TEST(Judgement, HoldsNoBoundAgainstTheFinishOfARunInWhichFlitsLack) {
  Evidence evidence = sound_evidence();
  measure(evidence, "finish", 0);
  EXPECT_TRUE(check_of(judge(evidence), "lower_bound").decided);
  evidence.delivered = 0;
  const Result result = judge(evidence);

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "lower_bound").decided);
  EXPECT_TRUE(check_of(result, "finish").decided);
  EXPECT_EQ(result.lower_bound, 2);
}

TEST(Judgement, ClaimsAnOrderOfFlitsOnlyWhereItWasHeld) {
  Evidence evidence = sound_evidence();
  EXPECT_THAT(check_of(judge(evidence), "delivered_flits").source, HasSubstr("in order"));
  evidence.is_in_order = false;
  EXPECT_EQ(check_of(judge(evidence), "delivered_flits").source,
            "every flit once, at the right PE");
  EXPECT_EQ(check_of(judge(evidence), "flit_errors").source, "no flit lost, made or misplaced");
}

TEST(Judgement, SeesFlitErrorsBeyondTheMissingFlitsInAnEndlessRun) {
  Evidence evidence = sound_evidence();
  evidence.stopped_at = 3;
  evidence.delivered = 0;
  evidence.flit_errors = 2;
  evidence.missing_flits = 1;
  const Result result = judge(evidence);

  EXPECT_TRUE(is_broken(check_of(result, "flit_errors")));
  EXPECT_EQ(result.outcome, Outcome::kFail);
}

// However long it goes on, it cannot finish earlier.
TEST(Judgement, FailsAnEndlessRunThatIsPastItsBound) {
  Evidence evidence = sound_evidence();
  evidence.stopped_at = 7;
  measure(evidence, "finish", 6);
  const Result result = judge(evidence);

  EXPECT_TRUE(is_broken(check_of(result, "bound")));
  EXPECT_EQ(result.outcome, Outcome::kFail);
}

TEST(Judgement, LetsAMonitorSayWhatGoingOnCannotMend) {
  Evidence evidence = sound_evidence();
  evidence.stopped_at = 3;
  evidence.checks = {{"drained", "1", "2", false, "a rule"}};
  EXPECT_EQ(judge(evidence).outcome, Outcome::kNoEnd);

  evidence.checks[0] = check::final(evidence.checks[0]);
  EXPECT_EQ(judge(evidence).outcome, Outcome::kFail);
}

TEST(Judgement, LeavesNothingOpenInARunThatFailed) {
  Evidence evidence = sound_evidence();
  measure(evidence, "finish", 5);

  EXPECT_TRUE(is_broken(check_of(judge(evidence), "finish")));
}

TEST(Judgement, CallsPesThatWaitAfterABrokenRuleAFailure) {
  Evidence evidence = sound_evidence();
  evidence.waiting = {"PE 0 waits for 1 more flit of the stream"};
  evidence.collisions = 1;

  EXPECT_EQ(judge(evidence).outcome, Outcome::kFail);
}

TEST(Judgement, NotesEventsThatWereNotKept) {
  Evidence evidence = sound_evidence();
  evidence.measured_events.reset();
  const Result result = judge(evidence);

  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.checks.size(), 17U);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("was not compared")));
}

TEST(Judgement, HasNoCheckOfAFigureThatIsNotPredicted) {
  Evidence evidence = sound_evidence();
  evidence.ledger.add("max_wait", 7);
  const Result result = judge(evidence);

  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.checks.size(), 18U);
  EXPECT_EQ(result.measured.find("max_wait"), Figure(7));
}

TEST(Judgement, FailsARunThatLacksAPredictedFigure) {
  Evidence evidence = sound_evidence();
  measure(evidence, "order_value", Figure());

  EXPECT_THAT(failing_checks(judge(evidence)), ElementsAre("order_value"));
}

TEST(Judgement, DoesNotCompareEventsThatTheoryDoesNotSay) {
  Evidence evidence = sound_evidence();
  evidence.predicted_events.reset();
  evidence.notes = {"the events are not predicted"};
  const Result result = judge(evidence);

  EXPECT_EQ(result.checks.size(), 17U);
  EXPECT_THAT(result.notes, ElementsAre("the events are not predicted"));
}

std::string refusal(const std::function<void(Ledger&)>& add) {
  Ledger ledger;
  ledger.add("quiesce", 4);
  try {
    add(ledger);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Judgement, LetsNothingThatIsPredictedGoWithoutItsSource) {
  EXPECT_EQ(refusal([](Ledger& l) { l.add("finish", 4, Figure(4), ""); }),
            "no source for finish, which is predicted");
  EXPECT_EQ(refusal([](Ledger& l) { l.add_lower_bound(4, ""); }),
            "no source for lower_bound, which is predicted");
  EXPECT_EQ(refusal([](Ledger& l) { l.add_bound(4, ""); }),
            "no source for bound, which is predicted");
  EXPECT_EQ(refusal([](Ledger& l) { l.add("finish", 4, std::nullopt, ""); }), "");
  EXPECT_EQ(refusal([](Ledger& l) { l.add_bound(std::nullopt, ""); }), "");
}

TEST(Judgement, HasEveryFigureOnce) {
  EXPECT_EQ(refusal([](Ledger& l) { l.add("quiesce", 5); }), "the figure quiesce is there twice");
}

TEST(Judgement, NamesADeadlockBeforeWhatItKeptFromArriving) {
  Evidence e = sound_evidence();
  e.problems = {"PE 1 never has all 2 flits"};
  e.is_deadlocked = true;
  e.stopped_at = 7;
  e.circular_wait = {"0 waits for 1"};
  EXPECT_THAT(judge(e).problems, ElementsAre("deadlock: no flit can move after step 7",
                                             "0 waits for 1", "PE 1 never has all 2 flits"));
}

TEST(Judgement, NamesWhatIsMissingFirstWherePesWaitForEachOther) {
  Evidence e = sound_evidence();
  e.problems = {"2 transfers never came"};
  e.first_missing = {"transfer 3 never came"};
  e.waiting = {"PE 0 waits for PE 1"};
  const std::string nothing_moves = "nothing moves after step 4, and PEs still wait";
  EXPECT_THAT(judge(e).problems, ElementsAre("transfer 3 never came", "2 transfers never came",
                                             nothing_moves, "PE 0 waits for PE 1"));
  e.stopped_at = 7;  // then it may still be on its way
  EXPECT_THAT(judge(e).problems, testing::Not(testing::Contains("transfer 3 never came")));
}

TEST(Judgement, HasNoEndOfARunThatWasStoppedThoughAllHadCome) {
  Evidence e = sound_evidence();
  e.ledger.add("done", 5, 5, "formula");
  EXPECT_EQ(judge(e).measured.find("done"), Figure(5));
  e.stopped_at = 4;
  const Result result = judge(e);
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_TRUE(result.measured.find("done")->is_nothing());
  for (const Check& check : result.checks) {
    const bool is_end =
        check.name == "finish" || check.name == "done" || check.name == "lower_bound";
    EXPECT_EQ(check.decided, !is_end) << check.name;
    EXPECT_EQ(check.measured == "not reached", is_end) << check.name;
  }
}

TEST(Judgement, HandsOnWhatTheMonitorsSay) {
  Evidence evidence = sound_evidence();
  evidence.problems = {"step 3: something"};
  evidence.complaints = {"PE 1, step 4: something else"};
  const Result result = judge(evidence);

  EXPECT_THAT(result.problems, ElementsAre("step 3: something", "PE 1, step 4: something else"));
}

TEST(Judgement, ComparesInTheOrderOfTheReportsUnlessTheLedgerSaysOtherwise) {
  Evidence evidence;
  for (const char* name : {"finish", "t_sync", "dispatch"})
    evidence.ledger.add(name, 4, 4, "formula");
  evidence.ledger.compare_behind("t_sync", "dispatch");

  const Result result = judge(evidence);

  EXPECT_EQ(result.measured.others.front().first, "t_sync");
  ASSERT_GE(result.checks.size(), 3U);
  EXPECT_EQ(result.checks[0].name, "finish");
  EXPECT_EQ(result.checks[1].name, "dispatch");
  EXPECT_EQ(result.checks[2].name, "t_sync");
}

}  // namespace
}  // namespace flitwise::judgement_test
