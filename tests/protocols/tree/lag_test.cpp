// The certified lag under every rule, against the least one over all orders of the streams.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "systemc/protocols/tree/stream_plan.h"
#include "tests/protocols/tree/random_pes.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

using Positions = std::vector<std::size_t>;

std::int64_t lag_of(const CertificationVariant& variant, Flits own, const Children& children) {
  return plan_stream(variant, Role::kBelowRoot, own, children).certificate.lag;
}
std::int64_t lag_of(LagRule rule, const RandomPe& pe) {
  return lag_of(sequential(rule), pe.own, pe.children);
}

Positions all_of(const Children& children) {
  Positions positions(children.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  return positions;
}

Positions with_flits(const Children& children) {
  Positions positions;
  for (std::size_t j = 0; j < children.size(); ++j)
    if (children[j].stream > 0) positions.push_back(j);
  return positions;
}

// Puts the streams of children with the given limits behind the PE's own message in every possible
// order and takes the earliest start at which none of them begins before its limit.
std::int64_t least_lag(std::int64_t own_start, Flits own,
                       std::vector<std::pair<Step, Flits>> ones) {
  std::sort(ones.begin(), ones.end());
  auto least = std::numeric_limits<std::int64_t>::max();
  do {
    std::int64_t start = own_start;
    Flits before = own;
    for (const auto& [limit, flits] : ones) {
      start = std::max(start, limit - before);
      before += flits;
    }
    least = std::min(least, start);
  } while (std::next_permutation(ones.begin(), ones.end()));
  return least;
}

// Limits of the children `dispatch`, ordered in steps 1, 2, ... in this order: each by its own
// step.
std::vector<std::pair<Step, Flits>> limits_by_position(const Children& children,
                                                       const Positions& dispatch) {
  std::vector<std::pair<Step, Flits>> ones;
  for (const std::size_t j : dispatch)
    ones.emplace_back(static_cast<Step>(ones.size()) + 2 + children[j].lag, children[j].stream);
  return ones;
}

// Limits of the children `served`, each as if it were ordered in step `last`.
std::vector<std::pair<Step, Flits>> limits_as_if_in(Step last, const Children& children,
                                                    const Positions& served) {
  std::vector<std::pair<Step, Flits>> ones;
  for (const std::size_t j : served)
    ones.emplace_back(last + 1 + children[j].lag, children[j].stream);
  return ones;
}

Step count(const Positions& positions) { return static_cast<Step>(positions.size()); }

// The paper's explicit formula for c_i, read off the page.
std::int64_t explicit_formula(Flits own, Children sorted) {
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Certificate& a, const Certificate& b) { return a.lag < b.lag; });
  const auto d = static_cast<std::int64_t>(sorted.size());
  if (d == 0) return 1;
  std::int64_t c = d + 1 + std::max<std::int64_t>(0, sorted[0].lag - own);
  for (std::size_t j = 1; j < sorted.size(); ++j)
    c += std::max<std::int64_t>(0, sorted[j].lag - sorted[j - 1].lag - sorted[j - 1].stream);
  return c;
}

TEST(Lag, LagOfAPeWithOneChildIsTwoOrTheChildsWaitNotHiddenByItsOwnMessage) {
  EXPECT_EQ(lag_of(sequential(LagRule::kTight), 5, {{3, 1}}), 2);
  EXPECT_EQ(lag_of(sequential(LagRule::kTight), 2, {{3, 1}}), 3);
  EXPECT_EQ(lag_of(sequential(LagRule::kTight), 0, {{3, 1}}), 5);
}

TEST(Lag, PaperLagIsTheExplicitFormula) {
  for_random_pes([](const RandomPe& pe) {
    ASSERT_EQ(lag_of(LagRule::kPaper, pe), explicit_formula(pe.own, pe.children));
  });
}

TEST(Lag, TightLagIsTheLeastOverAllOrdersOfTheStreams) {
  for_random_pes([](const RandomPe& pe) {
    const Positions all = all_of(pe.children);
    ASSERT_EQ(lag_of(LagRule::kTight, pe),
              least_lag(count(all) + 1, pe.own, limits_as_if_in(count(all), pe.children, all)));
  });
}

TEST(Lag, SkipLagIsTheTightOneWithoutNullStreams) {
  for_random_pes([](const RandomPe& pe) {
    const Positions some = with_flits(pe.children);
    ASSERT_EQ(lag_of(LagRule::kSkip, pe),
              least_lag(count(some) + 1, pe.own, limits_as_if_in(count(some), pe.children, some)));
  });
}

TEST(Lag, PosIdxLagIsTheLeastForOrdersInIndexOrder) {
  for_random_pes([](const RandomPe& pe) {
    const Positions some = with_flits(pe.children);
    ASSERT_EQ(lag_of(LagRule::kPosIdx, pe),
              least_lag(count(some) + 1, pe.own, limits_by_position(pe.children, some)));
  });
}

TEST(Lag, PosLagIsTheLeastForItsOwnDispatchOrder) {
  for_random_pes([](const RandomPe& pe) {
    const Positions dispatch = dispatch_order(LagRule::kPos, pe.own, pe.children);
    ASSERT_EQ(lag_of(LagRule::kPos, pe),
              least_lag(count(dispatch) + 1, pe.own, limits_by_position(pe.children, dispatch)));
  });
}

TEST(Lag, MultiportLagIsTheLeastWithAllOrdersInStepOneForAllRulesButPaper) {
  for_random_pes([](const RandomPe& pe) {
    const Positions all = all_of(pe.children);
    const Positions some = with_flits(pe.children);
    ASSERT_EQ(lag_of(multiport(LagRule::kTight), pe.own, pe.children),
              least_lag(1, pe.own, limits_as_if_in(1, pe.children, all)));
    for (const LagRule rule : {LagRule::kSkip, LagRule::kPosIdx, LagRule::kPos})
      ASSERT_EQ(lag_of(multiport(rule), pe.own, pe.children),
                least_lag(1, pe.own, limits_as_if_in(1, pe.children, some)));
  });
}

TEST(Lag, MultiportPaperLagIsTheSumWithItsOwnBaseAndLimits) {
  // 1 + (limit 3 less end 1 + 0 of no message) + (limit 7 less end 3 + 2 of the first stream).
  EXPECT_EQ(lag_of(multiport(LagRule::kPaper), 0, {{5, 1}, {1, 2}}), 1 + 2 + 2);
  EXPECT_EQ(lag_of(multiport(LagRule::kPaper), 4, {{5, 1}, {1, 2}}), 1 + 0 + 2);
  EXPECT_EQ(lag_of(multiport(LagRule::kTight), 4, {{5, 1}, {1, 2}}), 1);
}

TEST(Lag, NoRuleHasALargerLagThanTheOneBeforeItExceptPosAndPosIdxAmongThemselves) {
  std::vector<int> smaller(std::size(kRules), 0);
  for_random_pes([&](const RandomPe& pe) {
    const auto paper = lag_of(LagRule::kPaper, pe);
    const auto tight = lag_of(LagRule::kTight, pe);
    const auto skip = lag_of(LagRule::kSkip, pe);
    const auto posidx = lag_of(LagRule::kPosIdx, pe);
    const auto pos = lag_of(LagRule::kPos, pe);
    ASSERT_LE(tight, paper);
    ASSERT_LE(skip, tight);
    ASSERT_LE(posidx, skip);
    ASSERT_LE(pos, skip);
    smaller[1] += tight < paper ? 1 : 0;
    smaller[2] += skip < tight ? 1 : 0;
    smaller[3] += posidx < skip ? 1 : 0;
    smaller[4] += pos < posidx ? 1 : 0;
  });
  for (std::size_t rule = 1; rule < smaller.size(); ++rule) EXPECT_GT(smaller[rule], 150) << rule;
}

TEST(Lag, PosIsRarelyWorseThanTheBestOfAllDispatchOrdersAndNeverByMoreThanThree) {
  int worse = 0;
  for_random_pes([&](const RandomPe& pe) {
    Positions dispatch = with_flits(pe.children);
    auto best = std::numeric_limits<std::int64_t>::max();
    do {
      best = std::min(
          best, least_lag(count(dispatch) + 1, pe.own, limits_by_position(pe.children, dispatch)));
    } while (std::next_permutation(dispatch.begin(), dispatch.end()));
    const auto pos = lag_of(LagRule::kPos, pe);
    ASSERT_GE(pos, best);
    ASSERT_LE(pos, best + 3);
    worse += pos > best ? 1 : 0;
  });
  EXPECT_GT(worse, 0);
  EXPECT_LT(worse, static_cast<int>(kRandomPes) * 5 / 100);
}

TEST(Lag, TightLagDoesNotDependOnTheOrderOfEqualLags) {
  const Children children{{1, 0}, {1, 1}, {1, 2}, {3, 1}};
  const Children reversed(children.rbegin(), children.rend());

  EXPECT_EQ(lag_of(sequential(LagRule::kTight), 0, children),
            lag_of(sequential(LagRule::kTight), 0, reversed));
}

TEST(Lag, OwnMessageWaitsForTheOrdersOfASinglePortPeOnly) {
  const Children children{{1, 1}, {1, 1}, {1, 1}};
  EXPECT_EQ(lag_of(sequential(LagRule::kPos), 9, children), 4);
  EXPECT_EQ(lag_of(multiport(LagRule::kPos), 9, children), 1);
}

TEST(Lag, RootThatIsLimitedByPositionsDoesNotWaitForItsLastOrder) {
  // Below the root, three orders keep the link up busy until step 3. At the root nothing leaves by
  // it: the first child's flit would be relayed in step 1 + 1 + 1.
  const Children children{{1, 5}, {1, 5}, {1, 5}};
  const auto lag = [&](LagRule rule, Role role) {
    return plan_stream(sequential(rule), role, 0, children).certificate.lag;
  };

  EXPECT_EQ(lag(LagRule::kPos, Role::kBelowRoot), 4);
  EXPECT_EQ(lag(LagRule::kPos, Role::kRoot), 3);
  EXPECT_EQ(lag(LagRule::kPosIdx, Role::kRoot), 3);
  EXPECT_EQ(lag(LagRule::kSkip, Role::kRoot), 5);
}

TEST(Lag, LagOfTheRootIsTheLeastWithoutALimitOfItsOwnForPosAndPosIdx) {
  for_random_pes([](const RandomPe& pe) {
    for (const LagRule rule : {LagRule::kPosIdx, LagRule::kPos}) {
      const Positions dispatch = dispatch_order(rule, 0, pe.children);
      ASSERT_EQ(plan_stream(sequential(rule), Role::kRoot, 0, pe.children).certificate.lag,
                least_lag(0, 0, limits_by_position(pe.children, dispatch)));
    }
  });
}

}  // namespace
}  // namespace flitwise::protocols::test
