// star_collectives_test.cpp: rounds and trees of star graphs, held to tables and to runs.
#include "tb/theory/collective/star_collectives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "tb/theory/collective/collective_lower_bounds.h"
#include "tb/theory/collective/crossing_length.h"
#include "tb/theory/combining/network_combining.h"
#include "tb/theory/star/star_theory.h"
#include "tests/theory/collective/combining_run.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace star_collectives_test {

using test::all_gather;
using test::all_reduce;
using test::barrier;
using test::CombiningCase;
using test::reduce;
using test::reduce_scatter;

TEST(StarCollectives, GatherInAsFewRoundsAsTheirLinksNeed) {
  const Step rounds[] = {3, 8, 30, 144}, walks[] = {5, 23, 119, 719};
  for (int n = 3; n <= 6; ++n) {
    const StarGraph graph(n);
    EXPECT_EQ(star_rounds(all_gather(1), graph).done, rounds[n - 3]);
    EXPECT_EQ(predict_star(StarAlgorithm::kStatic, StarTrees(graph, StarRule::kQ), {}).steps,
              walks[n - 3]);
    for (Flits packets = 1; packets <= 4 * n; ++packets) {
      const Flits whole = packets / (n - 1), rest = packets % (n - 1);
      EXPECT_EQ(star_rounds(all_gather(packets), graph).done,
                whole * walks[n - 3] + rest * rounds[n - 3]);
      EXPECT_EQ(star_lower_bound(all_gather(packets), graph).done,
                star_rounds(all_gather(packets), graph).done);
    }
  }
}

TEST(StarCollectives, ReduceBackwardsAndAllReduceBothWays) {
  const StarGraph graph(4);
  EXPECT_EQ(star_rounds(reduce_scatter(24), graph).done, 8);
  EXPECT_EQ(star_rounds(reduce_scatter(24, 2), graph).done, 8 * 3);
  EXPECT_EQ(star_rounds(reduce_scatter(24, 2), graph).finish, 8 * 3 - 2);
  EXPECT_EQ(star_rounds(all_reduce(24, 2), graph).done, 2 * 8 + 2 * 8);
  EXPECT_EQ(star_rounds(barrier(2), graph).done, 2 * 8 + 2 * 8);
  for (int n = 4; n <= 6; ++n) {
    const CollectiveRequest request = all_reduce(StarGraph(n).size());
    EXPECT_EQ(star_rounds(request, StarGraph(n)).done,
              star_lower_bound(request, StarGraph(n)).done);
  }
}

TEST(StarCollectives, HaveTreesOfTheseHeights) {
  const int heights[] = {5, 6, 8, 10, 11};
  for (int n = 3; n <= 7; ++n)
    EXPECT_EQ(StarTrees(StarGraph(n), StarRule::kQ).height(), heights[n - 3]) << n;
}

// Links up the trees are as disjoint as those down.
TEST(StarCollectives, HaveTreesWithoutACommonLinkUpwards) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarTrees trees(StarGraph(5), rule);
    for (Node u = 1; u < trees.graph().size(); ++u) {
      std::set<int> dimensions;
      for (int tree = 2; tree <= 5; ++tree) dimensions.insert(trees.parent_dimension(u, tree));
      EXPECT_EQ(dimensions.size(), 4u);
    }
  }
}

TEST(StarCollectives, AddUpTheTreesInTheStepsOfARunOnEach) {
  for (int n = 3; n <= 4; ++n) {
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule);
      for (Flits words = 1; words <= 11; ++words) {
        for (const Step add : {0, 2}) {
          Step reduced = 0, turned = 0;
          for (int tree = 2; tree <= n; ++tree) {
            const Flits share = (words + n - tree) / (n - 1);
            if (share == 0) continue;
            std::vector<Node> parents{kNoNode};
            for (Node u = 1; u < trees.graph().size(); ++u)
              parents.push_back(trees.parent(u, tree));
            CombiningCase what;
            what.tree = PlacedTree(0, parents);
            what.words = share;
            what.add = add;
            what.depth = 2;
            const test::CombiningRun run = run_combining(what);
            reduced = std::max(reduced, run.reduced);
            turned = std::max(turned, run.done - run.reduced + share - 1);
          }
          EXPECT_EQ(star_tree_reduction(reduce(words, add), trees).done, reduced);
          EXPECT_EQ(star_tree_reduction(all_reduce(words, add), trees).done, reduced + turned);
        }
      }
    }
  }
}

TEST(StarCollectives, PreferOneTreeForShortVectors) {
  const Flits last[] = {13, 9, 11, 7};
  for (int n = 4; n <= 7; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    const auto one = [&](Flits words) {
      return star_in_network(all_reduce(words), trees.graph()).done;
    };
    const auto all = [&](Flits words) {
      return star_tree_reduction(all_reduce(words), trees).done;
    };
    EXPECT_EQ(crossing_length(one, all), last[n - 4] + 1) << n;
  }
}

TEST(StarCollectives, SayNothingOfWhatTheyDoNotDo) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  EXPECT_FALSE(star_rounds(reduce(4), trees.graph()).done);
  EXPECT_FALSE(star_tree_reduction(reduce_scatter(4), trees).done);
  CollectiveRequest late = barrier();
  late.start.assign(24, 0);
  late.start[7] = 2;
  EXPECT_FALSE(star_rounds(late, trees.graph()).done);
  EXPECT_FALSE(star_tree_reduction(late, trees).done);
}

}  // namespace star_collectives_test
}  // namespace flitwise::theory
