// Messages that cost beta + L tau: the formulas of scatter and gather against searches.
#include "tb/theory/pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/link_rules.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::pace_test {
namespace {

const std::vector<Pace>& paces() {
  static const std::vector<Pace> all{{0, 1}, {1, 1}, {5, 1}, {0, 2}, {2, 3}, {7, 4}};
  return all;
}

std::vector<Node> nonnull(const std::vector<Flits>& lengths) {
  std::vector<Node> all;
  for (std::size_t i = 1; i < lengths.size(); ++i)
    if (lengths[i] > 0) all.push_back(static_cast<Node>(i));
  return all;
}

TEST(Pace, OfOneMessageOverOneLinkTakesBetaAndLTau) {
  const Tree tree(path_parents(2));
  for (const Pace& pace : paces())
    for (Flits length = 1; length <= 5; ++length) {
      const Prediction p = predict_scatter_fdf(tree, {0, length}, pace);
      EXPECT_EQ(p.finish, pace.beta + length * pace.tau);
      EXPECT_EQ(p.dispatch[1], pace.beta + pace.tau);
    }
}

TEST(Pace, LeavesFarthestFirstOptimalOverAllOrders) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 5);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 3, seed);
    for (const Pace& pace : paces()) {
      const Prediction farthest = predict_scatter_fdf(tree, lengths, pace);
      EXPECT_EQ(farthest.finish, farthest.lower_bound);
      std::vector<Node> order = nonnull(lengths);
      Step best = predict_scatter(tree, lengths, order, pace).finish;
      do {
        const Prediction p = predict_scatter(tree, lengths, order, pace);
        best = std::min(best, p.finish);
        ASSERT_LE(p.finish, p.bound);
      } while (std::next_permutation(order.begin(), order.end()));
      ASSERT_EQ(farthest.finish, best) << "seed " << seed;
    }
  }
}

TEST(Pace, IsTheScatterOfLongerMessages) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    for (const Pace& pace : paces()) {
      std::vector<Flits> longer = c.lengths;
      for (Flits& length : longer)
        if (length > 0) length = pace.beta + pace.tau * length;
      ASSERT_EQ(predict_scatter_fdf(c.tree, c.lengths, pace).finish,
                predict_scatter_fdf(c.tree, longer).finish);
      ASSERT_EQ(predict_scatter_multiport(c.tree, c.lengths, pace).finish,
                predict_scatter_multiport(c.tree, longer).finish);
    }
  }
}

TEST(Pace, OfAScatterSendsFlitAfterFlitWithoutCollision) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const test::Case c = test::make_case(seed, 20);
    for (const Pace& pace : paces()) {
      const Prediction p = predict_scatter_fdf(c.tree, c.lengths, pace);
      const std::vector<LinkEvent> events = scatter_events(c.tree, c.lengths, p, pace);
      ASSERT_EQ(test::lines(test::port_problems(events)), "") << c;
      ASSERT_EQ(test::last_delivery(events, test::Direction::kScatter), p.finish) << c;
      for (const LinkEvent& event : events)
        if (event.from == 0) {
          ASSERT_EQ(event.step,
                    *p.dispatch[index_of(event.message)] + (event.index - 1) * pace.tau);
        }
    }
  }
}

// Each PE by itself: its port is taken by the tap, then by the setup, then by its flits, tau steps
// each; and PE 0 takes tau steps for each flit. In this order no schedule is faster.
Step tap_finish(const std::vector<Flits>& lengths, Ports ports, const Pace& pace) {
  const auto n = static_cast<Step>(lengths.size()) - 1;
  Step busy = 0;  // last step of PE 0's port
  for (Step i = 1; i <= n; ++i) {
    const Flits length = lengths[static_cast<std::size_t>(i)];
    if (length == 0) continue;
    const bool taps = i < n && ports == Ports::kSingle;
    const Step ready = i + (taps ? 1 : 0) + pace.beta;  // last step before its flits' time
    const Step arrives = ready + (i - 1);               // the same, as PE 0 sees it
    busy = std::max(busy, arrives) + length * pace.tau;
  }
  return busy;
}

TEST(Pace, OfShoulderTapDelaysReleasesByTheSetupAndFlitsByTheirTime) {
  for (Node n = 1; n <= 4; ++n)
    for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 3))
      for (const Pace& pace : paces())
        for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
          const Prediction p = predict_shoulder_tap(lengths, false, ports, pace);
          ASSERT_EQ(p.finish, tap_finish(lengths, ports, pace))
              << testing::PrintToString(lengths) << " beta " << pace.beta << " tau " << pace.tau;
          ASSERT_LE(p.lower_bound, p.finish);
          const std::vector<LinkEvent> events = shoulder_tap_events(lengths, false, ports, p, pace);
          ASSERT_EQ(test::lines(test::port_problems(events, ports)), "");
          ASSERT_EQ(test::last_delivery(events, test::Direction::kGather), p.finish);
        }
}

// What a tap says is all that a PE knows: the value alone must give its dispatch.
TEST(Pace, OfShoulderTapIsCarriedByTheTaps) {
  for (Node n = 1; n <= 4; ++n)
    for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 3))
      for (const Pace& pace : paces()) {
        const Prediction p = predict_shoulder_tap(lengths, false, Ports::kSingle, pace);
        for (const LinkEvent& tap : shoulder_tap_events(lengths, false, Ports::kSingle, p, pace)) {
          if (tap.kind != FlitKind::kTap || !p.dispatch[index_of(tap.to)]) continue;
          const Step ready = (tap.to < n ? 2 : 1) + pace.beta;
          ASSERT_EQ(*p.dispatch[index_of(tap.to)],
                    tap.step + std::max(ready, tap.value) + pace.tau - 1);
        }
      }
}

// Parents of all trees of 2 to `pes` PEs with smaller numbers above larger ones.
std::vector<std::vector<Node>> small_trees(Node pes) {
  std::vector<std::vector<Node>> trees{{kNoNode}};
  for (std::size_t done = 0; done < trees.size(); ++done) {
    const auto next = static_cast<Node>(trees[done].size());
    for (Node parent = 0; parent < next && next < pes; ++parent) {
      trees.push_back(trees[done]);
      trees.back().push_back(parent);
    }
  }
  trees.erase(trees.begin());
  return trees;
}

// Steps between `first` and the setup and flit time before it in which the port of message v's
// sender sends something else, and data flits that reach a port of PE 0 less than tau apart.
test::Problems time_problems(const Tree& tree, const std::vector<LinkEvent>& events,
                             const CertificationVariant& variant) {
  test::Problems problems;
  std::map<Node, Step> first;
  std::map<Node, Step> received;  // by link into PE 0, or all as one
  for (const LinkEvent& e : events)
    if (e.kind == FlitKind::kData && e.from == e.message && e.index == 1) first[e.from] = e.step;
  for (const LinkEvent& e : events) {
    const bool up = e.from != 0 && e.to == tree.parent(e.from);
    const auto own = first.find(e.from);
    if (own != first.end() && (up || variant.ports == Ports::kSingle) && e.step < own->second &&
        e.step > own->second - variant.pace.beta - variant.pace.tau)
      problems.push_back("PE " + std::to_string(e.from) + " sends in step " +
                         std::to_string(e.step) + ", in its setup");
    if (e.kind != FlitKind::kData || e.to != 0) continue;
    const Node port = variant.ports == Ports::kMulti ? e.from : 0;
    if (received.count(port) != 0 && e.step - received[port] < variant.pace.tau)
      problems.push_back("PE 0 has no time for the flit of step " + std::to_string(e.step));
    received[port] = e.step;
  }
  return problems;
}

void expect_sound_certification(const Tree& tree, const std::vector<Flits>& lengths,
                                const CertificationVariant& variant) {
  const Prediction p = predict_certification(tree, lengths, variant);
  const std::vector<LinkEvent> events = certification_events(tree, lengths, variant, p);
  ASSERT_EQ(test::lines(test::link_problems(tree, events)), "");
  ASSERT_EQ(test::lines(test::port_problems(events, variant.ports)), "");
  ASSERT_EQ(test::lines(test::certification_problems(tree, lengths, variant, events)), "");
  ASSERT_EQ(test::lines(time_problems(tree, events, variant)), "");
  ASSERT_EQ(test::last_delivery(events, test::Direction::kGather), p.finish);
  ASSERT_EQ(test::last_activity(events), p.quiesce);
  ASSERT_LE(p.lower_bound, p.finish);
  ASSERT_LE(p.finish, p.bound.value());
}

TEST(Pace, OfCertificationKeepsEveryRuleOnEverySmallTree) {
  int cases = 0;
  for (const std::vector<Node>& parents : small_trees(4))
    for (const std::vector<Flits>& lengths :
         test::all_lengths(static_cast<Node>(parents.size()) - 1, 0, 2))
      for (CertificationVariant variant : test::all_variants())
        for (const Pace& pace : paces()) {
          variant.pace = pace;
          ASSERT_NO_FATAL_FAILURE(expect_sound_certification(Tree(parents), lengths, variant))
              << test::name_of(variant) << " beta " << pace.beta << " tau " << pace.tau
              << " parents " << testing::PrintToString(parents) << " lengths "
              << testing::PrintToString(lengths);
          ++cases;
        }
  EXPECT_EQ(cases, (1 * 3 + 2 * 9 + 6 * 27) * 85 * 6);
}

TEST(Pace, OfCertificationKeepsEveryRuleOnRandomTrees) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const test::Case c = test::make_case(seed, 60);
    for (CertificationVariant variant : test::all_variants()) {
      variant.pace = paces()[seed % paces().size()];
      ASSERT_NO_FATAL_FAILURE(expect_sound_certification(c.tree, c.lengths, variant))
          << test::name_of(variant) << " " << c;
    }
  }
}

// The PE's message may have its first flit there after d orders, its setup and tau; a child's
// stream after d orders, its lag and the relay. All orders of the pieces are tried.
TEST(Pace, OfCertificationLeavesTheLagTheEarliestStartWithoutAGap) {
  int cases = 0;
  for (const Pace& pace : paces())
    for (Flits own = 0; own <= 2; ++own)
      for (std::int64_t a = 0; a < 6; ++a)
        for (std::int64_t b = 0; b < 6; ++b)
          for (Flits n = 1; n <= 3; ++n) {
            const std::int64_t leaf = pace.beta + pace.tau;
            const std::vector<Certificate> children{{leaf + 2 * a, n}, {leaf + 3 * b, 4 - n}};
            std::vector<test::Segment> segments{{2 + (own > 0 ? leaf : 1), own * pace.tau}};
            for (const Certificate& child : children)
              segments.push_back({2 + 1 + child.lag, child.stream * pace.tau});
            const PePlan plan =
                plan_pe(own, children, Rule::kTight, Ports::kSingle, Place::kInner, pace);
            ASSERT_EQ(plan.certificate.lag, test::best_start(segments));
            const PePlan published =
                plan_pe(own, children, Rule::kPaper, Ports::kSingle, Place::kInner, pace);
            ASSERT_GE(published.certificate.lag, plan.certificate.lag);
            ++cases;
          }
  EXPECT_EQ(cases, 6 * 3 * 36 * 3);
}

// All setups but one pass while other flits are under way.
TEST(Pace, OfCertificationCostsNoMoreThanOneSetup) {
  int reached = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const test::Case c = test::make_case(seed, 60);
    if (c.flits() == 0) continue;
    for (const Rule rule : {Rule::kTight, Rule::kSkip, Rule::kPosIdx, Rule::kPos})
      for (CertificationVariant variant : {test::polled(rule), test::multiport(rule)})
        for (const Step beta : {1, 10, 1000}) {
          variant.pace = {0, 3};
          const Step without = predict_certification(c.tree, c.lengths, variant).finish;
          variant.pace.beta = beta;
          const Step finish = predict_certification(c.tree, c.lengths, variant).finish;
          ASSERT_LE(finish, without + beta) << c;
          if (rule == Rule::kPos) continue;  // other orders of orders
          ASSERT_GE(finish, without) << c;
          if (finish == without + beta) ++reached;
        }
  }
  EXPECT_GT(reached, 100);
}

// The published sum is no earliest start: a setup may cost more than itself, or nothing and less.
TEST(Pace, OfCertificationByThePublishedSumMayCostMoreThanOneSetupAndLessThanNone) {
  int more = 0;
  int less = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const test::Case c = test::make_case(seed, 60);
    for (CertificationVariant variant :
         {test::polled(Rule::kPaper), test::multiport(Rule::kPaper)}) {
      variant.pace = {0, 3};
      const Step without = predict_certification(c.tree, c.lengths, variant).finish;
      variant.pace.beta = 10;
      const Step finish = predict_certification(c.tree, c.lengths, variant).finish;
      if (finish > without + 10) ++more;
      if (finish < without) ++less;
    }
  }
  EXPECT_GT(more, 0);
  EXPECT_GT(less, 0);
}

TEST(Pace, IsNothingThatThePaperPrintsForCertification) {
  CertificationVariant variant = test::polled(Rule::kPrinted);
  variant.pace = {1, 1};
  EXPECT_THROW(predict_certification(Tree(path_parents(3)), {0, 1, 1}, variant),
               std::invalid_argument);
}

TEST(Pace, SaysSoInTheSources) {
  const Prediction plain = predict_scatter_fdf(Tree(path_parents(3)), {0, 1, 1});
  const Prediction paced = predict_scatter_fdf(Tree(path_parents(3)), {0, 1, 1}, {1, 2});
  for (const char* quantity : {"finish", "dispatch", "lower_bound", "bound"}) {
    EXPECT_EQ(plain.source_of(quantity).find("Remark 2"), std::string::npos) << quantity;
    EXPECT_NE(paced.source_of(quantity).find("Remark 2"), std::string::npos) << quantity;
  }
  CertificationVariant variant;
  variant.pace = {1, 2};
  const Prediction gather = predict_certification(Tree(path_parents(3)), {0, 1, 1}, variant);
  for (const char* quantity : {"finish", "lag", "dispatch", "lower_bound", "bound"})
    EXPECT_NE(gather.source_of(quantity).find("Remark 2"), std::string::npos) << quantity;
}

}  // namespace
}  // namespace flitwise::theory::pace_test
