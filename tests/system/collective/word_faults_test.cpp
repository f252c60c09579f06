// Operations on vectors of words that must fail, and say which word of which PE is wrong and why.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>

#include "sim/collective/collective_scenario.h"
#include "sim/collective/collective_work.h"
#include "sim/run/runner.h"
#include "sim/run/simulation.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::word_faults_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::check_of;

// PE 0 sums up what PE 1 has of itself and of PE 2.
const std::string kPath =
    "network: {shape: path, pes: 3}\noperation: reduce\nalgorithm: interleaved\nlength: 2\n";
const std::string kRing =
    "network: {kind: torus, sides: [4]}\noperation: allreduce\nalgorithm: half-ring\nlength: 8\n";

using Programs = std::vector<std::vector<RankOp>>;

// Runs a scenario whose PEs have had their programs changed behind the reader's back.
Result run_changed(const std::string& text, const std::function<void(Programs&)>& change) {
  Scenario scenario = testing_support::torus_scenario(text);
  auto& collective = std::any_cast<CollectiveScenario&>(scenario.system);
  auto plan = std::make_shared<CollectivePlan>(*collective.words->plan);
  change(plan->schedule.programs);
  collective.words->plan = plan;
  collective.schedule = {plan, &plan->schedule};
  return run_in_child(scenario, {});
}

RankOp& first_of(std::vector<RankOp>& program, RankOpKind kind) {
  for (RankOp& op : program)
    if (op.kind == kind) return op;
  throw std::logic_error("no such operation");
}

TEST(WordFaults, WithoutAnyThereAreNone) {
  for (const std::string& text : {kPath, kRing}) {
    const Result result = run_changed(text, [](Programs&) {});
    EXPECT_EQ(result.outcome, Outcome::kPass);
    EXPECT_THAT(result.problems, IsEmpty());
  }
}

Result run_broken(const std::string& text, const std::string& fault,
                  const std::string& options = {}) {
  return testing_support::run_text(
      fmt::format("{}options: {{{}break: {{{}}}}}\n", text, options, fault));
}

// Also where the value is right for all that.
TEST(WordFaults, AnOperandThatCountsTwiceIsNamedWhateverTheOperation) {
  for (const char* op : {"sum", "min", "max", "and", "or", "xor"}) {
    const Result result = run_broken(kPath, "double: 2", fmt::format("op: {}, ", op));
    EXPECT_EQ(result.outcome, Outcome::kFail) << op;
    EXPECT_THAT(result.problems,
                ElementsAre("PE 0: word 0 has the operand of PE 2 twice by step 2 (from PE 1)"))
        << op;
    EXPECT_EQ(check_of(result, "contents").measured, "1 of 2 words");
  }
}

TEST(WordFaults, AnOperandThatIsOverwrittenIsNamed) {
  const Result result = run_changed(kPath, [](Programs& programs) {
    first_of(programs[1], RankOpKind::kReceive).operands.clear();
  });
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, ElementsAre("PE 0: word 0 lacks the operand of PE 1"));
}

TEST(WordFaults, AResultThatIsNeverWrittenIsMissed) {
  const Result result = run_changed(kRing, [](Programs& programs) {
    RankOp& last = programs[0].back();
    ASSERT_EQ(last.kind, RankOpKind::kReceive);
    last.writes.clear();
  });
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("PE 0 (0): word ")));
  EXPECT_FALSE(check_of(result, "result_crc").ok);
}

// PE 2 waits for results that wait for its operand: all PEs of the path wait for each other.
TEST(WordFaults, AMutePeIsNamedFirstInACircleOfWaits) {
  const Result result = testing_support::run_text(
      "network: {shape: path, pes: 5}\noperation: allreduce\nalgorithm: interleaved\n"
      "length: 2\noptions: {break: {mute: 2}}\n");
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  ASSERT_FALSE(result.problems.empty());
  EXPECT_THAT(
      result.problems.front(),
      testing::MatchesRegex(R"(transfer [0-9]+ \(PE 2: to PE 1\), due in step 3, never came, )"
                            "and nothing before it is missing; likewise 1 more of PE 2"));
  EXPECT_THAT(result.problems, testing::Not(Contains(HasSubstr("likewise 1 more of PE 1"))));
}

// A work whose PEs speak through another outbox.
class Distorted final : public protocols::TimedProtocol {
 public:
  using Change = std::function<void(protocols::Transmission&)>;

  Distorted(std::unique_ptr<protocols::PeProtocol> inner, Change change)
      : inner_(std::move(inner)),
        timed_(dynamic_cast<protocols::TimedProtocol&>(*inner_)),
        change_(std::move(change)) {}

  void start(protocols::Outbox& outbox) override {
    Mouth mouth(outbox, change_);
    inner_->start(mouth);
  }
  void receive(const protocols::Arrival& arrival, protocols::Outbox& outbox) override {
    Mouth mouth(outbox, change_);
    inner_->receive(arrival, mouth);
  }
  std::optional<Step> next_wake() const override { return timed_.next_wake(); }
  void wake(Step now, protocols::Outbox& outbox) override {
    Mouth mouth(outbox, change_);
    timed_.wake(now, mouth);
  }
  protocols::PeState state() const override { return inner_->state(); }
  std::vector<std::string> waiting_for() const override { return inner_->waiting_for(); }

 private:
  class Mouth final : public protocols::Outbox {
   public:
    Mouth(protocols::Outbox& outbox, const Change& change) : outbox_(outbox), change_(change) {}
    void send(const protocols::Transmission& transmission) override {
      protocols::Transmission changed = transmission;
      change_(changed);
      outbox_.send(changed);
    }

   private:
    protocols::Outbox& outbox_;
    const Change& change_;
  };

  const std::unique_ptr<protocols::PeProtocol> inner_;
  protocols::TimedProtocol& timed_;
  const Change change_;
};

class DistortedWork final : public Work {
 public:
  DistortedWork(const Scenario& scenario, Node pe, Distorted::Change change)
      : inner_(scenario, Events::kKept), pe_(pe), change_(std::move(change)) {}

  Machine& machine() override { return inner_.machine(); }
  protocols::Protocols make_protocols() override {
    protocols::Protocols all = inner_.make_protocols();
    auto& pe = all[index_of(pe_)];
    pe = std::make_unique<Distorted>(std::move(pe), change_);
    return all;
  }
  std::vector<NetworkObserver*> monitors() override { return inner_.monitors(); }
  void close() override { inner_.close(); }
  Step expected_steps() const override { return inner_.expected_steps(); }
  Step step_limit() const override { return inner_.step_limit(); }
  Evidence evidence() const override { return inner_.evidence(); }
  const std::vector<LinkEvent>& events() const override { return inner_.events(); }
  std::int64_t flit_hops() const override { return inner_.flit_hops(); }

 private:
  CollectiveWork inner_;
  const Node pe_;
  const Distorted::Change change_;
};

Result run_distorted(const std::string& text, Node pe, const Distorted::Change& change) {
  const Scenario scenario = testing_support::torus_scenario(text);
  Simulation simulation(std::make_unique<DistortedWork>(scenario, pe, change), {}, {});
  simulation.run();
  return judge(simulation.evidence());
}

void invert_bit_0_of_the_last(protocols::Transmission& transmission) {
  auto words = std::make_shared<std::vector<std::uint32_t>>(*transmission.words);
  words->back() ^= 1U;
  transmission.words = words;
}

// What PEs combine has come in flits.
TEST(WordFaults, APayloadThatIsChangedOnItsWayIsAWrongValueOfTheRightOperands) {
  const Result result = run_distorted(kPath, 2, invert_bit_0_of_the_last);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              ElementsAre(testing::AllOf(testing::StartsWith("PE 0: word 0 is 0x"),
                                         testing::EndsWith(", of the right operands")),
                          testing::AllOf(testing::StartsWith("PE 0: word 1 is 0x"),
                                         testing::EndsWith(", of the right operands"))));
  EXPECT_FALSE(check_of(result, "result_crc").ok);
  EXPECT_TRUE(check_of(result, "done").ok);
}

// Block 0 is PE 0's; on a ring of 4 it comes from PE 2 over PE 1, two flits a message.
TEST(WordFaults, APayloadBehindTheHeadOfAWormIsHeldAgainstTheOperandsToo) {
  const Result result = run_distorted(kRing, 1, invert_bit_0_of_the_last);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("of the right operands")));
  EXPECT_THAT(result.problems, Not(Contains(HasSubstr("word 0 "))));
}

// PEs that combine by another rule than the scenario's: the rule is changed when they are done.
Result run_by_another_rule(const std::string& text,
                           const std::function<void(WordArithmetic&)>& change) {
  Scenario scenario = testing_support::torus_scenario(text);
  auto& collective = std::any_cast<CollectiveScenario&>(scenario.system);
  Simulation simulation(std::make_unique<CollectiveWork>(scenario, Events::kKept), {}, {});
  simulation.run();
  change(collective.words->arithmetic);
  return judge(simulation.evidence());
}

TEST(WordFaults, AnotherOperationThanTheScenariosIsNoticed) {
  const Result result =
      run_by_another_rule(kRing, [](WordArithmetic& arithmetic) { arithmetic.op = WordOp::kXor; });
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(check_of(result, "contents").measured, "0 of 32 words");
  EXPECT_THAT(result.problems, Contains(HasSubstr("of the right operands")));
  EXPECT_THAT(result.problems, Contains("and 12 more words are wrong"));
}

TEST(WordFaults, AnotherWidthThanTheScenariosIsNoticed) {
  const Result result = run_by_another_rule(
      kRing + "options: {width: 8}\n", [](WordArithmetic& arithmetic) { arithmetic.width = 9; });
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("of the right operands")));
}

TEST(WordFaults, AMutePeLeavesARunWithoutEndThatNamesWhoWaitsForWhat) {
  const Result result = run_broken(kPath, "mute: 1");
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains("PE 0 waits for 1 flit of transfer 1 (from PE 1), 1 flit "
                                        "of transfer 3 (from PE 1)"));
  EXPECT_THAT(result.problems, Not(Contains(HasSubstr("PE 1 waits"))));

  const Result ring = run_broken(kRing, "mute: 2");
  EXPECT_EQ(ring.outcome, Outcome::kNoEnd);
  EXPECT_THAT(ring.problems, Contains(HasSubstr("(round 1 from PE 2)")));
}

// PE 1 sends its own operand alone, and PE 2's comes too late.
TEST(WordFaults, APeThatSendsBeforeAnOperandHasComeLacksIt) {
  const Result result = run_broken(kPath, "early: 1, by: 1");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains("PE 0: word 0 lacks the operand of PE 2"));
  EXPECT_FALSE(check_of(result, "events").ok);
}

// What it sends is right, and no one is disturbed.
TEST(WordFaults, APeThatIsEarlyWithoutDoingHarmIsNoticedByItsEvents) {
  const Result result = run_broken(
      "network: {parents: [-1, 0, 1, 2, 0]}\noperation: reduce\nalgorithm: interleaved\n"
      "length: 1\n",
      "early: 4, by: 1");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_TRUE(check_of(result, "done").ok);
  EXPECT_TRUE(check_of(result, "contents").ok);
  EXPECT_FALSE(check_of(result, "events").ok);
}

// On a ring all wait for what they send, and one that does not is early for all that.
TEST(WordFaults, APeThatIsEarlyOnARingPassesOnWhatItHas) {
  const Result result = run_broken(kRing, "early: 1, by: 2");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains(HasSubstr("lacks the operand of PE ")));
}

// PE 1 has PE 2's word a step later than it should, and waits for it.
TEST(WordFaults, ALatePeIsNamedByTheStepAndLinkOfWhatDoesNotCome) {
  const Result result = run_broken(kPath, "late: 2, by: 3");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_TRUE(check_of(result, "contents").ok);
  EXPECT_EQ(check_of(result, "done").measured, "6");
  EXPECT_THAT(check_of(result, "events").predicted, HasSubstr("step 1: PE 2 -> PE 1"));
}

// The value is right, since one operand more or less of many that are in it shows in few bits; that
// ways are missing shows.
TEST(WordFaults, APeThatDoesNotWaitForItsNeighboursIsNoticedInAFlood) {
  const Result result =
      run_broken("network: {shape: path, pes: 5}\noperation: barrier\nalgorithm: flood\n",
                 "early: 2, by: 1", "op: or, width: 1, add: 1, ports: multi, ");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "contents").ok);
  EXPECT_THAT(result.problems, Contains(HasSubstr("operands, not the ")));
}

TEST(WordFaults, AnOperandInThePlaceOfAnotherIsNamed) {
  const Result result = run_in_child(
      testing_support::torus_scenario("network: {kind: torus, sides: [4]}\noperation: allreduce\n"
                                      "algorithm: ring\nlength: 3\n"
                                      "options: {break: {early: 1, by: 100}}\n"),
      {});
  EXPECT_THAT(result.problems, Contains(HasSubstr("word 1 has the operand of PE 1 twice and lacks "
                                                  "that of PE 0")));
}

}  // namespace
}  // namespace flitwise::word_faults_test
