// Reduce-scatter, all-gather and all-reduce around the rings of tori.
#include "systemc/protocols/collective/torus_buckets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/protocols/collective/torus_plan_checks.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::torus_buckets_test {
namespace {

constexpr auto kReduceScatter = CollectiveOperation::kReduceScatter;
constexpr auto kAllGather = CollectiveOperation::kAllGather;
constexpr auto kAllReduce = CollectiveOperation::kAllReduce;

const std::vector<std::vector<int>> kTori = {
    {1},    {2},       {3},       {5},       {8},          {1, 4},       {2, 2},
    {3, 3}, {4, 3},    {2, 5},    {5, 1, 2}, {3, 4, 2},    {2, 2, 2},    {3, 3, 3},
    {6, 6}, {2, 3, 4}, {4, 4, 1}, {4, 4, 4}, {2, 3, 2, 2}, {2, 2, 2, 2}, {3, 1, 3, 3}};

Flits divided_up(Flits a, Flits b) { return (a + b - 1) / b; }

// Steps of one way, a reduce-scatter's or, with `add` 0, an all-gather's, that moves `words`.
struct Sum {
  Step steps = 0;
  Step rounds = 0;
};
using Formula = std::function<Sum(const Torus& torus, Flits words, Step hop)>;

Sum over_dimensions(const Torus& torus, Flits words, Step hop,
                    const std::function<Step(int)>& rounds) {
  Sum sum;
  for (const int side : torus.sides()) {
    words = divided_up(words, side);
    sum.steps += rounds(side) * (hop + words);
    sum.rounds += rounds(side);
  }
  return sum;
}
Sum all_others(const Torus& torus, Flits words, Step hop) {
  return over_dimensions(torus, words, hop, [](int side) { return side - 1; });
}
Sum all_others_in_halves(const Torus& torus, Flits words, Step hop) {
  return all_others(torus, divided_up(words, 2), hop);
}
Sum half_of_them(const Torus& torus, Flits words, Step hop) {
  return over_dimensions(torus, words, hop, [](int side) { return side / 2; });
}
Sum in_pieces(const Torus& torus, Flits words, Step hop) {
  Flits pieces = 0;
  for (const int side : torus.sides()) pieces += side > 1 ? 2 : 0;
  return all_others(torus, divided_up(words, std::max<Flits>(pieces, 1)), hop);
}

struct Scheme {
  std::string name;
  TorusAlgorithm plan;
  Formula formula;
};
const std::vector<Scheme> kSchemes = {{"line", torus_plans::line, all_others},
                                      {"ring", torus_plans::ring, all_others},
                                      {"bidir", torus_plans::bidir, all_others_in_halves},
                                      {"half-ring", torus_plans::half_ring, half_of_them},
                                      {"multi-bucket", torus_plans::multi_bucket, in_pieces}};

bool has_equal_sides(const Torus& torus) {
  int side = 1;
  for (const int n : torus.sides()) {
    if (n == 1) continue;
    if (side > 1 && n != side) return false;
    side = n;
  }
  return true;
}

Step formula_of(const Scheme& scheme, const CollectiveRequest& request, const Torus& torus) {
  const Step hop = request.send_overhead + 1 + request.receive_overhead;
  const Flits n = torus.size();
  if (request.operation == kAllGather) return scheme.formula(torus, n * request.block, hop).steps;
  if (request.operation == kReduceScatter) {
    const Sum sum = scheme.formula(torus, n * divided_up(request.length, n), hop);
    return sum.steps + sum.rounds * request.add;
  }
  const Sum sum = scheme.formula(torus, request.length, hop);
  return 2 * sum.steps + sum.rounds * request.add;
}

TEST(TorusBuckets, DoTheirWorkInTheStepsOfTheirFormulas) {
  int plans = 0;
  for (const Scheme& scheme : kSchemes)
    for (const std::vector<int>& sides : kTori) {
      const Torus torus(sides);
      if (scheme.name == "multi-bucket" && !has_equal_sides(torus)) continue;
      for (const Overheads& overheads :
           {Overheads{0, 0, 0}, Overheads{1, 8, 0}, Overheads{3, 2, 4}})
        for (const auto operation : {kReduceScatter, kAllGather, kAllReduce})
          for (const Flits words : {1, 2, 7, 24, 65}) {
            if (operation == kAllGather && words > 7) continue;
            const CollectiveRequest request = request_for(operation, words, overheads);
            SCOPED_TRACE(scheme.name + ", " + described(request, torus));
            const TorusPlanTimes times = checked(scheme.plan(request, torus), torus);
            ASSERT_EQ(times.done, formula_of(scheme, request, torus));
            ASSERT_FALSE(HasFailure());
            ++plans;
          }
    }
  EXPECT_GT(plans, 3000);
}

// Published figures: rows and columns as they are there.
TEST(TorusBuckets, ReachTheFiguresOfEightByEight) {
  struct Row {
    TorusAlgorithm plan;
    std::vector<std::pair<Step, Step>> done;
  };
  const std::vector<Row> rows = {{torus_plans::line, {{56, 294}, {154, 392}, {2044, 2282}}},
                                 {torus_plans::ring, {{56, 294}, {154, 392}, {2044, 2282}}},
                                 {torus_plans::half_ring, {{32, 168}, {88, 224}, {1168, 1304}}},
                                 {torus_plans::bidir, {{56, 294}, {98, 336}, {1036, 1274}}},
                                 {torus_plans::multi_bucket, {{56, 294}, {70, 308}, {532, 770}}}};
  const Torus torus({8, 8});
  const std::vector<Flits> words = {1, 64, 1024};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto plan = [&](const Overheads& overheads) {
        return row.plan(request_for(kAllReduce, words[i], overheads), torus);
      };
      EXPECT_EQ(torus_plan_times(plan({0, 0, 0}), torus).done, row.done[i].first);
      EXPECT_EQ(torus_plan_times(plan({1, 8, 0}), torus).done, row.done[i].second);
    }
}

TEST(TorusBuckets, ReachTheFiguresOfNineByNine) {
  const Torus torus({9, 9});
  const auto done = [&](const TorusAlgorithm& plan, Flits words) {
    return torus_plan_times(plan(request_for(kAllReduce, words), torus), torus).done;
  };
  EXPECT_EQ(done(torus_plans::half_ring, 1), 32);
  EXPECT_EQ(done(torus_plans::half_ring, 64), 88);
  EXPECT_EQ(done(torus_plans::half_ring, 1024), 1032);
  EXPECT_EQ(done(torus_plans::multi_bucket, 1), 64);
  EXPECT_EQ(done(torus_plans::multi_bucket, 64), 80);
  EXPECT_EQ(done(torus_plans::multi_bucket, 1024), 560);
}

TEST(TorusBuckets, ReachTheWorkedFiguresOfRings) {
  const std::vector<int> sides = {3, 4, 5, 8};
  const std::vector<std::vector<Step>> one_word = {
      {4, 6, 8, 14}, {4, 6, 8, 14}, {4, 6, 8, 14}, {2, 4, 4, 8}};
  const std::vector<std::vector<Step>> four_words = {
      {28, 42, 56, 98}, {28, 42, 56, 98}, {24, 36, 48, 84}, {14, 28, 28, 56}};
  for (std::size_t scheme = 0; scheme < one_word.size(); ++scheme)
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const Torus torus({sides[i]});
      const auto done = [&](Flits block, const Overheads& overheads) {
        const auto request = request_for(kReduceScatter, sides[i] * block, overheads);
        return torus_plan_times(kSchemes[scheme].plan(request, torus), torus).done;
      };
      EXPECT_EQ(done(1, {}), one_word[scheme][i]) << kSchemes[scheme].name << " " << sides[i];
      EXPECT_EQ(done(4, {1, 8, 0}), four_words[scheme][i])
          << kSchemes[scheme].name << " " << sides[i];
    }
}

TEST(TorusBuckets, MultiBucketKeepsAllChannelsBusy) {
  const Torus torus({4, 4, 4});
  const auto request = request_for(kReduceScatter, 6 * 64);
  const TorusPlanTimes times = checked(torus_plans::multi_bucket(request, torus), torus);

  // Three phases of 3 rounds; all that is no flit is the link into the PE.
  EXPECT_EQ(times.crossings, (times.done - 9) * 64 * 6);
  EXPECT_EQ(times.done - 9, 63);
}

// Blocks in the middle are whole long before those at the ends, and must not go out before them.
TEST(TorusBuckets, LineGathersWhenAllBlocksAreWhole) {
  for (const Step add : {0, 5, 20}) {
    const Torus torus({9});
    const auto request = request_for(CollectiveOperation::kAllReduce, 18, {add, 0, 0});
    EXPECT_EQ(checked(torus_plans::line(request, torus), torus).done, 2 * 8 * (1 + 2) + 8 * add);
  }
}

TEST(TorusBuckets, LineLeavesTheWrapLinksAlone) {
  const Torus torus({4, 3});
  for (const CollectiveTransfer& transfer :
       torus_plans::line(request_for(kAllReduce, 12), torus).schedule.transfers)
    for (const TorusLink& link : torus.path(transfer.from, transfer.hops))
      EXPECT_FALSE(torus.wraps(link.from, link.channel)) << transfer.name;
}

TEST(TorusBuckets, MultiBucketRefusesUnequalSides) {
  EXPECT_EQ(flitwise::test::refusal_of<TopologyError>([] {
              torus_plans::multi_bucket(request_for(kAllReduce, 4), Torus({4, 1, 3}));
            }),
            "multi-bucket needs equal sides (those of 1 left out), but sides[0] is 4 and sides[2] "
            "is 3");
}

TEST(TorusBuckets, RefuseOtherOperations) {
  EXPECT_EQ(
      flitwise::test::refusal_of<TopologyError>(
          [] { torus_plans::half_ring(request_for(CollectiveOperation::kReduce, 4), Torus({4})); }),
      "half-ring: operation must be one of reduce-scatter, all-gather, allreduce, not reduce");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_buckets_test
