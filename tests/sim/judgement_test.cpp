// Every check can fail, alone, and then the run fails: no check hides behind another.
#include "sim/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A gather by certification on the path 0-1 that went as predicted.
Evidence sound_evidence() {
  const LinkEvent token{1, 0, 1, FlitKind::kToken, 1, 1, 0, 0};
  const LinkEvent certificate{2, 1, 0, FlitKind::kCertificate, 1, 1, 1, 1};
  const LinkEvent order{3, 0, 1, FlitKind::kOrder, 1, 1, 1, 0};
  const LinkEvent data{4, 1, 0, FlitKind::kData, 1, 1, 0, 0};
  Evidence e;
  e.measured = {4, 4, 2, {{}, 4}, {3, 1}, {1, 1}, {{}, 1}};
  e.prediction.finish = 4;
  e.prediction.quiesce = 4;
  e.prediction.t_sync = 2;
  e.prediction.dispatch = {{}, 4};
  e.prediction.lag = {3, 1};
  e.prediction.stream = {1, 1};
  e.prediction.order_value = {{}, 1};
  e.prediction.lower_bound = 2;
  e.prediction.bound = 5;
  for (const char* quantity : {"finish", "quiesce", "dispatch", "t_sync", "lag", "stream",
                               "order_value", "lower_bound", "bound"})
    e.prediction.sources.push_back({quantity, "formula"});
  e.measured_events = {token, certificate, order, data};
  e.predicted_events = *e.measured_events;
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
  EXPECT_EQ(result.checks.size(), 17U);
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
    testing::Values(Flaw{"finish", [](Evidence& e) { e.measured.finish = 5; }},
                    Flaw{"quiesce", [](Evidence& e) { e.measured.quiesce = 5; }},
                    Flaw{"dispatch", [](Evidence& e) { e.measured.dispatch[1] = 5; }},
                    Flaw{"t_sync", [](Evidence& e) { e.measured.t_sync = 3; }},
                    Flaw{"lag", [](Evidence& e) { e.measured.lag[0] = 4; }},
                    Flaw{"stream", [](Evidence& e) { e.measured.stream[1] = 2; }},
                    Flaw{"order_value", [](Evidence& e) { e.measured.order_value[1] = 2; }},
                    Flaw{"lower_bound", [](Evidence& e) { e.prediction.lower_bound = 5; }},
                    Flaw{"bound", [](Evidence& e) { e.prediction.bound = 3; }},
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

TEST(Judgement, CallsPesThatWaitNoEnd) {
  Evidence evidence = sound_evidence();
  evidence.waiting = {"PE 0 waits for certificate of PE 1"};

  EXPECT_EQ(judge(evidence).outcome, Outcome::kNoEnd);
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
  EXPECT_EQ(result.checks.size(), 16U);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("was not compared")));
}

TEST(Judgement, HandsOnWhatTheMonitorsSay) {
  Evidence evidence = sound_evidence();
  evidence.problems = {"step 3: something"};
  evidence.complaints = {"PE 1, step 4: something else"};
  const Result result = judge(evidence);

  EXPECT_THAT(result.problems, ElementsAre("step 3: something", "PE 1, step 4: something else"));
}

}  // namespace
}  // namespace flitwise
