#include "tb/theory/star/star_votes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/theory/star/fault_sets.h"

namespace flitwise::theory {
namespace {

std::vector<int> all_trees(int n) {
  std::vector<int> trees(static_cast<std::size_t>(n - 1));
  std::iota(trees.begin(), trees.end(), 2);
  return trees;
}

/// Whether the majority is right at every node that is neither the source 0 nor in the sets.
bool all_won(const StarTrees& trees, const StarFaults& faults, const std::vector<Node>& liars) {
  const auto is_in = [](const std::vector<Node>& set, Node v) {
    return std::find(set.begin(), set.end(), v) != set.end();
  };
  for (Node v = 1; v < trees.graph().size(); ++v) {
    if (is_in(faults.nodes, v) || is_in(liars, v)) continue;
    const StarVote vote = vote_at(trees, 0, v, all_trees(trees.graph().order()), faults, liars);
    if (!vote.is_won()) return false;
  }
  return true;
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
  int ties = 0;
  for (const StarFaults& silent : test::elements_but(trees.graph(), 0)) {
    for (Node liar = 1; liar < 120; liar += 17) {
      if (silent.nodes == std::vector<Node>{liar}) continue;
      EXPECT_TRUE(all_won(trees, silent, {liar}));
      if (!all_won(trees, silent, {liar, liar % 119 + 1})) ++ties;
    }
  }
  EXPECT_GT(ties, 0);
}

TEST(StarVotes, CountEveryCopyOnce) {
  const StarTrees trees(StarGraph(5), StarRule::kQ);
  const Node node = 77;
  const Node liar = trees.graph().absolute(trees.parent(trees.graph().relative(node, 9), 3), 9);
  const StarFaults dead{
      {}, {{node, trees.parent_dimension(trees.graph().relative(node, 9), 5)}}, 1};

  const StarVote vote = vote_at(trees, 9, node, {2, 3, 4, 5}, dead, {liar});

  EXPECT_EQ(vote.right, 2);
  EXPECT_EQ(vote.altered, 1);
  EXPECT_EQ(vote.lost, 1);
  EXPECT_TRUE(vote.is_won());
}

TEST(StarVotes, OfAMultinodeBroadcastAreThoseOfItsPairs) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  const StarTraffic traffic{4, 2};
  const std::vector<Node> liars{8, 11};
  const StarFaults faults{{3}, {{0, 2}}, 1};
  StarVotes expected;
  for (std::int64_t q = 0; q < 4; ++q)
    for (Node source = 0; source < 24; ++source)
      for (Node node = 0; node < 24; ++node) {
        const auto is_out = [](Node v) { return v == 3 || v == 8 || v == 11; };
        if (node == source || is_out(node) || is_out(source)) continue;
        // Packet q goes through trees 2 + (2q mod 3) and the next one.
        const std::vector<int> through{2 + static_cast<int>(2 * q % 3),
                                       2 + static_cast<int>((2 * q + 1) % 3)};
        const StarVote vote = vote_at(trees, source, node, through, faults, liars);
        ++(vote.right > vote.altered   ? expected.right
           : vote.altered > vote.right ? expected.wrong
                                       : expected.undecided);
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

        const StarVotes votes = votes_without_liars(multinode_copies(trees, traffic, faults));

        const StarVotes expected = multinode_votes(trees, traffic, faults, {});
        EXPECT_EQ(votes.right, expected.right);
        EXPECT_EQ(votes.wrong, 0);
        EXPECT_EQ(expected.wrong, 0);
        EXPECT_EQ(votes.undecided, expected.undecided);
      }
}

}  // namespace
}  // namespace flitwise::theory
