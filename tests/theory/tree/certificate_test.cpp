// The certificate arithmetic of one PE.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/tree/certificate.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory {
namespace {

using test::by_lag;
using test::certify;
using test::index_order_delays;
using test::OnePe;
using test::random_pe;
using test::Segment;

/// The one pass of Remark 5: from the last segment to the first, each pushes the next one left.
std::int64_t lag_by_single_pass(const OnePe& pe) {
  const auto d = static_cast<std::int64_t>(pe.children.size());
  if (d == 0) return 1;
  const std::vector<std::size_t> order = by_lag(pe.children);
  std::int64_t x = d + 1 + pe.children[order.back()].lag;
  for (auto k = order.rbegin() + 1; k != order.rend(); ++k)
    x = std::max(d + 1 + pe.children[*k].lag, x - pe.children[*k].stream);
  return std::max(d + 1, x - pe.own);
}

/// Without sorting: F - n with F = max over k of (r_k + flits of all children released no earlier).
std::int64_t lag_without_sorting(const OnePe& pe) {
  const auto d = static_cast<std::int64_t>(pe.children.size());
  Flits stream = pe.own;
  for (const Certificate& child : pe.children) stream += child.stream;
  std::int64_t lag = d + 1;
  for (const Certificate& child : pe.children) {
    std::int64_t end = d + 1 + child.lag;
    for (const Certificate& other : pe.children) {
      if (other.lag >= child.lag) end += other.stream;
    }
    lag = std::max(lag, end - stream);
  }
  return lag;
}

TEST(Certificate, OfALeafIsOneStepAndItsLength) {
  for (const Rule rule : {Rule::kPaper, Rule::kTight}) {
    EXPECT_EQ(certify(7, {}, rule), (Certificate{1, 7}));
    EXPECT_EQ(certify(0, {}, rule), (Certificate{1, 0}));
  }
}

TEST(Certificate, TightLagIsTheBestStartOverAllOrdersOfTheSegments) {
  int later_than_the_orders = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const OnePe pe = random_pe(seed, 5);
    const auto d = static_cast<std::int64_t>(pe.children.size());
    std::vector<Segment> segments{{d + 1, pe.own}};
    for (const Certificate& child : pe.children)
      segments.push_back({d + 1 + child.lag, child.stream});

    const std::int64_t lag = certify(pe.own, pe.children, Rule::kTight).lag;

    ASSERT_EQ(lag, test::best_start(segments)) << "seed " << seed;
    if (lag > d + 1) ++later_than_the_orders;
  }
  EXPECT_GT(later_than_the_orders, 1000);
}

TEST(Certificate, TightLagIsWhatTheSinglePassFinds) {
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const OnePe pe = random_pe(seed, 9);

    ASSERT_EQ(certify(pe.own, pe.children, Rule::kTight).lag, lag_by_single_pass(pe))
        << "seed " << seed;
  }
}

TEST(Certificate, TightLagNeedsNoSorting) {
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const OnePe pe = random_pe(seed, 9);

    ASSERT_EQ(certify(pe.own, pe.children, Rule::kTight).lag, lag_without_sorting(pe))
        << "seed " << seed;
  }
}

TEST(Certificate, TightLagIsNeverAboveThePublishedOne) {
  int smaller = 0;
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const OnePe pe = random_pe(seed, 9);

    const std::int64_t tight = certify(pe.own, pe.children, Rule::kTight).lag;
    const std::int64_t paper = certify(pe.own, pe.children, Rule::kPaper).lag;

    ASSERT_LE(tight, paper) << "seed " << seed;
    if (tight < paper) ++smaller;
  }
  EXPECT_GT(smaller, 500);
}

TEST(Certificate, TightLagDoesNotDependOnTheOrderOfTheChildren) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    OnePe pe = random_pe(seed, 9);
    const Certificate before = certify(pe.own, pe.children, Rule::kTight);
    std::mt19937_64 random(seed);
    std::shuffle(pe.children.begin(), pe.children.end(), random);

    EXPECT_EQ(certify(pe.own, pe.children, Rule::kTight), before) << "seed " << seed;
  }
}

TEST(Certificate, LagIsAtMostOneMoreThanTheChildrenAndTheLargestLag) {
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const OnePe pe = random_pe(seed, 9);
    std::int64_t largest = 0;
    for (const Certificate& child : pe.children) largest = std::max(largest, child.lag);

    for (const Rule rule : {Rule::kPaper, Rule::kTight})
      ASSERT_LE(certify(pe.own, pe.children, rule).lag,
                static_cast<std::int64_t>(pe.children.size()) + 1 + largest)
          << "seed " << seed;
  }
}

TEST(Certificate, ChildrenWithEqualLagsKeepTheirOrderInTheStream) {
  EXPECT_EQ(by_lag({{3, 1}, {1, 2}, {3, 0}, {1, 1}}), (std::vector<std::size_t>{1, 3, 0, 2}));
}

TEST(Orders, TakeTheirPositionAmongSiblingsAtEveryLevel) {
  const Tree tree({-1, 0, 0, 2, 2});
  const std::vector<PePlan> plans = plan_all(tree, {0, 1, 1, 1, 1}, Rule::kTight);

  EXPECT_EQ(order_delays(tree, plans, Ports::kSingle),
            (std::vector<std::optional<Step>>{0, 1, 2, 3, 4}));
}

TEST(Orders, GoDownOneLevelAStepWithAPortPerLink) {
  const Tree tree({-1, 0, 0, 2, 2});
  const std::vector<PePlan> plans = plan_all(tree, {0, 1, 1, 1, 1}, Rule::kTight, Ports::kMulti);

  EXPECT_EQ(order_delays(tree, plans, Ports::kMulti),
            (std::vector<std::optional<Step>>{0, 1, 1, 2, 2}));
}

TEST(Orders, PassSubtreesWithoutFlitsByUnlessTheRuleOrdersAll) {
  const Tree tree({-1, 0, 0, 0, 1});
  const std::vector<Flits> lengths{0, 0, 1, 0, 0};
  const auto delays = [&](Rule rule) {
    return order_delays(tree, plan_all(tree, lengths, rule), Ports::kSingle);
  };

  EXPECT_EQ(delays(Rule::kTight), (std::vector<std::optional<Step>>{0, 1, 2, 3, 2}));
  EXPECT_EQ(delays(Rule::kSkip), (std::vector<std::optional<Step>>{0, {}, 1, {}, {}}));
}

}  // namespace
}  // namespace flitwise::theory
