// The certificate arithmetic of one PE: tight and as published, then under every rule, with one
// port and with many.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/tree/certificate.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::certificate_test {
namespace {

using test::by_lag;
using test::certify;
using test::kAllRules;
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

TEST(Certificate, TightLagIsWhatTheSinglePassFindsAndNeedsNoSorting) {
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const OnePe pe = random_pe(seed, 9);
    const std::int64_t lag = certify(pe.own, pe.children, Rule::kTight).lag;

    ASSERT_EQ(lag, lag_by_single_pass(pe)) << "seed " << seed;
    ASSERT_EQ(lag, lag_without_sorting(pe)) << "seed " << seed;
  }
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

constexpr std::uint64_t kPes = 3000;

/// Positions of the children that `rule` orders, by index.
std::vector<std::size_t> ordered(const OnePe& pe, Rule rule) {
  std::vector<std::size_t> positions;
  for (std::size_t j = 0; j < pe.children.size(); ++j) {
    if (test::orders_all(rule) || pe.children[j].stream > 0) positions.push_back(j);
  }
  return positions;
}

/// own + flits of the children with flits that are before j by (lag, index) - lag of j.
std::int64_t slack_of(const OnePe& pe, std::size_t j) {
  std::int64_t slack = pe.own - pe.children[j].lag;
  for (std::size_t k = 0; k < pe.children.size(); ++k) {
    if (std::pair(pe.children[k].lag, k) < std::pair(pe.children[j].lag, j))
      slack += pe.children[k].stream;
  }
  return slack;
}

/// Best start over all orders of the segments when the children are ordered as in `orders`, each
/// released by its own turn.
std::int64_t best_lag_in_turn(const OnePe& pe, const std::vector<std::size_t>& orders) {
  const auto d = static_cast<std::int64_t>(orders.size());
  std::vector<Segment> segments{{d + 1, pe.own}};
  for (std::size_t p = 0; p < orders.size(); ++p) {
    const Certificate& child = pe.children[orders[p]];
    segments.push_back({static_cast<std::int64_t>(p) + 2 + child.lag, child.stream});
  }
  return std::max(d + 1, test::best_start(segments));
}

/// Best start over all orders of the segments with one release for all: `wait` + lag.
std::int64_t best_uniform_lag(const OnePe& pe, const std::vector<std::size_t>& orders,
                              std::int64_t base, std::int64_t wait) {
  std::vector<Segment> segments{{base, pe.own}};
  for (const std::size_t j : orders)
    segments.push_back({wait + pe.children[j].lag, pe.children[j].stream});
  return std::max(base, test::best_start(segments));
}

TEST(CertificateRules, OfALeafAreAllOneStepAndItsLength) {
  for (const Rule rule : kAllRules) {
    for (const Ports ports : {Ports::kSingle, Ports::kMulti})
      EXPECT_EQ(certify(7, {}, rule, ports), (Certificate{1, 7}));
  }
}

TEST(CertificateRules, SkipTakesAPeWithOnlyNullChildrenForALeaf) {
  for (const Rule rule : {Rule::kSkip, Rule::kPosIdx, Rule::kPos})
    EXPECT_EQ(certify(2, {{5, 0}, {3, 0}}, rule), (Certificate{1, 2}));
  EXPECT_EQ(certify(2, {{5, 0}, {3, 0}}, Rule::kTight), (Certificate{6, 2}));
}

TEST(CertificateRules, TightAndSkipAreTheBestStartOverTheChildrenThatTheyOrder) {
  int later_than_the_orders = 0;
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 5);
    for (const Rule rule : {Rule::kTight, Rule::kSkip}) {
      const std::vector<std::size_t> orders = ordered(pe, rule);
      const auto d = static_cast<std::int64_t>(orders.size());
      const std::int64_t lag = certify(pe.own, pe.children, rule).lag;

      ASSERT_EQ(lag, best_uniform_lag(pe, orders, d + 1, d + 1)) << "seed " << seed;
      if (rule == Rule::kTight && lag > d + 1) ++later_than_the_orders;
    }
  }
  EXPECT_GT(later_than_the_orders, 1000);
}

TEST(CertificateRules, PosIdxIsTheBestStartWithOrdersByIndex) {
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 5);

    ASSERT_EQ(certify(pe.own, pe.children, Rule::kPosIdx).lag,
              best_lag_in_turn(pe, ordered(pe, Rule::kPosIdx)))
        << "seed " << seed;
  }
}

TEST(CertificateRules, PosIsTheBestStartWithOrdersBySlack) {
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 5);
    std::vector<std::size_t> orders = ordered(pe, Rule::kPos);
    std::sort(orders.begin(), orders.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(slack_of(pe, a), a) < std::pair(slack_of(pe, b), b);
    });

    const PePlan plan = plan_pe(pe.own, pe.children, Rule::kPos);

    ASSERT_EQ(plan.orders, orders) << "seed " << seed;
    ASSERT_EQ(plan.certificate.lag, best_lag_in_turn(pe, orders)) << "seed " << seed;
  }
}

TEST(CertificateRules, PosIsSeldomWorseThanTheBestOrderOfTheOrdersAndByIndexOften) {
  int pos_worse = 0;
  int by_index_worse = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const OnePe pe = random_pe(seed, 5);
    std::vector<std::size_t> orders = ordered(pe, Rule::kPos);
    std::int64_t best = best_lag_in_turn(pe, orders);
    while (std::next_permutation(orders.begin(), orders.end()))
      best = std::min(best, best_lag_in_turn(pe, orders));
    const std::int64_t pos = certify(pe.own, pe.children, Rule::kPos).lag;
    const std::int64_t by_index = certify(pe.own, pe.children, Rule::kPosIdx).lag;

    ASSERT_LE(best, pos) << "seed " << seed;
    ASSERT_LE(pos - best, 3) << "seed " << seed;
    if (pos > best) ++pos_worse;
    if (by_index > best) ++by_index_worse;
  }
  EXPECT_LT(pos_worse, 60);
  EXPECT_GT(by_index_worse, 200);
}

TEST(CertificateRules, EachIsNoLargerThanTheOneItTightens) {
  int pos_smaller_than_by_index = 0;
  int pos_larger_than_by_index = 0;
  int tight_smaller_than_paper = 0;
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 9);
    const auto lag = [&](Rule rule) { return certify(pe.own, pe.children, rule).lag; };

    ASSERT_LE(lag(Rule::kPos), lag(Rule::kSkip)) << "seed " << seed;
    ASSERT_LE(lag(Rule::kPosIdx), lag(Rule::kSkip)) << "seed " << seed;
    ASSERT_LE(lag(Rule::kSkip), lag(Rule::kTight)) << "seed " << seed;
    ASSERT_LE(lag(Rule::kTight), lag(Rule::kPaper)) << "seed " << seed;
    if (lag(Rule::kTight) < lag(Rule::kPaper)) ++tight_smaller_than_paper;
    if (lag(Rule::kPos) < lag(Rule::kPosIdx)) ++pos_smaller_than_by_index;
    if (lag(Rule::kPos) > lag(Rule::kPosIdx)) ++pos_larger_than_by_index;
  }
  EXPECT_GT(tight_smaller_than_paper, 300);
  EXPECT_GT(pos_smaller_than_by_index, 300);
  EXPECT_LT(pos_larger_than_by_index, pos_smaller_than_by_index / 10);
}

TEST(CertificateRules, SlackTiesAreBrokenByIndex) {
  // Slacks 0 - 1 = -1, 1 - 2 = -1 and 3 - 3 = 0.
  EXPECT_EQ(plan_pe(0, {{2, 2}, {1, 1}, {3, 1}}, Rule::kPos).orders,
            (std::vector<std::size_t>{0, 1, 2}));
}

TEST(CertificateRules, OnlyTheRootMayStartWhileItOrdersAndOnlyWithReleasesInTurn) {
  const std::vector<Certificate> leaves{{1, 9}, {1, 9}, {1, 9}, {1, 9}};
  const auto lag = [&](Rule rule, Place place) {
    return plan_pe(0, leaves, rule, Ports::kSingle, place).certificate.lag;
  };

  EXPECT_EQ(lag(Rule::kPos, Place::kInner), 5);
  EXPECT_EQ(lag(Rule::kPos, Place::kRoot), 3);
  EXPECT_EQ(lag(Rule::kPosIdx, Place::kRoot), 3);
  EXPECT_EQ(lag(Rule::kSkip, Place::kRoot), lag(Rule::kSkip, Place::kInner));
}

TEST(CertificateMultiport, IsTheBestStartWithoutWaitingForTheOrders) {
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 5);
    for (const Rule rule : {Rule::kTight, Rule::kSkip, Rule::kPosIdx, Rule::kPos})
      ASSERT_EQ(certify(pe.own, pe.children, rule, Ports::kMulti).lag,
                best_uniform_lag(pe, ordered(pe, rule), 1, 2))
          << "seed " << seed;
  }
}

TEST(CertificateMultiport, OfTheRulesThatSkipAreAllTheSame) {
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 9);
    const PePlan skip = plan_pe(pe.own, pe.children, Rule::kSkip, Ports::kMulti);
    for (const Rule rule : {Rule::kPosIdx, Rule::kPos}) {
      const PePlan other = plan_pe(pe.own, pe.children, rule, Ports::kMulti);
      ASSERT_EQ(other.certificate, skip.certificate) << "seed " << seed;
      ASSERT_EQ(other.stream, skip.stream) << "seed " << seed;
    }
  }
}

TEST(CertificateMultiport, AsPublishedSumsTheGaps) {
  // Releases 3, 5 and 9 after a start in step 1: a gap of 0, then 5 - (3 + 1) and 9 - (5 + 2).
  EXPECT_EQ(certify(2, {{3, 2}, {1, 1}, {7, 4}}, Rule::kPaper, Ports::kMulti).lag, 1 + 0 + 1 + 2);
  EXPECT_EQ(certify(2, {{3, 2}, {1, 1}, {7, 4}}, Rule::kTight, Ports::kMulti).lag, 9 - 2 - 1 - 2);
}

TEST(CertificateMultiport, IsNeverLargerThanWithOnePort) {
  for (std::uint64_t seed = 1; seed <= kPes; ++seed) {
    const OnePe pe = random_pe(seed, 9);
    for (const Rule rule : kAllRules)
      ASSERT_LE(certify(pe.own, pe.children, rule, Ports::kMulti).lag,
                certify(pe.own, pe.children, rule, Ports::kSingle).lag)
          << "seed " << seed;
  }
}

}  // namespace
}  // namespace flitwise::theory::certificate_test
