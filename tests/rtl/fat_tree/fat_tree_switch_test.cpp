// What a fat tree's switch does, case by case: ways, queues, back pressure, order, maxima.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tests/rtl/fat_tree/fat_tree_harness.h"

namespace flitwise::rtl_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RawFlit unicast(std::uint32_t destination, std::uint32_t payload = 1) {
  return pack({FlitKind::kData, true, true, destination, 3, payload});
}
RawFlit flood(std::uint32_t payload = 1) { return pack({kFloodKind, true, true, 0, 3, payload}); }
RawFlit copies(std::uint32_t digits) { return pack({kCopiesKind, true, true, digits, 3, 1}); }
/// Flit `number` of a message of `length` flits from leaf `source`.
RawFlit part(std::uint32_t source, std::uint32_t number, std::uint32_t length,
             std::uint32_t destination) {
  return pack({FlitKind::kData, number == 1, number == length, destination, source, number});
}

/// A switch in the test's hand. Its far ends take everything unless told otherwise.
class Bench {
 public:
  Bench(const SwitchKind& kind, const NodeSetup& setup)
      : shape(kind.shape), node_(kind.make(setup)) {
    node_->mute_assertions();
    for (std::size_t lane = 0; lane < shape.lanes(); ++lane) all.insert(lane);
  }

  NodeOutputs step(const LaneFlits& inputs) { return step(inputs, all); }
  NodeOutputs step(const LaneFlits& inputs, const LaneSet& taken) {
    ready = node_->put(inputs, taken);
    return node_->clock();
  }
  /// Branches with a packet on a link.
  std::set<std::size_t> branches(const NodeOutputs& outputs) const {
    std::set<std::size_t> branches;
    for (std::size_t lane = 0; lane < shape.lanes(); ++lane)
      if (outputs.lanes[lane] != 0) branches.insert(shape.branch_of(lane));
    return branches;
  }

  const SwitchShape shape;
  LaneSet all;
  LaneSet ready;  ///< as shown before the last edge

 private:
  std::unique_ptr<VerilatedNode> node_;
};

/// The first kind with this shape.
const SwitchKind& kind_of(std::size_t arity, std::size_t down, std::size_t up, std::size_t depth) {
  return *std::find_if(switch_kinds().begin(), switch_kinds().end(), [&](const SwitchKind& k) {
    return k.shape.arity == arity && k.shape.down_links == down && k.shape.up_links == up &&
           k.shape.depth == depth;
  });
}

/// Children of four leaves each, the first leaf is 24.
NodeSetup inner_setup() {
  NodeSetup setup;
  setup.leaf_base = 24;
  setup.leaf_span = 4;
  setup.level = 2;
  setup.limit = 2;
  return setup;
}

class EverySwitch : public ::testing::TestWithParam<SwitchKind> {
 protected:
  Bench bench_{GetParam(), inner_setup()};
  const SwitchShape shape_ = GetParam().shape;

  // A packet without a way is reported with its lane and goes nowhere.
  void expect_no_route(std::size_t lane, const NodeOutputs& outputs) const {
    EXPECT_EQ(outputs.violation, kNoRouteBit);
    EXPECT_THAT(outputs.involved_in, ElementsAre(lane));
    EXPECT_THAT(outputs.involved_out, IsEmpty());
    EXPECT_THAT(bench_.branches(outputs), IsEmpty());
    EXPECT_TRUE(outputs.busy);
  }

  // One packet over an idle switch, whose format it gets. Empty: no way.
  void expect_ways(std::size_t lane, RawFlit packet, const std::set<std::size_t>& ways) {
    SCOPED_TRACE("lane " + std::to_string(lane) + " destination " +
                 std::to_string(unpack(packet).destination));
    const RawFlit flit = pack(unpack(packet), shape_.format);
    const NodeOutputs outputs = bench_.step({{lane, flit}});
    if (ways.empty()) return expect_no_route(lane, outputs);
    EXPECT_EQ(outputs.violation, 0U);
    EXPECT_EQ(bench_.branches(outputs), ways);
    for (const std::size_t way : ways) EXPECT_EQ(outputs.lanes[shape_.first_lane(way)], flit);
    EXPECT_FALSE(bench_.step({}).busy);
  }

  std::set<std::size_t> children() const {
    std::set<std::size_t> children;
    for (std::size_t k = 1; k <= shape_.arity; ++k) children.insert(k);
    return children;
  }
};

struct KindName {
  std::string operator()(const ::testing::TestParamInfo<SwitchKind>& info) const {
    return info.param.name;
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, EverySwitch, ::testing::ValuesIn(switch_kinds()), KindName());

TEST_P(EverySwitch, SendsAPacketForOneLeafToItsChildOrUpAndNeverBack) {
  const auto beyond = static_cast<std::uint32_t>(24 + 4 * shape_.arity);
  for (std::size_t lane = 0; lane < shape_.lanes(); lane += 1 + shape_.lanes() / 20) {
    const std::size_t from = shape_.branch_of(lane);
    for (std::uint32_t leaf = 0; leaf < beyond + 3; ++leaf) {
      std::size_t way = 0;
      if (leaf >= 24 && leaf < beyond) way = 1 + (leaf - 24) / 4;
      const bool is_possible = way != from && (way != 0 || shape_.up_links > 0);
      expect_ways(lane, unicast(leaf), is_possible ? std::set{way} : std::set<std::size_t>{});
    }
  }
}

TEST_P(EverySwitch, FloodsEveryBranchButTheOneThatAPacketCameFrom) {
  for (std::size_t lane = 0; lane < shape_.lanes(); lane += 1 + shape_.lanes() / 20) {
    std::set<std::size_t> ways = children();
    if (shape_.up_links > 0) ways.insert(0);
    ways.erase(shape_.branch_of(lane));
    expect_ways(lane, flood(), ways);
  }
}

TEST_P(EverySwitch, SendsCopiesFromAboveToAllChildrenAndFromBelowByTheirDigits) {
  if (shape_.up_links > 0)
    for (const std::uint32_t digits : {0U, 1U, 0x1fffU}) expect_ways(0, copies(digits), children());
  const std::uint32_t width = shape_.arity == 2 ? 1 : shape_.arity <= 4 ? 2 : 3;
  for (std::size_t from = 1; from <= shape_.arity; ++from) {
    for (std::uint32_t digits = 0; digits < 1U << 3 * width; ++digits) {
      const std::uint32_t turn = digits >> width & ((1U << width) - 1);
      const bool goes_up = digits >> 2 * width != 0;
      std::set<std::size_t> ways;
      if (turn != 0) ways.insert((from - 1 + turn) % shape_.arity + 1);
      if (goes_up) ways.insert(0);
      if (turn >= shape_.arity || (goes_up && shape_.up_links == 0)) ways.clear();
      expect_ways(shape_.first_lane(from), copies(digits), ways);
    }
  }
}

TEST(FatTreeSwitch, FillsTheLowestFreeLinkFirstAndKeepsTheOrderOfItsQueue) {
  NodeSetup setup = inner_setup();
  setup.limit = 8;
  setup.backpressure = true;
  Bench bench(kind_of(2, 2, 4, 8), setup);
  const LaneFlits down = {
      {0, unicast(24, 1)}, {1, unicast(25, 2)}, {2, unicast(26, 3)}, {3, unicast(27, 4)}};

  NodeOutputs outputs = bench.step(down, {});
  EXPECT_THAT(std::vector(outputs.lanes.begin() + 4, outputs.lanes.begin() + 6),
              ElementsAre(unicast(24, 1), unicast(25, 2)));
  outputs = bench.step({}, {5});
  EXPECT_THAT(std::vector(outputs.lanes.begin() + 4, outputs.lanes.begin() + 6),
              ElementsAre(unicast(24, 1), unicast(26, 3)));
  outputs = bench.step({}, {4, 5});
  EXPECT_THAT(std::vector(outputs.lanes.begin() + 4, outputs.lanes.begin() + 6),
              ElementsAre(unicast(27, 4), RawFlit{0}));
}

TEST(FatTreeSwitch, LosesAllCopiesOfAPacketWithoutRoomAndReportsTheFullBranch) {
  NodeSetup setup = inner_setup();
  setup.limit = 1;
  Bench bench(kind_of(2, 1, 1, 4), setup);

  const NodeOutputs outputs = bench.step({{0, unicast(24)}, {1, unicast(0)}, {2, flood(2)}});

  EXPECT_EQ(outputs.violation, kOverflowBit);
  EXPECT_THAT(outputs.involved_in, ElementsAre(2));
  EXPECT_THAT(outputs.involved_out, ElementsAre(0, 1));
  EXPECT_THAT(outputs.lanes, ElementsAre(unicast(0), unicast(24), RawFlit{0}));
  EXPECT_FALSE(bench.step({}).busy);
}

TEST(FatTreeSwitch, WithoutBackPressureAQueueOfAsManyPacketsAsLinksKeepsTheFullRate) {
  for (const SwitchKind* kind : {&kind_of(2, 1, 1, 4), &kind_of(2, 4, 0, 8)}) {
    const SwitchShape& shape = kind->shape;
    NodeSetup setup = inner_setup();
    setup.limit = static_cast<std::uint32_t>(shape.down_links);
    setup.scheduled = true;
    Bench bench(*kind, setup);
    LaneFlits inputs;  // child 0 to child 1, by all links
    for (std::size_t link = 0; link < shape.down_links; ++link)
      inputs[shape.first_lane(1) + link] = unicast(28);
    for (int step = 0; step < 10; ++step) {
      const NodeOutputs outputs = bench.step(inputs);
      EXPECT_EQ(outputs.violation, 0U);
      EXPECT_EQ(outputs.max_stored[2], shape.down_links);
      EXPECT_EQ(outputs.max_wait[2], 0U);
    }
  }
}

TEST(FatTreeSwitch, WithBackPressureAPacketThatLeavesMakesRoomInTheNextStepOnly) {
  NodeSetup setup = inner_setup();
  setup.limit = 1;
  setup.backpressure = true;
  Bench bench(kind_of(2, 1, 1, 4), setup);

  bench.step({{1, unicast(0, 1)}});
  EXPECT_EQ(bench.ready, bench.all);
  NodeOutputs outputs = bench.step({{1, unicast(0, 2)}});  // the first leaves at this edge
  EXPECT_THAT(bench.ready, ElementsAre(0, 2));
  EXPECT_EQ(outputs.lanes[0], 0U);
  EXPECT_EQ(outputs.violation, 0U);
  outputs = bench.step({{1, unicast(0, 2)}});
  EXPECT_EQ(bench.ready, bench.all);
  EXPECT_EQ(outputs.lanes[0], unicast(0, 2));
}

TEST(FatTreeSwitch, WithBackPressureAPacketStaysOnItsLinkUntilItIsTaken) {
  NodeSetup setup = inner_setup();
  setup.backpressure = true;
  Bench bench(kind_of(2, 1, 1, 4), setup);

  NodeOutputs outputs = bench.step({{1, unicast(0, 1)}});
  for (int step = 0; step < 5; ++step) {
    EXPECT_EQ(outputs.lanes[0], unicast(0, 1));
    EXPECT_TRUE(outputs.busy);
    outputs = bench.step({}, {1, 2});
  }
  EXPECT_FALSE(bench.step({}, {0}).busy);
}

TEST(FatTreeSwitch, TakesAFloodWithBackPressureIfAllItsBranchesHaveRoomElseNotAtAll) {
  NodeSetup setup = inner_setup();
  setup.limit = 1;
  setup.backpressure = true;
  Bench bench(kind_of(2, 1, 1, 4), setup);
  bench.step({{0, unicast(24)}});  // child 0's queue is full

  NodeOutputs outputs = bench.step({{2, flood()}}, {});
  EXPECT_THAT(bench.ready, ElementsAre(0, 1));
  EXPECT_EQ(outputs.lanes[0], 0U);
  bench.step({{2, flood()}}, {1});
  outputs = bench.step({{2, flood()}}, {});
  EXPECT_EQ(bench.ready, bench.all);
  EXPECT_THAT(outputs.lanes, ElementsAre(flood(), flood(), RawFlit{0}));
}

TEST(FatTreeSwitch, StoresAWholeMessageBeforeItForwardsTheFirstFlit) {
  NodeSetup setup = inner_setup();
  setup.limit = 4;
  setup.store_forward = true;
  Bench bench(kind_of(2, 1, 1, 4), setup);

  for (std::uint32_t number = 1; number < 3; ++number) {
    const NodeOutputs outputs = bench.step({{1, part(5, number, 3, 0)}});
    EXPECT_THAT(bench.branches(outputs), IsEmpty());
    EXPECT_TRUE(outputs.busy);
  }
  EXPECT_EQ(bench.step({{1, part(5, 3, 3, 0)}}).lanes[0], part(5, 1, 3, 0));
  EXPECT_EQ(bench.step({}).lanes[0], part(5, 2, 3, 0));
  EXPECT_EQ(bench.step({}).lanes[0], part(5, 3, 3, 0));
  EXPECT_FALSE(bench.step({}).busy);
}

TEST(FatTreeSwitch, StoreAndForwardDoesNotTakeAnotherSourcesTailForItsOwn) {
  NodeSetup setup = inner_setup();
  setup.limit = 4;
  setup.store_forward = true;
  Bench bench(kind_of(2, 1, 1, 4), setup);

  bench.step({{1, part(5, 1, 2, 0)}, {2, part(6, 1, 2, 0)}});
  EXPECT_THAT(bench.branches(bench.step({{2, part(6, 2, 2, 0)}})), IsEmpty());
  EXPECT_EQ(bench.step({{1, part(5, 2, 2, 0)}}).lanes[0], part(5, 1, 2, 0));
}

// Whatever the policy: a tail that is stored before a flit of its message never lets that go.
TEST(FatTreeSwitch, StoresAMessageThatComesOverSeveralLinksInTheOrderOfItsFlits) {
  for (const Policy policy :
       {Policy::kUpFirst, Policy::kLocalFirst, Policy::kRoundRobin, Policy::kRandom})
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      NodeSetup setup = inner_setup();
      setup.limit = 6;
      setup.policy = policy;
      setup.seed = seed;
      setup.store_forward = true;
      const SwitchKind& kind = kind_of(2, 2, 4, 8);
      Bench bench(kind, setup);
      const std::size_t first = kind.shape.first_lane(1);  // of child 0's two links
      bench.step({{first, part(5, 1, 4, 28)}, {first + 1, part(5, 2, 4, 28)}});
      NodeOutputs outputs =
          bench.step({{first, part(5, 3, 4, 28)}, {first + 1, part(5, 4, 4, 28)}});
      std::vector<std::uint32_t> numbers;
      for (int step = 0; step < 4; ++step, outputs = bench.step({}))
        for (std::size_t link = 0; link < 2; ++link)
          if (const RawFlit flit = outputs.lanes[kind.shape.first_lane(2) + link]; flit != 0)
            numbers.push_back(unpack(flit).payload);
      EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 4)) << setup;
    }
}

/// Payloads in the order in which child 1's link carries what came in at once, lane l with payload
/// l + 1, in each of `steps` steps far enough apart.
std::vector<std::vector<std::uint32_t>> orders(Policy policy, std::uint32_t seed, int steps) {
  NodeSetup setup = inner_setup();
  setup.limit = 9;
  setup.policy = policy;
  setup.seed = seed;
  Bench bench(kind_of(3, 1, 1, 9), setup);
  std::vector<std::vector<std::uint32_t>> orders;
  for (int step = 0; step < steps; ++step) {
    NodeOutputs outputs =
        bench.step({{0, unicast(28, 1)}, {1, unicast(28, 2)}, {3, unicast(28, 4)}});
    std::vector<std::uint32_t> order;
    for (; outputs.lanes[2] != 0; outputs = bench.step({}))
      order.push_back(unpack(outputs.lanes[2]).payload);
    orders.push_back(order);
  }
  return orders;
}

TEST(FatTreeSwitch, TakesPacketsInTheOrderOfItsPolicy) {
  EXPECT_THAT(orders(Policy::kUpFirst, 1, 2),
              ElementsAre(ElementsAre(1, 2, 4), ElementsAre(1, 2, 4)));
  EXPECT_THAT(orders(Policy::kLocalFirst, 1, 2),
              ElementsAre(ElementsAre(2, 4, 1), ElementsAre(2, 4, 1)));
  EXPECT_THAT(orders(Policy::kRoundRobin, 1, 5),
              ElementsAre(ElementsAre(1, 2, 4), ElementsAre(2, 4, 1), ElementsAre(4, 1, 2),
                          ElementsAre(4, 1, 2), ElementsAre(1, 2, 4)));
}

NodeSetup fair_setup(std::uint32_t limit) {
  NodeSetup setup = inner_setup();
  setup.limit = limit;
  setup.policy = Policy::kRoundRobin;
  setup.backpressure = true;
  return setup;
}

/// Packets taken by lane in 300 steps in which these are always offered; the links take one packet
/// in `period` steps.
std::map<std::size_t, int> taken(Bench& bench, const LaneFlits& offers, int period) {
  std::map<std::size_t, int> counts;
  for (int step = 0; step < 300; ++step) {
    bench.step(offers, step % period == 0 ? bench.all : LaneSet{});
    for (const auto& [lane, flit] : offers) counts[lane] += bench.ready.count(lane) > 0 ? 1 : 0;
  }
  return counts;
}

TEST(FatTreeSwitch, ServesInRoundRobinEveryInputOfAHotSpotAsOften) {
  for (std::uint32_t limit = 1; limit <= 5; ++limit)
    for (int period = 1; period <= 4; ++period) {
      Bench bench(kind_of(3, 1, 1, 9), fair_setup(limit));
      const auto counts =
          taken(bench, {{0, unicast(28)}, {1, unicast(28)}, {3, unicast(28)}}, period);
      const int all = counts.at(0) + counts.at(1) + counts.at(3);
      EXPECT_GE(all, 300 / std::max(period, limit == 1 ? 2 : 1) - 2);
      for (const auto& [lane, count] : counts)
        EXPECT_NEAR(count, all / 3, 1)
            << "lane " << lane << " limit " << limit << " period " << period;
    }
}

// Each branch that the flood needs is kept busy by a stream of its own.
TEST(FatTreeSwitch, TakesInRoundRobinFloodsAsOftenAsTheStreamsBesideThem) {
  for (std::uint32_t limit = 1; limit <= 4; ++limit)
    for (int period = 1; period <= 3; ++period) {
      Bench bench(kind_of(2, 1, 1, 4), fair_setup(limit));
      const auto counts = taken(bench, {{0, unicast(28)}, {1, flood()}, {2, unicast(0)}}, period);
      EXPECT_GT(counts.at(1), 40);
      EXPECT_NEAR(counts.at(0), counts.at(1), limit + 2) << limit << " " << period;
      EXPECT_NEAR(counts.at(2), counts.at(1), limit + 2) << limit << " " << period;
    }
}

TEST(FatTreeSwitch, SendsInRoundRobinAFloodOnceByEachBranchWhereverItHadToWait) {
  Bench bench(kind_of(2, 1, 1, 4), fair_setup(1));
  bench.step({{0, unicast(28, 5)}}, {});                      // child 1 is full
  NodeOutputs outputs = bench.step({{1, flood(7)}}, {0, 1});  // the branch up takes it
  EXPECT_EQ(bench.ready.count(1), 0U);
  EXPECT_EQ(outputs.lanes[0], flood(7));
  EXPECT_EQ(outputs.lanes[2], unicast(28, 5));
  outputs = bench.step({{1, flood(7)}}, bench.all);  // and is empty again
  EXPECT_EQ(bench.ready.count(1), 0U);
  EXPECT_THAT(bench.branches(outputs), IsEmpty());
  outputs = bench.step({{1, flood(7)}}, bench.all);
  EXPECT_EQ(bench.ready.count(1), 1U);
  EXPECT_THAT(bench.branches(outputs), ElementsAre(2));
  EXPECT_EQ(outputs.lanes[2], flood(7));
  outputs = bench.step({{1, flood(8)}}, bench.all);  // the next one goes up at once
  EXPECT_EQ(outputs.lanes[0], flood(8));
}

TEST(FatTreeSwitch, DrawsEveryOrderOfThreeInputsFromItsSeedAndTheSameOnesAgain) {
  const auto drawn = orders(Policy::kRandom, 7, 200);
  std::map<std::vector<std::uint32_t>, int> counts;
  for (const auto& order : drawn) ++counts[order];

  EXPECT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) EXPECT_GT(count, 10) << ::testing::PrintToString(order);
  EXPECT_EQ(drawn, orders(Policy::kRandom, 7, 200));
  EXPECT_NE(drawn, orders(Policy::kRandom, 8, 200));
  EXPECT_EQ(orders(Policy::kRandom, 0, 5).size(), 5U);  // a shift register of zeros would hang
}

TEST(FatTreeSwitch, CountsTheMostPacketsStoredAndLeftWaitingByBranch) {
  Bench bench(kind_of(2, 1, 1, 4), inner_setup());

  // The first step of flooding from all leaves at a switch of level 1: the link up carries one.
  NodeOutputs outputs = bench.step({{1, flood(1)}, {2, flood(2)}});
  EXPECT_THAT(outputs.max_stored, ElementsAre(2, 1, 1));
  EXPECT_THAT(outputs.max_wait, ElementsAre(0, 0, 0));
  outputs = bench.step({});
  EXPECT_THAT(outputs.max_stored, ElementsAre(2, 1, 1));
  EXPECT_THAT(outputs.max_wait, ElementsAre(1, 0, 0));
  bench.step({});
  outputs = bench.step({});
  EXPECT_THAT(outputs.max_wait, ElementsAre(1, 0, 0));
}

TEST(FatTreeSwitch, ReportsTheBranchWhereAPacketWaitsThoughTheScheduleLetsNone) {
  NodeSetup setup = inner_setup();
  setup.scheduled = true;
  Bench bench(kind_of(2, 1, 2, 4), setup);

  EXPECT_EQ(bench.step({{2, unicast(0, 1)}, {3, unicast(0, 2)}}).violation, 0U);  // two links up
  EXPECT_EQ(bench.step({{0, unicast(24, 1)}, {1, unicast(25, 2)}}).violation, 0U);
  const NodeOutputs outputs = bench.step({});

  EXPECT_EQ(outputs.violation, kWaitedBit);
  EXPECT_THAT(outputs.involved_in, IsEmpty());
  EXPECT_THAT(outputs.involved_out, ElementsAre(2));
}

}  // namespace
}  // namespace flitwise::rtl_test
