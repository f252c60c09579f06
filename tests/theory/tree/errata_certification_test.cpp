// Where the paper's Transmission-Certification errs: each point with its smallest witness.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::errata_certification_test {
namespace {

using test::by_lag;
using test::Case;
using test::certificates;
using test::certify;
using test::index_order_delays;
using test::make_case;
using test::polled;

const std::vector<Rule> kRules{Rule::kPaper, Rule::kTight};
const std::vector<Flits> kFigure4{0, 2, 3, 0, 2, 1};

Tree path_of(Node pes) { return Tree(path_parents(pes)); }

/// Dispatch steps when orders carry the published s_ij = c*_ij + s_i - c_i and the root starts with
/// `root_order`.
test::Dispatch published_dispatch(const Tree& tree, const std::vector<Flits>& lengths,
                                  std::int64_t root_order) {
  const std::vector<Certificate> all = certificates(tree, lengths, Rule::kTight);
  const std::vector<Step> delays = index_order_delays(tree);
  const Step t_sync = 2 * (Step{tree.size()} - 1);
  std::vector<std::int64_t> s(lengths.size(), root_order);
  test::Dispatch dispatch(lengths.size());
  for (const Node v : tree.depth_first()) {
    const std::size_t i = index_of(v);
    if (lengths[i] > 0) dispatch[i] = t_sync + delays[i] + s[i];
    std::vector<Certificate> children;
    for (const Node child : tree.children(v)) children.push_back(all[index_of(child)]);
    std::int64_t start = all[i].lag + lengths[i];
    for (const std::size_t j : by_lag(children)) {
      s[index_of(tree.children(v)[j])] = start + s[i] - all[i].lag;
      start += children[j].stream;
    }
  }
  return dispatch;
}

/// Single-port broadcast with children served in index order.
Step broadcast_steps(const Tree& tree) {
  const std::vector<Step> delays = index_order_delays(tree);
  return *std::max_element(delays.begin(), delays.end());
}

/// The paper's C with factor 1: the largest sum of d log2 d on a path from the root.
double sorting_steps(const Tree& tree) {
  std::vector<double> sum(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first()) {
    const double d = tree.child_count(v);
    sum[index_of(v)] =
        (v == 0 ? 0 : sum[index_of(tree.parent(v))]) + (d > 0 ? d * std::log2(d) : 0);
  }
  return *std::max_element(sum.begin(), sum.end());
}

double published_bound(const Tree& tree, const std::vector<Flits>& lengths) {
  return 2 * static_cast<double>(broadcast_steps(tree)) + sorting_steps(tree) +
         static_cast<double>(total_flits(lengths));
}

TEST(Errata, E8AChildMayBeHeardOneStepAfterItsLagAtTheEarliest) {
  const std::int64_t published_adjustment = 1 + 1;  // d + c for one leaf
  for (const Rule rule : kRules) {
    EXPECT_EQ(predict_certification(path_of(3), {0, 0, 1}, polled(rule)).lag[1],
              published_adjustment + 1);
    EXPECT_EQ(predict_certification(path_of(6), kFigure4, polled(rule)).lag[3], 4);
  }
}

TEST(Errata, E9TheSumFormulaOfTheLagIsOnlyAnUpperBound) {
  const std::vector<Certificate> children{{1, 1}, {3, 1}};

  EXPECT_EQ(certify(2, children, Rule::kPaper).lag, 4);
  EXPECT_EQ(certify(2, children, Rule::kTight).lag, 3);
}

TEST(Errata, E9TheSumFormulaCostsAStepOnAWholeTree) {
  const Tree tree({-1, 0, 0, 0, 1});
  const std::vector<Flits> lengths{0, 0, 1, 1, 1};

  EXPECT_EQ(predict_certification(tree, lengths, polled(Rule::kPaper)).finish, 15);
  EXPECT_EQ(predict_certification(tree, lengths, polled(Rule::kTight)).finish, 14);
}

TEST(Errata, E9TheSumFormulaDependsOnHowTiesAreBroken) {
  const std::vector<Certificate> longer_first{{1, 2}, {1, 1}, {3, 1}};
  const std::vector<Certificate> shorter_first{{1, 1}, {1, 2}, {3, 1}};

  EXPECT_EQ(certify(0, longer_first, Rule::kPaper).lag, 6);
  EXPECT_EQ(certify(0, shorter_first, Rule::kPaper).lag, 5);
  EXPECT_EQ(certify(0, longer_first, Rule::kTight).lag, 5);
  EXPECT_EQ(certify(0, shorter_first, Rule::kTight).lag, 5);
}

TEST(Errata, E10AnOrderMustDeductTheStepsUntilItIsSent) {
  const Prediction p = predict_certification(path_of(6), kFigure4, polled(Rule::kTight));
  const std::int64_t published = *p.lag[1] + kFigure4[1] + (*p.order_value[1] - *p.lag[1]);

  EXPECT_EQ(published, 5);
  EXPECT_EQ(p.order_value[2], 3);
}

TEST(Errata, E10PublishedOrdersEndFigure4TenStepsLate) {
  const std::int64_t c_0 = certificates(path_of(6), kFigure4, Rule::kTight)[0].lag;

  const test::Dispatch published = published_dispatch(path_of(6), kFigure4, c_0);

  EXPECT_EQ(test::finish_of(path_of(6), kFigure4, published), 31);
}

TEST(Errata, E10PublishedOrdersCollideOnASmallTree) {
  const Tree tree({-1, 0, 0, 1});
  const std::vector<Flits> lengths{0, 1, 1, 1};

  const test::Dispatch published =
      published_dispatch(tree, lengths, certificates(tree, lengths, Rule::kTight)[0].lag);

  EXPECT_EQ(published[1], 12);  // both reach PE 0 in this step
  EXPECT_EQ(published[2], 12);
  EXPECT_FALSE(test::is_collision_free(tree, lengths, published, test::Direction::kGather));
}

TEST(Errata, E11TheRootsVirtualOrderIsItsOwnLag) {
  const Prediction p = predict_certification(path_of(6), kFigure4, polled(Rule::kTight));
  const std::int64_t c_0 = p.lag[0].value();
  const auto first_order = [&](std::int64_t s_0) { return c_0 + (s_0 - c_0) - 2; };

  EXPECT_EQ(c_0, 5);
  EXPECT_EQ(first_order(0), -2);
  EXPECT_EQ(first_order(c_0), *p.order_value[1]);
}

TEST(Errata, E12AnOrderMayBeBelowEveryLagOfTheChildren) {
  const Prediction p = predict_certification(path_of(4), {0, 5, 0, 1}, polled(Rule::kTight));

  EXPECT_EQ(p.order_value[1], 2);
  EXPECT_EQ(p.lag[2], 3);
}

TEST(Errata, E12WhatHoldsIsThatTheOwnMessageCoversTheFirstChild) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Case c = make_case(seed, 64);
    const Prediction p = predict_certification(c.tree, c.lengths, polled(Rule::kTight));

    for (Node v = 1; v < c.tree.size(); ++v) {
      if (c.tree.child_count(v) == 0) continue;
      std::int64_t first = std::numeric_limits<std::int64_t>::max();
      std::int64_t position = 0;
      for (const Node child : c.tree.children(v))
        first = std::min(first, ++position + *p.lag[index_of(child)]);
      ASSERT_GE(*p.order_value[index_of(v)] + c.lengths[index_of(v)], first + 1) << c;
    }
  }
}

TEST(Errata, E13TheGapIsMeasuredFromTheEndOfTheFirstSegment) {
  const std::vector<Certificate> children{{2, 2}, {5, 1}};  // released in steps 5 and 8

  EXPECT_EQ(certify(0, children, Rule::kTight).lag, 5 + 1);
  EXPECT_EQ(certify(0, children, Rule::kPaper).lag, 5 + 1);
}

TEST(Errata, E15PollingIsLongerThanABroadcastAndTheSorting) {
  const Tree tree(complete_parents(2, 3));
  const std::vector<Flits> lengths(15, 0);

  EXPECT_EQ(broadcast_steps(tree), 6);
  EXPECT_EQ(sorting_steps(tree), 6);
  EXPECT_EQ(predict_certification(tree, lengths, polled(Rule::kPaper)).t_sync, 28);
}

TEST(Errata, E16ThePublishedBoundFailsOnOneFlitFromOneChild) {
  const std::vector<Flits> lengths{0, 1};

  EXPECT_EQ(predict_certification(path_of(2), lengths, polled(Rule::kPaper)).finish, 4);
  EXPECT_EQ(published_bound(path_of(2), lengths), 3);
}

TEST(Errata, E16ThePublishedBoundFailsOnFigure4) {
  EXPECT_EQ(predict_certification(path_of(6), kFigure4, polled(Rule::kPaper)).finish, 21);
  EXPECT_EQ(published_bound(path_of(6), kFigure4), 18);
}

TEST(Errata, E16OneMessageAtTheEndOfAPathTakesFourTripsNotTwo) {
  for (Node n = 2; n <= 40; ++n) {
    for (const Flits length : {1, 2, 17}) {
      std::vector<Flits> lengths(index_of(n) + 1, 0);
      lengths.back() = length;

      EXPECT_EQ(predict_certification(path_of(n + 1), lengths, polled(Rule::kTight)).finish,
                4 * Step{n} + length - 1);
      EXPECT_EQ(published_bound(path_of(n + 1), lengths), static_cast<double>(2 * n + length));
    }
  }
}

TEST(Errata, E16WhatHoldsAddsTheTripsUpTheTree) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    std::vector<Step> sum(c.lengths.size(), 0);
    for (const Node v : c.tree.depth_first())
      sum[index_of(v)] = (v == 0 ? 0 : sum[index_of(c.tree.parent(v))]) + c.tree.child_count(v);
    const Step children = *std::max_element(sum.begin(), sum.end());

    for (const Rule rule : kRules) {
      const Prediction p = predict_certification(c.tree, c.lengths, polled(rule));

      ASSERT_LE(p.finish, *p.t_sync + children + c.tree.height() + c.flits() - 1) << c;
    }
  }
}

TEST(OwnBounds, CountTheWayBackAsWell) {
  const std::vector<Flits> lengths{0, 0, 0, 0, 3};
  const Step published = 4 + 3;  // B + M

  const Step bound = predict_certification(path_of(5), lengths, polled(Rule::kTight)).lower_bound;

  EXPECT_EQ(bound, 4 + 4 + 3 - 1);
  EXPECT_LT(published, bound);
}

/// s of each PE less s of its parent, as far as both are ordered.
std::vector<std::optional<std::int64_t>> adders(const Tree& tree, const Prediction& p) {
  std::vector<std::optional<std::int64_t>> all(p.order_value.size());
  for (Node v = 1; v < tree.size(); ++v) {
    const auto& own = p.order_value[index_of(v)];
    const auto& parents = p.order_value[index_of(tree.parent(v))];
    if (own && parents) all[index_of(v)] = *own - *parents;
  }
  return all;
}

TEST(OpenQuestions, AnOrderTakesOneAdditionPerChildWhateverTheOrderSays) {
  int shifted = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case c = make_case(seed, 40);
    std::vector<Node> parents = c.tree.parents();
    std::vector<Flits> lengths = c.lengths;
    // A leaf of the root beside it changes when the others are ordered and what they are told. Its
    // long message is first in the stream when the others' lags are larger than 1.
    parents.push_back(0);
    lengths.push_back(1000);
    const Tree wider(parents);
    for (const CertificationVariant& variant : test::all_variants()) {
      const Prediction before = predict_certification(c.tree, c.lengths, variant);
      const Prediction after = predict_certification(wider, lengths, variant);
      const std::vector<std::optional<std::int64_t>> constants = adders(c.tree, before);
      for (Node v = 1; v < c.tree.size(); ++v) {
        const std::size_t i = index_of(v);
        ASSERT_EQ(adders(wider, after)[i], constants[i]) << test::name_of(variant) << " " << c;
        if (constants[i] && after.order_value[i] != before.order_value[i]) ++shifted;
      }
    }
  }
  EXPECT_GT(shifted, 1000);
}

TEST(OpenQuestions, WithAPortPerLinkAllOrdersOfAPeLeaveInOneStep) {
  const Tree tree({-1, 0, 1, 1, 1});
  const std::vector<Flits> lengths{0, 1, 2, 1, 3};
  const Prediction p = predict_certification(tree, lengths, test::multiport(Rule::kTight));
  std::vector<Step> ordered;
  for (const LinkEvent& e : certification_events(tree, lengths, test::multiport(Rule::kTight), p)) {
    if (e.kind == FlitKind::kOrder) ordered.push_back(e.step);
  }

  EXPECT_EQ(ordered, (std::vector<Step>{5, 6, 6, 6}));
}

}  // namespace
}  // namespace flitwise::theory::errata_certification_test
