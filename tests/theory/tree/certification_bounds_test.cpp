// What holds for every gather: the bounds from below and from above, and how near they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/synchronisation.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::certification_bounds_test {
namespace {

using test::Case;
using test::index_order_delays;
using test::make_case;

constexpr std::uint64_t kCases = 1000;

/// The best that a gather with one port can do when a call takes a step a link and data leaves one
/// step later: PE 0's input as one machine, message i released in step 2 depth(i).
Step best_single_port_gather(const Tree& tree, const std::vector<Flits>& lengths, Node top = 0) {
  const std::vector<Step> lam = TreeLatency().lam_up(tree);  // depth - 1
  return max_over_ways(flits_from_way(tree, lengths, lam, top),
                       [](Step way) { return 2 * way + 1; });
}

/// A sum of `steps` over the PEs on a path from the root, the largest of all paths.
template <typename Steps>
auto heaviest_path(const Tree& tree, Steps steps) {
  std::vector<decltype(steps(Node{0}))> sum(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first())
    sum[index_of(v)] = (v == 0 ? 0 : sum[index_of(tree.parent(v))]) + steps(tree.child_count(v));
  return *std::max_element(sum.begin(), sum.end());
}

Step most_children(const Tree& tree) {
  return heaviest_path(tree, [](Node d) { return Step{d}; });
}

/// The published 2B + C + M with the fastest broadcast and factor 1 for the sorting.
double published_bound(const Case& c) {
  const double sorting =
      heaviest_path(c.tree, [](Node d) { return d > 0 ? d * std::log2(d) : 0.0; });
  return 2 * static_cast<double>(broadcast_steps(c.tree)[0]) + sorting +
         static_cast<double>(c.flits());
}

/// Percentage of random cases with messages in which the published bound fails.
int published_bound_fails(const CertificationVariant& variant) {
  int cases = 0;
  int fails = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    ++cases;
    const auto finish =
        static_cast<double>(predict_certification(c.tree, c.lengths, variant).finish);
    if (finish > published_bound(c)) ++fails;
  }
  return 100 * fails / cases;
}

TEST(GatherLowerBound, IsBelowTheBestOfAllDispatchVectors) {
  int reached = 0;
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= 250; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 4);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 3, seed);
    if (total_flits(lengths) == 0) continue;
    std::vector<Step> one_step_after_the_call(lengths.size());
    for (Node v = 0; v < pes; ++v) one_step_after_the_call[index_of(v)] = tree.depth(v) + 1;

    const Step best =
        test::best_finish(tree, lengths, one_step_after_the_call, test::Direction::kGather);

    ASSERT_EQ(best_single_port_gather(tree, lengths), best) << "seed " << seed;
    ASSERT_LE(gather_lower_bound(tree, lengths, Ports::kSingle), best) << "seed " << seed;
    ++(gather_lower_bound(tree, lengths, Ports::kSingle) == best ? reached : missed);
  }
  EXPECT_GT(reached, 50);
  EXPECT_GT(missed, 5);
}

TEST(GatherLowerBound, CountsTheFlitsOfOneRootSubtreeWithAPortPerLink) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    Step best = 0;
    for (const Node child : c.tree.children(0))
      best = std::max(best, best_single_port_gather(c.tree, c.lengths, child));

    const Step bound = gather_lower_bound(c.tree, c.lengths, Ports::kMulti);

    ASSERT_LE(bound, best) << c;
    ASSERT_LE(bound, gather_lower_bound(c.tree, c.lengths, Ports::kSingle)) << c;
    ASSERT_GE(predict_certification(c.tree, c.lengths, test::multiport(Rule::kPos)).finish, best)
        << c;
  }
}

TEST(GatherLowerBound, IsTheOneOfTheLongestWayOrOfAllFlits) {
  const Tree tree({-1, 0, 0, 1});

  EXPECT_EQ(gather_lower_bound(tree, {0, 0, 0, 5}, Ports::kSingle), 2 * 2 + 5 - 1);
  EXPECT_EQ(gather_lower_bound(tree, {0, 4, 4, 1}, Ports::kSingle), 9 + 1);
  EXPECT_EQ(gather_lower_bound(tree, {0, 4, 4, 1}, Ports::kMulti), 5 + 1);
  EXPECT_EQ(gather_lower_bound(tree, {0, 0, 0, 0}, Ports::kSingle), 0);
  EXPECT_EQ(gather_lower_bound(tree, {0, 0, 0, 0}, Ports::kMulti), 0);
}

TEST(GatherLowerBound, IsThatOfTheTabulatedTrees) {
  const auto of_unit = [](const Tree& tree) {
    std::vector<Flits> unit(index_of(tree.size()), 1);
    unit[0] = 0;
    return gather_lower_bound(tree, unit, Ports::kSingle);
  };

  EXPECT_EQ(of_unit(Tree(complete_parents(2, 6))), 127);
  EXPECT_EQ(of_unit(Tree(path_parents(32))), 62);
}

TEST(Theorem3Corrected, HoldsForEveryVariant) {
  for (const CertificationVariant& variant : test::all_variants()) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Case c = make_case(seed, 64);
      const Prediction p = predict_certification(c.tree, c.lengths, variant);

      ASSERT_LE(p.finish, p.bound.value()) << test::name_of(variant) << " " << c;
    }
  }
}

TEST(Theorem3Corrected, IsTSyncPlusTheTripsOfOrdersAndData) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    for (const SortCost cost : test::kAllSortCosts) {
      const Step sorting = sort_steps(cost, c.tree.child_count(0));
      const Prediction one = predict_certification(
          c.tree, c.lengths, {Rule::kPaper, Sync::kSlot, cost, Ports::kSingle});
      const Prediction many =
          predict_certification(c.tree, c.lengths, test::multiport(Rule::kPaper, cost));

      ASSERT_EQ(one.bound,
                *one.t_sync + sorting + most_children(c.tree) + c.tree.height() + c.flits() - 1)
          << c;
      ASSERT_EQ(many.bound, *many.t_sync + sorting + 2 * c.tree.height() - 1 +
                                largest_root_load(c.tree, c.lengths))
          << c;
    }
  }
}

TEST(Theorem3Corrected, IsReachedByOneMessageAtTheEndOfAPath) {
  for (Node n = 1; n <= 20; ++n) {
    const Tree path(path_parents(n + 1));
    std::vector<Flits> lengths(index_of(n) + 1, 0);
    lengths.back() = 3;
    for (const CertificationVariant& variant : test::all_variants()) {
      if (variant.sort_cost != SortCost::kZero) continue;
      const Prediction p = predict_certification(path, lengths, variant);

      EXPECT_EQ(p.finish, p.bound) << test::name_of(variant) << " n " << n;
      EXPECT_EQ(p.finish, 4 * n + 3 - 1) << test::name_of(variant) << " n " << n;
    }
  }
}

TEST(Theorem3Corrected, HoldsWithTwiceTheBroadcastInPlaceOfTSync) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    const std::vector<Step> by_index = index_order_delays(c.tree);
    const Step rest = most_children(c.tree) + c.tree.height() + c.flits() - 1;
    const auto finish = [&](Sync sync) {
      return predict_certification(c.tree, c.lengths, test::single_port(Rule::kPaper, sync)).finish;
    };

    ASSERT_LE(finish(Sync::kMirror), 2 * broadcast_steps(c.tree)[0] + rest) << c;
    ASSERT_LE(finish(Sync::kSlot), 2 * broadcast_steps(c.tree)[0] + rest) << c;
    ASSERT_LE(finish(Sync::kSlotIndex),
              2 * *std::max_element(by_index.begin(), by_index.end()) + rest)
        << c;
  }
}

TEST(Theorem3Corrected, WithPosABroadcastTakesThePlaceOfTheChildCounts) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    const Prediction p =
        predict_certification(c.tree, c.lengths, test::single_port(Rule::kPos, Sync::kSlot));

    ASSERT_LE(p.finish, *p.t_sync + broadcast_steps(c.tree)[0] + c.tree.height() + c.flits() - 1)
        << c;
  }
}

TEST(Theorem3Published, FailsOftenForEveryVariantAndMostForThePublishedOne) {
  const int published = published_bound_fails(test::polled(Rule::kPaper));
  const int slots = published_bound_fails(test::single_port(Rule::kPaper, Sync::kSlot));
  const int best = published_bound_fails(test::single_port(Rule::kPos, Sync::kSlot));
  const int multi = published_bound_fails(test::multiport(Rule::kPaper));

  EXPECT_GT(published, 40);
  EXPECT_GT(published, slots);
  EXPECT_GE(slots, best);
  EXPECT_GT(best, 10);
  EXPECT_GT(multi, 5);
  RecordProperty("percent_published", published);
  RecordProperty("percent_slots", slots);
  RecordProperty("percent_best", best);
  RecordProperty("percent_multi", multi);
}

}  // namespace
}  // namespace flitwise::theory::certification_bounds_test
