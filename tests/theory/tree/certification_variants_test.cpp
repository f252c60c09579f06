// Transmission-Certification in all variants on whole trees, and how the variants compare.
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/synchronisation.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::certification_variants_test {
namespace {

using test::Case;
using test::certificates;
using test::kAllRules;
using test::make_case;

const CertificationVariant kPublished = test::polled(Rule::kPaper);
const CertificationVariant kBest = test::single_port(Rule::kPos, Sync::kSlot);

/// Orders as each PE computes them from its own: s_j = start_j + (s - c) - (p_j + 1), multiport
/// with p_j = 1 for all, where start_j is the place of the child's stream in the frame of its
/// parent.
std::vector<std::optional<std::int64_t>> order_values_by_recurrence(
    const Case& c, const CertificationVariant& variant) {
  const std::vector<PePlan> plans = plan_all(c.tree, c.lengths, variant.rule, variant.ports);
  const bool multi = variant.ports == Ports::kMulti;
  std::vector<std::optional<std::int64_t>> s(c.lengths.size());
  s[0] = plans[0].certificate.lag;
  for (const Node v : c.tree.depth_first()) {
    const PePlan& plan = plans[index_of(v)];
    if (!s[index_of(v)]) continue;
    std::int64_t start = plan.certificate.lag + c.lengths[index_of(v)];
    for (const std::size_t j : plan.stream) {
      const Node child = c.tree.children(v)[j];
      const Certificate& certificate = plans[index_of(child)].certificate;
      const auto turn = std::find(plan.orders.begin(), plan.orders.end(), j) - plan.orders.begin();
      s[index_of(child)] = start + *s[index_of(v)] - plan.certificate.lag - (multi ? 2 : turn + 2);
      if (v == 0 && multi) s[index_of(child)] = certificate.lag;
      start += certificate.stream;
    }
  }
  s[0].reset();
  return s;
}

std::string lags_out_of_order(const Tree& tree, const std::vector<Flits>& lengths) {
  std::vector<std::vector<Certificate>> all;
  for (const Rule rule : kAllRules) all.push_back(certificates(tree, lengths, rule));
  const auto lag = [&](Rule rule, std::size_t v) {
    return all[static_cast<std::size_t>(rule)][v].lag;
  };
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    const bool in_order =
        lag(Rule::kPos, v) <= lag(Rule::kSkip, v) && lag(Rule::kPosIdx, v) <= lag(Rule::kSkip, v) &&
        lag(Rule::kSkip, v) <= lag(Rule::kTight, v) && lag(Rule::kTight, v) <= lag(Rule::kPaper, v);
    if (!in_order)
      return "PE " + std::to_string(v) + " of " + testing::PrintToString(tree.parents()) +
             " with " + testing::PrintToString(lengths);
  }
  return "";
}

TEST(CertificationVariants, OrderValuesAreThoseOfTheRecurrence) {
  for (const CertificationVariant& variant : test::all_variants()) {
    const bool is_polled = variant.sync == Sync::kSeq && variant.sort_cost == SortCost::kZero;
    for (std::uint64_t seed = 0; seed < (is_polled ? 1000U : 100U); ++seed) {
      const Case c = make_case(seed, 64);

      ASSERT_EQ(predict_certification(c.tree, c.lengths, variant).order_value,
                order_values_by_recurrence(c, variant))
          << test::name_of(variant) << " " << c;
    }
  }
}

TEST(CertificationVariants, CertifyAndCountForEveryPeWhetherItIsOrderedOrNot) {
  const Tree tree({-1, 0, 0, 1});
  for (const CertificationVariant& variant : test::all_variants()) {
    const Prediction p = predict_certification(tree, {0, 0, 2, 0}, variant);

    for (std::size_t v = 1; v < 4; ++v) EXPECT_TRUE(p.lag[v] && p.stream[v]);
    EXPECT_EQ(p.order_value[1].has_value(), test::orders_all(variant.rule));
    EXPECT_TRUE(p.order_value[2].has_value());
    EXPECT_EQ(p.stream[0], 2);
  }
}

TEST(CertificationVariants, WithoutMessagesOnlyTheRulesThatOrderAllSendOrders) {
  const Tree tree({-1, 0, 0, 1, 1, 2});
  const std::vector<Flits> null(6, 0);
  for (const CertificationVariant& variant : test::all_variants()) {
    const Prediction p = predict_certification(tree, null, variant);

    EXPECT_EQ(p.finish, 0) << test::name_of(variant);
    EXPECT_EQ(p.bound, 0) << test::name_of(variant);
    EXPECT_EQ(p.quiesce > *p.t_sync, test::orders_all(variant.rule)) << test::name_of(variant);
    EXPECT_EQ(certification_events(tree, null, variant, p).size(),
              test::orders_all(variant.rule) ? 15U : 10U);
  }
}

TEST(CertificationVariants, TheMessagePhaseDoesNotDependOnTheSynchronisation) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    for (const Rule rule : kAllRules) {
      const auto message_phase = [&](Sync sync) {
        const Prediction p =
            predict_certification(c.tree, c.lengths, test::single_port(rule, sync));
        return p.finish - *p.t_sync;
      };

      for (const Sync sync : {Sync::kMirror, Sync::kSlot, Sync::kSlotIndex})
        ASSERT_EQ(message_phase(sync), message_phase(Sync::kSeq)) << c;
    }
  }
}

TEST(CertificationVariants, TheRootSortsBeforeItOrders) {
  const Tree star(star_parents(5));
  const std::vector<Flits> lengths{0, 1, 1, 1, 1, 1};
  std::vector<Step> later;
  for (const SortCost cost : test::kAllSortCosts)
    later.push_back(
        predict_certification(star, lengths, {Rule::kPos, Sync::kSlot, cost, Ports::kSingle})
            .finish -
        predict_certification(star, lengths, kBest).finish);

  EXPECT_EQ(later, (std::vector<Step>{0, 1, 5, 15}));
}

TEST(LagsOfTheRules, AreInOrderOnAllTreesOfUpToSixPes) {
  int cases = 0;
  for (Node pes = 1; pes <= 6; ++pes) {
    const std::vector<std::vector<Flits>> vectors = test::all_lengths(pes - 1, 0, 2);
    test::for_each_tree(pes, [&](const Tree& tree) {
      for (const auto& lengths : vectors) {
        ASSERT_EQ(lags_out_of_order(tree, lengths), "");
        ++cases;
      }
    });
  }
  EXPECT_EQ(cases, 1 + 3 + 2 * 9 + 6 * 27 + 24 * 81 + 120 * 243);
}

TEST(LagsOfTheRules, AreInOrderOnAllTreesOfSevenPes) {
  int cases = 0;
  const std::vector<std::vector<Flits>> vectors = test::all_lengths(6, 0, 2);
  test::for_each_tree(7, [&](const Tree& tree) {
    for (const auto& lengths : vectors) {
      ASSERT_EQ(lags_out_of_order(tree, lengths), "");
      ++cases;
    }
  });
  EXPECT_EQ(cases, 720 * 729);
}

TEST(LagsOfTheRules, AreInOrderOnRandomTrees) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Case c = make_case(seed, 200);
    ASSERT_EQ(lags_out_of_order(c.tree, c.lengths), "") << c;
  }
}

TEST(CertificationVariants, TakeTheTabulatedTotals) {
  const auto finish = [](const Tree& tree, const CertificationVariant& variant) {
    std::vector<Flits> unit(index_of(tree.size()), 1);
    unit[0] = 0;
    return predict_certification(tree, unit, variant).finish;
  };
  const Tree binary(complete_parents(2, 6));
  const Tree star(star_parents(31));
  const Tree path(path_parents(32));

  EXPECT_EQ(finish(binary, kPublished), 390);
  EXPECT_EQ(finish(binary, kBest), 151);
  EXPECT_EQ(finish(star, kPublished), 124);
  EXPECT_EQ(finish(star, kBest), 64);
  EXPECT_EQ(finish(path, kPublished), 124);
  EXPECT_EQ(finish(path, kBest), 124);
}

TEST(CertificationVariants, OnAPathWithALastMessageCostPollingMoreThanShoulderTap) {
  for (Node n = 1; n <= 5; ++n) {
    const Tree path(path_parents(n + 1));
    for (const auto& lengths : test::all_lengths(n, 0, 3)) {
      if (lengths.back() == 0) continue;
      const Step tap = predict_shoulder_tap(lengths, false, Ports::kSingle).finish;
      for (const Rule rule : kAllRules) {
        for (const Sync sync : {Sync::kSeq, Sync::kMirror, Sync::kSlot, Sync::kSlotIndex})
          ASSERT_EQ(predict_certification(path, lengths, test::single_port(rule, sync)).finish,
                    2 * n + tap)
              << testing::PrintToString(lengths);
      }
    }
  }
}

TEST(CertificationVariants, OnAPathWithoutALastMessageSkipMayBeFasterThanTap) {
  int faster = 0;
  for (Node n = 1; n <= 5; ++n) {
    const Tree path(path_parents(n + 1));
    for (const auto& lengths : test::all_lengths(n, 0, 3)) {
      const Step tap = predict_shoulder_tap(lengths, false, Ports::kSingle).finish;
      if (tap > 0 &&
          predict_certification(path, lengths, test::polled(Rule::kSkip)).finish < 2 * n + tap)
        ++faster;
    }
  }
  EXPECT_GT(faster, 100);
}

TEST(CertificationMultiport, IsNeverSlowerThanTheSameRuleWithOnePort) {
  int faster = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Case c = make_case(seed, 64);
    for (const Rule rule : kAllRules) {
      const Step multi = predict_certification(c.tree, c.lengths, test::multiport(rule)).finish;
      const Step single =
          predict_certification(c.tree, c.lengths, test::single_port(rule, Sync::kSlot)).finish;

      ASSERT_LE(multi, single) << c;
      if (multi < single) ++faster;
    }
  }
  EXPECT_GT(faster, 1000);
}

TEST(CertificationMultiport, EndsWithTheLastOfTheStreamsOfTheRootsChildren) {
  const Tree tree({-1, 0, 0, 1});  // T_sync 4, orders 5 and 6
  const Prediction p = predict_certification(tree, {0, 0, 7, 2}, test::multiport(Rule::kPos));

  EXPECT_EQ(p.t_sync, 4);
  EXPECT_EQ(p.lag, (std::vector<std::optional<std::int64_t>>{{}, 3, 1, 1}));
  EXPECT_EQ(p.order_value, (std::vector<std::optional<std::int64_t>>{{}, 3, 1, 1}));
  EXPECT_EQ(p.dispatch, (std::vector<std::optional<Step>>{{}, {}, 6, 7}));
  EXPECT_EQ(p.finish, 12);
}

}  // namespace
}  // namespace flitwise::theory::certification_variants_test
