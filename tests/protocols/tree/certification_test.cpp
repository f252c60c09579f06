#include "systemc/protocols/tree/certification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/gather_checks.h"
#include "tests/protocols/tree/ideal_network.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

constexpr std::uint64_t kRandomCases = 2000;

// Depth-first tour of the token, 2n steps, and orders to the children one by one behind it.
void expect_tour_and_orders(const Record& run, const Tree& tree) {
  std::vector<Node> polled{0};
  Step last_certificate = 0;
  for (const LinkEvent& event : run.events) {
    if (event.kind == FlitKind::kToken) polled.push_back(event.to);
    if (event.kind == FlitKind::kCertificate) last_certificate = event.step;
  }
  ASSERT_EQ(polled, tree.depth_first());
  ASSERT_EQ(last_certificate, 2 * (tree.size() - 1));
  const auto orders = by_message(run, FlitKind::kOrder);
  for (const Node v : tree.depth_first()) {
    const Step ordered = v == 0 ? last_certificate : orders.at(v).step;
    for (Node j = 0; j < tree.child_count(v); ++j)
      ASSERT_EQ(orders.at(tree.children(v)[static_cast<std::size_t>(j)]).step, ordered + j + 1);
  }
}

// Step in which the stream begins at PE 0: as early as the certificates of its children allow.
Step earliest_stream(const Record& run, const Tree& tree) {
  const auto certificates = by_message(run, FlitKind::kCertificate);
  std::vector<Certificate> children;
  for (const Node v : tree.children(0))
    children.push_back({certificates.at(v).value, certificates.at(v).stream});
  std::stable_sort(children.begin(), children.end(),
                   [](const Certificate& a, const Certificate& b) { return a.lag < b.lag; });
  Step begin = 2 * (tree.size() - 1) + tree.child_count(0);
  Flits before = 0;
  for (const Certificate& child : children) {
    begin = std::max<Step>(begin, 2 * (tree.size() - 1) + tree.child_count(0) + child.lag - before);
    before += child.stream;
  }
  return begin;
}

Record run_certification(const Case& c, LagRule rule) {
  const Tree tree(c.parents);
  return run_on(tree, make_certification(tree, c.lengths, sequential(rule)));
}

class Certification : public ::testing::TestWithParam<LagRule> {};

TEST_P(Certification, WalksTheTreeDepthFirstAndOrdersInIndexOrder) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const Case c = random_case(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    const Record run = run_certification(c, GetParam());
    ASSERT_NO_FATAL_FAILURE(expect_tour_and_orders(run, Tree(c.parents)));
  }
}

TEST_P(Certification, OrdersEveryPeThoughNobodyHasAMessage) {
  const Case c{{-1, 0, 0, 1, 1}, {0, 0, 0, 0, 0}};
  const Record run = run_certification(c, GetParam());

  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.values(FlitKind::kOrder).size(), 4U);
  EXPECT_EQ(run.finish, 0);
  EXPECT_EQ(run.quiesce, 11);  // polled by step 8, orders to 1 and 2 in 9 and 10, to 3, 4 in 10, 11
}

TEST_P(Certification, CostsOnAPathTheTourMoreThanShoulderTap) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    Case c;
    c.lengths = random_path_lengths(seed);
    c.parents = path_parents(static_cast<Node>(c.lengths.size()));
    if (c.lengths.back() == 0) continue;
    const Tree path(c.parents);
    const Record taps = run_on(path, make_shoulder_tap(c.lengths, EndMark::kAbsent));
    const Record certified = run_certification(c, GetParam());
    ASSERT_EQ(certified.finish, 2 * (path.size() - 1) + taps.finish)
        << "seed " << seed << ": " << c;
    ++compared;
  }
  EXPECT_GT(compared, 500);
}

INSTANTIATE_TEST_SUITE_P(Rules, Certification, ::testing::Values(LagRule::kPaper, LagRule::kTight),
                         [](const auto& rule) {
                           return rule.param == LagRule::kPaper ? "Paper" : "Tight";
                         });

TEST(CertificationRules, TightStreamBeginsAsEarlyAsTheCertificatesAllow) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const Case c = random_case(seed);
    if (c.total() == 0) continue;
    const Record run = run_certification(c, LagRule::kTight);
    ASSERT_EQ(run.finish, earliest_stream(run, Tree(c.parents)) + c.total() - 1)
        << "seed " << seed << ": " << c;
  }
}

TEST(CertificationRules, TightNeverEndsLaterThanPaperAndOftenEarlier) {
  int earlier = 0;
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const Case c = random_case(seed);
    const Step paper = run_certification(c, LagRule::kPaper).finish;
    const Step tight = run_certification(c, LagRule::kTight).finish;
    ASSERT_LE(tight, paper) << "seed " << seed << ": " << c;
    if (tight < paper) ++earlier;
  }
  EXPECT_GT(earlier, 100);
}

TEST(CertificationRoot, AloneInItsTreeIsDoneAtOnce) {
  const Tree tree({-1});
  const Record run = run_on(tree, make_certification(tree, {0}, sequential(LagRule::kTight)));

  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.quiesce, 0);
}

}  // namespace
}  // namespace flitwise::protocols::test
