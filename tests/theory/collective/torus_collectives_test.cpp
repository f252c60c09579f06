// torus_collectives_test.cpp: tables of tori, and the same operations with sets of operands.
#include "tb/theory/collective/torus_collectives.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "tb/theory/collective/collective_lower_bounds.h"
#include "tb/theory/collective/torus_distances.h"
#include "tb/theory/combining/network_combining.h"
#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tests/support/number_table.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace torus_collectives_test {

using test::all_reduce;
using test::read_rows;
using test::request_of;
using test::Row;
using Formula = CollectiveFigures (*)(const CollectiveRequest&, const Torus&);

const std::map<std::string, Formula> kFormulas{
    {"line", torus_line},
    {"ring", torus_ring},
    {"bidir", torus_bidirectional},
    {"half-ring", torus_half_ring},
    {"multi-bucket", torus_multi_bucket},
    {"rounds", torus_rounds},
    {"half-way", torus_half_way},
    {"packet-tree", torus_packet_tree},
    {"reversed-peel", torus_reversed_peel},
    {"halving", torus_halving},
    {"halving-pieces", torus_halving_pieces},
    {"radix3", torus_radix3},
    {"radix3-pieces", torus_radix3_pieces},
    {"swing", torus_swing},
    {"swing2-pieces", torus_swing2_pieces},
    {"in-network",
     [](const CollectiveRequest& r, const Torus& t) { return torus_in_network(r, t); }},
    {"two-trees",
     [](const CollectiveRequest& r, const Torus& t) { return torus_in_network_two_trees(r, t); }},
};

std::optional<Step> done(const std::string& algorithm, const CollectiveRequest& request,
                         const Torus& torus) {
  if (algorithm == "bound") return torus_lower_bound(request, torus).done;
  return kFormulas.at(algorithm)(request, torus).done;
}

TEST(TorusCollectives, AllReduceInTheStepsOfTheTable) {
  for (const Row& row : read_rows("collectives/torus_all_reduce.txt", 36)) {
    const Flits lengths[] = {1, 64, 1024, 16384};
    for (std::size_t i = 0; i < 4; ++i) {
      CollectiveRequest request = all_reduce(lengths[i]);
      request.send_overhead = row.number(2);
      request.add = row.number(3);
      EXPECT_EQ(done(row.words[1], request, Torus(row.list(0))), row.number(4 + i))
          << row.line << ", m " << lengths[i];
    }
  }
}

struct RingRow {
  int side;
  Step around, bidirectional, half_ring;
};

TEST(TorusCollectives, ReduceScatterOnRingsInTheStepsOfTheTable) {
  CollectiveRequest short_blocks = request_of(CollectiveOperation::kReduceScatter);
  for (const RingRow& row :
       {RingRow{3, 4, 4, 2}, RingRow{4, 6, 6, 4}, RingRow{5, 8, 8, 4}, RingRow{8, 14, 14, 8}}) {
    const Torus torus({row.side});
    short_blocks.length = row.side;
    EXPECT_EQ(torus_line(short_blocks, torus).done, row.around);
    EXPECT_EQ(torus_ring(short_blocks, torus).done, row.around);
    EXPECT_EQ(torus_bidirectional(short_blocks, torus).done, row.bidirectional);
    EXPECT_EQ(torus_half_ring(short_blocks, torus).done, row.half_ring);
  }
  CollectiveRequest blocks = request_of(CollectiveOperation::kReduceScatter);
  blocks.send_overhead = 8;
  blocks.add = 1;
  for (const RingRow& row : {RingRow{3, 28, 24, 14}, RingRow{4, 42, 36, 28}, RingRow{5, 56, 48, 28},
                             RingRow{8, 98, 84, 56}}) {
    const Torus torus({row.side});
    blocks.length = 4 * row.side;
    EXPECT_EQ(torus_line(blocks, torus).done, row.around);
    EXPECT_EQ(torus_bidirectional(blocks, torus).done, row.bidirectional);
    EXPECT_EQ(torus_half_ring(blocks, torus).done, row.half_ring);
    EXPECT_EQ(torus_half_ring(blocks, torus).finish, row.half_ring - 1);
  }
}

// (N - 1) P / 2k flits over every channel, and what the rounds of all phases cost.
TEST(TorusCollectives, ReachTheBandwidthOfAllChannelsInManyPieces) {
  for (const std::vector<int>& sides :
       {std::vector<int>{7}, {4, 4}, {5, 5}, {3, 3, 3}, {2, 2, 2, 2}}) {
    const Torus torus(sides);
    const Step k = torus.dimensions(), n = sides[0];
    CollectiveRequest request = request_of(CollectiveOperation::kAllGather, 2 * k * 5);
    request.send_overhead = 4;
    request.receive_overhead = 2;
    EXPECT_EQ(torus_multi_bucket(request, torus).done,
              (torus.size() - 1) * 5 + (n - 1) * k * (4 + 1 + 2));
  }
}

TEST(TorusCollectives, ExchangeInTheStepsOfTheTable) {
  const std::map<int, std::pair<Step, Step>> table{{3, {3, 6}},    {4, {10, 16}},    {5, {15, 30}},
                                                   {6, {30, 54}},  {7, {42, 84}},    {8, {68, 128}},
                                                   {9, {90, 180}}, {16, {520, 1024}}};
  for (const auto& [side, steps] : table) {
    const Torus torus({side, side});
    const auto exchange = [&torus = torus](Flits words) {
      return *torus_eulerian(request_of(CollectiveOperation::kAllToAll, words), torus).done - 1;
    };
    EXPECT_EQ(exchange(1), steps.first) << side;
    EXPECT_EQ(exchange(2), steps.second) << side;
  }
}

TEST(TorusCollectives, ReduceUpTheTreeOfPacketsInHalfTheWay) {
  CollectiveRequest request = request_of(CollectiveOperation::kReduce, 12);
  request.add = 2;
  request.send_overhead = 3;
  request.receive_overhead = 1;
  request.packet = 4;
  const Torus torus({4, 1, 5});
  EXPECT_EQ(torus_packet_tree(request, torus).done, 2 * (3 + 4) + 4 * (3 + 1 + 4 + 1 + 2));
  EXPECT_EQ(torus_packet_tree(request, torus).finish, 2 * (3 + 4) + 4 * (3 + 1 + 4 + 1 + 2) - 2);
  request.packet = 5;  // three packets again, the last one padded
  EXPECT_EQ(torus_packet_tree(request, torus).done, 2 * (3 + 5) + 4 * (3 + 1 + 5 + 1 + 2));
  request.packet = 13;
  EXPECT_FALSE(torus_packet_tree(request, torus).done);
}

// Steps of `peel` from its whole schedule.
std::pair<Step, Step> time_and_steps(const Torus& torus, const DimensionOrder& order,
                                     const CycleModel& model) {
  const TorusSchedule plan = broadcast_plan(BroadcastScheme::kPeel, torus, 0, order);
  Step time = 0;
  const std::vector<Step> steps = step_lengths(plan, model);
  for (const Step step : steps) time += step;
  return {time, static_cast<Step>(steps.size())};
}

TEST(TorusCollectives, ReduceInTheStepsOfABroadcastBackwards) {
  CollectiveRequest request = request_of(CollectiveOperation::kReduce, 5);
  request.add = 2;
  const CycleModel model{5, 3, 1};
  request.send_overhead = 3;
  request.receive_overhead = 1;
  std::vector<std::vector<int>> all;
  for (int a = 1; a <= 64; ++a) all.push_back({a});
  for (int a = 1; a <= 13; ++a)
    for (int b = 1; b <= 13; ++b) all.push_back({a, b});
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int c = 1; c <= 5; ++c) all.push_back({a, b, c});
  all.push_back({3, 2, 4, 5});
  const auto expect_in = [&](const DimensionOrder& order, const Torus& torus) {
    const auto [down, down_steps] = time_and_steps(torus, order, model);
    const auto [up, up_steps] =
        time_and_steps(torus, DimensionOrder(order.rbegin(), order.rend()), model);
    request.operation = CollectiveOperation::kReduce;
    ASSERT_EQ(torus_reversed_peel(request, torus).done, up + 2 * up_steps);
    request.operation = CollectiveOperation::kAllReduce;
    ASSERT_EQ(torus_reversed_peel(request, torus).done, up + 2 * up_steps + down);
  };
  for (const std::vector<int>& sides : all) {
    SCOPED_TRACE(text_of(sides));
    const Torus torus(sides);
    request.dimension_order.clear();
    expect_in(torus.ascending_order(), torus);
    request.dimension_order = torus.ascending_order();
    std::rotate(request.dimension_order.begin(), request.dimension_order.begin() + 1,
                request.dimension_order.end());
    expect_in(request.dimension_order, torus);
  }
}

TEST(TorusCollectives, TakeThePacketOfTheEarliestEnd) {
  for (const std::vector<int>& sides : {std::vector<int>{2}, {5}, {4, 4}, {3, 3, 3}}) {
    for (const auto operation : {CollectiveOperation::kReduce, CollectiveOperation::kAllReduce}) {
      for (const Step overhead : {0, 1, 7, 60}) {
        for (Flits words = 1; words <= 120; ++words) {
          CollectiveRequest request = request_of(operation, words);
          request.send_overhead = overhead;
          const Flits best = *best_reduction_packet(request, Torus(sides));
          const Step done = *torus_packet_tree(request, Torus(sides)).done;
          for (Flits packet = 1; packet <= words; ++packet) {
            request.packet = packet;
            const Step other = *torus_packet_tree(request, Torus(sides)).done;
            ASSERT_LE(done, other) << words << ' ' << overhead;
            if (packet < best) {
              ASSERT_LT(done, other) << words << ' ' << overhead;
            }
          }
        }
      }
    }
  }
}

TEST(TorusCollectives, OfOnePeTakeNoTime) {
  for (const auto& [name, formula] : kFormulas) {
    for (const auto operation : {CollectiveOperation::kReduce, CollectiveOperation::kAllReduce,
                                 CollectiveOperation::kReduceScatter,
                                 CollectiveOperation::kAllGather, CollectiveOperation::kBarrier}) {
      CollectiveRequest request = request_of(operation, 5);
      request.add = request.send_overhead = 3;
      const CollectiveFigures figures = formula(request, Torus({1, 1}));
      EXPECT_EQ(figures.done.value_or(0), 0) << name;
      EXPECT_EQ(figures.finish.value_or(0), 0) << name;
    }
  }
}

TEST(TorusCollectives, SayNothingOfOperationsThatAnAlgorithmDoesNotDo) {
  const Torus torus({3, 3});
  for (const auto& [name, formula] : kFormulas)
    EXPECT_FALSE(formula(request_of(CollectiveOperation::kAllToAll), torus).done) << name;
  EXPECT_FALSE(torus_half_way(request_of(CollectiveOperation::kReduceScatter), torus).done);
  EXPECT_FALSE(torus_rounds(request_of(CollectiveOperation::kReduce), torus).done);
  EXPECT_FALSE(torus_multi_bucket(all_reduce(9), Torus({3, 4})).done);
  CollectiveRequest late = request_of(CollectiveOperation::kBarrier);
  late.start = {0, 0, 0, 0, 0, 0, 1, 0, 0};
  EXPECT_FALSE(torus_half_way(late, torus).done);
  EXPECT_FALSE(torus_rounds(late, torus).done);
  CollectiveRequest exchange = request_of(CollectiveOperation::kAllToAll);
  EXPECT_FALSE(torus_eulerian(exchange, Torus({3, 4})).done);
  EXPECT_FALSE(torus_eulerian(exchange, Torus({3, 5, 5})).done);
  exchange.send_overhead = 1;
  EXPECT_FALSE(torus_eulerian(exchange, torus).done);
}

TEST(TorusCollectives, HaveABarrierThatIsAnAllReduceOfOneWord) {
  CollectiveRequest barrier = request_of(CollectiveOperation::kBarrier, 77);
  CollectiveRequest word = all_reduce(1);
  barrier.add = word.add = 2;
  barrier.send_overhead = word.send_overhead = 3;
  const Torus torus({5, 4});
  for (const auto& [name, formula] : kFormulas)
    EXPECT_EQ(formula(barrier, torus).done, formula(word, torus).done) << name;
  EXPECT_EQ(torus_half_way(barrier, torus).done, 4 * (3 + 2) + 2 * 2);  // D(os + 2 + orv) + k a
}

// Who has which operands of every block, on a ring.
class RingBlocks {
 public:
  explicit RingBlocks(int side) : side_(side) {
    for (int node = 0; node < side; ++node)
      for (int block = 0; block < side; ++block) operands_[{node, block}] = {node};
  }

  int wrap(int node) const { return (node % side_ + side_) % side_; }

  // Each sum of `step` goes one hop from a node, no two over one channel.
  struct Sum {
    int from, sign, block;
  };
  void round(const std::vector<Sum>& step) {
    std::set<std::pair<int, int>> channels;
    std::vector<std::pair<Sum, std::multiset<int>>> sent;
    for (const Sum& sum : step) {
      EXPECT_TRUE(channels.insert({sum.from, sum.sign}).second);
      sent.push_back({sum, std::exchange(operands_[{sum.from, sum.block}], {})});
    }
    for (const auto& [sum, operands] : sent)
      operands_[{wrap(sum.from + sum.sign), sum.block}].insert(operands.begin(), operands.end());
  }

  bool is_scattered() const {
    std::multiset<int> all;
    for (int node = 0; node < side_; ++node) all.insert(node);
    for (int block = 0; block < side_; ++block)
      if (operands_.at({block, block}) != all) return false;
    return true;
  }

 private:
  int side_;
  std::map<std::pair<int, int>, std::multiset<int>> operands_;
};

TEST(TorusCollectives, AddEveryOperandOnceInTheRoundsOfRings) {
  for (int side = 2; side <= 12; ++side) {
    RingBlocks around(side), half(side);
    for (int t = 0; t < side - 1; ++t) {
      std::vector<RingBlocks::Sum> sums;
      for (int c = 0; c < side; ++c) sums.push_back({around.wrap(c + 1 + t), 1, c});
      around.round(sums);
    }
    EXPECT_TRUE(around.is_scattered()) << side;
    const int rounds = side / 2, others = (side + 1) / 2 - 1;
    for (int t = 0; t < rounds; ++t) {
      std::vector<RingBlocks::Sum> sums;
      for (int c = 0; c < side; ++c) {
        sums.push_back({half.wrap(c - rounds + t), 1, c});
        if (t < others) sums.push_back({half.wrap(c + others - t), -1, c});
      }
      EXPECT_FALSE(half.is_scattered()) << side;
      half.round(sums);
    }
    EXPECT_TRUE(half.is_scattered()) << side;
  }
}

}  // namespace torus_collectives_test
}  // namespace flitwise::theory
