#include "tb/theory/star/star_votes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "tests/theory/star/star_operations.h"

namespace flitwise::theory {
namespace {

/// Whether the majority of n-1 copies is right at every pair of live and honest nodes.
bool all_won(const StarTrees& trees, const StarFaults& faults, const std::vector<Node>& liars) {
  const StarVotes votes = multinode_votes(trees, {1, trees.graph().degree()}, faults, liars);
  return votes.wrong == 0 && votes.undecided == 0;
}

TEST(StarVotes, StandFewerThanHalfOfTheCopiesThatArrive) {
  EXPECT_EQ(liars_tolerated(1, 0), 0);
  EXPECT_EQ(liars_tolerated(2, 0), 0);
  EXPECT_EQ(liars_tolerated(3, 0), 1);
  EXPECT_EQ(liars_tolerated(4, 0), 1);
  EXPECT_EQ(liars_tolerated(5, 0), 2);
  EXPECT_EQ(liars_tolerated(6, 0), 2);
  EXPECT_EQ(liars_tolerated(6, 1), 2);
  EXPECT_EQ(liars_tolerated(6, 2), 1);
  EXPECT_EQ(liars_tolerated(6, 5), 0);
  EXPECT_EQ(liars_tolerated(6, 6), std::nullopt);
  for (int n = 3; n <= 7; ++n) EXPECT_EQ(liars_tolerated(n - 1, 0), (n - 2) / 2);
}

TEST(StarVotes, AreWonAgainstOneLiarOfThreeCopiesAndLostAgainstTwo) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  int lost = 0;
  for (Node first = 1; first < 24; ++first) {
    EXPECT_TRUE(all_won(trees, {}, {first}));
    for (Node second = first + 1; second < 24; ++second)
      if (!all_won(trees, {}, {first, second})) ++lost;
  }
  EXPECT_GT(lost, 0);
}

TEST(StarVotes, AreWonAgainstALiarBesideASilentElementOfFourCopies) {
  const StarTrees trees(StarGraph(5), StarRule::kQ);
  bool has_tie = false;
  // All other elements are turned into these by translations, which keep the trees of all sources.
  std::vector<StarFaults> elements{{{0}, {}, 1}};
  for (int d = 2; d <= 5; ++d) elements.push_back({{}, {{0, d}}, 1});
  for (const StarFaults& silent : elements) {
    for (Node liar = 1; liar < 120; liar += 17) {
      EXPECT_TRUE(all_won(trees, silent, {liar}));
      has_tie = has_tie || !all_won(trees, silent, {liar, liar % 119 + 1});
    }
  }
  EXPECT_TRUE(has_tie);
}

/// Right copies of a packet at a node less altered ones, counted on the way from node to source.
int majority_at(const StarTrees& trees, Node source, Node node, const std::vector<int>& through,
                const std::set<std::pair<Node, int>>& dead_ends, const std::set<Node>& liars) {
  const StarGraph& graph = trees.graph();
  int majority = 0;
  for (const int tree : through) {
    bool is_lost = false;
    bool is_altered = false;
    for (Node u = graph.relative(node, source); u != 0; u = trees.parent(u, tree)) {
      const Node v = graph.absolute(u, source);
      is_lost = is_lost || dead_ends.count({v, trees.parent_dimension(u, tree)}) > 0;
      is_altered = is_altered || liars.count(v) > 0;
    }
    if (!is_lost) majority += is_altered ? -1 : 1;
  }
  return majority;
}

TEST(StarVotes, OfAMultinodeBroadcastAreThoseOfItsPairs) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarTraffic traffic{4, 2};
  const std::vector<Node> liars{8, 11};
  const StarFaults faults{{3}, {{0, 2}}, 1};
  std::set<std::pair<Node, int>> dead_ends{{0, 2}, {trees.graph().neighbour(0, 2), 2}};
  for (int d = 2; d <= 4; ++d) dead_ends.insert({{3, d}, {trees.graph().neighbour(3, d), d}});
  StarVotes expected;
  for (std::int64_t q = 0; q < 4; ++q)
    for (Node source = 0; source < 24; ++source)
      for (Node node = 0; node < 24; ++node) {
        const auto is_out = [](Node v) { return v == 3 || v == 8 || v == 11; };
        if (node == source || is_out(node) || is_out(source)) continue;
        // Packet q goes through trees 2 + (2q mod 3) and the next one.
        const std::vector<int> through{2 + static_cast<int>(2 * q % 3),
                                       2 + static_cast<int>((2 * q + 1) % 3)};
        const int majority = majority_at(trees, source, node, through, dead_ends, {8, 11});
        ++(majority > 0 ? expected.right : majority < 0 ? expected.wrong : expected.undecided);
      }

  const StarVotes votes = multinode_votes(trees, traffic, faults, liars);

  EXPECT_EQ(votes.right, expected.right);
  EXPECT_EQ(votes.wrong, expected.wrong);
  EXPECT_EQ(votes.undecided, expected.undecided);
  EXPECT_EQ(votes.right + votes.wrong + votes.undecided, 4 * 21 * 20);
  EXPECT_GT(std::min({votes.right, votes.wrong, votes.undecided}), 0);
}

// Whatever is dead from the start, the two ways to count agree where nobody lies.
TEST(StarVotes, OfHonestNodesNeedOneCopy) {
  std::mt19937_64 random(20);
  for (const int n : {3, 4})
    for (int copies = 1; copies < n; ++copies)
      for (int count = 0; count <= 4; ++count) {
        const StarTrees trees(StarGraph(n), StarRule::kQ);
        const StarTraffic traffic{3, copies};
        const StarFaults faults = test::random_faults(trees.graph(), count, random);

        const StarVotes votes = votes_without_liars(
            star_copies(StarAlgorithm::kStatic, trees, traffic, kNoNode, faults));

        const StarVotes expected = multinode_votes(trees, traffic, faults, {});
        EXPECT_EQ(votes.right, expected.right);
        EXPECT_EQ(votes.wrong, 0);
        EXPECT_EQ(expected.wrong, 0);
        EXPECT_EQ(votes.undecided, expected.undecided);
      }
}

}  // namespace
}  // namespace flitwise::theory
