// Reductions on tori in few steps over growing distances.
#include "systemc/protocols/collective/torus_distances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/protocols/collective/torus_plan_checks.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::torus_distances_test {
namespace {

constexpr auto kReduceScatter = CollectiveOperation::kReduceScatter;
constexpr auto kAllGather = CollectiveOperation::kAllGather;
constexpr auto kAllReduce = CollectiveOperation::kAllReduce;

const std::vector<Overheads> kOverheads = {{0, 0, 0}, {3, 8, 4}};

enum class Scheme { kHalving, kRadix3, kSwing, kSwing2 };

Flits divided_up(Flits a, Flits b) { return (a + b - 1) / b; }
int base_of(Scheme scheme) { return scheme == Scheme::kRadix3 ? 3 : 2; }

// The published step times, overheads left out.
Step phi(Scheme scheme, int n, int s, Flits words) {
  Step d = 1;
  for (int i = 0; i < s; ++i) d *= base_of(scheme);
  if (scheme == Scheme::kSwing || scheme == Scheme::kSwing2) {
    const std::vector<Step> distances = {1, 1, 3, 5, 11, 21};
    d = distances.at(static_cast<std::size_t>(s));
  }
  if (words == 1) return 1 + d;
  if (scheme == Scheme::kHalving) return 1 + d * words;
  if (scheme == Scheme::kRadix3) return d * words + 2 * d - 1;
  const Step senders = scheme == Scheme::kSwing ? n / 2 : n;
  const Step runs = senders / (scheme == Scheme::kSwing ? (d + 1) / 2 : d);
  const Step colours = divided_up(senders, runs);
  return (colours - 1) * (words + (scheme == Scheme::kSwing ? 2 : 1)) + d + words;
}

struct Sum {
  Step steps = 0;  // overheads left out
  Step count = 0;
};

int steps_of(int n, int base) {
  int steps = 0;
  for (; n > 1; n /= base) ++steps;
  return steps;
}

Sum by_dimension(Scheme scheme, const Torus& torus, Flits words) {
  Sum sum;
  if (scheme == Scheme::kSwing2) words = divided_up(words, 2);
  for (const int n : torus.sides()) {
    words = divided_up(words, n);
    Flits sent = n * words;
    for (int s = 0; s < steps_of(n, base_of(scheme)); ++s) {
      sent /= base_of(scheme);
      sum.steps += phi(scheme, n, s, sent);
      ++sum.count;
    }
  }
  return sum;
}

Sum in_turns(Scheme scheme, const Torus& torus, Flits words) {
  Sum sum;
  int k = 0, n = 1;
  for (const int side : torus.sides()) {
    if (side == 1) continue;
    ++k;
    n = side;
  }
  const Flits pieces = std::max(k, 1) * (scheme == Scheme::kSwing2 ? 2 : 1);
  Flits sent = divided_up(words, pieces * torus.size()) * torus.size();
  for (int j = 0; j < k * steps_of(n, base_of(scheme)); ++j) {
    sent /= base_of(scheme);
    sum.steps += phi(scheme, n, j / k, sent);
    ++sum.count;
  }
  return sum;
}

Step done_of(const std::function<Sum(Flits)>& one_way, const CollectiveRequest& request,
             const Torus& torus) {
  const Step overheads = request.send_overhead + request.receive_overhead;
  const Flits n = torus.size();
  if (request.operation == kAllGather) {
    const Sum sum = one_way(n * request.block);
    return sum.steps + sum.count * overheads;
  }
  const Sum sum =
      one_way(request.operation == kAllReduce ? request.length : n * divided_up(request.length, n));
  const Step scatter = sum.steps + sum.count * (overheads + request.add);
  return request.operation == kAllReduce ? scatter + sum.steps + sum.count * overheads : scatter;
}

struct Algorithm {
  std::string name;
  Scheme scheme;
  TorusAlgorithm plan;
  Sum (*formula)(Scheme, const Torus&, Flits);
};
const std::vector<Algorithm> kByDimension = {
    {"halving", Scheme::kHalving, torus_plans::halving, by_dimension},
    {"radix3", Scheme::kRadix3, torus_plans::radix3, by_dimension},
    {"swing", Scheme::kSwing, torus_plans::swing, by_dimension},
    {"swing2", Scheme::kSwing2, torus_plans::swing2, by_dimension}};
const std::vector<Algorithm> kInTurns = {
    {"halving-pieces", Scheme::kHalving, torus_plans::halving_pieces, in_turns},
    {"radix3-pieces", Scheme::kRadix3, torus_plans::radix3_pieces, in_turns},
    {"swing2-pieces", Scheme::kSwing2, torus_plans::swing2_pieces, in_turns}};

void expect_formula(const Algorithm& algorithm, const std::vector<int>& sides,
                    const std::vector<Flits>& lengths) {
  const Torus torus(sides);
  for (const Overheads& overheads : kOverheads)
    for (const auto operation : {kReduceScatter, kAllGather, kAllReduce})
      for (const Flits words : lengths) {
        if (operation == kAllGather && words > 5) continue;
        const CollectiveRequest request = request_for(operation, words, overheads);
        SCOPED_TRACE(algorithm.name + ", " + described(request, torus));
        const auto formula = [&](Flits all) {
          return algorithm.formula(algorithm.scheme, torus, all);
        };
        ASSERT_EQ(checked_timetable(algorithm.plan(request, torus), torus).done,
                  done_of(formula, request, torus));
        ASSERT_FALSE(testing::Test::HasFailure());
      }
}

const std::vector<Flits> kLengths = {1, 5, 27, 65, 200};

TEST(TorusDistances, TakeTheStepsOfTheirFormulas) {
  for (const Algorithm& algorithm : kByDimension) {
    const bool is_three = algorithm.scheme == Scheme::kRadix3;
    for (const std::vector<int>& sides :
         is_three
             ? std::vector<std::vector<int>>{{1},
                                             {3},
                                             {9},
                                             {27},
                                             {3, 3},
                                             {9, 3},
                                             {9, 1, 9},
                                             {3, 9, 3},
                                             {3, 3, 3}}
             : std::vector<std::vector<int>>{
                   {1},
                   {2},
                   {4},
                   {8},
                   {16},
                   {32},
                   {64},
                   {2, 2},
                   {4, 2},
                   {2, 8},
                   {4, 4},
                   {8, 1, 8},
                   {2, 4, 2},
                   {4, 4, 4},
                   {2, 2, 2, 2}})
      expect_formula(algorithm, sides, kLengths);
  }
}

TEST(TorusDistances, InTurnsTakeTheStepsOfTheirFormulas) {
  for (const Algorithm& algorithm : kInTurns) {
    const bool is_three = algorithm.scheme == Scheme::kRadix3;
    for (const std::vector<int>& sides :
         is_three
             ? std::vector<std::vector<int>>{{1}, {3}, {9}, {27}, {3, 3}, {9, 1, 9}, {3, 3, 3}}
             : std::vector<std::vector<int>>{
                   {1},
                   {2},
                   {4},
                   {8},
                   {16},
                   {32},
                   {64},
                   {2, 2},
                   {4, 4},
                   {8, 1, 8},
                   {2, 2, 2},
                   {4, 4, 4},
                   {2, 2, 2, 2}})
      expect_formula(algorithm, sides, kLengths);
  }
}

// sum of phi with L = m, and a in every step.
Step done_of_whole_vectors(Scheme scheme, const CollectiveRequest& request, const Torus& torus) {
  Step done = 0;
  for (const int n : torus.sides())
    for (int s = 0; s < steps_of(n, base_of(scheme)); ++s)
      done += phi(scheme, n, s, request.length) + request.send_overhead + request.receive_overhead +
              request.add;
  return done;
}

TEST(TorusDistances, OfWholeVectorsTakeTheStepsOfTheirFormulas) {
  const auto expect = [](Scheme scheme, const TorusAlgorithm& plan, const std::vector<int>& sides) {
    const Torus torus(sides);
    for (const Overheads& overheads : {Overheads{0, 0, 0}, Overheads{1, 8, 0}, Overheads{9, 2, 4}})
      for (const Flits words : {1, 2, 3, 7}) {
        const CollectiveRequest request = request_for(kAllReduce, words, overheads);
        SCOPED_TRACE(described(request, torus));
        ASSERT_EQ(checked_timetable(plan(request, torus), torus).done,
                  done_of_whole_vectors(scheme, request, torus));
        ASSERT_FALSE(testing::Test::HasFailure());
      }
  };
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{
           {1}, {2}, {4}, {8}, {16}, {32}, {64}, {4, 2}, {8, 8}, {2, 1, 4}, {4, 4, 4}}) {
    expect(Scheme::kHalving, torus_plans::halving_latency, sides);
    expect(Scheme::kSwing, torus_plans::swing_latency, sides);
  }
  for (const std::vector<int>& sides :
       std::vector<std::vector<int>>{{1}, {3}, {9}, {27}, {9, 3}, {9, 9}, {3, 3, 3}})
    expect(Scheme::kRadix3, torus_plans::radix3_latency, sides);
}

// Closed forms of one ring.
TEST(TorusDistances, OfWholeVectorsTakeTheStepsOfTheirClosedForms) {
  const Step os = 2, orv = 3, a = 1, m = 5;
  const CollectiveRequest request = request_for(kAllReduce, m, {a, os, orv});
  EXPECT_EQ(torus_plan_times(torus_plans::halving_latency(request, Torus({16})), Torus({16})).done,
            4 * (os + orv + 1 + a) + 15 * m);
  EXPECT_EQ(torus_plan_times(torus_plans::radix3_latency(request, Torus({27})), Torus({27})).done,
            3 * (os + orv - 1 + a) + 26 * m / 2 + 26);
}

TEST(TorusDistances, TakeTheStepsOfTheClosedFormsOfARing) {
  const Step os = 2, orv = 3;
  const auto done = [&](const TorusAlgorithm& plan, int n, Flits block) {
    const CollectiveRequest request = request_for(kAllGather, block, {1, os, orv});
    return torus_plan_times(plan(request, Torus({n})), Torus({n})).done;
  };
  for (const int block : {2, 3})
    EXPECT_EQ(done(torus_plans::halving, 16, block), 4 * (os + orv + 1 + 16 * block / 2));
  for (const int block : {2, 3})
    EXPECT_EQ(done(torus_plans::radix3, 27, block), 3 * (os + orv + 27 * block / 3 - 1) + 27 - 1);
}

using Pair = std::pair<Step, Step>;

// Without overheads, and with os = 8 and a = 1.
Pair done_all_reduce(const TorusAlgorithm& plan, const Torus& torus, Flits words) {
  const auto with = [&](const Overheads& overheads) {
    return torus_plan_times(plan(request_for(kAllReduce, words, overheads), torus), torus).done;
  };
  return {with({0, 0, 0}), with({1, 8, 0})};
}

TEST(TorusDistances, ReachThePublishedFiguresOfEightByEight) {
  const Torus torus({8, 8});
  EXPECT_EQ(done_all_reduce(torus_plans::halving_pieces, torus, 1), Pair(180, 282));
  EXPECT_EQ(done_all_reduce(torus_plans::halving_pieces, torus, 64), Pair(180, 282));
  EXPECT_EQ(done_all_reduce(torus_plans::halving_pieces, torus, 1024), Pair(1356, 1458));
  EXPECT_EQ(done_all_reduce(torus_plans::swing2_pieces, torus, 1), Pair(164, 266));
  EXPECT_EQ(done_all_reduce(torus_plans::swing2_pieces, torus, 64), Pair(164, 266));
  EXPECT_EQ(done_all_reduce(torus_plans::swing2_pieces, torus, 1024), Pair(608, 710));
  EXPECT_EQ(done_all_reduce(torus_plans::halving, torus, 1).first, 60);
  EXPECT_EQ(done_all_reduce(torus_plans::halving, torus, 64).first, 228);
  EXPECT_EQ(done_all_reduce(torus_plans::halving, torus, 1024).first, 3468);
  EXPECT_EQ(done_all_reduce(torus_plans::swing, torus, 1).first, 48);
  EXPECT_EQ(done_all_reduce(torus_plans::swing, torus, 64).first, 166);
  EXPECT_EQ(done_all_reduce(torus_plans::swing, torus, 1024).first, 2332);
}

TEST(TorusDistances, ReachThePublishedFiguresOfNineByNine) {
  const Torus torus({9, 9});
  EXPECT_EQ(done_all_reduce(torus_plans::radix3, torus, 1).first, 32);
  EXPECT_EQ(done_all_reduce(torus_plans::radix3, torus, 64).first, 124);
  EXPECT_EQ(done_all_reduce(torus_plans::radix3, torus, 1024).first, 1548);
  EXPECT_EQ(done_all_reduce(torus_plans::radix3_pieces, torus, 1).first, 112);
  EXPECT_EQ(done_all_reduce(torus_plans::radix3_pieces, torus, 64).first, 112);
  EXPECT_EQ(done_all_reduce(torus_plans::radix3_pieces, torus, 1024).first, 696);
}

TEST(TorusDistances, RefuseSidesThatAreNoPowers) {
  const auto refusal = [](const TorusAlgorithm& plan, const std::vector<int>& sides) {
    return flitwise::test::refusal_of<TopologyError>(
        [&] { plan(request_for(kAllReduce, 4), Torus(sides)); });
  };
  EXPECT_EQ(refusal(torus_plans::swing, {8, 1, 6}),
            "swing needs sides that are powers of 2, but sides[2] is 6");
  EXPECT_EQ(refusal(torus_plans::radix3_latency, {6}),
            "radix3-latency needs sides that are powers of 3, but sides[0] is 6");
  EXPECT_EQ(refusal(torus_plans::halving_pieces, {8, 4}),
            "halving-pieces needs equal sides (those of 1 left out), but sides[0] is 8 and "
            "sides[1] is 4");
}

TEST(TorusDistances, RefuseOtherOperations) {
  EXPECT_EQ(flitwise::test::refusal_of<TopologyError>(
                [] { torus_plans::halving_latency(request_for(kReduceScatter, 4), Torus({4})); }),
            "halving-latency: operation must be one of allreduce, barrier, not reduce-scatter");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_distances_test
