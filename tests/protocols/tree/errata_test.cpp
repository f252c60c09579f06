// Where Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors", taken at its word, does not work or is not optimal. Each test runs the published
// arithmetic and the one used here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "systemc/protocols/tree/stream_plan.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"
#include "tests/protocols/tree/published_certification.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test::errata_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::uint64_t kRandomCases = 400;

std::int64_t certified_lag(LagRule rule, Flits own, const std::vector<Certificate>& children) {
  return plan_stream(sequential(rule), Role::kBelowRoot, own, children).certificate.lag;
}

/// The last PE of a path that waits max(2, s) like the others, as Phase 2 is printed.
class WaitsTwo final : public PeProtocol {
 public:
  explicit WaitsTwo(Node self) : self_(self) {}
  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override {
    Transmission message;
    message.destination = 0;
    message.message = self_;
    message.after = std::max<Step>(2, arrival.value);
    outbox.send(message);
  }
  PeState state() const override { return PeState::kScheduled; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  Node self_;
};

Step finish_of(const Case& c, LagRule rule) {
  const Tree tree(c.parents);
  return run_on(tree, make_certification(tree, c.lengths, sequential(rule))).finish;
}

Record run_published(const Case& c, const Arithmetic& arithmetic) {
  const Tree tree(c.parents);
  return run_on(tree, make_published(tree, c.lengths, arithmetic));
}

int broken_runs(const Arithmetic& arithmetic) {
  int broken = 0;
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed)
    if (!run_published(random_case(seed), arithmetic).faults().empty()) ++broken;
  return broken;
}

Arithmetic without_the_relay_step() {
  Arithmetic arithmetic;
  arithmetic.child_limit = [](std::int64_t d, std::int64_t c) { return d + c; };
  return arithmetic;
}

Arithmetic without_the_orders_way() {
  Arithmetic arithmetic;
  arithmetic.order_value = [](std::int64_t start, Step) { return start; };
  return arithmetic;
}

Arithmetic with_root_after_zero() {
  Arithmetic arithmetic;
  arithmetic.root_order = [](std::int64_t) { return std::int64_t{0}; };
  return arithmetic;
}

const Case kFigure4{{-1, 0, 1, 2, 3, 4}, {0, 2, 3, 0, 2, 1}};

TEST(Errata, E4WaitingTwoStepsMakesTheLastPeOfAPathOneStepLate) {
  const Tree path(path_parents(2));
  Protocols published = make_shoulder_tap({0, 1}, EndMark::kAbsent);
  published[1] = std::make_unique<WaitsTwo>(1);

  EXPECT_EQ(run_on(path, std::move(published)).finish, 3);
  EXPECT_EQ(run_on(path, make_shoulder_tap({0, 1}, EndMark::kAbsent)).finish, 2);
}

TEST(Errata, E5APathWithoutNullMessagesMayLeaveAGap) {
  const Tree path(path_parents(4));
  const Record run = run_on(path, make_shoulder_tap({0, 1, 1, 1}, EndMark::kAbsent));

  EXPECT_EQ(run.finish, 6);
  EXPECT_EQ(run.data_on(1, 0)[1].step - run.data_on(1, 0)[0].step, 2);
}

TEST(EndMark, Pe0CannotTellTheEndOfARoundOfTapsWithoutAMark) {
  Protocols all_null = make_shoulder_tap({0, 0, 0}, EndMark::kAbsent);
  const Tree path(path_parents(3));
  IdealNetwork(path, all_null).run();

  EXPECT_EQ(all_null[0]->state(), PeState::kCollecting);
}

TEST(Errata, E8ALimitOfDPlusCGivesP1OfThreeALagOf2InsteadOf3) {
  const Case c{{-1, 0, 1}, {0, 0, 1}};
  const Tree tree(c.parents);

  EXPECT_THAT(run_published(c, without_the_relay_step()).values(FlitKind::kCertificate),
              ElementsAre(1, 2));
  EXPECT_THAT(run_on(tree, make_certification(tree, c.lengths, sequential(LagRule::kTight)))
                  .values(FlitKind::kCertificate),
              ElementsAre(1, 3));
}

TEST(Errata, E8ALimitOfDPlusCOrdersAPeToSendInThePast) {
  const Record run = run_published({{-1, 0, 1}, {0, 0, 1}}, without_the_relay_step());

  EXPECT_THAT(run.refused, ElementsAre("PE 2 after -1 length 1"));
}

TEST(Errata, E8ALimitOfDPlusCBreaksManyRuns) {
  EXPECT_GT(broken_runs(without_the_relay_step()), 100);
}

TEST(Errata, E9TheSumFormulaIsOneStepLateForLags1And3) {
  const std::vector<Certificate> children{{1, 1}, {3, 1}};

  EXPECT_EQ(certified_lag(LagRule::kPaper, 2, children), 4);
  EXPECT_EQ(certified_lag(LagRule::kTight, 2, children), 3);
}

TEST(Errata, E9TheSumFormulaCostsAStepOnATreeOfFive) {
  const Case c{{-1, 0, 0, 0, 1}, {0, 0, 1, 1, 1}};

  EXPECT_EQ(finish_of(c, LagRule::kPaper), 15);
  EXPECT_EQ(finish_of(c, LagRule::kTight), 14);
}

TEST(Errata, E9TheSumFormulaDependsOnTheOrderOfEqualLags) {
  EXPECT_EQ(certified_lag(LagRule::kPaper, 0, {{1, 2}, {1, 1}, {3, 1}}), 6);
  EXPECT_EQ(certified_lag(LagRule::kPaper, 0, {{1, 1}, {1, 2}, {3, 1}}), 5);
}

TEST(Errata, E10TheOrderFormulaGivesP2OfFigure4Five) {
  const std::vector<Flits> offsets = stream_offsets(2, {{3, 6}}, {0});
  const StreamPlan plan = plan_stream(sequential(LagRule::kTight), Role::kBelowRoot, 2, {{3, 6}});

  EXPECT_EQ(without_the_orders_way().order_value(3 + offsets[0], 1), 5);
  EXPECT_EQ(3 + plan.orders.at(0).shift, 3);
}

TEST(Errata, E10TheOrderFormulaMakesFigure4EndInStep31InsteadOf21) {
  EXPECT_EQ(run_published(kFigure4, without_the_orders_way()).finish, 31);
  EXPECT_EQ(finish_of(kFigure4, LagRule::kTight), 21);
}

TEST(Errata, E10TheOrderFormulaCollidesOnATreeOfFour) {
  const Record run = run_published({{-1, 0, 0, 1}, {0, 1, 1, 1}}, without_the_orders_way());

  EXPECT_THAT(run.port_faults, Not(IsEmpty()));
  EXPECT_THAT(run.port_faults.front(), HasSubstr("step 12"));
}

TEST(Errata, E10TheOrderFormulaBreaksManyRuns) {
  EXPECT_GT(broken_runs(without_the_orders_way()), 100);
}

TEST(Errata, E11ARootOrderAfterZeroStepsOrdersP1OfFigure4ToSendInThePast) {
  const Record run = run_published(kFigure4, with_root_after_zero());

  EXPECT_EQ(run.values(FlitKind::kOrder).front(), -2);
  EXPECT_THAT(run.refused, Not(IsEmpty()));
}

TEST(Errata, E12AnOrderMayBeBelowTheLeastLagOfTheChildren) {
  const Tree path(path_parents(4));
  const Record run =
      run_on(path, make_certification(path, {0, 5, 0, 1}, sequential(LagRule::kTight)));

  EXPECT_THAT(run.values(FlitKind::kCertificate), ElementsAre(1, 3, 2));
  EXPECT_EQ(run.values(FlitKind::kOrder).front(), 2);
  EXPECT_EQ(run.faults(), "");
}

TEST(Errata, E16OneFlitOverOneLinkTakesFourSteps) {
  EXPECT_EQ(finish_of({{-1, 0}, {0, 1}}, LagRule::kTight), 4);
}

TEST(Errata, TheCorrectedArithmeticBreaksNoRunInTheSamePublishedForm) {
  EXPECT_EQ(broken_runs(Arithmetic{}), 0);
}

}  // namespace
}  // namespace flitwise::protocols::test::errata_test
