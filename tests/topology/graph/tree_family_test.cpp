// What is wrong with families of trees; rules for whole kinds of graphs; lower trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/lower_trees.h"
#include "systemc/topology/graph/split_mix.h"
#include "systemc/topology/graph/tree_rules.h"

namespace flitwise::tree_family_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Le;

const Graph& square() {
  static const Graph graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {"amy", "bob", "cat", "dan"});
  return graph;
}

TEST(TreeFamily, TellsWhatIsWrongWithATreeByNames) {
  const auto faults = [](const Parents& tree) {
    return faults_of(square(), {Disjoint::kLinks, {tree}});
  };
  EXPECT_THAT(faults({-1, 0, 1, 2}), IsEmpty());
  EXPECT_THAT(faults({-1, 0, 1}), ElementsAre("tree 0: has 3 parents, and the graph has 4 nodes"));
  EXPECT_THAT(faults({-1}), ElementsAre("tree 0: has 1 parent, and the graph has 4 nodes"));
  EXPECT_THAT(faults({-1, 0, 7, 2}),
              ElementsAre("tree 0: the parent of node cat is 7, which is no node"));
  EXPECT_THAT(faults({-1, 0, -2, 2}),
              ElementsAre("tree 0: the parent of node cat is -2, which is no node"));
  EXPECT_THAT(faults({-1, 0, -1, 2}),
              ElementsAre("tree 0: does not span the graph: nodes amy and cat have no parents"));
  EXPECT_THAT(faults({-1, 0, 0, 2}),
              ElementsAre("tree 0: there is no link from node amy to its child cat"));
  EXPECT_THAT(faults({-1, 2, 1, 0}),
              ElementsAre("tree 0: goes in a circle: the way up from node bob has no end"));
  EXPECT_THAT(faults({1, 2, 3, 0}),
              ElementsAre("tree 0: goes in a circle: the way up from node amy has no end"));
}

TEST(TreeFamily, TellsWhichTreesShareALinkOrAnArc) {
  const Parents east{-1, 0, 1, 2};
  const Parents west{-1, 2, 3, 0};
  const auto faults = [&](Disjoint disjoint, const Parents& other) {
    return faults_of(square(), {disjoint, {east, other}});
  };
  EXPECT_THAT(faults(Disjoint::kArcs, west), IsEmpty());
  EXPECT_THAT(faults(Disjoint::kLinks, west),
              ElementsAre("tree 0 and tree 1: both use the link bob -- cat",
                          "tree 0 and tree 1: both use the link cat -- dan"));
  EXPECT_THAT(faults(Disjoint::kArcs, {-1, 0, 3, 0}),
              ElementsAre("tree 0 and tree 1: both use the arc amy -> bob"));
  EXPECT_THAT(faults(Disjoint::kArcs, {1, -1, 1, 2}),
              ElementsAre("tree 1: its root is node bob, and that of trees before it node amy",
                          "tree 0 and tree 1: both use the arc bob -> cat",
                          "tree 0 and tree 1: both use the arc cat -> dan"));
}

Parents random_tree(Node nodes, SplitMix& draw) {
  Parents tree{kNoNode};
  for (Node v = 1; v < nodes; ++v)
    tree.push_back(static_cast<Node>(draw.below(static_cast<std::size_t>(v))));
  return tree;
}

// Against all roots.
TEST(TreeFamily, HangsTreesFromTheirCentres) {
  SplitMix draw(3);
  for (int k = 0; k < 200; ++k) {
    const Parents tree = random_tree(static_cast<Node>(1 + draw.below(20)), draw);
    Node least = 1000;
    Node most = 0;
    for (Node root = 0; root < static_cast<Node>(tree.size()); ++root) {
      const Parents hung = hung_from(tree, root);
      ASSERT_EQ(root_of(hung), root);
      least = std::min(least, heights_of({hung})[0]);
      most = std::max(most, heights_of({hung})[0]);
    }
    EXPECT_EQ(heights_of({hung_from_centre(tree)})[0], least);
    EXPECT_EQ(diameter_of(tree), most);
  }
}

TEST(TreeRules, AreArcDisjointOnHypercubesWithHeightKPlus1) {
  for (Node k = 2; k <= 8; ++k) {
    const std::string shape = "hypercube:" + std::to_string(k);
    const auto trees = arcs_by_rule(shape);
    ASSERT_TRUE(trees);
    EXPECT_EQ(static_cast<Node>(trees->size()), k);
    EXPECT_THAT(faults_of(make_graph(shape), {Disjoint::kArcs, *trees}), IsEmpty()) << shape;
    EXPECT_THAT(heights_of(*trees), Each(k + 1)) << shape;
  }
}

TEST(TreeRules, AreArcDisjointOnToriWithTheHeightsOfTheRule) {
  for (const std::vector<Node>& sides : std::vector<std::vector<Node>>{{3},
                                                                       {7},
                                                                       {3, 3},
                                                                       {4, 4},
                                                                       {3, 5},
                                                                       {8, 8},
                                                                       {3, 3, 3},
                                                                       {4, 3, 5},
                                                                       {4, 4, 4},
                                                                       {3, 3, 3, 3}}) {
    std::string shape = "torus";
    Node sum = 0;
    for (const Node side : sides) {
      shape += (sum == 0 ? ":" : ",") + std::to_string(side);
      sum += side - 1;
    }
    const auto trees = arcs_by_rule(shape);
    ASSERT_TRUE(trees) << shape;
    EXPECT_EQ(trees->size(), 2 * sides.size());
    EXPECT_THAT(faults_of(make_graph(shape), {Disjoint::kArcs, *trees}), IsEmpty()) << shape;
    const std::vector<Node> heights = heights_of(*trees);
    for (std::size_t t = 0; t < heights.size(); ++t)
      EXPECT_EQ(heights[t], sides.size() == 1 ? sum : std::max(sum, sum - sides[t / 2] + 3))
          << shape << " tree " << t;
  }
}

TEST(TreeRules, AreRuleQOnStarGraphs) {
  for (const auto& [shape, height] :
       {std::pair("star:3", 5), {"star:4", 6}, {"star:5", 8}, {"star:6", 10}}) {
    const auto trees = arcs_by_rule(shape);
    ASSERT_TRUE(trees);
    EXPECT_THAT(faults_of(make_graph(shape), {Disjoint::kArcs, *trees}), IsEmpty()) << shape;
    EXPECT_THAT(heights_of(*trees), Each(height)) << shape;
  }
}

TEST(TreeRules, AreAsLowAsTheyCanBeOnCompleteGraphs) {
  for (const Node nodes : {3, 4, 9, 128}) {
    const std::string shape = "complete:" + std::to_string(nodes);
    const auto trees = arcs_by_rule(shape);
    ASSERT_TRUE(trees);
    EXPECT_EQ(static_cast<Node>(trees->size()), nodes - 1);
    EXPECT_THAT(faults_of(make_graph(shape), {Disjoint::kArcs, *trees}), IsEmpty()) << shape;
    EXPECT_THAT(heights_of(*trees), Each(2)) << shape;
  }
}

TEST(TreeRules, AreNotKnownForOtherGraphs) {
  for (const char* shape :
       {"star:2", "torus:2,4", "mesh:4,4", "petersen", "torus.dot", "complete:2"})
    EXPECT_FALSE(arcs_by_rule(shape)) << shape;
}

struct Lowered {
  const char* shape;
  std::vector<Node> arcs;   // heights, highest first
  std::vector<Node> links;  // the same, own roots
};

// Least heights but for the links of PolarFly, of which trees of height 3 are known.
TEST(LowerTrees, ReachHeightsThatAreKnownToBeTheLeast) {
  for (const Lowered& row :
       {Lowered{"torus:4,4", {5, 5, 5, 5}, {4, 4}}, Lowered{"torus:5,5", {6, 6, 6, 6}, {4, 4}},
        Lowered{"hypercube:4", {5, 5, 5, 5}, {4, 4}}, Lowered{"star:4", {6, 6, 6}, {4}},
        Lowered{"polarfly:3", {4, 4, 4}, {3, 3}},
        Lowered{"hyperx:4,4", {3, 3, 3, 3, 3, 3}, {3, 3, 3}},
        Lowered{"dragonfly:4,2", {6, 6, 6, 6, 6}, {4, 4}}}) {
    const Graph graph = make_graph(row.shape);
    const std::vector<Parents> arcs =
        lower_arcs(graph, pack_arcs(graph, 0, least_cut(graph, 0).links), {});
    const std::vector<Parents> links = lower_links(graph, pack_links(graph).trees, Roots::kOwn, {});
    EXPECT_THAT(faults_of(graph, {Disjoint::kArcs, arcs}), IsEmpty()) << row.shape;
    EXPECT_THAT(faults_of(graph, {Disjoint::kLinks, links}), IsEmpty()) << row.shape;
    const auto sorted = [](std::vector<Node> heights) {
      std::sort(heights.rbegin(), heights.rend());
      return heights;
    };
    EXPECT_EQ(sorted(heights_of(arcs)), row.arcs) << row.shape;
    EXPECT_EQ(sorted(heights_of(links)), row.links) << row.shape;
  }
}

TEST(LowerTrees, KeepRootsAndNumberOfTreesAndAreDisjointOnDrawnGraphs) {
  SplitMix draw(4);
  for (int k = 0; k < 5; ++k) {
    const auto nodes = static_cast<Node>(8 + 2 * draw.below(10));
    const std::string shape = "regular:" + std::to_string(nodes) + "," +
                              std::to_string(3 + draw.below(4)) + "," + std::to_string(k);
    const Graph graph = make_graph(shape);
    const auto root = static_cast<Node>(draw.below(static_cast<std::size_t>(nodes)));
    const std::vector<Parents> grown = pack_arcs(graph, root, least_cut(graph, root).links);
    const std::vector<Parents> arcs = lower_arcs(graph, grown, {});
    EXPECT_THAT(faults_of(graph, {Disjoint::kArcs, arcs}), IsEmpty()) << shape;
    EXPECT_EQ(arcs.size(), grown.size()) << shape;
    for (const Parents& tree : arcs) EXPECT_EQ(root_of(tree), root) << shape;
    EXPECT_FALSE(are_lower(grown, arcs)) << shape;
    EXPECT_EQ(lower_arcs(graph, grown, {}), arcs) << shape;

    const std::vector<Parents> packed = pack_links(graph).trees;
    for (const Roots roots : {Roots::kOwn, Roots::kCommon}) {
      const std::vector<Parents> links = lower_links(graph, packed, roots, {});
      EXPECT_THAT(faults_of(graph, {Disjoint::kLinks, links}), IsEmpty()) << shape;
      EXPECT_EQ(links.size(), packed.size()) << shape;
      EXPECT_FALSE(are_lower(packed, links)) << shape;
      for (const Parents& tree : links)
        EXPECT_TRUE(roots == Roots::kOwn || root_of(tree) == 0) << shape;
    }
  }
}

TEST(LowerTrees, EndAtTheirGoal) {
  const Graph graph = make_graph("torus:8,8");
  const std::vector<Parents> grown = pack_arcs(graph, 0, 4);
  EXPECT_THAT(heights_of(lower_arcs(graph, grown, {1, 15})), Each(Le(15)));
  EXPECT_EQ(lower_arcs(graph, grown, {1, 21}), grown);
}

}  // namespace
}  // namespace flitwise::tree_family_test
