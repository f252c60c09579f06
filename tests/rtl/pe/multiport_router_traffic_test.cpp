// Flits that meet in a multiport router: collisions, broken messages, two trees at once, resets,
// and random traffic against the reference.
#include <algorithm>

#include "tests/rtl/pe/multiport_harness.h"
#include "tests/rtl/pe/random_traffic.h"

namespace flitwise::rtl_test {
namespace {

template <class Model>
class MultiportTraffic : public MultiportTest<Model> {};
TYPED_TEST_SUITE(MultiportTraffic, MultiportModels, MultiportModelNames);

TYPED_TEST(MultiportTraffic, EveryTwoInputsToEveryTwoOutputsAreForwardedOrReported) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();
  std::size_t collisions = 0;
  const std::size_t links = std::min<std::size_t>(this->kLinks, 6);  // of them, both lanes
  const auto lane_of = [&](std::size_t k) { return k < links ? k : this->link_lane(k - links); };

  for (std::size_t k = 0; k < 2 * links; ++k) {
    for (std::size_t l = k + 1; l < 2 * links; ++l) {
      for (std::size_t m = 0; m < 4 * links * links; ++m) {
        const std::size_t a = lane_of(k);
        const std::size_t b = lane_of(l);
        const std::size_t to_a = lane_of(m / (2 * links));
        const std::size_t to_b = lane_of(m % (2 * links));
        if (!this->can_go(a, to_a) || !this->can_go(b, to_b)) continue;
        RouterOutputs expected = this->forwarded(to_b, single_to(this->destination_for(to_b), 2));
        expected.lanes[to_a] = single_to(this->destination_for(to_a), 1);  // the lower lane wins
        if (to_a == to_b) {
          expected.violation = kCollisionBit;
          expected.involved_in = {a, b};
          expected.involved_out = {to_a};
          ++collisions;
        }
        router.put(a, single_to(this->destination_for(to_a), 1));
        router.put(b, single_to(this->destination_for(to_b), 2));
        ASSERT_EQ(router.clock_and_read(), expected)
            << a << " to " << to_a << ", " << b << " to " << to_b;
      }
    }
  }

  // For each link: its own lane meets each other link, and each two other links meet.
  EXPECT_EQ(collisions, links * ((links - 1) + (links - 1) * (links - 2) / 2));
}

TYPED_TEST(MultiportTraffic, NamesEveryLaneOfACollisionOfAll) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t p = 0; p < this->kLinks; ++p) {
    const std::size_t to = this->link_lane(p);
    RouterOutputs expected = this->forwarded(to, single_to(3, 999));
    expected.involved_in = {p};
    router.put(p, single_to(3, 999));
    for (std::size_t q = 0; q < this->kLinks; ++q) {
      if (q == p) continue;
      router.put(this->link_lane(q), single_to(this->destination_for(to)));
      expected.involved_in.insert(this->link_lane(q));
      expected.involved_out = {to};
      expected.violation = kCollisionBit;
    }
    if (this->kLinks == 1) expected.involved_in.clear();  // nobody to meet
    ASSERT_EQ(router.clock_and_read(), expected) << "link " << p;
    ASSERT_EQ(router.clock_and_read(), this->nothing()) << "link " << p;
  }
}

TYPED_TEST(MultiportTraffic, ReportsEveryBodyFlitWithoutAHead) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t lane = 0; lane < this->kLanes; ++lane) {
    router.put(lane, body(1, 100));
    ASSERT_EQ(router.clock_and_read(), this->refused(lane, kBrokenWormBit)) << "body " << lane;
    router.put(lane, tail(1, 100));
    ASSERT_EQ(router.clock_and_read(), this->refused(lane, kBrokenWormBit)) << "tail " << lane;
  }
}

TYPED_TEST(MultiportTraffic, TailClosesTheWay) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t lane = 0; lane < this->kLanes; ++lane) {
    const std::size_t to = (lane + this->kLinks) % this->kLanes;  // out, or to the PE
    router.put(lane, head_to(this->destination_for(to)));
    router.clock();
    router.put(lane, tail(2));
    ASSERT_EQ(router.clock_and_read(), this->forwarded(to, tail(2))) << "lane " << lane;
    router.put(lane, body(3));
    ASSERT_EQ(router.clock_and_read(), this->refused(lane, kBrokenWormBit)) << "lane " << lane;
  }
}

TYPED_TEST(MultiportTraffic, HeadInsideAMessageIsReportedAndOpensItsOwnWay) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t lane = 0; lane < this->kLanes; ++lane) {
    for (std::size_t to = 0; to < this->kLanes; ++to) {
      if (!this->can_go(lane, to)) continue;
      const RawFlit intruder = head_to(this->destination_for(to), 5);
      RouterOutputs expected = this->forwarded(to, intruder);
      expected.violation = kBrokenWormBit;
      expected.involved_in = {lane};
      expected.involved_out = {to};
      router.put(lane, head_to(this->destination_for((lane + this->kLinks) % this->kLanes)));
      router.clock();
      router.put(lane, intruder);
      ASSERT_EQ(router.clock_and_read(), expected) << lane << " to " << to;
      router.put(lane, tail(2));
      ASSERT_EQ(router.clock_and_read(), this->forwarded(to, tail(2))) << lane << " to " << to;
    }
  }
}

TYPED_TEST(MultiportTraffic, ResetForgetsOpenMessagesAndEmptiesTheOutputs) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  for (std::size_t lane = 0; lane < this->kLanes; ++lane)
    router.put(lane, head_to(this->setup_.trees[lane % this->kLinks % this->kTrees].address));
  router.clock();
  ASSERT_EQ(router.outputs().flit_count(), this->kLanes);
  router.reset_again();

  EXPECT_EQ(router.outputs(), this->nothing());
  for (std::size_t lane = 0; lane < this->kLanes; ++lane) {
    router.put(lane, body(2));
    EXPECT_EQ(router.clock_and_read(), this->refused(lane, kBrokenWormBit)) << "lane " << lane;
  }
}

TYPED_TEST(MultiportTraffic, ResetForgetsABrokenWormAndItsLanes) {
  typename TestFixture::TheRouter router(this->setup_);
  router.mute_assertions();

  router.put(0, head_to(this->destination_for(this->link_lane(0))));
  router.clock();
  router.put(0, head_to(this->destination_for(this->link_lane(0))));
  const RouterOutputs broken = router.clock_and_read();
  ASSERT_EQ(broken.violation, kBrokenWormBit);
  ASSERT_EQ(broken.involved_in.size(), 1U);
  ASSERT_EQ(broken.involved_out.size(), 1U);
  router.reset_again();

  EXPECT_EQ(router.outputs(), this->nothing());
}

TYPED_TEST(MultiportTraffic, TakesNothingInWhileInReset) {
  typename TestFixture::TheRouter router(this->setup_);

  for (std::size_t lane = 0; lane < this->kLanes; ++lane) router.put(lane, head_to(100));
  router.reset_again();

  EXPECT_EQ(router.outputs(), this->nothing());
  EXPECT_EQ(router.assertion_failures(), 0);
}

template <class Model>
struct MultiportBench {
  using Router = MultiportRouter<Model>;
  using Reference = ReferenceMultiportRouter;
  using Setup = MultiportSetup;
  static constexpr bool kAsserts = kHasAssertions<Model>;
  static FlitFormat format() { return format_of<Model>(); }

  // Trees of random size and random links in them; some intervals are empty, some links unused. The
  // addresses down the links lie together, anywhere.
  static Setup random_setup(Random& random) {
    Setup setup;
    setup.down.resize(Router::link_count());
    std::uint32_t first = 0;
    std::uint32_t next = random.one_in(4) ? 0 : random.below(kAddresses<Model> - 400);
    for (std::size_t t = 0; t < Router::tree_count(); ++t) {
      TreePlace place;
      place.first = first;
      next += random.below(40);
      if (!random.one_in(5)) place.address = next++;
      for (std::size_t p = t; p < setup.down.size(); p += Router::tree_count()) {
        setup.down[p] = {next, next + random.below(4)};
        next = setup.down[p].high;
      }
      const std::uint32_t up = random.below(setup.down.size());
      if (up % Router::tree_count() == t && !random.one_in(4)) {
        place.up = up;
        setup.down[up] = {};
      }
      first = next + 1 + random.below(10);
      next = first;
      setup.trees.push_back(place);
    }
    return setup;
  }
  static AddressRange destinations(const Setup& setup) {
    AddressRange range{kAddresses<Model> - 1, setup.trees.back().first + 5};
    for (const TreePlace& place : setup.trees) range.low = std::min(range.low, place.address);
    for (const auto& down : setup.down) {
      range.high = std::max(range.high, down.high + 2);
      if (down.low < down.high) range.low = std::min(range.low, down.low);
    }
    range.low = std::min(range.low, range.high);
    return {range.low - std::min(range.low, 20U), range.high};
  }
  // Over its only link nothing can meet what a PE sends.
  static std::vector<unsigned> possible_violations() {
    return Router::link_count() == 1 ? std::vector<unsigned>{3, 4} : std::vector<unsigned>{0, 3, 4};
  }
};

TYPED_TEST(MultiportTraffic, RandomTrafficEqualsTheReferenceInEveryCycle) {
  expect_every_cycle_to_equal_the_reference<MultiportBench<TypeParam>>();
}

TYPED_TEST(MultiportTraffic, LeavingOutIdleRoutersChangesNothing) {
  expect_idle_routers_to_be_left_out_unnoticed<MultiportBench<TypeParam>>();
}

TYPED_TEST(MultiportTraffic, OneAssertionFailsForEachReportedViolation) {
  expect_one_failed_assertion_for_each_violation<MultiportBench<TypeParam>>();
}

#ifndef FLITWISE_NETLISTS
// Wider addresses, with checkers.
template <class Model>
class WideMultiport : public ::testing::Test {};
TYPED_TEST_SUITE(WideMultiport, WideMultiportModels, MultiportModelNames);

TYPED_TEST(WideMultiport, RandomTrafficEqualsTheReferenceInEveryCycle) {
  expect_every_cycle_to_equal_the_reference<MultiportBench<TypeParam>>();
}

TYPED_TEST(WideMultiport, LeavingOutIdleRoutersChangesNothing) {
  expect_idle_routers_to_be_left_out_unnoticed<MultiportBench<TypeParam>>();
}

TYPED_TEST(WideMultiport, OneAssertionFailsForEachReportedViolation) {
  expect_one_failed_assertion_for_each_violation<MultiportBench<TypeParam>>();
}

// The second tree is the upper half: link 0 leads up in it and link 1 down, to the last address.
// In the first the PE is no member, and link 2 leads up.
TYPED_TEST(WideMultiport, RoutesEveryDestinationByTreesAndIntervals) {
  constexpr std::uint32_t kEnd = kAddresses<TypeParam>;
  MultiportSetup setup;
  setup.trees = {{0, 0xffffffff, 2}, {kEnd / 2, kEnd - 4, 0}};
  setup.down = {{}, {kEnd - 3, kEnd}, {}};
  MultiportRouter<TypeParam> router(setup);
  router.mute_assertions();
  const FlitFormat format = format_of<TypeParam>();
  const auto lane_to = [&](std::uint32_t destination) {
    if (destination == kEnd - 4) return 1;  // to the PE, from link 1
    return destination >= kEnd / 2 ? 3 : 5;
  };

  for (std::uint32_t destination = 0; destination < kEnd; ++destination) {
    const RawFlit flit =
        pack({FlitKind::kTap, true, true, destination, destination ^ 1U, 1}, format);
    RouterOutputs expected(6);
    expected.busy = true;
    if (destination >= kEnd - 3) {  // back by link 1, over which it comes
      expected.violation = kNoRouteBit;
      expected.involved_in = expected.involved_out = {4};
    } else {
      expected.lanes[index_of(lane_to(destination))] = flit;
    }
    router.put(4, flit);
    ASSERT_EQ(router.clock_and_read(), expected) << "destination " << destination;
    if (destination < kEnd - 3) continue;
    expected = RouterOutputs(6);
    expected.busy = true;
    expected.lanes[4] = flit;
    router.put(3, flit);
    ASSERT_EQ(router.clock_and_read(), expected) << "from above to " << destination;
  }
}
#endif

template <class Model>
class TwoTreeTraffic : public MultiportTest<Model> {};
TYPED_TEST_SUITE(TwoTreeTraffic, TwoTreeModels, MultiportModelNames);

// Two streams at once, one a tree, from and to every two lanes: each is forwarded as if alone.
TYPED_TEST(TwoTreeTraffic, TwoTreesAtOnceNeverMix) {
  typename TestFixture::TheRouter router(this->setup_);
  const auto tree_of = [&](std::size_t lane) { return lane % this->kLinks % 2; };
  const auto is_in_tree = [&](std::size_t from, std::size_t to, std::size_t tree) {
    return tree_of(from) == tree && tree_of(to) == tree && this->can_go(from, to);
  };
  std::size_t pairs = 0;

  for (std::size_t k = 0; k < this->kLanes * this->kLanes; ++k) {
    const std::size_t a = k / this->kLanes;
    const std::size_t to_a = k % this->kLanes;
    if (!is_in_tree(a, to_a, 0)) continue;
    for (std::size_t l = 0; l < this->kLanes * this->kLanes; ++l) {
      const std::size_t b = l / this->kLanes;
      const std::size_t to_b = l % this->kLanes;
      if (!is_in_tree(b, to_b, 1)) continue;
      for (std::uint32_t number = 1; number <= 4; ++number) {
        const RawFlit in_a = pack(
            {FlitKind::kData, number == 1, number == 4, this->destination_for(to_a), 1, number});
        const RawFlit in_b = pack(
            {FlitKind::kData, number == 1, number == 4, this->destination_for(to_b), 2, number});
        RouterOutputs expected = this->forwarded(to_a, in_a);
        expected.lanes[to_b] = in_b;
        router.put(a, in_a);
        router.put(b, in_b);
        ASSERT_EQ(router.clock_and_read(), expected)
            << a << " to " << to_a << ", " << b << " to " << to_b;
      }
      ++pairs;
    }
  }

  const std::size_t odd = this->kLinks / 2;
  const std::size_t even = this->kLinks - odd;
  EXPECT_EQ(pairs, even * (even + 1) * odd * (odd + 1));
  EXPECT_EQ(router.assertion_failures(), 0);
}

// The checkers look at the tables, too: each of these breaks one rule of theirs.
TEST(MultiportTables, TheCheckersReportEveryRuleThatTablesBreak) {
  using Checked = MultiportRouter<Vmultiport_router_l5_checked>;
  const MultiportSetup good = inner_multiport(5, 2);
  std::vector<MultiportSetup> bad(7, good);
  bad[0].down[1] = {good.down[0].low + 2, good.down[0].high + 2};  // two links to one address
  bad[1].trees[0].address = good.down[2].low + 1;                  // own address down a link
  bad[2].trees[0].up = 2;                                          // up is down
  bad[3].trees[0].first = 1;                                       // no tree for address 0
  bad[4].trees[1].first = 0;                                       // no address for tree 0
  bad[5].trees[1].up = good.trees[0].up;                           // two trees up one link
  bad[6].down[1] = good.down[0];                                   // the same way twice

  EXPECT_EQ(Checked(good).assertion_failures(), 0);
  for (std::size_t k = 0; k < bad.size(); ++k)
    EXPECT_EQ(Checked(bad[k]).assertion_failures(), 1) << "table " << k;
}

#ifndef FLITWISE_NETLISTS
// Four trees on all four links, each up by another one: what is allowed there and what is not.
TEST(MultiportTables, OfSharedLinksKeepTheIntervalsOfAllTreesApart) {
  using Checked = MultiportRouter<Vmultiport_router_l4_checked>;
  const MultiportSetup good = crossing_multiport(4, 2048);
  EXPECT_EQ(Checked(good).assertion_failures(), 0);
  MultiportSetup one_way = good;  // two trees up by one link, where both have no interval
  one_way.trees[1].up = 0;
  one_way.down[1] = {};
  EXPECT_EQ(Checked(one_way).assertion_failures(), 0);

  std::vector<MultiportSetup> bad(5, good);
  bad[0].down[1] = {good.down[4].low, good.down[4].low};
  bad[0].down[2] = {good.down[6].low + 4, good.down[6].high + 4};  // overlap of two links
  bad[1].down[4] = {good.down[6].low + 1, good.down[6].low + 2};   // overlap within one link
  bad[2].trees[3].address = good.down[3].low;                      // own address down a link
  bad[3].trees[2].up = 1;                                          // up is down in tree 2
  bad[4].down[0] = {2, 3};                                         // up is down in tree 0
  for (std::size_t k = 0; k < bad.size(); ++k)
    EXPECT_EQ(Checked(bad[k]).assertion_failures(), 1) << "table " << k;
}
#endif

}  // namespace
}  // namespace flitwise::rtl_test
