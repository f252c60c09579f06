// The router's contract, one promise a test, on RTL, on RTL with checkers and on netlists.
#include "tests/rtl/pe/router_harness.h"

namespace flitwise::rtl_test {
namespace {

template <class Model>
class BufferlessRouter : public ::testing::Test {
 protected:
  using TheRouter = Router<Model>;
  static constexpr std::size_t kLanes = TheRouter::lane_count();

  static TheRouter make_router(bool single_port = false) {
    return TheRouter(inner_router(TheRouter::child_count(), single_port));
  }
  static RouterOutputs nothing() { return RouterOutputs(kLanes); }

  // What a router shows after it has forwarded one flit.
  static RouterOutputs forwarded(std::size_t lane, RawFlit flit) {
    RouterOutputs outputs(kLanes);
    outputs.busy = true;
    outputs.lanes[lane] = flit;
    return outputs;
  }

  // A flit can leave by any lane but, on links, the one it came over.
  static bool can_go(std::size_t from, std::size_t to) { return from == kOwn || from != to; }
};

TYPED_TEST_SUITE(BufferlessRouter, RouterModels, RouterModelNames);

TYPED_TEST(BufferlessRouter, RoutesEveryDestinationByIntervals) {
  auto router = this->make_router();
  const std::size_t children = this->kLanes - kFirstChild;
  std::vector<int> seen(this->kLanes, 0);

  for (std::uint32_t destination = 0; destination < 8192; ++destination) {
    std::size_t expected = kParent;
    if (destination == 100) expected = kOwn;
    if (destination > 100 && destination <= 100 + 3 * children)
      expected = kFirstChild + (destination - 101) / 3;
    router.put(kOwn, single_to(destination));
    ASSERT_EQ(router.clock_and_read(), this->forwarded(expected, single_to(destination)))
        << "destination " << destination;
    ++seen[expected];
  }

  EXPECT_EQ(seen[kOwn], 1);
  EXPECT_EQ(seen[kParent], 8191 - static_cast<int>(3 * children));
  for (std::size_t lane = kFirstChild; lane < this->kLanes; ++lane) EXPECT_EQ(seen[lane], 3);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(BufferlessRouter, MissingChildrenGetNothing) {
  RouterSetup setup;
  setup.address = 0;
  setup.has_parent = true;
  setup.bounds = {1, 8191};  // one child for all other addresses but the last

  Router<TypeParam> router(setup);

  for (std::uint32_t destination = 1; destination < 8191; ++destination) {
    router.put(kOwn, single_to(destination));
    ASSERT_EQ(router.clock_and_read(), this->forwarded(kFirstChild, single_to(destination)));
  }
  router.put(kOwn, single_to(8191));
  EXPECT_EQ(router.clock_and_read(), this->forwarded(kParent, single_to(8191)));
}

TYPED_TEST(BufferlessRouter, LeafSendsAllButItsOwnAddressToItsParent) {
  RouterSetup setup;
  setup.address = 5;
  setup.has_parent = true;
  setup.bounds = {6};

  Router<TypeParam> router(setup);

  for (const std::uint32_t destination : {0U, 4U, 6U, 7U, 8191U}) {
    router.put(kOwn, single_to(destination));
    EXPECT_EQ(router.clock_and_read(), this->forwarded(kParent, single_to(destination)));
  }
  router.put(kParent, single_to(5));
  EXPECT_EQ(router.clock_and_read(), this->forwarded(kOwn, single_to(5)));
}

TYPED_TEST(BufferlessRouter, TakesOneCycleAHopFromEveryLaneToEveryLane) {
  auto router = this->make_router();
  std::size_t pairs = 0;

  for (std::size_t from = 0; from < this->kLanes; ++from) {
    for (std::size_t to = 0; to < this->kLanes; ++to) {
      if (!this->can_go(from, to)) continue;
      const RawFlit flit = single_to(destination_for(to), static_cast<std::uint32_t>(pairs));
      router.put(from, flit);
      ASSERT_EQ(router.outputs(), this->nothing()) << "before the edge";
      ASSERT_EQ(router.clock_and_read(), this->forwarded(to, flit)) << from << " to " << to;
      ASSERT_EQ(router.clock_and_read(), this->nothing()) << "one edge later";
      ++pairs;
    }
  }

  EXPECT_EQ(pairs, this->kLanes * (this->kLanes - 1) + 1);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(BufferlessRouter, BodyFollowsItsHeadWhateverItsDestinationSays) {
  auto router = this->make_router();

  for (std::size_t to = 0; to < this->kLanes; ++to) {
    router.put(kOwn, head_to(destination_for(to)));
    router.clock();
    for (std::size_t elsewhere = 0; elsewhere < this->kLanes; ++elsewhere) {
      const RawFlit flit = body(2, destination_for(elsewhere));
      router.put(kOwn, flit);
      ASSERT_EQ(router.clock_and_read(), this->forwarded(to, flit));
    }
    const RawFlit last = tail(3, destination_for(kOwn));
    router.put(kOwn, last);
    ASSERT_EQ(router.clock_and_read(), this->forwarded(to, last));
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(BufferlessRouter, KeepsTheWayOpenThroughIdleCycles) {
  auto router = this->make_router();

  router.put(kOwn, head_to(destination_for(kFirstChild)));
  router.clock();
  for (int cycle = 0; cycle < 5; ++cycle) router.clock();
  router.put(kOwn, tail(2));

  EXPECT_EQ(router.clock_and_read(), this->forwarded(kFirstChild, tail(2)));
}

TYPED_TEST(BufferlessRouter, EveryTwoInputsToEveryTwoOutputsAreForwardedOrReported) {
  auto router = this->make_router();
  router.mute_assertions();
  std::size_t collisions = 0;
  const std::size_t lanes = std::min<std::size_t>(this->kLanes, 12);

  for (std::size_t a = 0; a < lanes; ++a) {
    for (std::size_t b = a + 1; b < lanes; ++b) {
      for (std::size_t to_a = 0; to_a < lanes; ++to_a) {
        for (std::size_t to_b = 0; to_b < lanes; ++to_b) {
          if (!this->can_go(a, to_a) || !this->can_go(b, to_b)) continue;
          RouterOutputs expected = this->forwarded(to_b, single_to(destination_for(to_b), 2));
          expected.lanes[to_a] = single_to(destination_for(to_a), 1);  // the lower lane wins
          if (to_a == to_b) {
            expected.violation = kCollisionBit;
            expected.involved_in = {a, b};
            expected.involved_out = {to_a};
            ++collisions;
          }
          router.put(a, single_to(destination_for(to_a), 1));
          router.put(b, single_to(destination_for(to_b), 2));
          ASSERT_EQ(router.clock_and_read(), expected)
              << a << " to " << to_a << ", " << b << " to " << to_b;
        }
      }
    }
  }

  // Of every two links, both reach all lanes but their own two; with the own port, all but one.
  EXPECT_EQ(collisions, (lanes - 1) * (lanes - 2) / 2 * (lanes - 2) + (lanes - 1) * (lanes - 1));
}

TYPED_TEST(BufferlessRouter, NamesEveryLaneOfACollisionOfAnyNumberOfLanesInARow) {
  auto router = this->make_router();
  router.mute_assertions();

  for (std::size_t first = 0; first + 1 < this->kLanes; ++first) {
    RouterOutputs expected =
        this->forwarded(kOwn, single_to(destination_for(kOwn), static_cast<std::uint32_t>(first)));
    expected.involved_in = {first};
    expected.involved_out = {kOwn};
    expected.violation = kCollisionBit;
    for (std::size_t last = first + 1; last < this->kLanes; ++last) {
      expected.involved_in.insert(last);
      for (std::size_t lane = first; lane <= last; ++lane)
        router.put(lane, single_to(destination_for(kOwn), static_cast<std::uint32_t>(lane)));
      ASSERT_EQ(router.clock_and_read(), expected) << first << " to " << last;
    }
  }
  EXPECT_EQ(router.clock_and_read(), this->nothing());
}

TYPED_TEST(BufferlessRouter, TakesAFlitFromEveryLaneToEveryLaneAtOnce) {
  auto router = this->make_router();

  for (std::size_t turn = 1; turn < this->kLanes; ++turn) {
    RouterOutputs expected = this->nothing();
    expected.busy = true;
    for (std::size_t from = 0; from < this->kLanes; ++from) {
      const std::size_t to = (from + turn) % this->kLanes;
      expected.lanes[to] = single_to(destination_for(to), static_cast<std::uint32_t>(from));
      router.put(from, expected.lanes[to]);
    }
    ASSERT_EQ(router.clock_and_read(), expected) << "turn " << turn;
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(BufferlessRouter, SinglePortReportsSecondSendAndSecondReceive) {
  auto router = this->make_router(true);
  router.mute_assertions();
  std::size_t sends = 0;
  std::size_t receives = 0;
  const std::size_t lanes = std::min<std::size_t>(this->kLanes, 12);

  for (std::size_t a = 0; a < lanes; ++a) {
    for (std::size_t b = a + 1; b < lanes; ++b) {
      for (std::size_t to_a = 0; to_a < lanes; ++to_a) {
        for (std::size_t to_b = 0; to_b < lanes; ++to_b) {
          if (!this->can_go(a, to_a) || !this->can_go(b, to_b) || to_a == to_b) continue;
          RouterOutputs expected = this->forwarded(to_a, single_to(destination_for(to_a), 1));
          expected.lanes[to_b] = single_to(destination_for(to_b), 2);
          if (a != kOwn) {
            expected.violation |= kSecondReceiveBit;
            expected.involved_in = {a, b};
            ++receives;
          }
          if (to_a != kOwn && to_b != kOwn) {
            expected.violation |= kSecondSendBit;
            expected.involved_in = {a, b};
            expected.involved_out = {to_a, to_b};
            ++sends;
          }
          router.put(a, single_to(destination_for(to_a), 1));
          router.put(b, single_to(destination_for(to_b), 2));
          ASSERT_EQ(router.clock_and_read(), expected)
              << a << " to " << to_a << ", " << b << " to " << to_b;
        }
      }
    }
  }

  EXPECT_GT(receives, 0U);
  EXPECT_GT(sends, 0U);
}

TYPED_TEST(BufferlessRouter, SinglePortAllowsSendingReceivingAndTheOwnPortAtOnce) {
  auto router = this->make_router(true);

  router.put(kOwn, single_to(destination_for(kFirstChild), 1));
  router.put(kFirstChild, single_to(destination_for(kOwn), 2));
  const RouterOutputs outputs = router.clock_and_read();

  EXPECT_EQ(outputs.violation, 0U);
  EXPECT_EQ(outputs.flit_count(), 2U);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(BufferlessRouter, ReportsAHeadThatWouldLeaveByTheLinkItCameOver) {
  auto router = this->make_router();
  router.mute_assertions();

  for (std::size_t lane = kParent; lane < this->kLanes; ++lane) {
    RouterOutputs expected = this->nothing();
    expected.busy = true;
    expected.violation = kNoRouteBit;
    expected.involved_in = {lane};
    expected.involved_out = {lane};
    router.put(lane, single_to(destination_for(lane)));
    ASSERT_EQ(router.clock_and_read(), expected) << "lane " << lane;
  }
}

TYPED_TEST(BufferlessRouter, RootReportsEveryDestinationOutsideItsTree) {
  RouterSetup setup = inner_router(this->kLanes - kFirstChild, false);
  setup.has_parent = false;
  Router<TypeParam> router(setup);
  router.mute_assertions();
  const std::uint32_t end = setup.bounds.back();
  std::uint32_t reported = 0;

  for (std::uint32_t destination = 0; destination < 8192; ++destination) {
    router.put(kOwn, single_to(destination));
    const RouterOutputs outputs = router.clock_and_read();
    const bool inside = destination >= setup.address && destination < end;
    ASSERT_EQ(outputs.violation, inside ? 0 : kNoRouteBit) << "destination " << destination;
    ASSERT_EQ(outputs.flit_count(), inside ? 1U : 0U) << "destination " << destination;
    if (!inside) ++reported;
  }

  EXPECT_EQ(reported, 8192 - (end - setup.address));
}

TYPED_TEST(BufferlessRouter, ReportsEveryBodyFlitWithoutAHead) {
  auto router = this->make_router();
  router.mute_assertions();

  for (std::size_t lane = 0; lane < this->kLanes; ++lane) {
    RouterOutputs expected = this->nothing();
    expected.busy = true;
    expected.violation = kBrokenWormBit;
    expected.involved_in = {lane};
    router.put(lane, body(1, destination_for(kOwn)));
    ASSERT_EQ(router.clock_and_read(), expected) << "body on lane " << lane;
    router.put(lane, tail(1, destination_for(kOwn)));
    ASSERT_EQ(router.clock_and_read(), expected) << "tail on lane " << lane;
  }
}

TYPED_TEST(BufferlessRouter, TailClosesTheWay) {
  auto router = this->make_router();
  router.mute_assertions();

  router.put(kOwn, head_to(destination_for(kParent)));
  router.clock();
  router.put(kOwn, tail(2));
  EXPECT_EQ(router.clock_and_read(), this->forwarded(kParent, tail(2)));
  router.put(kOwn, body(3));

  EXPECT_EQ(router.clock_and_read().violation, kBrokenWormBit);
}

TYPED_TEST(BufferlessRouter, HeadInsideAMessageIsReportedAndOpensItsOwnWay) {
  auto router = this->make_router();
  router.mute_assertions();
  const RawFlit intruder = head_to(destination_for(kFirstChild));
  RouterOutputs expected = this->forwarded(kFirstChild, intruder);
  expected.violation = kBrokenWormBit;
  expected.involved_in = {kOwn};
  expected.involved_out = {kFirstChild};

  router.put(kOwn, head_to(destination_for(kParent)));
  router.clock();
  router.put(kOwn, intruder);

  EXPECT_EQ(router.clock_and_read(), expected);
  router.put(kOwn, body(2));
  EXPECT_EQ(router.clock_and_read(), this->forwarded(kFirstChild, body(2)));
}

TYPED_TEST(BufferlessRouter, ResetForgetsOpenMessagesAndEmptiesTheOutputs) {
  auto router = this->make_router();
  router.mute_assertions();

  router.put(kOwn, head_to(destination_for(kParent)));
  router.clock();
  ASSERT_EQ(router.outputs().flit_count(), 1U);
  router.reset_again();

  EXPECT_EQ(router.outputs(), this->nothing());
  router.put(kOwn, body(2));
  EXPECT_EQ(router.clock_and_read().violation, kBrokenWormBit);
}

TYPED_TEST(BufferlessRouter, ResetForgetsACollisionAndItsLanes) {
  auto router = this->make_router();
  router.mute_assertions();

  router.put(kOwn, head_to(destination_for(kParent)));
  router.put(kFirstChild, head_to(destination_for(kParent)));
  const RouterOutputs collision = router.clock_and_read();
  ASSERT_EQ(collision.violation, kCollisionBit);
  ASSERT_EQ(collision.involved_in.size(), 2U);
  ASSERT_EQ(collision.involved_out.size(), 1U);
  router.reset_again();

  EXPECT_EQ(router.outputs(), this->nothing());
}

TYPED_TEST(BufferlessRouter, TakesNothingInWhileInReset) {
  auto router = this->make_router();

  router.put(kOwn, head_to(destination_for(kParent)));
  router.reset_again();

  EXPECT_EQ(router.outputs(), this->nothing());
  EXPECT_EQ(router.assertion_failures(), 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
