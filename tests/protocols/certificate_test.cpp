#include "systemc/protocols/certificate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace flitwise::protocols {
namespace {

using ::testing::ElementsAre;
using Children = std::vector<Certificate>;

// Puts the streams of the children behind the PE's own message in every possible order and takes
// the earliest start at which none of them begins before it can be there.
std::int64_t least_lag(Flits own, const Children& children) {
  const auto d = static_cast<std::int64_t>(children.size());
  std::vector<std::size_t> order(children.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto least = std::numeric_limits<std::int64_t>::max();
  do {
    std::int64_t start = d + 1;
    Flits before = own;
    for (const std::size_t k : order) {
      start = std::max(start, d + 1 + children[k].lag - before);
      before += children[k].stream;
    }
    least = std::min(least, start);
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

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

struct RandomPe {
  Flits own = 0;
  Children children;
};

RandomPe random_pe(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  RandomPe pe;
  pe.own = static_cast<Flits>(random() % 6);
  pe.children.resize(random() % 7);
  for (Certificate& child : pe.children)
    child = {static_cast<std::int64_t>(1 + random() % 12), static_cast<Flits>(random() % 5)};
  return pe;
}

std::string printed(const RandomPe& pe) {
  std::string text = "L " + std::to_string(pe.own);
  for (const Certificate& child : pe.children)
    text += " (" + std::to_string(child.lag) + "," + std::to_string(child.stream) + ")";
  return text;
}

TEST(Certificate, OfALeafIsOneAndItsLength) {
  for (const LagRule rule : {LagRule::kPaper, LagRule::kTight})
    EXPECT_EQ(certify(rule, 7, {}), (Certificate{1, 7}));
}

TEST(Certificate, StreamIsTheWholeSubtree) {
  EXPECT_EQ(stream_length(2, {{1, 3}, {5, 0}, {2, 4}}), 9);
}

TEST(Certificate, OfAPeWithOneChildIsTwoOrTheChildsWaitNotHiddenByItsOwnMessage) {
  EXPECT_EQ(certified_lag(LagRule::kTight, 5, {{3, 1}}), 2);
  EXPECT_EQ(certified_lag(LagRule::kTight, 2, {{3, 1}}), 3);
  EXPECT_EQ(certified_lag(LagRule::kTight, 0, {{3, 1}}), 5);
}

TEST(Certificate, TightLagIsTheLeastOverAllOrdersOfTheStreams) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const RandomPe pe = random_pe(seed);
    ASSERT_EQ(certified_lag(LagRule::kTight, pe.own, pe.children), least_lag(pe.own, pe.children))
        << "seed " << seed << ": " << printed(pe);
  }
}

TEST(Certificate, PaperLagIsTheExplicitFormula) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const RandomPe pe = random_pe(seed);
    ASSERT_EQ(certified_lag(LagRule::kPaper, pe.own, pe.children),
              explicit_formula(pe.own, pe.children))
        << "seed " << seed << ": " << printed(pe);
  }
}

TEST(Certificate, PaperLagIsNeverLessThanTheTightOneAndSometimesMore) {
  int more = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const RandomPe pe = random_pe(seed);
    const auto paper = certified_lag(LagRule::kPaper, pe.own, pe.children);
    const auto tight = certified_lag(LagRule::kTight, pe.own, pe.children);
    ASSERT_GE(paper, tight) << "seed " << seed << ": " << printed(pe);
    if (paper > tight) ++more;
  }
  EXPECT_GT(more, 300);
}

TEST(Certificate, TightLagDoesNotDependOnTheOrderOfEqualLags) {
  Children children{{1, 2}, {1, 1}, {3, 1}, {1, 0}};
  std::sort(children.begin(), children.end(),
            [](const Certificate& a, const Certificate& b) { return a.stream < b.stream; });
  const auto lag = certified_lag(LagRule::kTight, 0, children);
  std::reverse(children.begin(), children.end());

  EXPECT_EQ(certified_lag(LagRule::kTight, 0, children), lag);
}

TEST(MergeOrder, GoesByLagAndThenByPosition) {
  EXPECT_THAT(merge_order({{3, 1}, {1, 9}, {3, 0}, {1, 1}}), ElementsAre(1, 3, 0, 2));
}

TEST(StreamOffsets, CountTheFlitsInFrontOfEachChildsStream) {
  EXPECT_THAT(stream_offsets(2, {{3, 1}, {1, 9}, {3, 5}}), ElementsAre(11, 2, 12));
}

TEST(DispatchPositions, GoThroughTheChildrenInIndexOrder) {
  EXPECT_THAT(dispatch_positions(3), ElementsAre(1, 2, 3));
}

TEST(OrderValues, LetEachStreamBeRelayedRightBehindTheOneInFront) {
  const std::vector<Flits> offsets{11, 2, 12};
  const std::vector<Step> positions{1, 2, 3};
  const std::vector<std::int64_t> values = order_values(6, offsets, positions);

  for (std::size_t j = 0; j < values.size(); ++j) {
    const Step ordered = positions[j];
    const Step received = ordered + values[j];
    EXPECT_EQ(received + 1, 6 + offsets[j]) << "child " << j;
  }
}

TEST(OrderValues, AreNeverBelowTheChildsLagForAnOrderNotBelowItsOwn) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const RandomPe pe = random_pe(seed);
    for (const LagRule rule : {LagRule::kPaper, LagRule::kTight}) {
      const std::vector<std::int64_t> values =
          order_values(certified_lag(rule, pe.own, pe.children),
                       stream_offsets(pe.own, pe.children), dispatch_positions(pe.children.size()));
      for (std::size_t j = 0; j < values.size(); ++j)
        ASSERT_GE(values[j], pe.children[j].lag) << "seed " << seed << ": " << printed(pe);
    }
  }
}

}  // namespace
}  // namespace flitwise::protocols
