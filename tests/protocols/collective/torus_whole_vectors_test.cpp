// Reductions of whole vectors and of packets on tori.
#include "systemc/protocols/collective/torus_whole_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/protocols/collective/torus_distances.h"
#include "tests/protocols/collective/torus_plan_checks.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::torus_whole_vectors_test {
namespace {

constexpr auto kReduce = CollectiveOperation::kReduce;
constexpr auto kAllReduce = CollectiveOperation::kAllReduce;
constexpr auto kBarrier = CollectiveOperation::kBarrier;

const std::vector<Overheads> kOverheads = {{0, 0, 0}, {1, 0, 0}, {0, 0, 3},
                                           {1, 8, 0}, {3, 2, 4}, {7, 0, 1}};

std::vector<std::vector<int>> small_tori() {
  std::vector<std::vector<int>> tori;
  for (int x = 1; x <= 12; ++x) tori.push_back({x});
  for (int x = 1; x <= 8; ++x)
    for (int y = 1; y <= 8; ++y) tori.push_back({x, y});
  for (int x = 1; x <= 4; ++x)
    for (int y = 1; y <= 4; ++y)
      for (int z = 1; z <= 4; ++z) tori.push_back({x, y, z});
  tori.push_back({2, 3, 2, 2});
  tori.push_back({3, 2, 3, 2});
  return tori;
}

int ceil_log(int n, int base) {
  int steps = 0;
  for (int reached = 1; reached < n; reached *= base) ++steps;
  return steps;
}

TEST(TorusHalfWay, AllReducesAsItsFormulaSays) {
  for (const std::vector<int>& sides : small_tori())
    for (const Overheads& overheads : kOverheads)
      for (const Flits words : {1, 3}) {
        const Torus torus(sides);
        const CollectiveRequest request = request_for(kAllReduce, words, overheads);
        SCOPED_TRACE(described(request, torus));
        Step due = 0;
        for (const int n : sides)
          if (n > 1)
            due += n / 2 * (overheads.send + 1 + words + overheads.receive) + overheads.add;
        ASSERT_EQ(checked(torus_plans::half_way(request, torus), torus).done, due);
        ASSERT_FALSE(HasFailure());
      }
}

const std::vector<TorusAlgorithm> kBarriers = {
    torus_plans::half_way, torus_plans::reversed_peel, torus_plans::packet_tree,
    torus_plans::halving_latency, torus_plans::swing_latency};

TEST(TorusBarrier, IsAnAllReduceOfOneWord) {
  const Torus torus({4, 8});
  for (const TorusAlgorithm& algorithm : kBarriers) {
    const Overheads overheads = {1, 8, 2};
    const CollectivePlan barrier = algorithm(request_for(kBarrier, 1, overheads), torus);
    const CollectivePlan all_reduce = algorithm(request_for(kAllReduce, 1, overheads), torus);
    EXPECT_EQ(checked(barrier, torus).done, checked(all_reduce, torus).done)
        << barrier.schedule.name;
  }
  // D (os + 2 + orv) + k a.
  EXPECT_EQ(checked(torus_plans::half_way(request_for(kBarrier, 1, {1, 8, 2}), torus), torus).done,
            6 * 12 + 2);
}

TEST(TorusBarrier, NobodyPassesBeforeTheLastHasCome) {
  const Torus torus({4, 4});
  std::mt19937_64 random(7);
  for (int run = 0; run < 20; ++run)
    for (const TorusAlgorithm& algorithm : kBarriers) {
      CollectiveRequest request = request_for(kBarrier, 1, {run % 3, 1, 0});
      for (Node v = 0; v < torus.size(); ++v)
        request.start.push_back(static_cast<Step>(random() % 40));
      const CollectivePlan plan = algorithm(request, torus);
      SCOPED_TRACE("seed 7, run " + std::to_string(run) + ", " + plan.schedule.name);
      // That all have the result of all means that they wait for all; nobody sends before it comes.
      EXPECT_THAT(flitwise::test::content_complaints_in_any_order(plan), testing::IsEmpty());
      for (Node v = 0; v < torus.size(); ++v)
        for (const RankOp& op : plan.schedule.programs[index_of(v)])
          if (op.kind == RankOpKind::kSend) {
            EXPECT_GE(op.not_before, request.start[index_of(v)]);
          }
    }
}

TEST(TorusBarrier, RefusesStartsOfOtherThanAllPes) {
  CollectiveRequest request = request_for(kBarrier, 1);
  request.start = {0, 1, 0};
  EXPECT_EQ(flitwise::test::refusal_of<TopologyError>(
                [&] { torus_plans::half_way(request, Torus({4})); }),
            "half-way: start must have one entry a PE, 4, not 3");
}

// Steps of peel on sides that are routed in this order.
int peel_steps(const std::vector<int>& sides) {
  int steps = 0, before = 0;
  for (const int n : sides) {
    if (n == 1) continue;
    steps += ceil_log(n, 2 * before + 3);
    ++before;
  }
  return steps;
}

TEST(TorusReversedPeel, ReducesInTheStepsOfPeel) {
  for (const std::vector<int>& sides : small_tori()) {
    const Torus torus(sides);
    std::vector<int> reversed(sides.rbegin(), sides.rend());
    for (const Overheads& overheads : kOverheads)
      for (const auto operation : {kReduce, kAllReduce}) {
        CollectiveRequest request = request_for(operation, 3, overheads);
        request.root = torus.size() / 2;
        SCOPED_TRACE(described(request, torus));
        const CollectivePlan plan = torus_plans::reversed_peel(request, torus);
        const TorusPlanTimes times = checked_timetable(plan, torus);
        ASSERT_FALSE(HasFailure());

        std::map<Step, int> longest;  // of the messages that begin in a step
        int ups = 0, downs = 0;
        for (const auto& program : plan.schedule.programs)
          for (const RankOp& op : program)
            if (op.kind == RankOpKind::kSend) {
              int& hops = longest[op.not_before];
              hops = std::max(hops, path_length(plan.schedule.transfers[op.transfer].hops));
            } else {
              ++(op.operands.empty() ? downs : ups);
            }
        const int up_steps = peel_steps(reversed);
        const int down_steps = operation == kAllReduce ? peel_steps(sides) : 0;
        ASSERT_EQ(static_cast<int>(longest.size()), up_steps + down_steps);
        Step begin = 0;
        int number = 0;
        for (const auto& [step, hops] : longest) {
          ASSERT_EQ(step, begin);
          begin += overheads.send + hops + 3 + overheads.receive;
          if (number++ < up_steps) begin += overheads.add;
        }
        ASSERT_EQ(times.done, begin);
        ASSERT_EQ(ups, torus.size() - 1);
        ASSERT_EQ(downs, operation == kAllReduce ? torus.size() - 1 : 0);
      }
  }
}

TEST(TorusPacketTree, TakesTheStepsOfItsFormula) {
  for (const std::vector<int>& sides : small_tori())
    for (const Overheads& overheads : kOverheads)
      for (const auto operation : {kReduce, kAllReduce})
        for (const auto& [words, packet] :
             std::vector<std::pair<Flits, Flits>>{{1, 1}, {6, 1}, {6, 4}, {6, 6}}) {
          const Torus torus(sides);
          CollectiveRequest request = request_for(operation, words, overheads);
          request.packet = packet;
          request.root = torus.size() - 1;
          SCOPED_TRACE(described(request, torus));
          int depth = 0;
          for (const int n : sides) depth += n / 2;
          const Step down = overheads.send + 1 + packet + overheads.receive;
          Step due = depth * (down + overheads.add);
          if (operation == kAllReduce) due += depth * down;
          if (depth > 0) due += ((words + packet - 1) / packet - 1) * (overheads.send + packet);
          ASSERT_EQ(checked_timetable(torus_plans::packet_tree(request, torus), torus).done, due);
          ASSERT_FALSE(HasFailure());
        }
}

TEST(TorusPacketTree, TakesTheBestPacketsWhereNoneAreAsked) {
  const Torus torus({4, 3});
  for (const Overheads& overheads : kOverheads)
    for (const auto operation : {kReduce, kAllReduce})
      for (const Flits words : {1, 12, 36, 64}) {
        CollectiveRequest request = request_for(operation, words, overheads);
        const Step chosen = torus_plan_times(torus_plans::packet_tree(request, torus), torus).done;
        Step best = chosen + 1;
        for (Flits packet = 1; packet <= words; ++packet) {
          request.packet = packet;
          best = std::min(best,
                          torus_plan_times(torus_plans::packet_tree(request, torus), torus).done);
        }
        EXPECT_EQ(chosen, best) << described(request, torus);
      }
}

// Published figures of 8 x 8: without overheads, and with os = 8 and a = 1.
TEST(TorusWholeVectors, ReachTheFiguresOfEightByEight) {
  const Torus torus({8, 8});
  const auto done = [&](const TorusAlgorithm& algorithm, Flits words) {
    const auto with = [&](const Overheads& overheads) {
      return torus_plan_times(algorithm(request_for(kAllReduce, words, overheads), torus), torus)
          .done;
    };
    return std::pair(with({0, 0, 0}), with({1, 8, 0}));
  };
  using Pair = std::pair<Step, Step>;
  EXPECT_EQ(done(torus_plans::half_way, 1), Pair(16, 82));
  EXPECT_EQ(done(torus_plans::half_way, 64), Pair(520, 586));
  EXPECT_EQ(done(torus_plans::half_way, 1024), Pair(8200, 8266));
  EXPECT_EQ(done(torus_plans::packet_tree, 1), Pair(32, 168));
  EXPECT_EQ(done(torus_plans::packet_tree, 64), Pair(95, 388));
  EXPECT_EQ(done(torus_plans::packet_tree, 1024), Pair(1055, 1872));
  EXPECT_EQ(done(torus_plans::reversed_peel, 1), Pair(24, 92));
  EXPECT_EQ(done(torus_plans::reversed_peel, 64), Pair(528, 596));
  EXPECT_EQ(done(torus_plans::reversed_peel, 1024), Pair(8208, 8276));
}

TEST(TorusPacketTree, RefusesPacketsOfNoWordAndOfMoreThanThereAre) {
  CollectiveRequest request = request_for(kReduce, 12);
  for (const Flits packet : {0, 13}) {
    request.packet = packet;
    EXPECT_EQ(flitwise::test::refusal_of<TopologyError>(
                  [&] { torus_plans::packet_tree(request, Torus({4})); }),
              "packet-tree needs packets of 1 to 12 words, as the vector has, got " +
                  std::to_string(packet));
  }
}

TEST(TorusWholeVectors, RefuseOtherOperationsAndRoots) {
  CollectiveRequest request = request_for(CollectiveOperation::kAllGather, 1);
  const auto refusal = [&](const TorusAlgorithm& algorithm) {
    return flitwise::test::refusal_of<TopologyError>([&] { algorithm(request, Torus({4, 3})); });
  };
  EXPECT_EQ(refusal(torus_plans::half_way),
            "half-way: operation must be one of allreduce, barrier, not all-gather");
  EXPECT_EQ(refusal(torus_plans::reversed_peel),
            "reversed-peel: operation must be one of reduce, allreduce, barrier, not all-gather");
  EXPECT_EQ(refusal(torus_plans::packet_tree),
            "packet-tree: operation must be one of reduce, allreduce, barrier, not all-gather");
  request = request_for(kReduce, 1);
  request.root = 12;
  EXPECT_EQ(refusal(torus_plans::packet_tree), "packet-tree: root must be 0 to 11, not 12");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_whole_vectors_test
