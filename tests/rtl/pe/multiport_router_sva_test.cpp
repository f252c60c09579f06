// The multiport router's checkers without a router: the test plays it, right and wrong, and sees
// which fire. Every assertion of tb/sva/pe_sva.sv has a test here.
#include <Vmultiport_router_sva_l3t2.h>
#include <Vmultiport_router_sva_l3t2_a20.h>
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/rtl/checkers.h"
#include "tests/rtl/pe/multiport_harness.h"

namespace flitwise::rtl_test {

template <>
inline constexpr int kAddressWidth<Vmultiport_router_sva_l3t2_a20> = 20;

}  // namespace flitwise::rtl_test

namespace flitwise::rtl_test::multiport_router_sva_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::size_t kLinks = 3;
constexpr std::size_t kTrees = 2;
constexpr std::size_t kLanes = 2 * kLinks;
// The place of `usual_setup`: one link leads down, each of the others up in a tree of its own.
constexpr std::size_t kDownLink = 0;
constexpr std::size_t kSecondUpLink = 1;
constexpr std::size_t kUpLink = 2;
constexpr std::size_t kDown = kLinks + kDownLink;
constexpr std::size_t kSecondUp = kLinks + kSecondUpLink;
constexpr std::size_t kUp = kLinks + kUpLink;
constexpr std::uint32_t kBelow = 102;    // a destination down
constexpr std::uint32_t kHere = 100;     // the PE in the first tree
constexpr std::uint32_t kBeyond = 7;     // up the first tree
constexpr std::uint32_t kAbroad = 5000;  // up the second tree

MultiportSetup usual_setup() {
  MultiportSetup setup;
  setup.trees = {{0, kHere, kUpLink}, {4000, 4100, kSecondUpLink}};
  setup.down = {{101, 104}, {}, {}};
  return setup;
}

/// A PE of the first tree only, with two links down.
MultiportSetup with_intervals(MultiportSetup::Interval first, MultiportSetup::Interval second) {
  MultiportSetup setup;
  setup.trees = {{0, kHere, kUpLink}, {4000, 0xffffffff, 0xff}};
  setup.down = {first, second, {}};
  return setup;
}

MultiportSetup with_trees(const TreePlace& first, const TreePlace& second) {
  MultiportSetup setup = usual_setup();
  setup.trees = {first, second};
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
  explicit CheckersOf(const MultiportSetup& setup)
      : RouterCheckers<Model>([&setup](auto& model) { configure(model, setup); }) {}

 private:
  static void configure(Model& model, const MultiportSetup& setup) {
    for (std::size_t t = 0; t < kTrees; ++t) {
      set_address<Model>(model.tree_first_i, t, setup.trees[t].first);
      set_address<Model>(model.address_i, t, setup.trees[t].address);
      bytes_of(model.up_link_i)[t] = static_cast<unsigned char>(setup.trees[t].up);
    }
    for (std::size_t p = 0; p < kLinks; ++p) {
      set_address<Model>(model.link_low_i, p, setup.down[p].low);
      set_address<Model>(model.link_high_i, p, setup.down[p].high);
    }
  }
};
using MultiportCheckers = CheckersOf<Vmultiport_router_sva_l3t2>;

Names objections_to(const MultiportSetup& setup) {
  return MultiportCheckers(setup).objections_in_reset();
}

TEST(MultiportRouterCheckers, RefusalReportedFiresWhenABodyWithoutAHeadVanishesUnreported) {
  MultiportCheckers checkers(usual_setup());
  const auto fires = ElementsAre("a_refusal_reported");

  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Lanes stray = {{lane, body(1)}};
    const std::size_t other = (lane + 1) % kLanes;
    ASSERT_THAT(checkers.objections(stray, outputs_with({}, kBrokenWormBit, {lane})), IsEmpty());

    ASSERT_THAT(checkers.objections(stray, outputs_with({})), fires) << "lane " << lane;
    ASSERT_THAT(checkers.objections(stray, outputs_with({}, kCollisionBit, {lane})),
                ElementsAre("a_refusal_reported", "a_nothing_made_up"));
    ASSERT_THAT(checkers.objections(stray, outputs_with({}, kBrokenWormBit, {other})), fires);
  }
}

TEST(MultiportRouterCheckers, RefusalReportedFiresWhenAHeadWithoutAWayVanishesUnreported) {
  MultiportCheckers inner(usual_setup());
  const auto fires = ElementsAre("a_refusal_reported");

  for (const auto& [lane, destination] : std::map<std::size_t, std::uint32_t>{
           {kDown, kBelow}, {kUp, kBeyond}, {kSecondUp, kAbroad}}) {
    const Lanes back = {{lane, single_to(destination)}};
    EXPECT_THAT(inner.objections(back, outputs_with({}, kNoRouteBit, {lane})), IsEmpty());
    EXPECT_THAT(inner.objections(back, outputs_with({})), fires) << "lane " << lane;
  }
  for (const auto& [tree, destination] :
       std::map<std::size_t, std::uint32_t>{{0, kBeyond}, {1, kAbroad}}) {
    MultiportSetup setup = usual_setup();
    setup.trees[tree].up = 0xff;
    MultiportCheckers root(setup);
    const Lanes beyond = {{kDown, single_to(destination)}};
    EXPECT_THAT(root.objections(beyond, outputs_with({}, kNoRouteBit, {kDown})), IsEmpty());
    EXPECT_THAT(root.objections(beyond, outputs_with({})), fires) << "root of tree " << tree;
  }
}

TEST(MultiportRouterCheckers, RefusalReportedFiresWhenTheBodyOfARefusedHeadVanishesUnreported) {
  MultiportCheckers checkers(usual_setup());
  const Lanes back = {{kDown, head_to(kBelow)}};

  EXPECT_THAT(checkers.objections(back, outputs_with({}, kNoRouteBit, {kDown})), IsEmpty());
  EXPECT_THAT(checkers.objections({{kDown, body(1, kHere)}}, outputs_with({})),
              ElementsAre("a_refusal_reported"));
  EXPECT_THAT(
      checkers.objections({{kDown, body(2, kHere)}}, outputs_with({}, kBrokenWormBit, {kDown})),
      IsEmpty());
}

TEST(MultiportRouterCheckers, RefusalReportedFiresWhenABodyAfterTheTailVanishesUnreported) {
  MultiportCheckers checkers(usual_setup());

  for (const RawFlit flit : {head_to(kBelow), tail(2)})
    EXPECT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, flit}})), IsEmpty());
  EXPECT_THAT(checkers.objections({{kUp, body(3)}}, outputs_with({}, kBrokenWormBit, {kUp})),
              IsEmpty());
  EXPECT_THAT(checkers.objections({{kUp, body(3)}}, outputs_with({})),
              ElementsAre("a_refusal_reported"));
}

class MultiportRouterCheckersOnACollision : public ::testing::Test {
 protected:
  Names objections(unsigned violation, const std::set<std::size_t>& in,
                   const std::set<std::size_t>& out) {
    return checkers_.objections({{kSecondUp, winner_}, {kUp, loser_}},
                                outputs_with({{kDown, winner_}}, violation, in, out));
  }

  const RawFlit winner_ = single_to(kBelow, 1);
  const RawFlit loser_ = single_to(kBelow, 2);
  MultiportCheckers checkers_{usual_setup()};
};

TEST_F(MultiportRouterCheckersOnACollision,
       CollisionReportedFiresUnlessTheReportNamesKindLoserAndOutput) {
  EXPECT_THAT(objections(kCollisionBit, {kSecondUp, kUp}, {kDown}), IsEmpty());

  const auto fires = ElementsAre("a_collision_reported");
  EXPECT_THAT(objections(0, {kSecondUp, kUp}, {kDown}), fires);
  EXPECT_THAT(objections(kNoRouteBit, {kSecondUp, kUp}, {kDown}),
              ElementsAre("a_collision_reported", "a_nothing_made_up"));
  EXPECT_THAT(objections(kCollisionBit, {kSecondUp}, {kDown}), fires);
  EXPECT_THAT(objections(kCollisionBit, {kSecondUp, kUp}, {kUp}), fires);
}

TEST_F(MultiportRouterCheckersOnACollision, WinnerNamedFiresWhenTheReportLeavesTheWinnerOut) {
  EXPECT_THAT(objections(kCollisionBit, {kSecondUp, kUp}, {kDown}), IsEmpty());

  EXPECT_THAT(objections(kCollisionBit, {kUp}, {kDown}), ElementsAre("a_winner_named"));
}

TEST_F(MultiportRouterCheckersOnACollision, OfThreeEachLoserAndTheWinnerMustBeNamed) {
  const RawFlit own = single_to(kBeyond, 3);
  const Lanes three = {{kDownLink, own}, {kSecondUp, winner_}, {kUp, loser_}};
  const auto named = [&own](std::set<std::size_t> in) {
    return outputs_with({{kDown, own}}, kCollisionBit, std::move(in), {kDown});
  };

  EXPECT_THAT(checkers_.objections(three, named({kDownLink, kSecondUp, kUp})), IsEmpty());

  const auto unreported = ElementsAre("a_collision_reported");
  EXPECT_THAT(checkers_.objections(three, named({kDownLink, kUp})), unreported);
  EXPECT_THAT(checkers_.objections(three, named({kDownLink, kSecondUp})), unreported);
  EXPECT_THAT(checkers_.objections(three, named({kSecondUp, kUp})),
              ElementsAre("a_winner_named", "a_winner_named"));
}

TEST(MultiportRouterCheckers, InTimeFiresWhenAFlitIsChanged) {
  MultiportCheckers checkers(usual_setup());
  const RawFlit flit = single_to(kBelow, 4);

  EXPECT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, flit}})), IsEmpty());

  for (int bit = 0; bit < 63; ++bit) {
    const RawFlit changed = flit ^ RawFlit { 1 } << bit;
    ASSERT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, changed}})),
                ElementsAre("a_in_time"))
        << "bit " << bit;
  }
}

TEST(MultiportRouterCheckers, InTimeFiresWhenAFlitIsLostOrLeavesByAnotherLane) {
  struct Way {
    std::size_t from;
    std::uint32_t destination;
    std::size_t to;
  };
  // Own lanes pair with links; elsewhere the edges of the interval, of the trees, of the addresses.
  const std::vector<Way> ways = {
      {kDownLink, kHere, kDown},
      {kSecondUpLink, kBelow, kSecondUp},
      {kUpLink, kAbroad, kUp},
      {kDown, kHere, kDownLink},
      {kSecondUp, kHere, kSecondUpLink},
      {kUp, 4100, kUpLink},
      {kSecondUp, 101, kDown},
      {kUp, 103, kDown},
      {kDown, 104, kUp},
      {kSecondUp, 99, kUp},
      {kDown, 3999, kUp},
      {kDown, 4000, kSecondUp},
      {kDown, 4099, kSecondUp},
      {kUp, 4101, kSecondUp},
      {kUp, 8191, kSecondUp},
  };
  MultiportCheckers checkers(usual_setup());
  const auto fires = ElementsAre("a_in_time", "a_nothing_made");

  for (const Way& way : ways) {
    SCOPED_TRACE("lane " + std::to_string(way.from) + " to " + std::to_string(way.destination));
    const RawFlit flit = single_to(way.destination);
    const Lanes inputs = {{way.from, flit}};
    ASSERT_THAT(checkers.objections(inputs, outputs_with({{way.to, flit}})), IsEmpty());
    ASSERT_THAT(checkers.objections(inputs, outputs_with({})), fires);
    for (std::size_t wrong = 0; wrong < kLanes; ++wrong) {
      if (wrong == way.to) continue;
      ASSERT_THAT(checkers.objections(inputs, outputs_with({{wrong, flit}})), fires) << wrong;
    }
  }
}

TEST(MultiportRouterCheckers, InTimeFiresWhenABodyLeavesItsHeadsWay) {
  MultiportCheckers checkers(usual_setup());
  const RawFlit head = head_to(kBelow);
  const RawFlit flit = body(2, kHere);

  EXPECT_THAT(checkers.objections({{kUp, head}}, outputs_with({{kDown, head}})), IsEmpty());
  EXPECT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, flit}})), IsEmpty());
  EXPECT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kUpLink, flit}})),
              ElementsAre("a_in_time", "a_nothing_made"));
}

TEST(MultiportRouterCheckers, NothingMadeFiresOnACopyAndOnAFlitOutOfNothing) {
  MultiportCheckers checkers(usual_setup());
  const RawFlit flit = single_to(kBelow);
  const auto fires = ElementsAre("a_nothing_made");

  EXPECT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, flit}})), IsEmpty());
  EXPECT_THAT(checkers.objections({}, outputs_with({})), IsEmpty());

  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    ASSERT_THAT(checkers.objections({}, outputs_with({{lane, flit}})), fires) << "lane " << lane;
    if (lane == kDown) continue;
    ASSERT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, flit}, {lane, flit}})),
                fires)
        << "lane " << lane;
  }
}

TEST(MultiportRouterCheckers, NothingMadeUpFiresOnAReportOfWhatTheInputsHaveNotBroken) {
  MultiportCheckers checkers(usual_setup());
  const RawFlit flit = single_to(kBelow);
  const auto fires = ElementsAre("a_nothing_made_up");
  RouterOutputs unseen = outputs_with({}, kNoRouteBit, {kUp});
  unseen.busy = false;

  for (const unsigned report : {kCollisionBit, kNoRouteBit, kBrokenWormBit, 1U << 5, 1U << 6}) {
    EXPECT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{kDown, flit}}, report, {kUp})),
                fires)
        << report;
    EXPECT_THAT(checkers.objections({}, outputs_with({}, report, {kUp})), fires) << report;
  }
  EXPECT_THAT(checkers.objections({}, unseen), ElementsAre("a_nothing_made_up", "a_busy"));
  EXPECT_THAT(
      checkers.objections({{kUp, body(1)}}, outputs_with({}, kBrokenWormBit | kNoRouteBit, {kUp})),
      fires);
}

TEST(MultiportRouterCheckers, BusyFiresWhenItIsLowWithAFlitOrAReportAndWhenItIsHighWithout) {
  MultiportCheckers checkers(usual_setup());
  const RawFlit flit = single_to(kBelow);
  RouterOutputs with_flit = outputs_with({{kDown, flit}});
  RouterOutputs with_report = outputs_with({}, kBrokenWormBit, {kUp});
  RouterOutputs with_nothing = outputs_with({});
  EXPECT_THAT(checkers.objections({{kUp, flit}}, with_flit), IsEmpty());
  EXPECT_THAT(checkers.objections({{kUp, body(1)}}, with_report), IsEmpty());
  EXPECT_THAT(checkers.objections({}, with_nothing), IsEmpty());

  for (RouterOutputs* outputs : {&with_flit, &with_report, &with_nothing})
    outputs->busy = !outputs->busy;

  EXPECT_THAT(checkers.objections({{kUp, flit}}, with_flit), ElementsAre("a_busy"));
  EXPECT_THAT(checkers.objections({{kUp, body(1)}}, with_report), ElementsAre("a_busy"));
  EXPECT_THAT(checkers.objections({}, with_nothing), ElementsAre("a_busy"));
}

TEST(MultiportRouterCheckers, SecondSendAndReceiveFireWhenTheUseOfManyLinksIsReported) {
  MultiportCheckers checkers(usual_setup());
  Lanes inputs;
  Lanes outputs;
  for (std::size_t p = 0; p < kLinks; ++p) {
    inputs[p] = outputs[kLinks + p] = single_to(kBeyond, static_cast<std::uint32_t>(p));
    inputs[kLinks + p] = outputs[p] = single_to(kHere, static_cast<std::uint32_t>(p));
  }

  EXPECT_THAT(checkers.objections(inputs, outputs_with(outputs)), IsEmpty());

  EXPECT_THAT(checkers.objections(inputs, outputs_with(outputs, kSecondSendBit)),
              ElementsAre("a_second_send"));
  EXPECT_THAT(checkers.objections(inputs, outputs_with(outputs, kSecondReceiveBit)),
              ElementsAre("a_second_receive"));
}

TEST(MultiportRouterCheckers, IntervalsApartFiresInResetWhenTwoLinksLeadToOneAddress) {
  EXPECT_THAT(objections_to(with_intervals({101, 104}, {104, 107})), IsEmpty());
  EXPECT_THAT(objections_to(with_intervals({104, 107}, {101, 104})), IsEmpty());
  EXPECT_THAT(objections_to(with_intervals({101, 104}, {102, 102})), IsEmpty());
  EXPECT_THAT(objections_to(with_intervals({103, 102}, {101, 104})), IsEmpty());

  const auto fires = ElementsAre("a_intervals_apart");
  EXPECT_THAT(objections_to(with_intervals({101, 104}, {103, 107})), fires);
  EXPECT_THAT(objections_to(with_intervals({103, 107}, {101, 104})), fires);
  EXPECT_THAT(objections_to(with_intervals({101, 104}, {101, 104})), fires);
  EXPECT_THAT(objections_to(with_intervals({101, 110}, {103, 104})), fires);
  EXPECT_THAT(objections_to(with_intervals({103, 104}, {101, 110})), fires);
}

TEST(MultiportRouterCheckers, OwnAddressApartFiresInResetWhenALinkLeadsDownToThePeItself) {
  EXPECT_THAT(objections_to(with_intervals({101, 104}, {})), IsEmpty());
  EXPECT_THAT(objections_to(with_intervals({97, 100}, {})), IsEmpty());
  MultiportSetup second = usual_setup();
  second.down[kDownLink] = {4101, 4104};
  EXPECT_THAT(objections_to(second), IsEmpty());

  const auto fires = ElementsAre("a_own_address_apart");
  EXPECT_THAT(objections_to(with_intervals({100, 104}, {})), fires);
  EXPECT_THAT(objections_to(with_intervals({97, 101}, {})), fires);
  EXPECT_THAT(objections_to(with_intervals({}, {99, 102})), fires);
  second.down[kDownLink] = {4100, 4104};
  EXPECT_THAT(objections_to(second), fires);
}

TEST(MultiportRouterCheckers, UpIsNotDownFiresInResetWhenALinkUpHasAnIntervalOfItsTree) {
  EXPECT_THAT(objections_to(usual_setup()), IsEmpty());

  const auto fires = ElementsAre("a_up_is_not_down");
  const std::uint32_t of_first = 201, of_second = 4201;
  for (const auto& [link, own, other] :
       {std::tuple(kUpLink, of_first, of_second), std::tuple(kSecondUpLink, of_second, of_first)}) {
    MultiportSetup setup = usual_setup();
    const auto one = [](std::uint32_t low) { return MultiportSetup::Interval{low, low + 1}; };
    setup.down[link] = {own, own};
    EXPECT_THAT(objections_to(setup), IsEmpty()) << "link " << link;
    setup.down[link] = one(own);
    EXPECT_THAT(objections_to(setup), fires) << "link " << link;
    setup.down[link] = one(other);  // a tree may go down by another's link up
    EXPECT_THAT(objections_to(setup), IsEmpty()) << "link " << link;
  }
}

TEST(MultiportRouterCheckers, FirstTreeAt0FiresInResetWhenAddressesComeBeforeTheFirstTree) {
  const TreePlace second = {4000, 4100, kSecondUpLink};
  EXPECT_THAT(objections_to(with_trees({0, kHere, kUpLink}, second)), IsEmpty());

  EXPECT_THAT(objections_to(with_trees({1, kHere, kUpLink}, second)),
              ElementsAre("a_first_tree_at_0"));
}

TEST(MultiportRouterCheckers, TreesAscendFiresInResetUnlessEachTreeBeginsAfterTheOneBefore) {
  EXPECT_THAT(objections_to(with_trees({0, 0, kUpLink}, {1, 4100, kSecondUpLink})), IsEmpty());

  EXPECT_THAT(objections_to(with_trees({0, 0, kUpLink}, {0, 4100, kSecondUpLink})),
              ElementsAre("a_trees_ascend"));
  EXPECT_THAT(objections_to(with_trees({2, 2, kUpLink}, {1, 4100, kSecondUpLink})),
              ElementsAre("a_first_tree_at_0", "a_trees_ascend"));
}

TEST(MultiportRouterCheckers, TreesShareNoLinkFiresInResetWhenBothTreesGoUpByOneLink) {
  EXPECT_THAT(objections_to(with_trees({0, kHere, kUpLink}, {4000, 4100, kSecondUpLink})),
              IsEmpty());
  EXPECT_THAT(objections_to(with_trees({0, kHere, 0xff}, {4000, 4100, 0xff})), IsEmpty());

  for (const std::size_t link : {kUpLink, kSecondUpLink}) {
    const auto up = static_cast<std::uint32_t>(link);
    EXPECT_THAT(objections_to(with_trees({0, kHere, up}, {4000, 4100, up})),
                ElementsAre("a_trees_share_no_link"));
  }
}

/// Failures of a router with the usual tables, and with a first tree that does not begin at 0.
template <class Model>
std::pair<int, int> failures_right_and_wrong() {
  using TheRouter = MultiportRouter<Model>;
  MultiportSetup setup = inner_multiport(TheRouter::link_count(), TheRouter::tree_count());
  const int right = TheRouter(setup).assertion_failures();
  setup.trees[0].first = 1;
  return {right, TheRouter(setup).assertion_failures()};
}

TEST(MultiportRouterCheckers, AreBoundToTheRoutersOfCheckedModelsAndOfNoOthers) {
  EXPECT_THAT(failures_right_and_wrong<Vmultiport_router_l1_checked>(), Pair(0, 1));
  EXPECT_THAT(failures_right_and_wrong<Vmultiport_router_l3_checked>(), Pair(0, 1));
  EXPECT_THAT(failures_right_and_wrong<Vmultiport_router_l5_checked>(), Pair(0, 1));
  EXPECT_THAT(failures_right_and_wrong<Vmultiport_router_l65_checked>(), Pair(0, 1));
  EXPECT_THAT(failures_right_and_wrong<Vmultiport_router_l4_checked>(), Pair(0, 1));
  EXPECT_THAT(failures_right_and_wrong<Vmultiport_router_l3>(), Pair(0, 0));
}

// The second tree is the upper half: up by link 1, down by link 0 to the last address. In the first
// one the PE is no member, and link 2 leads up.
TEST(MultiportRouterCheckers, KnowTheWaysOfAddressesOf20Bits) {
  using WideCheckers = CheckersOf<Vmultiport_router_sva_l3t2_a20>;
  MultiportSetup setup;
  setup.trees = {{0, 0xffffffff, kUpLink}, {0x80000, 0xffffc, kSecondUpLink}};
  setup.down = {{0xffffd, 0x100000}, {}, {}};
  WideCheckers checkers(setup);
  EXPECT_THAT(checkers.objections_in_reset(), IsEmpty());

  const std::size_t here = kUpLink;  // the own lane that a flit from there comes out of
  const std::map<std::uint32_t, std::size_t> ways{{0xffffd, kDown},
                                                  {0xfffff, kDown},
                                                  {0xffffc, here},
                                                  {0x80000, kSecondUp},
                                                  {0xffffb, kSecondUp}};
  for (const auto& [destination, to] : ways) {
    const RawFlit flit = pack({FlitKind::kTap, true, true, destination, 0x81234, 5},
                              format_of<Vmultiport_router_sva_l3t2_a20>());
    ASSERT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{to, flit}})), IsEmpty())
        << destination;
    for (const std::size_t wrong : {here, kDown, kSecondUp}) {
      if (wrong == to) continue;
      ASSERT_THAT(checkers.objections({{kUp, flit}}, outputs_with({{wrong, flit}})),
                  ElementsAre("a_in_time", "a_nothing_made"))
          << destination << " by " << wrong;
    }
  }
  for (const std::uint32_t destination : {0x1fffU, 0xffffU, 0x7ffffU}) {
    const RawFlit flit = pack({FlitKind::kTap, true, true, destination, 0x81234, 5},
                              format_of<Vmultiport_router_sva_l3t2_a20>());
    ASSERT_THAT(checkers.objections({{kDown, flit}}, outputs_with({{kUp, flit}})), IsEmpty());
    ASSERT_THAT(checkers.objections({{kUp, flit}}, outputs_with({}, kNoRouteBit, {kUp})),
                IsEmpty());
  }
  setup.trees[1].address = 0xffffe;  // down a link
  EXPECT_THAT(WideCheckers(setup).objections_in_reset(), ElementsAre(testing::_));
}

}  // namespace
}  // namespace flitwise::rtl_test::multiport_router_sva_test
