// The checkers of tb/sva without a router: the test plays it, right and wrong, and sees which fire.
//
// Every assertion has a test here. The router's own a_conserved has none in any file: each flit
// that arrives takes an output of its own or sets a violation in the same pass, and a violation
// switches a_conserved off. No input makes it fire while the RTL is whole; it guards changes to it.
#include <Vbufferless_router_sva_c2.h>
#include <Vbufferless_router_sva_c2_a20.h>
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/rtl/checkers.h"
#include "tests/rtl/pe/router_harness.h"

namespace flitwise::rtl_test {

template <>
inline constexpr int kAddressWidth<Vbufferless_router_sva_c2_a20> = 20;

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::size_t kLanes = 4;
constexpr std::size_t kSecondChild = kFirstChild + 1;

RouterSetup root_router() {
  RouterSetup setup = inner_router(2, false);
  setup.has_parent = false;
  return setup;
}

RouterSetup with_bounds(std::vector<std::uint32_t> bounds) {
  RouterSetup setup = inner_router(2, false);
  setup.bounds = std::move(bounds);
  return setup;
}

/// Outputs with these flits and this report, and the `busy` that belongs to them.
RouterOutputs outputs_with(const Lanes& flits, unsigned violation = 0,
                           std::set<std::size_t> in = {}, std::set<std::size_t> out = {}) {
  return router_outputs(kLanes, flits, violation, std::move(in), std::move(out));
}

template <class Model>
class CheckersOf final : public RouterCheckers<Model> {
 public:
  explicit CheckersOf(const RouterSetup& setup)
      : RouterCheckers<Model>([&setup](auto& model) { configure(model, setup); }) {}

 private:
  static void configure(Model& model, const RouterSetup& setup) {
    model.address_i = static_cast<std::decay_t<decltype(model.address_i)>>(setup.address);
    model.has_parent_i = setup.has_parent;
    model.single_port_i = setup.single_port;
    for (std::size_t k = 0; k < setup.bounds.size(); ++k)
      set_address<Model>(model.child_bound_i, k, setup.bounds[k]);
  }
};
using BufferlessCheckers = CheckersOf<Vbufferless_router_sva_c2>;

TEST(BufferlessRouterCheckers, RefusalReportedFiresWhenABodyWithoutAHeadVanishesUnreported) {
  BufferlessCheckers checkers(inner_router(2, false));
  const Lanes stray = {{kParent, body(1)}};

  EXPECT_THAT(checkers.objections(stray, outputs_with({}, kBrokenWormBit, {kParent})), IsEmpty());

  const auto fires = ElementsAre("a_refusal_reported");
  EXPECT_THAT(checkers.objections(stray, outputs_with({})), fires);
  EXPECT_THAT(checkers.objections(stray, outputs_with({}, kCollisionBit, {kParent})),
              ElementsAre("a_refusal_reported", "a_nothing_made_up"));
  EXPECT_THAT(checkers.objections(stray, outputs_with({}, kBrokenWormBit, {kOwn})), fires);
}

TEST(BufferlessRouterCheckers, RefusalReportedFiresWhenAHeadWithoutAWayVanishesUnreported) {
  BufferlessCheckers inner(inner_router(2, false));
  BufferlessCheckers root(root_router());
  const Lanes back = {{kSecondChild, single_to(destination_for(kSecondChild))}};
  const Lanes beyond = {{kOwn, single_to(destination_for(kParent))}};

  EXPECT_THAT(inner.objections(back, outputs_with({}, kNoRouteBit, {kSecondChild})), IsEmpty());
  EXPECT_THAT(root.objections(beyond, outputs_with({}, kNoRouteBit, {kOwn})), IsEmpty());

  EXPECT_THAT(inner.objections(back, outputs_with({})), ElementsAre("a_refusal_reported"));
  EXPECT_THAT(root.objections(beyond, outputs_with({})), ElementsAre("a_refusal_reported"));
}

class BufferlessRouterCheckersOnACollision : public ::testing::Test {
 protected:
  Names objections(unsigned violation, const std::set<std::size_t>& in,
                   const std::set<std::size_t>& out) {
    return checkers_.objections({{kOwn, winner_}, {kParent, loser_}},
                                outputs_with({{kFirstChild, winner_}}, violation, in, out));
  }

  const RawFlit winner_ = single_to(destination_for(kFirstChild), 1);
  const RawFlit loser_ = single_to(destination_for(kFirstChild), 2);
  BufferlessCheckers checkers_{inner_router(2, false)};
};

TEST_F(BufferlessRouterCheckersOnACollision,
       CollisionReportedFiresUnlessTheReportNamesKindLoserAndOutput) {
  EXPECT_THAT(objections(kCollisionBit, {kOwn, kParent}, {kFirstChild}), IsEmpty());

  const auto fires = ElementsAre("a_collision_reported");
  EXPECT_THAT(objections(0, {kOwn, kParent}, {kFirstChild}), fires);
  EXPECT_THAT(objections(kNoRouteBit, {kOwn, kParent}, {kFirstChild}),
              ElementsAre("a_collision_reported", "a_nothing_made_up"));
  EXPECT_THAT(objections(kCollisionBit, {kOwn}, {kFirstChild}), fires);
  EXPECT_THAT(objections(kCollisionBit, {kOwn, kParent}, {kSecondChild}), fires);
}

TEST_F(BufferlessRouterCheckersOnACollision, WinnerNamedFiresWhenTheReportLeavesTheWinnerOut) {
  EXPECT_THAT(objections(kCollisionBit, {kOwn, kParent}, {kFirstChild}), IsEmpty());

  EXPECT_THAT(objections(kCollisionBit, {kParent}, {kFirstChild}), ElementsAre("a_winner_named"));
}

TEST(BufferlessRouterCheckers, InTimeFiresWhenAFlitIsChanged) {
  BufferlessCheckers checkers(inner_router(2, false));
  const RawFlit flit = single_to(destination_for(kFirstChild), 4);

  EXPECT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{kFirstChild, flit}})), IsEmpty());

  for (int bit = 0; bit < 63; ++bit) {
    const RawFlit changed = flit ^ RawFlit { 1 } << bit;
    ASSERT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{kFirstChild, changed}})),
                ElementsAre("a_in_time"))
        << "bit " << bit;
  }
}

TEST(BufferlessRouterCheckers, InTimeFiresWhenAFlitIsLostOrLeavesByAnotherLane) {
  BufferlessCheckers checkers(inner_router(2, false));
  const auto fires = ElementsAre("a_in_time", "a_nothing_made");

  for (std::size_t to = 0; to < kLanes; ++to) {
    const RawFlit flit = single_to(destination_for(to));
    ASSERT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{to, flit}})), IsEmpty());
    ASSERT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({})), fires) << "lane " << to;
    for (std::size_t wrong = 0; wrong < kLanes; ++wrong) {
      if (wrong == to) continue;
      ASSERT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{wrong, flit}})), fires)
          << "lane " << wrong << " for lane " << to;
    }
  }
}

TEST(BufferlessRouterCheckers, InTimeFiresWhenABodyLeavesItsHeadsWay) {
  BufferlessCheckers checkers(inner_router(2, false));
  const RawFlit head = head_to(destination_for(kFirstChild));
  const RawFlit flit = body(2, destination_for(kOwn));

  EXPECT_THAT(checkers.objections({{kParent, head}}, outputs_with({{kFirstChild, head}})),
              IsEmpty());
  EXPECT_THAT(checkers.objections({{kParent, flit}}, outputs_with({{kFirstChild, flit}})),
              IsEmpty());
  EXPECT_THAT(checkers.objections({{kParent, flit}}, outputs_with({{kOwn, flit}})),
              ElementsAre("a_in_time", "a_nothing_made"));
}

TEST(BufferlessRouterCheckers, NothingMadeFiresOnACopyAndOnAFlitOutOfNothing) {
  BufferlessCheckers checkers(inner_router(2, false));
  const RawFlit flit = single_to(destination_for(kFirstChild));
  const auto fires = ElementsAre("a_nothing_made");

  EXPECT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{kFirstChild, flit}})), IsEmpty());
  EXPECT_THAT(checkers.objections({}, outputs_with({})), IsEmpty());

  EXPECT_THAT(checkers.objections({{kOwn, flit}},
                                  outputs_with({{kFirstChild, flit}, {kSecondChild, flit}})),
              fires);
  EXPECT_THAT(checkers.objections({}, outputs_with({{kFirstChild, flit}})), fires);
}

TEST(BufferlessRouterCheckers, NothingMadeUpFiresOnAReportOfWhatTheInputsHaveNotBroken) {
  BufferlessCheckers checkers(inner_router(2, false));
  const RawFlit flit = single_to(destination_for(kFirstChild));
  const auto fires = ElementsAre("a_nothing_made_up");
  RouterOutputs unseen = outputs_with({}, kNoRouteBit, {kOwn});
  unseen.busy = false;

  for (const unsigned report : {kCollisionBit, kNoRouteBit, kBrokenWormBit, 1U << 5, 1U << 6}) {
    EXPECT_THAT(
        checkers.objections({{kOwn, flit}}, outputs_with({{kFirstChild, flit}}, report, {kOwn})),
        fires)
        << report;
    EXPECT_THAT(checkers.objections({}, outputs_with({}, report, {kOwn})), fires) << report;
  }
  EXPECT_THAT(checkers.objections({}, unseen), ElementsAre("a_nothing_made_up", "a_busy"));
  EXPECT_THAT(checkers.objections({{kParent, body(1)}},
                                  outputs_with({}, kBrokenWormBit | kNoRouteBit, {kParent})),
              fires);
}

TEST(BufferlessRouterCheckers, BusyFiresWhenItIsLowWithAFlitOrAReportAndWhenItIsHighWithout) {
  BufferlessCheckers checkers(inner_router(2, false));
  const RawFlit flit = single_to(destination_for(kFirstChild));
  RouterOutputs with_flit = outputs_with({{kFirstChild, flit}});
  RouterOutputs with_report = outputs_with({}, kBrokenWormBit, {kOwn});
  RouterOutputs with_nothing = outputs_with({});
  EXPECT_THAT(checkers.objections({{kOwn, flit}}, with_flit), IsEmpty());
  EXPECT_THAT(checkers.objections({{kOwn, body(1)}}, with_report), IsEmpty());
  EXPECT_THAT(checkers.objections({}, with_nothing), IsEmpty());

  for (RouterOutputs* outputs : {&with_flit, &with_report, &with_nothing})
    outputs->busy = !outputs->busy;

  EXPECT_THAT(checkers.objections({{kOwn, flit}}, with_flit), ElementsAre("a_busy"));
  EXPECT_THAT(checkers.objections({{kOwn, body(1)}}, with_report), ElementsAre("a_busy"));
  EXPECT_THAT(checkers.objections({}, with_nothing), ElementsAre("a_busy"));
}

TEST(BufferlessRouterCheckers, SecondSendFiresWhenItIsUnreportedOnASinglePortAndWhenItIsMadeUp) {
  BufferlessCheckers single_port(inner_router(2, true));
  BufferlessCheckers multiport(inner_router(2, false));
  const RawFlit first = single_to(destination_for(kFirstChild));
  const RawFlit second = single_to(destination_for(kSecondChild));
  const Lanes two = {{kOwn, first}, {kParent, second}};
  const RouterOutputs silent = outputs_with({{kFirstChild, first}, {kSecondChild, second}});
  const RouterOutputs reported =
      outputs_with({{kFirstChild, first}, {kSecondChild, second}}, kSecondSendBit, {kOwn, kParent},
                   {kFirstChild, kSecondChild});

  EXPECT_THAT(single_port.objections(two, reported), IsEmpty());
  EXPECT_THAT(multiport.objections(two, silent), IsEmpty());

  EXPECT_THAT(single_port.objections(two, silent), ElementsAre("a_second_send"));
  EXPECT_THAT(multiport.objections(two, reported), ElementsAre("a_second_send"));
}

TEST(BufferlessRouterCheckers, SecondReceiveFiresWhenUnreportedOnASinglePortAndWhenItIsMadeUp) {
  BufferlessCheckers single_port(inner_router(2, true));
  BufferlessCheckers multiport(inner_router(2, false));
  const RawFlit first = single_to(destination_for(kOwn));
  const RawFlit second = single_to(destination_for(kSecondChild));
  const Lanes two = {{kParent, first}, {kFirstChild, second}};
  const RouterOutputs silent = outputs_with({{kOwn, first}, {kSecondChild, second}});
  const RouterOutputs reported = outputs_with({{kOwn, first}, {kSecondChild, second}},
                                              kSecondReceiveBit, {kParent, kFirstChild});

  EXPECT_THAT(single_port.objections(two, reported), IsEmpty());
  EXPECT_THAT(multiport.objections(two, silent), IsEmpty());

  EXPECT_THAT(single_port.objections(two, silent), ElementsAre("a_second_receive"));
  EXPECT_THAT(multiport.objections(two, reported), ElementsAre("a_second_receive"));
}

TEST(BufferlessRouterCheckers, SecondSendAndReceiveCountLinksAndNotTheOwnPort) {
  BufferlessCheckers checkers(inner_router(2, true));
  const RawFlit up = single_to(destination_for(kParent));
  const RawFlit here = single_to(destination_for(kOwn));
  const Lanes both = {{kOwn, up}, {kFirstChild, here}};

  EXPECT_THAT(checkers.objections(both, outputs_with({{kParent, up}, {kOwn, here}})), IsEmpty());
  EXPECT_THAT(checkers.objections(both, outputs_with({{kParent, up}, {kOwn, here}},
                                                     kSecondSendBit | kSecondReceiveBit)),
              ElementsAre("a_second_send", "a_second_receive"));
}

TEST(BufferlessRouterCheckers, BoundsOrderedFiresInResetOnATableThatDecreases) {
  EXPECT_THAT(BufferlessCheckers(with_bounds({101, 104, 107})).objections_in_reset(), IsEmpty());
  EXPECT_THAT(BufferlessCheckers(with_bounds({101, 101, 101})).objections_in_reset(), IsEmpty());

  const auto fires = ElementsAre("a_bounds_ordered");
  EXPECT_THAT(BufferlessCheckers(with_bounds({105, 104, 107})).objections_in_reset(), fires);
  EXPECT_THAT(BufferlessCheckers(with_bounds({101, 104, 103})).objections_in_reset(), fires);
}

// The last PEs of 2^20: one child has the last but one, the other the last.
TEST(BufferlessRouterCheckers, KnowTheWaysOfAddressesOf20Bits) {
  using WideCheckers = CheckersOf<Vbufferless_router_sva_c2_a20>;
  RouterSetup setup;
  setup.address = 0xffffd;
  setup.has_parent = true;
  setup.bounds = {0xffffe, 0xfffff, 0x100000};
  WideCheckers checkers(setup);
  EXPECT_THAT(checkers.objections_in_reset(), IsEmpty());

  const std::map<std::uint32_t, std::size_t> ways{{0xffffd, kOwn},         {0xffffe, kFirstChild},
                                                  {0xfffff, kSecondChild}, {0x7ffff, kParent},
                                                  {0x1fff, kParent},       {0xffff, kParent}};
  for (const auto& [destination, to] : ways) {
    const RawFlit flit = pack({FlitKind::kTap, true, true, destination, 0x81234, 5},
                              format_of<Vbufferless_router_sva_c2_a20>());
    ASSERT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{to, flit}})), IsEmpty())
        << destination;
    for (std::size_t wrong = 0; wrong < kLanes; ++wrong) {
      if (wrong == to) continue;
      ASSERT_THAT(checkers.objections({{kOwn, flit}}, outputs_with({{wrong, flit}})),
                  ElementsAre("a_in_time", "a_nothing_made"))
          << destination << " by " << wrong;
    }
  }
  setup.bounds = {0xfffff, 0xffffe, 0x100000};
  EXPECT_THAT(WideCheckers(setup).objections_in_reset(), ElementsAre("a_bounds_ordered"));
}

TEST(BufferlessRouterCheckers, AreBoundToTheRoutersOfCheckedModelsAndOfNoOthers) {
  const RouterSetup decreasing = with_bounds({104, 101});

  EXPECT_EQ(Router<Vbufferless_router_c2_checked>(decreasing).assertion_failures(), 1);
  EXPECT_EQ(Router<Vbufferless_router_c5_checked>(decreasing).assertion_failures(), 1);
  EXPECT_EQ(Router<Vbufferless_router_c64_checked>(decreasing).assertion_failures(), 1);
  EXPECT_EQ(Router<Vbufferless_router_c2_a14_checked>(decreasing).assertion_failures(), 1);
  EXPECT_EQ(Router<Vbufferless_router_c2_a20_checked>(decreasing).assertion_failures(), 1);
  EXPECT_EQ(Router<Vbufferless_router_c2>(decreasing).assertion_failures(), 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
