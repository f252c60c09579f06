// The torus router's checkers without a router: the test plays it, right and wrong, and sees which
// fire. Every assertion of tb/sva/torus_router_sva.sv has a test here.
#include <Vtorus_router_sva_d2l2q2.h>
#include <Vtorus_router_sva_d2l2q2_p1.h>
#include <gmock/gmock.h>

#include <cstring>
#include <regex>
#include <string>
#include <vector>

#include "tests/rtl/torus/torus_harness.h"

namespace flitwise::rtl_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Names = std::vector<std::string>;

constexpr TorusShape kShape{2, 2, 2};
constexpr std::size_t kPorts = 8;
constexpr std::size_t kFromWest = 4;   // incoming channel 0: flits that travel upwards
constexpr std::size_t kEastwards = 4;  // outgoing channel 0
constexpr std::size_t kEjected = 0;    // what has come over channel 0

/// The checkers with every pin of a router in the test's hand.
template <class Model = Vtorus_router_sva_d2l2q2>
class Checkers {
 public:
  explicit Checkers(int x = 3, bool strict = false) {
    count_assertion_failures(context_);
    for (std::size_t d = 0; d < 2; ++d) {
      bytes_of(model_.coordinate_i)[d] = static_cast<unsigned char>(d == 0 ? x : 3);
      bytes_of(model_.side_i)[d] = 8;
    }
    model_.strict_i = strict;
    reset(model_);
  }

  ~Checkers() { Verilated::threadContextp(&context_); }  // as VerilatedRouter, for the same reason
  Checkers(const Checkers&) = delete;
  Checkers& operator=(const Checkers&) = delete;

  /// Names of the assertions that fire when a router takes `inputs` and shows `outputs` after it.
  Names objections(const TorusInputs& inputs, const TorusOutputs& outputs) {
    Verilated::threadContextp(&context_);
    const int errors_before = context_.errorCount();
    ::testing::internal::CaptureStdout();
    // The outputs of the edge before have been looked at already.
    for (const auto& [port, flit] : inputs.flits)
      std::memcpy(bytes_of(model_.in_lane_i) + port * sizeof flit, &flit, sizeof flit);
    for (const auto& [port, lane] : inputs.credits)
      bytes_of(model_.credit_i)[port] |= static_cast<unsigned char>(1U << lane);
    for (const std::size_t port : inputs.stalls)
      model_.stall_i = static_cast<CData>(model_.stall_i | 1U << port);
    show(TorusOutputs(kPorts));
    clock_cycle<Model>(&model_);
    std::memset(bytes_of(model_.in_lane_i), 0, sizeof(model_.in_lane_i));
    std::memset(bytes_of(model_.credit_i), 0, sizeof(model_.credit_i));
    model_.stall_i = 0;
    show(outputs);
    clock_cycle<Model>(&model_);
    const std::string printed = ::testing::internal::GetCapturedStdout();
    static const std::regex failure("Assertion failed in [^ ]*\\.(a_[a-z0-9_]+):");
    Names names;
    for (std::sregex_iterator at(printed.begin(), printed.end(), failure), end; at != end; ++at)
      names.push_back((*at)[1]);
    EXPECT_EQ(context_.errorCount() - errors_before, static_cast<int>(names.size())) << printed;
    return names;
  }

 private:
  void show(const TorusOutputs& outputs) {
    std::memcpy(bytes_of(model_.out_lane_o), outputs.router.lanes.data(),
                sizeof(model_.out_lane_o));
    std::memset(bytes_of(model_.credit_o), 0, sizeof(model_.credit_o));
    for (const auto& [port, lane] : outputs.credits)
      bytes_of(model_.credit_o)[port] |= static_cast<unsigned char>(1U << lane);
    model_.busy_o = outputs.router.busy;
    model_.violation_o = static_cast<CData>(outputs.router.violation);
    unsigned mask = 0;
    for (const std::size_t port : outputs.router.involved_in) mask |= 1U << port;
    model_.violation_in_o = static_cast<CData>(mask);
    model_.stalled_o = stalled_ += outputs.stalled;
    model_.blocked_o = blocked_ += outputs.blocked;
  }

  VerilatedContext context_;
  Model model_{&context_};
  std::uint32_t stalled_ = 0;
  std::uint32_t blocked_ = 0;
};

/// What is shown when one flit has left one queue for one output.
TorusOutputs moved(std::pair<std::size_t, int> from, std::size_t output, RawFlit flit) {
  TorusOutputs outputs(kPorts);
  outputs.router.busy = true;
  outputs.router.lanes[output] = flit;
  outputs.credits.insert(from);
  return outputs;
}

TorusOutputs refused(std::size_t port, unsigned violation, bool with_credit = true) {
  TorusOutputs outputs(kPorts);
  outputs.router.busy = true;
  outputs.router.violation = violation;
  outputs.router.involved_in = {port};
  if (with_credit) outputs.credits.insert({port, 0});
  return outputs;
}

/// `stalled` and `blocked` flits stay; the router is busy.
TorusOutputs nothing_moved(std::uint32_t stalled, std::uint32_t blocked = 0) {
  TorusOutputs outputs(kPorts);
  outputs.router.busy = stalled > 0;
  outputs.stalled = stalled;
  outputs.blocked = blocked;
  return outputs;
}

const Hops kTwoEast{2, 0, 0, 0};
const Hops kOneEast{1, 0, 0, 0};
const std::pair<std::size_t, int> kWestLow{kFromWest, 0};

TorusInputs from_west(RawFlit flit) { return {{{kFromWest, flit}}, {}}; }

TEST(TorusRouterCheckers, StaySilentWhenWormsGoTheirWay) {
  Checkers checkers;
  EXPECT_THAT(checkers.objections(from_west(torus_head(kTwoEast)),
                                  moved(kWestLow, kEastwards, torus_head(kOneEast, false, 1))),
              IsEmpty());
  EXPECT_THAT(checkers.objections(from_west(torus_body(2, true)),
                                  moved(kWestLow, kEastwards, torus_body(2, true, 1))),
              IsEmpty());
  EXPECT_THAT(checkers.objections(from_west(torus_head({}, true)),
                                  moved(kWestLow, kEjected, torus_head({}, true))),
              IsEmpty());
}

TEST(TorusRouterCheckers, CreditForAFlitFiresWhenNoneHasCome) {
  TorusOutputs outputs(kPorts);
  outputs.router.busy = true;
  outputs.credits = {kWestLow};
  EXPECT_THAT(Checkers().objections({}, outputs), ElementsAre("a_credit_for_a_flit"));
}

TEST(TorusRouterCheckers, OneAnOutputFiresWhenTwoFlitsLeaveForOne) {
  const RawFlit flit = torus_head({}, true);
  TorusOutputs outputs = moved(kWestLow, kEjected, flit);
  outputs.credits.insert({kFromWest, 1});
  Checkers checkers;
  const RawFlit other = torus_head({}, true, 1);
  EXPECT_THAT(checkers.objections(from_west(flit), nothing_moved(1)), Contains("a_not_idle"));
  EXPECT_THAT(checkers.objections(from_west(other), outputs), Contains("a_one_an_output"));
}

TEST(TorusRouterCheckers, DeliveredFiresWhenThePeGetsAnotherFlitOrNone) {
  const RawFlit flit = torus_head({}, true);
  for (const RawFlit wrong : {flit ^ 1, flit ^ (RawFlit{1} << 54), flit ^ (RawFlit{1} << 31)})
    EXPECT_THAT(Checkers().objections(from_west(flit), moved(kWestLow, kEjected, wrong)),
                ElementsAre("a_delivered"));
  EXPECT_THAT(Checkers().objections(from_west(flit), moved(kWestLow, kEjected, 0)),
              ElementsAre("a_delivered", "a_nothing_made"));
}

TEST(TorusRouterCheckers, SentOnFiresWhenAFlitIsChanged) {
  for (const Hops& wrong : {kTwoEast, Hops{0, 0, 0, 0}, Hops{1, 1, 0, 0}})
    EXPECT_THAT(Checkers().objections(from_west(torus_head(kTwoEast)),
                                      moved(kWestLow, kEastwards, torus_head(wrong))),
                ElementsAre("a_sent_on"));
  EXPECT_THAT(Checkers().objections(from_west(torus_head(kTwoEast)),
                                    moved(kWestLow, kEastwards, torus_head(kOneEast, true))),
              ElementsAre("a_sent_on"));
}

TEST(TorusRouterCheckers, LaneExistsFiresOnALaneBeyond) {
  EXPECT_THAT(Checkers().objections(from_west(torus_head(kTwoEast)),
                                    moved(kWestLow, kEastwards, torus_head(kOneEast, false, 2))),
              Contains("a_lane_exists"));
}

TEST(TorusRouterCheckers, LaneFreeFiresWhenTwoWormsShareALane) {
  Checkers checkers;
  EXPECT_THAT(checkers.objections(from_west(torus_head(kTwoEast)),
                                  moved(kWestLow, kEastwards, torus_head(kOneEast))),
              IsEmpty());
  EXPECT_THAT(checkers.objections({{{0, torus_head(kTwoEast)}}, {}},
                                  moved({0, 0}, kEastwards, torus_head(kOneEast))),
              ElementsAre("a_lane_free"));
}

TEST(TorusRouterCheckers, ClassFiresWhenTheDatelineForbidsTheLane) {
  const auto fires = ElementsAre("a_class");
  const auto objections = [](int x, bool strict, int from, int hops, int lane) {
    return Checkers(x, strict).objections(
        from_west(torus_head({hops, 0, 0, 0}, true, from)),
        moved({kFromWest, from}, kEastwards, torus_head({hops - 1, 0, 0, 0}, true, lane)));
  };
  EXPECT_THAT(objections(5, false, 0, 3, 1), fires) << "before the dateline";
  EXPECT_THAT(objections(5, false, 0, 3, 0), IsEmpty());
  EXPECT_THAT(objections(7, false, 0, 1, 1), fires) << "on the wrap link";
  EXPECT_THAT(objections(0, false, 0, 1, 0), fires) << "behind the dateline";
  EXPECT_THAT(objections(0, false, 0, 1, 1), IsEmpty());
  EXPECT_THAT(objections(3, false, 1, 1, 0), fires) << "back from the high lane";
  EXPECT_THAT(objections(3, false, 0, 1, 1), IsEmpty());
  EXPECT_THAT(objections(3, true, 0, 1, 1), fires) << "strict";
}

// One port of the PE: it is input and output 0, the channels follow.
using OnePePort = Checkers<Vtorus_router_sva_d2l2q2_p1>;

TEST(TorusRouterCheckers, AloneOnLaneFiresWhenWormsMixOnALaneToThePe) {
  for (const int lane : {0, 1}) {
    OnePePort checkers;
    const RawFlit first = torus_head({});
    const RawFlit second = torus_head({}, true, lane);
    EXPECT_THAT(checkers.objections({{{1, first}}, {}}, moved({1, 0}, 0, first)), IsEmpty());
    EXPECT_EQ(checkers.objections({{{3, second}}, {}}, moved({3, lane}, 0, second)),
              lane == 0 ? Names{"a_alone_on_lane"} : Names{});
  }
}

TEST(TorusRouterCheckers, NotIdleKnowsALaneOfThePortToThePeThatAWormHas) {
  for (const int lane : {0, 1}) {
    OnePePort checkers;
    const RawFlit first = torus_head({});
    EXPECT_THAT(checkers.objections({{{1, first}}, {}}, moved({1, 0}, 0, first)), IsEmpty());
    EXPECT_EQ(checkers.objections({{{3, torus_head({}, true, lane)}}, {}}, nothing_moved(1, 1)),
              lane == 0 ? Names{} : Names{"a_not_idle"});
  }
}

TEST(TorusRouterCheckers, NothingMadeFiresWhenAnInjectedHeadLeavesOverAnotherChannel) {
  for (const std::size_t way : {1U, 2U, 3U, 4U}) {
    EXPECT_EQ(OnePePort().objections({{{0, torus_head(kTwoEast)}}, {}},
                                     moved({0, 0}, way, torus_head(kOneEast))),
              way == 1 ? Names{} : Names{"a_nothing_made"});
  }
}

TEST(TorusRouterCheckers, LaneKeptFiresWhenABodyLeavesItsWorm) {
  Checkers checkers;
  EXPECT_THAT(checkers.objections(from_west(torus_head(kTwoEast)),
                                  moved(kWestLow, kEastwards, torus_head(kOneEast))),
              IsEmpty());
  EXPECT_THAT(checkers.objections(from_west(torus_body(2)),
                                  moved(kWestLow, kEastwards, torus_body(2, false, 1))),
              ElementsAre("a_lane_kept"));
}

TEST(TorusRouterCheckers, CreditSpentFiresOnTheFlitAfterDepth) {
  Checkers checkers;
  EXPECT_THAT(checkers.objections(from_west(torus_head(kTwoEast)),
                                  moved(kWestLow, kEastwards, torus_head(kOneEast))),
              IsEmpty());
  for (std::uint32_t number = 2; number <= 3; ++number)
    EXPECT_EQ(checkers.objections(from_west(torus_body(number)),
                                  moved(kWestLow, kEastwards, torus_body(number))),
              number == 2 ? Names{} : Names{"a_credit_spent"});
  TorusInputs inputs = from_west(torus_body(4));
  inputs.credits.insert({kEastwards, 0});
  EXPECT_THAT(checkers.objections(inputs, moved(kWestLow, kEastwards, torus_body(4))), IsEmpty());
}

TEST(TorusRouterCheckers, NotIdleFiresWhenAFlitThatCouldGoWaits) {
  Checkers checkers;
  EXPECT_THAT(checkers.objections(from_west(torus_head({}, true)), nothing_moved(1)),
              ElementsAre("a_not_idle"));
  Checkers worm;
  EXPECT_THAT(worm.objections(from_west(torus_head(kTwoEast)),
                              moved(kWestLow, kEastwards, torus_head(kOneEast))),
              IsEmpty());
  EXPECT_THAT(worm.objections(from_west(torus_body(2)), nothing_moved(1)),
              ElementsAre("a_not_idle"));
}

TEST(TorusRouterCheckers, NotIdleKnowsAStalledPort) {
  const RawFlit flit = torus_head({}, true);
  for (const std::size_t stalled : {kEjected, kEjected + 1}) {
    TorusInputs inputs = from_west(flit);
    inputs.stalls = {stalled};
    Checkers checkers;
    EXPECT_EQ(checkers.objections(inputs, nothing_moved(1, 1)),
              stalled == kEjected ? Names{} : Names{"a_not_idle"});
    EXPECT_THAT(checkers.objections({}, nothing_moved(1)), Contains("a_not_idle"))
        << "the port is free again";
  }
}

TEST(TorusRouterCheckers, StallKeptFiresWhenAStalledPortGetsAFlit) {
  const RawFlit flit = torus_head({}, true);
  TorusInputs inputs = from_west(flit);
  inputs.stalls = {kEjected};
  EXPECT_THAT(Checkers().objections(inputs, moved(kWestLow, kEjected, flit)),
              ElementsAre("a_stall_kept"));
  inputs.stalls = {kEjected + 1};
  EXPECT_THAT(Checkers().objections(inputs, moved(kWestLow, kEjected, flit)), IsEmpty());
}

TEST(TorusRouterCheckers, BlockedByPeFiresWhenWhatWaitsForAStalledPortIsNotCounted) {
  TorusInputs inputs = from_west(torus_head({}, true));
  inputs.stalls = {kEjected};
  EXPECT_THAT(Checkers().objections(inputs, nothing_moved(1)), ElementsAre("a_blocked_by_pe"));
  EXPECT_THAT(Checkers().objections(inputs, nothing_moved(1, 1)), IsEmpty());
}

TEST(TorusRouterCheckers, NothingMadeFiresOnAFlitFromNowhere) {
  TorusOutputs outputs(kPorts);
  outputs.router.lanes[5] = torus_body(7);
  EXPECT_THAT(Checkers().objections({}, outputs), ElementsAre("a_nothing_made"));
}

TEST(TorusRouterCheckers, ReportedFiresWhenAReportIsMissingOrWrong) {
  const auto fires = ElementsAre("a_reported");
  const TorusInputs stray = from_west(torus_body(2));
  EXPECT_THAT(Checkers().objections(stray, refused(kFromWest, kBrokenWormBit)), IsEmpty());
  EXPECT_THAT(Checkers().objections(stray, refused(kFromWest, kNoRouteBit)), fires);
  EXPECT_THAT(Checkers().objections(stray, refused(5, kBrokenWormBit)), Contains("a_reported"));
  const TorusInputs back = from_west(torus_head({-1, 0, 0, 0}, true));
  EXPECT_THAT(Checkers().objections(back, refused(kFromWest, kNoRouteBit)), IsEmpty());
  EXPECT_THAT(Checkers().objections(back, refused(kFromWest, kBrokenWormBit)), fires);
  const TorusInputs nowhere = from_west(torus_body(2, false, 5));
  EXPECT_THAT(Checkers().objections(nowhere, refused(kFromWest, kOverflowBit, false)), IsEmpty());
  EXPECT_THAT(Checkers().objections(nowhere, nothing_moved(0)), Contains("a_reported"));
}

TEST(TorusRouterCheckers, BusyFiresWhenARouterWithWorkSaysThatItHasNone) {
  TorusOutputs outputs = moved(kWestLow, kEjected, torus_head({}, true));
  outputs.router.busy = false;
  EXPECT_THAT(Checkers().objections(from_west(torus_head({}, true)), outputs),
              ElementsAre("a_busy"));
  TorusOutputs idle(kPorts);
  idle.router.busy = true;
  EXPECT_THAT(Checkers().objections({}, idle), ElementsAre("a_busy"));
}

TEST(TorusRouterCheckers, StalledAndBlockedFireWhenTheCountsAreWrong) {
  TorusOutputs idle(kPorts);
  idle.stalled = 1;
  EXPECT_THAT(Checkers().objections({}, idle), ElementsAre("a_stalled"));
  TorusOutputs blocked(kPorts);
  blocked.blocked = 1;
  EXPECT_THAT(Checkers().objections({}, blocked), ElementsAre("a_blocked"));
}

TEST(TorusRouterCheckers, CreditBoundedFiresWhenMoreComesBackThanWasSpent) {
  EXPECT_THAT(Checkers().objections({{}, {{kEastwards, 1}}}, nothing_moved(0)),
              ElementsAre("a_credit_bounded"));
}

}  // namespace
}  // namespace flitwise::rtl_test
