// All-to-all on tori at the bound of their channels.
#include "systemc/protocols/collective/torus_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/protocols/collective/torus_plan_checks.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::torus_exchange_test {
namespace {

CollectiveRequest exchange_of(Flits block) {
  return request_for(CollectiveOperation::kAllToAll, block);
}

TorusPlanTimes times_of(const std::vector<int>& sides, Flits block) {
  const Torus torus(sides);
  return torus_plan_times(torus_plans::eulerian(exchange_of(block), torus), torus);
}

// Steps that the flits of a channel of the longest side take, and the link into the PE.
Step bound(const std::vector<int>& sides, Flits block) {
  Step nodes = 1;
  int longest = 1;
  for (const int n : sides) {
    nodes *= n;
    longest = std::max(longest, n);
  }
  if (nodes == 1) return 0;
  return (block * nodes / longest * (longest * longest / 4) + 1) / 2 + 1;
}

// n^k, k > 0: n odd and P n^(k-1) (n^2 - 1) / 8 + 1, or n even and P n^(k+1) / 8 + [P odd]
// 2^(k-3) n + 1.
Step done_on_equal_sides(int n, int k, Flits block) {
  Step power = 1;  // n^(k-1)
  for (int i = 1; i < k; ++i) power *= n;
  if (n % 2 == 1) return block * power * (n * n - 1) / 8 + 1;
  const Step eighths = block * power * n * n + (block % 2 == 1 ? (Step{1} << k) * n : 0);
  EXPECT_EQ(eighths % 8, 0);
  return eighths / 8 + 1;
}

void expect_exchange(const std::vector<int>& sides, Flits block, Step done) {
  const Torus torus(sides);
  SCOPED_TRACE(text_of(sides) + ", " + std::to_string(block) + " words");
  const CollectivePlan plan = torus_plans::eulerian(exchange_of(block), torus);
  const TorusPlanTimes times = checked_timetable(plan, torus);
  EXPECT_EQ(times.done, done);
  EXPECT_EQ(static_cast<Flits>(times.worms), block * torus.size() * (torus.size() - 1));
}

TEST(TorusExchange, TakesTheStepsOfItsFormulaOnEqualSides) {
  for (const Flits block : {1, 2, 3, 4}) {
    for (int n = 2; n <= 15; ++n) expect_exchange({n}, block, done_on_equal_sides(n, 1, block));
    for (int n = 2; n <= (block < 3 ? 9 : 6); ++n)
      expect_exchange({n, n}, block, done_on_equal_sides(n, 2, block));
    for (int n = 2; n <= 4; ++n)
      expect_exchange({n, n, n}, block, done_on_equal_sides(n, 3, block));
    for (int n = 2; n <= (block < 3 ? 3 : 2); ++n)
      expect_exchange({n, n, n, n}, block, done_on_equal_sides(n, 4, block));
  }
}

TEST(TorusExchange, ReachesTheBoundUnlessWordsGoAlone) {
  for (const Flits block : {1, 2})
    for (int n = 2; n <= 9; ++n)
      for (int k = 1; k <= 2; ++k)
        if (n % 2 == 1 || block % 2 == 0) {
          EXPECT_EQ(done_on_equal_sides(n, k, block),
                    bound(std::vector<int>(index_of(k), n), block));
        }
}

TEST(TorusExchange, ReachesTheBoundOfTheLongerOfTwoSides) {
  for (int x = 3; x <= 13; ++x)
    for (int y = 3; y <= 13; ++y)
      for (const Flits block : {1, 2}) {
        if (x == y || (block == 1 && (x % 2 == 0 || y % 2 == 0))) continue;
        const std::vector<int> sides = {x, y};
        if (x * y <= 60) {
          expect_exchange(sides, block, bound(sides, block));
          continue;
        }
        const TorusPlanTimes times = times_of(sides, block);
        EXPECT_THAT(times.complaints, testing::IsEmpty()) << text_of(sides);
        EXPECT_EQ(times.done, bound(sides, block)) << text_of(sides) << " " << block;
      }
}

TEST(TorusExchange, PassesSidesOfOneOver) {
  expect_exchange({1}, 3, 0);
  expect_exchange({1, 1}, 1, 0);
  expect_exchange({4, 1, 4}, 2, done_on_equal_sides(4, 2, 2));
  expect_exchange({1, 3, 1, 5}, 1, bound({3, 5}, 1));
}

// T - 1, published.
TEST(TorusExchange, ReachesThePublishedFiguresOfSquares) {
  const std::vector<int> sides = {3, 4, 5, 6, 7, 8, 9};
  const std::vector<Step> one = {3, 10, 15, 30, 42, 68, 90}, two = {6, 16, 30, 54, 84, 128, 180};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    EXPECT_EQ(times_of({sides[i], sides[i]}, 1).done - 1, one[i]);
    EXPECT_EQ(times_of({sides[i], sides[i]}, 2).done - 1, two[i]);
  }
  const TorusPlanTimes times = times_of({16, 16}, 1);
  EXPECT_THAT(times.complaints, testing::IsEmpty());
  EXPECT_EQ(times.done - 1, 520);
}

std::string refusal_of(const std::vector<int>& sides, const CollectiveRequest& request) {
  return flitwise::test::refusal_of<TopologyError>(
      [&] { torus_plans::eulerian(request, Torus(sides)); });
}

TEST(TorusExchange, RefusesSidesThatItHasNoOrderFor) {
  EXPECT_EQ(refusal_of({4, 3, 4}, exchange_of(2)),
            "eulerian needs equal sides (those of 1 left out), but sides[0] is 4 and sides[1] is "
            "3");
  EXPECT_EQ(refusal_of({5, 4}, exchange_of(3)),
            "eulerian needs odd sides or an even block where two sides are unequal, but sides[1] "
            "is 4 and the block 3");
}

TEST(TorusExchange, RefusesOverheadsAndOtherOperations) {
  CollectiveRequest request = exchange_of(1);
  request.receive_overhead = 2;
  EXPECT_EQ(refusal_of({4, 4}, request),
            "eulerian needs PEs without overheads, got 0 of sending and 2 of receiving");
  EXPECT_EQ(refusal_of({4, 4}, request_for(CollectiveOperation::kAllGather, 1)),
            "eulerian: operation must be one of all-to-all, not all-gather");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_exchange_test
