// The multiport router's ways: where heads go, what follows them, what is refused. One promise a
// test, on RTL, on RTL with checkers and on a netlist.
#include <algorithm>
#include <map>

#include "tests/rtl/pe/multiport_harness.h"

namespace flitwise::rtl_test {
namespace {

template <class Model>
class MultiportWays : public MultiportTest<Model> {};
TYPED_TEST_SUITE(MultiportWays, MultiportModels, MultiportModelNames);

TYPED_TEST(MultiportWays, OwnFlitsLeaveByTheirLinkWhateverTheDestination) {
  typename TestFixture::TheRouter router(this->setup_);

  for (std::size_t p = 0; p < this->kLinks; ++p) {
    for (std::uint32_t destination = 0; destination < 8192; ++destination) {
      router.put(p, single_to(destination));
      ASSERT_EQ(router.clock_and_read(),
                this->forwarded(this->link_lane(p), single_to(destination)))
          << "own lane " << p << " destination " << destination;
    }
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(MultiportWays, RoutesEveryDestinationByTreesAndIntervals) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();
  // The map of all addresses, painted from the coarse to the fine: up, then down, then own.
  constexpr std::size_t kNone = 1000;
  constexpr std::size_t kOwnLane = 1001;
  std::vector<std::size_t> output(8192, kNone);
  for (const TreePlace& place : this->setup_.trees) {
    const std::size_t up = place.up == 0xff ? kNone : this->link_lane(place.up);
    std::fill(output.begin() + place.first, output.end(), up);
  }
  for (std::size_t p = 0; p < this->kLinks; ++p)
    std::fill(output.begin() + this->setup_.down[p].low, output.begin() + this->setup_.down[p].high,
              this->link_lane(p));
  for (const TreePlace& place : this->setup_.trees)
    if (place.address < 8192) output[place.address] = kOwnLane;
  std::map<std::size_t, int> seen;

  // From a few links when there are many.
  for (std::size_t p = 0; p < this->kLinks; p += p < 4 ? 1 : 15) {
    for (std::uint32_t destination = 0; destination < 8192; ++destination) {
      const std::size_t to = output[destination] == kOwnLane ? p : output[destination];
      RouterOutputs expected = this->forwarded(to == kNone ? 0 : to, single_to(destination));
      if (to == kNone || to == this->link_lane(p))
        expected = this->refused(this->link_lane(p), kNoRouteBit);
      if (to == this->link_lane(p)) expected.involved_out = {to};
      router.put(this->link_lane(p), single_to(destination));
      ASSERT_EQ(router.clock_and_read(), expected)
          << "from link " << p << " to destination " << destination;
      if (p == 0) ++seen[to];
    }
  }

  EXPECT_EQ(seen[0], this->kLinks == 1 ? 1 : static_cast<int>(this->kTrees));
  for (std::size_t p = 0; p < this->kLinks; ++p)
    EXPECT_GE(seen[this->link_lane(p)], 3) << "link " << p;
}

TYPED_TEST(MultiportWays, TakesOneCycleAHopFromEveryLaneToEveryLane) {
  typename TestFixture::TheRouter router(this->setup_);
  std::size_t pairs = 0;

  for (std::size_t from = 0; from < this->kLanes; ++from) {
    for (std::size_t to = 0; to < this->kLanes; ++to) {
      if (!this->can_go(from, to)) continue;
      const RawFlit flit = single_to(this->destination_for(to), static_cast<std::uint32_t>(pairs));
      router.put(from, flit);
      ASSERT_EQ(router.outputs(), this->nothing()) << "before the edge";
      ASSERT_EQ(router.clock_and_read(), this->forwarded(to, flit)) << from << " to " << to;
      ASSERT_EQ(router.clock_and_read(), this->nothing()) << "one edge later";
      ++pairs;
    }
  }

  // Own lane to link, link to own lane, link to every other link.
  EXPECT_EQ(pairs, this->kLinks * (this->kLinks + 1));
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(MultiportWays, AllLanesWorkInOneCycle) {
  typename TestFixture::TheRouter router(this->setup_);
  RouterOutputs expected = this->nothing();
  expected.busy = true;

  for (std::size_t p = 0; p < this->kLinks; ++p) {
    const RawFlit sent = single_to(3, static_cast<std::uint32_t>(p));
    const RawFlit received = single_to(this->destination_for(p), static_cast<std::uint32_t>(p));
    router.put(p, sent);
    router.put(this->link_lane(p), received);
    expected.lanes[this->link_lane(p)] = sent;
    expected.lanes[p] = received;
  }

  EXPECT_EQ(router.clock_and_read(), expected);
  EXPECT_EQ(router.clock_and_read(), this->nothing());
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(MultiportWays, BodyFollowsItsHeadWhateverItsDestinationSays) {
  typename TestFixture::TheRouter router(this->setup_);
  std::size_t messages = 0;

  for (std::size_t from = 0; from < this->kLanes; ++from) {
    for (std::size_t to = 0; to < this->kLanes; ++to) {
      if (!this->can_go(from, to)) continue;
      router.put(from, head_to(this->destination_for(to)));
      ASSERT_EQ(router.clock_and_read(), this->forwarded(to, head_to(this->destination_for(to))));
      for (std::size_t elsewhere = 0; elsewhere < this->kLanes; elsewhere += 1 + elsewhere / 4) {
        const RawFlit flit = body(2, this->destination_for(elsewhere));
        router.put(from, flit);
        ASSERT_EQ(router.clock_and_read(), this->forwarded(to, flit)) << from << " to " << to;
      }
      const RawFlit last = tail(3, 8000);
      router.put(from, last);
      ASSERT_EQ(router.clock_and_read(), this->forwarded(to, last)) << from << " to " << to;
      ++messages;
    }
  }

  EXPECT_EQ(messages, this->kLinks * (this->kLinks + 1));
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(MultiportWays, KeepsAllWaysOpenThroughIdleCycles) {
  typename TestFixture::TheRouter router(this->setup_);
  RouterOutputs expected = this->nothing();
  expected.busy = true;

  for (std::size_t p = 0; p < this->kLinks; ++p) {
    router.put(p, head_to(3));
    router.put(this->link_lane(p), head_to(this->destination_for(p)));
  }
  router.clock();
  for (int cycle = 0; cycle < 5; ++cycle) router.clock();
  for (std::size_t p = 0; p < this->kLinks; ++p) {
    const auto number = static_cast<std::uint32_t>(p);
    router.put(p, tail(number));
    router.put(this->link_lane(p), tail(1000 + number));
    expected.lanes[this->link_lane(p)] = tail(number);
    expected.lanes[p] = tail(1000 + number);
  }

  EXPECT_EQ(router.clock_and_read(), expected);
}

TYPED_TEST(MultiportWays, ALinkWithAnEmptyIntervalIsNoWayDown) {
  MultiportSetup setup = this->setup_;
  setup.trees[0].up = 0;
  if (this->kTrees > 1) setup.trees[1] = {kTreePitch, 0xffffffff, 0xff};
  for (std::size_t p = 0; p < this->kLinks; ++p) setup.down[p] = {200, p % 2 == 0 ? 200U : 150U};
  typename TestFixture::TheRouter router(setup);
  router.mute_assertions();

  for (std::uint32_t destination = 140; destination < 210; ++destination) {
    for (std::size_t p = 0; p < this->kLinks; ++p) {
      const RawFlit flit = single_to(destination);
      RouterOutputs expected = this->forwarded(this->link_lane(0), flit);
      if (p == 0) {
        expected = this->refused(this->link_lane(0), kNoRouteBit);
        expected.involved_out = {this->link_lane(0)};
      }
      router.put(this->link_lane(p), flit);
      ASSERT_EQ(router.clock_and_read(), expected) << "destination " << destination;
    }
  }
}

TYPED_TEST(MultiportWays, ALinkMayLeadDownToTheLastAddress) {
  if (this->kLinks == 1) return;  // there is no other link to come from
  for (std::size_t p = 0; p < this->kLinks; ++p) {
    MultiportSetup setup = this->setup_;
    for (TreePlace& tree : setup.trees) tree.up = 0xff;
    for (auto& down : setup.down) down = {};
    setup.down[p] = {8190, 8192};
    typename TestFixture::TheRouter router(setup);
    const std::size_t from = this->link_lane((p + 1) % this->kLinks);
    for (const std::uint32_t destination : {8190U, 8191U}) {
      router.put(from, single_to(destination));
      EXPECT_EQ(router.clock_and_read(),
                this->forwarded(this->link_lane(p), single_to(destination)));
    }
    EXPECT_EQ(router.assertion_failures(), 0);
  }
}

TYPED_TEST(MultiportWays, APeOutsideATreePassesEveryDestinationOn) {
  MultiportSetup setup = this->setup_;
  for (TreePlace& place : setup.trees) place.address = 0xffffffff;
  typename TestFixture::TheRouter router(setup);
  router.mute_assertions();
  int refusals = 0;

  // 8191 and 0xffff have the same low bits.
  for (std::uint32_t destination = 0; destination < 8192; ++destination) {
    router.put(this->link_lane(0), single_to(destination));
    const RouterOutputs outputs = router.clock_and_read();
    ASSERT_EQ(outputs.lanes[0], 0U) << "destination " << destination;
    ASSERT_EQ(outputs.flit_count() + (outputs.violation == kNoRouteBit ? 1 : 0), 1U);
    if (outputs.violation != 0) ++refusals;
  }

  EXPECT_EQ(refusals, this->kLinks == 1 ? 8192 : (this->kLinks <= this->kTrees ? 4000 : 3));
}

TYPED_TEST(MultiportWays, ARootReportsEveryDestinationOutsideItsTreeAndNamesNoOutput) {
  MultiportSetup setup = this->setup_;
  setup.trees[0].up = 0xff;
  typename TestFixture::TheRouter router(setup);
  router.mute_assertions();
  const std::uint32_t end = this->kTrees > 1 ? kTreePitch : 8192;
  std::size_t reported = 0;

  for (std::uint32_t destination = 0; destination < end; ++destination) {
    router.put(this->link_lane(0), single_to(destination));
    const RouterOutputs outputs = router.clock_and_read();
    const bool is_inside = std::any_of(setup.down.begin(), setup.down.end(), [&](const auto& down) {
      return down.low <= destination && destination < down.high;
    });
    if (is_inside || destination == setup.trees[0].address) continue;
    ASSERT_EQ(outputs, this->refused(this->link_lane(0), kNoRouteBit)) << destination;
    ++reported;
  }

  const std::size_t children = (this->kLinks + this->kTrees - 1) / this->kTrees - 1;
  EXPECT_EQ(reported, end - 1 - 3 * children);
}

TYPED_TEST(MultiportWays, ReportsAHeadThatWouldLeaveByTheLinkItCameOver) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t p = 0; p < this->kLinks; ++p) {
    const std::size_t lane = this->link_lane(p);
    RouterOutputs expected = this->refused(lane, kNoRouteBit);
    expected.involved_out = {lane};
    router.put(lane, single_to(this->destination_for(lane)));
    ASSERT_EQ(router.clock_and_read(), expected) << "link " << p;
  }
}

TYPED_TEST(MultiportWays, TheBodyOfARefusedHeadIsRefused) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t p = 0; p < this->kLinks; ++p) {
    const std::size_t lane = this->link_lane(p);
    router.put(lane, head_to(this->destination_for(lane)));
    ASSERT_EQ(router.clock_and_read().violation, kNoRouteBit);
    router.put(lane, body(2));
    ASSERT_EQ(router.clock_and_read(), this->refused(lane, kBrokenWormBit)) << "link " << p;
  }
}

template <class Model>
class TwoTrees : public MultiportTest<Model> {};
TYPED_TEST_SUITE(TwoTrees, TwoTreeModels, MultiportModelNames);

TYPED_TEST(TwoTrees, EachAddressIsOwnInItsTreeOnly) {
  MultiportSetup setup = this->setup_;
  setup.trees[1].address = 4321;
  typename TestFixture::TheRouter router(setup);

  // 100 + 4000 and 4321 - 4000 are other PEs', up the other tree's link.
  for (const auto& [destination, lane] :
       std::map<std::uint32_t, std::size_t>{{100, 0},
                                            {4321, 0},
                                            {321, this->link_lane(setup.trees[0].up)},
                                            {4100, this->link_lane(setup.trees[1].up)}}) {
    router.put(this->link_lane(0), single_to(destination));
    EXPECT_EQ(router.clock_and_read(), this->forwarded(lane, single_to(destination)));
  }
}

TYPED_TEST(TwoTrees, TheSecondTreeBeginsAtItsFirstAddress) {
  MultiportSetup setup = this->setup_;
  for (const std::uint32_t first : {101U + 3 * 5, 2000U, 4095U, 4096U, 8191U}) {
    setup.trees[1] = {first, 0xffffffff, setup.trees[1].up};
    for (std::size_t p = 1; p < this->kLinks; p += 2) setup.down[p] = {};
    typename TestFixture::TheRouter router(setup);

    router.put(this->link_lane(0), single_to(first - 1));
    EXPECT_EQ(router.clock_and_read(),
              this->forwarded(this->link_lane(setup.trees[0].up), single_to(first - 1)));
    router.put(this->link_lane(0), single_to(first));
    EXPECT_EQ(router.clock_and_read(),
              this->forwarded(this->link_lane(setup.trees[1].up), single_to(first)));
    EXPECT_EQ(router.assertion_failures(), 0);
  }
}

#ifndef FLITWISE_NETLISTS
template <class Model>
class SharedLinks : public MultiportTest<Model> {};
TYPED_TEST_SUITE(SharedLinks, SharedLinkModels, MultiportModelNames);

TYPED_TEST(SharedLinks, LeadToEveryDestinationOfEveryTree) {
  constexpr std::uint32_t kPitch = 2048;
  typename TestFixture::TheRouter router(crossing_multiport(this->kLinks, kPitch));
  router.mute_assertions();
  std::size_t refused = 0;

  for (std::size_t from = 0; from < this->kLinks; ++from) {
    for (std::uint32_t destination = 0; destination < 8192; ++destination) {
      const std::uint32_t tree = destination / kPitch;
      const std::uint32_t place = destination % kPitch;
      std::size_t link = tree;  // up
      if (place >= 101 && place < 121 && (place - 101) / 5 != tree) link = (place - 101) / 5;
      const RawFlit flit = single_to(destination);
      RouterOutputs expected = this->forwarded(this->link_lane(link), flit);
      if (place == 100) {
        expected = this->forwarded(from, flit);
      } else if (link == from) {
        expected = this->refused(this->link_lane(from), kNoRouteBit);
        expected.involved_out = {this->link_lane(from)};
        ++refused;
      }
      router.put(this->link_lane(from), flit);
      ASSERT_EQ(router.clock_and_read(), expected) << from << " to " << destination;
    }
  }
  EXPECT_EQ(refused, 4U * (2048 - 1 - 15) + 4U * 3 * 5);
}

// Two trees over one link in opposite directions in one step, and over two links crosswise.
TYPED_TEST(SharedLinks, CarryTwoTreesAtOnce) {
  const MultiportSetup setup = crossing_multiport(this->kLinks, 2048);
  typename TestFixture::TheRouter router(setup);
  const RawFlit up_0 = single_to(7);                     // tree 0, out by link 0
  const RawFlit down_1 = single_to(2048 + 101 + 5 * 3);  // tree 1, out by link 3
  const RawFlit down_2 = single_to(4096 + 101 + 5 * 1);  // tree 2, out by link 1
  router.put(this->link_lane(1), up_0);
  router.put(this->link_lane(0), down_1);
  router.put(this->link_lane(3), down_2);

  RouterOutputs expected = this->forwarded(this->link_lane(0), up_0);
  expected.lanes[this->link_lane(3)] = down_1;
  expected.lanes[this->link_lane(1)] = down_2;
  EXPECT_EQ(router.clock_and_read(), expected);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(SharedLinks, ReportTwoTreesThatMeetOnALink) {
  typename TestFixture::TheRouter router(crossing_multiport(this->kLinks, 2048));
  router.mute_assertions();
  const RawFlit first = single_to(2048 + 101);  // tree 1, out by link 0
  router.put(this->link_lane(1), first);
  router.put(this->link_lane(2), single_to(6144 + 101));  // tree 3, out by link 0

  RouterOutputs expected = this->forwarded(this->link_lane(0), first);
  expected.violation = kCollisionBit;
  expected.involved_in = {this->link_lane(1), this->link_lane(2)};
  expected.involved_out = {this->link_lane(0)};
  EXPECT_EQ(router.clock_and_read(), expected);
}
#endif

}  // namespace
}  // namespace flitwise::rtl_test
