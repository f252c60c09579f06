// Who waits for whom, from heads and tails on links that the test makes up.
#include "systemc/network/torus/torus_worms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::torus_message;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Torus& ring() {
  static const Torus kRing({4});
  return kRing;
}

// A flit of message 0 of `source` on a lane of the ring's + channel that leaves `from`.
LinkTransfer on_lane(Node source, Node from, std::uint32_t lane, int hops_left, bool head,
                     bool tail) {
  FlitFields flit;
  flit.kind = FlitKind::kData;
  flit.head = head;
  flit.tail = tail;
  flit.destination = lane << kPacketBits;
  flit.tag = static_cast<std::uint32_t>(source);
  flit.payload = static_cast<std::uint32_t>(hops_left);
  return {from, (from + 1) % 4, pack(flit), 2};
}

// Hands over what an edge delivered.
class Delivering final : public Network {
 public:
  explicit Delivering(RawFlit flit) { deliveries_.push_back({0, flit, 0}); }
  void inject(Node, std::uint32_t, RawFlit) override {}
  void clock(Step) override {}
  bool is_quiet() const override { return true; }
  std::int64_t router_cycles() const override { return 0; }
  int assertion_failures() const override { return 0; }
};

TorusWorms worms_with(std::uint32_t lanes) {
  return TorusWorms(TorusWiring(ring(), {}), LaneChoice{lanes, LaneRule::kAnyLane});
}

TEST(TorusWorms, AWormOccupiesItsLanesUntilItsTailHasLeftThem) {
  TorusWorms worms = worms_with(1);
  worms.on_transfers(1, {on_lane(0, 0, 0, 2, true, false), on_lane(1, 1, 0, 1, true, false)});
  EXPECT_EQ(worms.worms(), 2U);
  EXPECT_EQ(worms.wait_of({0, 0}), (WormWait{{0, 0}, {1, 0, 0}, {1, 0}, false}));
  worms.on_transfers(2, {on_lane(1, 2, 0, 0, true, false), on_lane(1, 1, 0, 2, false, true)});
  EXPECT_TRUE(worms.wait_of({0, 0}).has_value());
  worms.on_transfers(3, {on_lane(1, 2, 0, 2, false, true)});
  EXPECT_EQ(worms.wait_of({0, 0}), std::nullopt);
  const Delivering arrived(on_lane(1, 2, 0, 2, false, true).flit);
  worms.on_edge(3, arrived, Injector());
  EXPECT_EQ(worms.worms(), 1U);
}

TEST(TorusWorms, AHeadBehindAnotherWormInAQueueWaitsForThatWorm) {
  TorusWorms worms = worms_with(1);
  worms.on_transfers(1, {on_lane(0, 0, 0, 2, true, true)});
  worms.on_transfers(2, {on_lane(3, 0, 0, 1, true, false)});
  EXPECT_EQ(worms.wait_of({3, 0}), (WormWait{{3, 0}, {0, 0, 0}, {0, 0}, true}));
  EXPECT_EQ(worms.text(*worms.wait_of({3, 0})),
            "message 0 of PE 3 waits in (1) in the queue of lane 0 of +x_0 of (0), which message 0 "
            "of PE 0 holds");
}

TEST(TorusWorms, NamesTheCircleWithoutTheWayToIt) {
  TorusWorms worms = worms_with(1);
  worms.on_transfers(1, {on_lane(1, 0, 0, 1, true, false), on_lane(2, 1, 0, 1, true, false),
                         on_lane(3, 2, 0, 1, true, false), on_lane(4, 3, 0, 1, true, true)});
  worms.on_transfers(2, {on_lane(0, 3, 0, 1, true, false)});  // behind message 0 of PE 4

  const std::vector<WormWait> circle = worms.circular_wait();
  ASSERT_EQ(circle.size(), 5U);
  for (std::size_t k = 0; k < circle.size(); ++k)
    EXPECT_EQ(circle[k].holder, circle[(k + 1) % circle.size()].worm);
  EXPECT_EQ(worms.wait_of({3, 0})->holder, (WormId{0, 0}));
}

// Looked at first: it has come to its end in the other direction, and waits for nobody.
TEST(TorusWorms, NamesTheCircleOfOthersThanTheFirst) {
  TorusWorms worms = worms_with(1);
  LinkTransfer at_its_end = on_lane(0, 0, 0, 0, true, false);
  at_its_end.to = 3;
  at_its_end.lane = 3;
  worms.on_transfers(
      1, {at_its_end, on_lane(1, 0, 0, 1, true, false), on_lane(2, 1, 0, 1, true, false),
          on_lane(3, 2, 0, 1, true, false), on_lane(4, 3, 0, 1, true, false)});

  EXPECT_EQ(worms.wait_of({0, 0}), std::nullopt);
  const std::vector<WormWait> circle = worms.circular_wait();
  ASSERT_EQ(circle.size(), 4U);
  EXPECT_EQ(circle.front().worm, (WormId{1, 0}));
  for (std::size_t k = 0; k < circle.size(); ++k)
    EXPECT_EQ(circle[k].holder, circle[(k + 1) % circle.size()].worm);
}

TEST(TorusWorms, AFreeLaneIsNoWait) {
  TorusWorms worms = worms_with(2);
  for (Node from = 0; from < 4; ++from)
    worms.on_transfers(1, {on_lane(from, from, 0, 1, true, false)});
  EXPECT_THAT(worms.circular_wait(), IsEmpty());
  EXPECT_THAT(worms.describe_circular_wait(), IsEmpty());
}

using Lanes = std::vector<std::uint32_t>;

// Lanes that a head may take at node `at` of a ring of 4 for its next `hops`, having come straight
// on over `came_by` or, without it, from the other dimension.
Lanes usable(Node at, int hops, std::optional<std::uint32_t> came_by, const LaneChoice& choice) {
  const Torus torus({2, 4});
  const TorusWiring wiring(torus, {});
  const std::uint32_t channel = hops > 0 ? 2 : 3;
  const Node here = torus.node({0, at});
  const TorusLane last = came_by
                             ? TorusLane{wiring.neighbour(here, channel ^ 1U), channel, *came_by}
                             : TorusLane{wiring.neighbour(here, 1), 0, choice.lanes - 1};
  Lanes lanes;
  for (const TorusLane& lane :
       usable_lanes(wiring, choice, last, static_cast<std::uint32_t>(hops & 0x7F) << 7)) {
    EXPECT_EQ(lane.from, here);
    EXPECT_EQ(lane.channel, channel);
    lanes.push_back(lane.lane);
  }
  return lanes;
}

TEST(TorusLanes, ChangeTheirHalfAtTheDateline) {
  const LaneChoice four{4, LaneRule::kAnyLane};
  const LaneChoice strict{4, LaneRule::kStrict};
  EXPECT_EQ(usable(1, 2, std::nullopt, four), (Lanes{0, 1, 2, 3}));  // a turn starts afresh
  EXPECT_EQ(usable(1, 2, std::nullopt, strict), (Lanes{0, 1}));
  EXPECT_EQ(usable(2, 2, 0, four), (Lanes{0, 1}));  // crosses later
  EXPECT_EQ(usable(3, 1, 0, four), (Lanes{0, 1}));  // the wrap link itself
  EXPECT_EQ(usable(0, 1, 1, four), (Lanes{2, 3}));  // behind it
  EXPECT_EQ(usable(1, 1, 2, four), (Lanes{2, 3}));  // never back
  EXPECT_EQ(usable(0, -1, 0, strict), (Lanes{0, 1}));
  EXPECT_EQ(usable(3, -1, 0, strict), (Lanes{2, 3}));
  EXPECT_EQ(usable(2, -3, 0, {1, LaneRule::kAnyLane}), (Lanes{0}));
  EXPECT_EQ(usable(2, -1, 0, {3, LaneRule::kAnyLane}), (Lanes{0, 1, 2}));
  EXPECT_EQ(usable(1, 0, 0, four), Lanes{});
}

TEST(TorusWiring, TranslatesChannelsOfAnotherOrder) {
  const Torus torus({3, 5, 1});
  const TorusWiring wiring(torus, {1, 2, 0});
  const Node v = torus.node({2, 4, 0});

  EXPECT_EQ(wiring.coordinate_pin(v), 0x020004U);
  EXPECT_EQ(wiring.side_pin(), 0x030105U);
  EXPECT_EQ(wiring.neighbours(v),
            (std::vector<Node>{torus.node({2, 0, 0}), torus.node({2, 3, 0}), kNoNode, kNoNode,
                               torus.node({0, 4, 0}), torus.node({1, 4, 0})}));
  EXPECT_EQ(wiring.name(v, 0), "+x_1 of (2, 4, 0)");
  EXPECT_THAT(wiring.lane_names(),
              ElementsAre("own +x_1", "own -x_1", "own +x_2", "own -x_2", "own +x_0", "own -x_0",
                          "+x_1", "-x_1", "+x_2", "-x_2", "+x_0", "-x_0"));
}

}  // namespace
}  // namespace flitwise
