#include "systemc/protocols/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/tree/certification.h"
#include "systemc/protocols/tree/scatter.h"
#include "systemc/protocols/tree/shoulder_tap.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/tree/ideal_network.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const Tree kPath(path_parents(6));
const std::vector<Flits> kLengths{0, 2, 3, 0, 2, 1};

EarlyProtocol early_tapped_pe(Step by) {
  return {
      std::make_unique<ShoulderTapPe>(LocalFacts{2, 1, {3}, 2}, EndMark::kAbsent, Ports::kSingle),
      by};
}

TEST(EarlyProtocol, MovesTheMessageAndLeavesControlAlone) {
  EarlyProtocol pe = early_tapped_pe(2);
  const auto sent = feed(pe, {control(2, FlitKind::kTap, 1, 2, 5)});

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].kind, FlitKind::kTap);
  EXPECT_EQ(sent[0].after, 1);
  EXPECT_EQ(sent[1].kind, FlitKind::kData);
  EXPECT_EQ(sent[1].after, 3);
  EXPECT_THAT(pe.complaints(), IsEmpty());
}

TEST(EarlyProtocol, NeverSendsInThePast) {
  EarlyProtocol pe = early_tapped_pe(9);
  const auto sent = feed(pe, {control(2, FlitKind::kTap, 1, 2, 5)});

  EXPECT_EQ(sent.back().after, 1);
  EXPECT_THAT(pe.complaints(), IsEmpty());
  EXPECT_THAT(pe.remarks(), ElementsAre("sends 4 steps early, not 9: no message leaves before it "
                                        "can be decided on"));
}

TEST(EarlyProtocol, HasNothingToRemarkWhereItIsAsEarlyAsItShouldBe) {
  EarlyProtocol pe = early_tapped_pe(4);
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 5)});
  EXPECT_THAT(pe.remarks(), IsEmpty());
}

TEST(EarlyProtocol, ComplainsWhenThereIsNothingToGain) {
  EarlyProtocol pe(
      std::make_unique<ShoulderTapPe>(LocalFacts{2, 1, {}, 2}, EndMark::kAbsent, Ports::kSingle),
      1);
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 1)});

  EXPECT_THAT(pe.complaints(), ElementsAre(AllOf(StartsWith("step 2: "),
                                                 HasSubstr("sends in the next step already"))));
  EXPECT_THAT(pe.remarks(), IsEmpty());
}

TEST(EarlyProtocol, HandsOnTheComplaintsOfTheProtocolWithin) {
  EarlyProtocol pe = early_tapped_pe(1);
  feed(pe, {control(2, FlitKind::kToken, 1, 2)});

  EXPECT_THAT(pe.complaints(), ElementsAre(HasSubstr("expects a tap only")));
}

TEST(EarlyProtocol, MakesAScatterRootSendTwoFlitsAtOnce) {
  Protocols protocols = make_scatter(kPath, kLengths, {5, 4, 2, 1});
  protocols[0] = std::make_unique<EarlyProtocol>(std::move(protocols[0]), 1);
  const Record run = run_on(kPath, std::move(protocols));

  EXPECT_THAT(run.collisions, Not(IsEmpty()));
  EXPECT_THAT(run.complaints, IsEmpty());
}

TEST(EarlyProtocol, BreaksAGatherByTapsWhicheverPeItIs) {
  for (const Node v : {1, 2, 4, 5}) {
    Protocols protocols = make_shoulder_tap(kLengths, EndMark::kAbsent);
    auto& pe = protocols[static_cast<std::size_t>(v)];
    pe = std::make_unique<EarlyProtocol>(std::move(pe), 1);
    const Record run = run_on(kPath, std::move(protocols));
    EXPECT_FALSE(run.collisions.empty() && run.port_faults.empty()) << "PE " << v;
  }
}

TEST(EarlyProtocol, BreaksTheStreamOfAGatherByCertificates) {
  for (const Node v : {1, 2, 4, 5}) {
    Protocols protocols = make_certification(kPath, kLengths, sequential(LagRule::kTight));
    auto& pe = protocols[static_cast<std::size_t>(v)];
    pe = std::make_unique<EarlyProtocol>(std::move(pe), 1);
    EXPECT_THAT(run_on(kPath, std::move(protocols)).complaints,
                Contains(HasSubstr("next flit was due in step")))
        << "PE " << v;
  }
}

TEST(EarlyProtocol, RefusesToBeOnTime) { EXPECT_THROW(early_tapped_pe(0), std::invalid_argument); }

TEST(EarlyProtocol, RefusesToBreakNothing) {
  EXPECT_THROW(EarlyProtocol(nullptr, 1), std::invalid_argument);
}

TEST(EarlyProtocol, ShowsTheStateOfTheProtocolWithin) {
  EarlyProtocol pe = early_tapped_pe(1);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("tap from PE 1"));
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 3)});

  EXPECT_EQ(pe.state(), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(6), PeState::kRelaying);
}

TEST(MuteProtocol, TakesInAndSendsNothing) {
  MuteProtocol pe(
      std::make_unique<ShoulderTapPe>(LocalFacts{2, 1, {3}, 2}, EndMark::kAbsent, Ports::kSingle));

  EXPECT_THAT(feed(pe, {control(2, FlitKind::kTap, 1, 2, 3)}), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(6), PeState::kRelaying);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
}

TEST(MuteProtocol, LeavesTheOthersWaitingByName) {
  Protocols protocols = make_certification(kPath, kLengths, sequential(LagRule::kTight));
  protocols[3] = std::make_unique<MuteProtocol>(std::move(protocols[3]));
  const Record run = run_on(kPath, std::move(protocols));

  EXPECT_THAT(run.waiting,
              ElementsAre("certificate of PE 1", "certificate of PE 2", "certificate of PE 3",
                          "certificate of PE 4", "token from PE 3", "token from PE 4"));
}

TEST(MuteProtocol, MutesARootAsWell) {
  Protocols protocols = make_scatter(kPath, kLengths, {5, 4, 2, 1});
  protocols[0] = std::make_unique<MuteProtocol>(std::move(protocols[0]));
  const Record run = run_on(kPath, std::move(protocols));

  EXPECT_THAT(run.events, IsEmpty());
  EXPECT_THAT(run.waiting, Contains("3 more flits of the message of PE 2"));
}

TEST(MuteProtocol, HandsOnTheComplaintsOfTheProtocolWithin) {
  MuteProtocol pe(std::make_unique<ScatterReceiver>(LocalFacts{2, 1, {}, 0}));
  feed(pe, {data(3, 1, 2, 1, 1)});

  EXPECT_THAT(pe.complaints(), ElementsAre(HasSubstr("expected 0 flits in all")));
}

TEST(MuteProtocol, RefusesToBreakNothing) {
  EXPECT_THROW(MuteProtocol(nullptr), std::invalid_argument);
}

class Collector final : public Outbox {
 public:
  void send(const Transmission& transmission) override { sent.push_back(transmission); }
  std::vector<Step> steps() const {
    std::vector<Step> all;
    for (const Transmission& transmission : sent) all.push_back(transmission.after);
    return all;
  }
  std::vector<Transmission> sent;
};

// A leaf that sends copies in these steps.
std::unique_ptr<PeProtocol> copying_leaf(const std::vector<Step>& steps) {
  std::vector<Dispatch> sends;
  for (const Step step : steps) sends.push_back({step, FlitKind::kCopies, kNoNode, 1, 3, 1});
  return std::make_unique<ScheduledLeaf>(3, std::move(sends), Dues{});
}

TEST(Early, HurriesTheFirstMessageThatCanLeaveEarlierAndNoOther) {
  EarlyProtocol early(copying_leaf({1, 4, 6}), 2, Haste::kFirstMessage);
  Collector outbox;
  early.start(outbox);

  EXPECT_THAT(outbox.steps(), ElementsAre(1, 2, 6));
  EXPECT_THAT(early.complaints(), IsEmpty());
}

TEST(Early, ComplainsWhenNoMessageCanLeaveEarlier) {
  EarlyProtocol early(copying_leaf({1}), 2, Haste::kFirstMessage);
  Collector outbox;
  early.start(outbox);

  EXPECT_THAT(outbox.steps(), ElementsAre(1));
  EXPECT_THAT(early.complaints(),
              ElementsAre("the PE that should send early sends in the first step already"));
}

// A receive, and a send that waits for it, with an overhead of 4 steps.
std::vector<RankOp> relay() {
  std::vector<RankOp> program(2);
  program[0].kind = RankOpKind::kReceive;
  program[1].kind = RankOpKind::kSend;
  program[1].steps = 4;
  program[1].after = {{0, false}};
  return program;
}

TEST(EarlyProgram, SendsByATimetableWhateverItWaitsFor) {
  std::vector<RankOp> program = relay();
  EXPECT_EQ(make_early(program, {0, 7}, 3), 3);
  EXPECT_EQ(program[1].not_before, 4);
  EXPECT_EQ(program[1].steps, 4);
  EXPECT_THAT(program[1].after, IsEmpty());
  EXPECT_EQ(program[0].not_before, 0);
}

TEST(EarlyProgram, TakesWhatIsLeftOffTheOverhead) {
  std::vector<RankOp> program = relay();
  EXPECT_EQ(make_early(program, {0, 2}, 5), 5);
  EXPECT_EQ(program[1].not_before, 0);
  EXPECT_EQ(program[1].steps, 1);
}

TEST(EarlyProgram, IsNotEarlierThanTheFirstStep) {
  std::vector<RankOp> program = relay();
  EXPECT_EQ(make_early(program, {0, 2}, 100), 6);
  EXPECT_EQ(make_early(program, {0, 0}, 100), 0);
}

TEST(EarlyProgram, OfAPeThatSendsNothingIsNotEarly) {
  std::vector<RankOp> program = relay();
  program.pop_back();
  EXPECT_EQ(make_early(program, {5}, 1), 0);
}

TEST(LateProgram, SendsSoMuchLaterAndStillWaitsForWhatItSends) {
  std::vector<RankOp> program = relay();
  make_late(program, {0, 7}, 3);
  EXPECT_EQ(program[1].not_before, 10);
  EXPECT_EQ(program[1].after.size(), 1U);
  EXPECT_EQ(program[0].not_before, 0);
}

TEST(DoubleProgram, CombinesACellWithItselfBeforeAllElse) {
  std::vector<RankOp> program = relay();
  make_double(program, 4);
  ASSERT_EQ(program.size(), 3U);
  EXPECT_EQ(program[2].kind, RankOpKind::kCompute);
  EXPECT_EQ(program[2].reads, std::vector<Cell>{4});
  EXPECT_EQ(program[2].operands, program[2].writes);
  EXPECT_THAT(program[2].after, IsEmpty());
  for (const std::size_t op : {0, 1}) EXPECT_EQ(program[op].after.back().op, 2U);
}

}  // namespace
}  // namespace flitwise::protocols::test
