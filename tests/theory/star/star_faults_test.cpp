// Copies that reach the nodes of star graphs with dead nodes and links.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "tests/theory/star/star_operations.h"

namespace flitwise::theory {
namespace {

using test::kStarAlgorithms;
using test::StarCase;

std::int64_t total(const std::vector<std::int64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

TEST(StarFaults, TakeTheCopiesThatAReplayLoses) {
  int lossy = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::int64_t n) {
      return static_cast<int>(random() % static_cast<std::uint64_t>(n));
    };
    const StarAlgorithm algorithm = kStarAlgorithms[seed % 5];
    const bool one_source = has_one_source(algorithm);
    const int n = one_source ? 3 + below(3) : 3 + below(2);
    const StarRule rule = below(2) == 0 ? StarRule::kP : StarRule::kQ;
    StarCase c{algorithm, n, rule, {1 + below(4), 1 + below(n - 1)}, 0};
    const StarTrees trees = c.trees();
    c.source = below(trees.graph().size());
    StarFaults faults = test::random_faults(trees.graph(), below(5), random);
    if (algorithm != StarAlgorithm::kAcknowledged)
      faults.from_step = 1 + below(predict(c, trees).steps + 2);

    const StarCopies predicted = copies(c, trees, faults);
    const StarCopies replayed = replay(c, trees, faults);

    ASSERT_EQ(predicted.received, replayed.received) << "seed " << seed << ": " << c;
    ASSERT_EQ(predicted.least, replayed.least) << "seed " << seed << ": " << c;
    ASSERT_EQ(predicted.histogram, replayed.histogram) << "seed " << seed << ": " << c;
    if (total(predicted.received) < total(copies(c, trees, {}).received)) ++lossy;
  }
  EXPECT_GT(lossy, 200);
}

/// Checks x - f for all sets of up to `most` faults that spare `source`; says how many sets there
/// were.
int check_guarantee(const StarCase& c, const StarTrees& trees, int most) {
  int sets = 0;
  const auto elements = test::elements_but(trees.graph(), c.source);
  test::for_all_subsets(elements, most, [&](const StarFaults& faults) {
    ++sets;
    const StarCopies result = copies(c, trees, faults);
    const int left =
        std::max(0, c.traffic.copies - static_cast<int>(faults.nodes.size() + faults.links.size()));
    ASSERT_EQ(result.guarantee, left);
    for (int copies = 0; copies < left; ++copies)
      ASSERT_EQ(result.histogram[static_cast<std::size_t>(copies)], 0) << c;
  });
  return sets;
}

TEST(StarFaults, LeaveXLessFCopiesOfEveryPacketOfASource) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    for (const StarAlgorithm algorithm : {StarAlgorithm::kTrees, StarAlgorithm::kFurthestFirst}) {
      for (int n = 3; n <= 4; ++n) {
        const StarTrees trees(StarGraph(n), rule);
        for (int x = 1; x < n; ++x) {
          const StarCase c{algorithm, n, rule, {n - 1, x}, 0};  // starts with every tree
          EXPECT_EQ(check_guarantee(c, trees, x - 1),
                    (std::vector<int>{1, n == 3 ? 12 : 60, 1771})[static_cast<std::size_t>(x - 1)]);
        }
      }
    }
  }
}

TEST(StarFaults, LeaveXLessFCopiesOfEveryPacketOfAllSources) {
  for (const StarAlgorithm algorithm : {StarAlgorithm::kStatic, StarAlgorithm::kNecklaces}) {
    const StarTrees trees(StarGraph(3), StarRule::kQ);
    const StarCase c{algorithm, 3, StarRule::kQ, {1, 2}, 0};
    EXPECT_EQ(check_guarantee(c, trees, 1), 12);
  }
}

TEST(StarFaults, OfThreeElementsCutSomebodyOffInTheSmallestGraphWithThreePorts) {
  for (const auto& [rule, expected] : {std::pair(StarRule::kP, 4971), {StarRule::kQ, 4653}}) {
    const StarTrees trees(StarGraph(4), rule);
    int sets = 0;
    int cutting = 0;
    test::for_all_subsets(test::elements_but(trees.graph(), 0), 3, [&](const StarFaults& faults) {
      if (faults.nodes.size() + faults.links.size() < 3) return;
      ++sets;
      if (star_copies(StarAlgorithm::kTrees, trees, {1, 3}, 0, faults).histogram[0] > 0) ++cutting;
    });
    EXPECT_EQ(sets, 32509);
    EXPECT_EQ(cutting, expected);
  }
}

TEST(StarFaults, OfARootsNeighbourTakeOneCopyFromEveryOtherNode) {
  for (int n = 3; n <= 6; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    const std::int64_t nodes = trees.graph().size();
    for (int d = 2; d <= n; ++d) {
      const auto entry = static_cast<std::size_t>(n - 2);
      const StarFaults node{{trees.graph().neighbour(0, d)}, {}, 1};
      const StarFaults link{{}, {{0, d}}, 1};
      EXPECT_EQ(star_copies(StarAlgorithm::kTrees, trees, {1, n - 1}, 0, node).histogram[entry],
                nodes - 2);
      EXPECT_EQ(star_copies(StarAlgorithm::kTrees, trees, {1, n - 1}, 0, link).histogram[entry],
                nodes - 1);
      EXPECT_EQ(star_copies(StarAlgorithm::kTrees, trees, {n - 1, 1}, 0, link).histogram[0],
                nodes - 1)
          << "one packet of n - 1 is lost for all";
    }
  }
}

TEST(StarFaults, OfAllLinksOrNeighboursIsolateANode) {
  for (int n = 3; n <= 5; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    const Node isolated = trees.graph().size() - 1;
    StarFaults nodes;
    StarFaults links;
    for (int d = 2; d <= n; ++d) {
      nodes.nodes.push_back(trees.graph().neighbour(isolated, d));
      links.links.push_back({isolated, d});
    }
    for (const StarFaults& faults : {nodes, links}) {
      const StarCopies copies =
          star_copies(StarAlgorithm::kStatic, trees, {2, n - 1}, kNoNode, faults);
      EXPECT_EQ(copies.least[static_cast<std::size_t>(isolated)], 0);
      EXPECT_EQ(copies.received[static_cast<std::size_t>(isolated)], 0);
      EXPECT_EQ(copies.guarantee, 0);
    }
  }
}

TEST(StarFaults, OfOneNodeStopTheWalkWithAcknowledgements) {
  for (const auto& [n, pairs, cut_off] : {std::tuple(3, 20, 0), {4, 506, 52}, {5, 14042, 909}}) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    const StarFaults faults{{1}, {}, 1};
    const StarCopies walk =
        star_copies(StarAlgorithm::kAcknowledged, trees, {1, n - 1}, kNoNode, faults);
    const StarCopies fixed =
        star_copies(StarAlgorithm::kStatic, trees, {1, n - 1}, kNoNode, faults);

    EXPECT_EQ(total(walk.histogram), pairs);
    EXPECT_EQ(walk.histogram[0], cut_off);
    EXPECT_FALSE(walk.guarantee.has_value());
    EXPECT_EQ(total(fixed.histogram), pairs);
    EXPECT_EQ(fixed.histogram[static_cast<std::size_t>(n - 2)] +
                  fixed.histogram[static_cast<std::size_t>(n - 1)],
              pairs);
  }
}

TEST(StarFaults, DoNotCountTwice) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const Node other = trees.graph().neighbour(3, 2);
  const StarFaults faults{{7, 7}, {{3, 2}, {other, 2}}, 1};

  EXPECT_EQ(star_copies(StarAlgorithm::kTrees, trees, {1, 3}, 0, faults).guarantee, 1);
}

TEST(StarFaults, AfterTheRunTakeNothing) {
  for (const StarAlgorithm algorithm : kStarAlgorithms) {
    if (algorithm == StarAlgorithm::kAcknowledged) continue;
    const StarCase c{algorithm, 4, StarRule::kQ, {2, 2}, 5};
    const StarTrees trees = c.trees();
    const StarFaults late{{1, 2, 3}, {}, predict(c, trees).steps + 1};
    EXPECT_EQ(copies(c, trees, late).received, copies(c, trees, {}).received) << c;
  }
}

TEST(StarFaults, OfTheSourceLeaveNoGuarantee) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarFaults faults{{5}, {}, 1};

  EXPECT_FALSE(star_copies(StarAlgorithm::kTrees, trees, {1, 3}, 5, faults).guarantee.has_value());
  EXPECT_FALSE(
      star_copies(StarAlgorithm::kFurthestFirst, trees, {1, 3}, 5, faults).guarantee.has_value());
  EXPECT_EQ(total(star_copies(StarAlgorithm::kTrees, trees, {1, 3}, 5, faults).received), 0);
  EXPECT_EQ(star_copies(StarAlgorithm::kStatic, trees, {1, 3}, kNoNode, faults).guarantee, 2);
}

TEST(StarFaults, SayWhereTheCopiesComeFrom) {
  EXPECT_NE(copies_source().find("last dead link"), std::string::npos);
  EXPECT_NE(guarantee_source().find("x - f"), std::string::npos);
}

}  // namespace
}  // namespace flitwise::theory
