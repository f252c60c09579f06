// Routers that do nothing: no clause may hold for them. Plain C++, so that all clauses' premises
// can be said to have occurred.
#include <gtest/gtest.h>

#include <deque>

#include "sim/kit/kit_report.h"
#include "tb/kit/kit.h"

namespace flitwise::kit::tied_off_test {

own::RouterDescription description(own::LinkProtocol link) {
  own::RouterDescription router;
  router.name = "tied";
  router.link = link;
  router.lanes = 2;
  router.queue = 4;
  router.latency = own::RouterLatency{2, 0, 0, 1, 1};
  router.flit.width = 32;
  router.flit.head = {31, 1};
  router.flit.tail = {30, 1};
  router.flit.x = {27, 3};
  router.flit.y = {24, 3};
  router.flit.payload = {{0, 24}, {0, 24}};
  return router;
}

// Constant outputs; its monitor says that every premise occurs in every cycle and nothing breaks.
class Constant final : public Device {
 public:
  explicit Constant(const PortOutputs& wires) { outputs_.fill(wires); }
  void reset() override {}
  void drive(const Inputs&) override {}
  Outputs settle() override { return outputs_; }
  Outputs outputs() const override { return outputs_; }
  RuleReport rules() override {
    RuleReport report;
    report.premises = 0xffff;
    return report;
  }
  void cycle() override {}

 private:
  Outputs outputs_;
};

KitReport check(own::LinkProtocol link, const PortOutputs& wires) {
  KitOptions options;
  options.cycles = 2400;
  return check_router(
      description(link), [&](Place, std::uint64_t) { return std::make_unique<Constant>(wires); },
      options);
}

int status(const KitReport& report) {
  RouterCheck check;
  check.report = report;
  return status_of(check);
}

void expect_that_none_holds(const KitReport& report) {
  ASSERT_EQ(report.clauses.size(), static_cast<std::size_t>(kClauses));
  for (const ClauseReport& clause : report.clauses)
    EXPECT_NE(clause.result, ClauseResult::kHolds) << clause.name;
}

TEST(TiedOffRouter, PassesNoClauseWhereAllOutputsAreLow) {
  for (const own::LinkProtocol link : {own::LinkProtocol::kReady, own::LinkProtocol::kCredit}) {
    const KitReport report = check(link, {});
    expect_that_none_holds(report);
    EXPECT_NE(status(report), 0);
  }
}

TEST(TiedOffRouter, PassesNoClauseWhereItTakesAllAndGivesNothing) {
  PortOutputs swallows;
  swallows.ready = 3;
  const KitReport ready = check(own::LinkProtocol::kReady, swallows);
  expect_that_none_holds(ready);
  EXPECT_EQ(ready.clauses[kLost - 1].result, ClauseResult::kFails);
  EXPECT_EQ(ready.clauses[kRoom - 1].result, ClauseResult::kFails);

  PortOutputs returns;
  returns.credit = 1;
  expect_that_none_holds(check(own::LinkProtocol::kCredit, returns));
}

TEST(TiedOffRouter, PassesNoClauseWhereAFlitStandsOnItsOutputsForEver) {
  PortOutputs flit;
  flit.valid = 1;
  flit.ready = 3;
  flit.flit[0] = 0xc0000001;
  const KitReport report = check(own::LinkProtocol::kReady, flit);
  expect_that_none_holds(report);
  EXPECT_EQ(report.clauses[kMade - 1].result, ClauseResult::kFails);
}

TEST(TiedOffRouter, IsAHangWhereItsNeighboursWaitForEver) {
  const KitReport report = check(own::LinkProtocol::kReady, {});
  ASSERT_FALSE(report.hangs.empty());
  EXPECT_EQ(status(report), 3);
  ASSERT_FALSE(report.hangs.front().waits.empty());
  EXPECT_EQ(report.hangs.front().waits.front().substr(0, 16), "the neighbour at");
}

}  // namespace flitwise::kit::tied_off_test
