#include "systemc/topology/cover/cover.h"
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise::cover_test {
namespace {

using testing::ElementsAre;
using Parents = std::vector<std::vector<Node>>;

// 0 1 2
// 3 4 5
const Grid kMesh(GridKind::kMesh, 2, 3);

std::string refusal_of(Node root, const Parents& parents) {
  return flitwise::test::refusal_of<TopologyError>(
      [&] { const Cover cover("test", kMesh, root, parents); });
}

// Rooted at 4: north and along row 0; along row 1.
Cover rooted_at_4() { return {"test", kMesh, 4, {{1, 4, 1, -1, -1, -1}, {3, -1, -1, 4, -1, 4}}}; }

TEST(Cover, KeepsWhatItWasGiven) {
  const Cover cover = rooted_at_4();

  EXPECT_EQ(cover.name(), "test");
  EXPECT_EQ(cover.size(), 6);
  EXPECT_EQ(cover.root(), 4);
  EXPECT_EQ(cover.tree_count(), 2);
  EXPECT_THAT(cover.parents(1), ElementsAre(3, -1, -1, 4, -1, 4));
}

TEST(Cover, NumbersTheNodesOfATreeFromTheRootByTheirNumber) {
  const PlacedTree tree = rooted_at_4().tree(0);

  EXPECT_THAT(tree.node_of, ElementsAre(4, 0, 1, 2));
  EXPECT_THAT(tree.pe_of, ElementsAre(1, 2, 3, -1, 0, -1));
  EXPECT_THAT(tree.tree.parents(), ElementsAre(-1, 2, 0, 2));
}

TEST(Cover, KnowsWhichTreesHoldANode) {
  const Cover cover = rooted_at_4();

  EXPECT_TRUE(cover.tree(0).holds(0));
  EXPECT_FALSE(cover.tree(0).holds(5));
  EXPECT_TRUE(cover.tree(1).holds(0));
  EXPECT_TRUE(cover.tree(0).holds(4));
  EXPECT_TRUE(cover.tree(1).holds(4));
}

TEST(Cover, NamesTheRootLinkAboveANodeByItsOtherEnd) {
  const Cover cover = rooted_at_4();

  EXPECT_EQ(cover.tree(0).root_link(2), 1);
  EXPECT_EQ(cover.tree(1).root_link(0), 3);
  EXPECT_EQ(cover.tree(1).root_link(5), 5);
}

TEST(Cover, RefusesToBeEmpty) { EXPECT_EQ(refusal_of(0, {}), "a cover needs at least one tree"); }

TEST(Cover, RefusesARootThatIsNoNode) {
  EXPECT_EQ(refusal_of(6, {{-1, 0, 1, 0, 1, 2}}), "the root must be a node from 0 to 5, got 6");
  EXPECT_EQ(refusal_of(-1, {{-1, 0, 1, 0, 1, 2}}), "the root must be a node from 0 to 5, got -1");
}

TEST(Cover, RefusesATreeWithoutAnEntryPerNode) {
  EXPECT_EQ(refusal_of(0, {{-1, 0, 1, 0, 1, 2}, {-1, 0}}),
            "tree 1 must have one parent per node: 6, got 2");
}

TEST(Cover, RefusesAParentOfTheRoot) {
  EXPECT_EQ(refusal_of(0, {{1, 0, 1, 0, 1, 2}}), "tree 0: the root 0 must have no parent, got 1");
}

TEST(Cover, RefusesATreeOverALinkThatIsNotThere) {
  EXPECT_EQ(refusal_of(0, {{-1, 0, 1, 2, 1, 2}}),
            "tree 0: node 3 has no link to its parent 2 in the mesh 2 x 3");
  EXPECT_EQ(refusal_of(0, {{-1, 0, 6, 0, 1, 2}}),
            "tree 0: node 2 has no link to its parent 6 in the mesh 2 x 3");
  EXPECT_EQ(refusal_of(0, {{-1, 0, 1, -7, 1, 2}}),
            "tree 0: node 3 has no link to its parent -7 in the mesh 2 x 3");
}

TEST(Cover, RefusesATreeThatGoesInCircles) {
  EXPECT_EQ(refusal_of(0, {{-1, 2, 5, 0, 1, 4}}), "tree 0: node 1 is not connected to the root");
}

TEST(Cover, RefusesAParentOutsideTheTree) {
  EXPECT_EQ(refusal_of(0, {{-1, 0, 1, 0, 3, -1}, {-1, -1, 5, -1, -1, -1}}),
            "tree 1: node 2 is not connected to the root");
}

TEST(Cover, RefusesALinkInTwoTrees) {
  EXPECT_EQ(refusal_of(0, {{-1, 0, 1, 0, 1, 2}, {-1, -1, -1, 0, -1, -1}}),
            "link 0-3 is in tree 0 and in tree 1");
  EXPECT_EQ(refusal_of(0, {{-1, 0, -1, -1, 1, 4}, {-1, 4, 1, 0, 3, -1}}),
            "link 1-4 is in tree 0 and in tree 1");
}

TEST(Cover, RefusesToMissANode) {
  EXPECT_EQ(refusal_of(0, {{-1, 0, 1, -1, -1, -1}, {-1, -1, -1, 0, 3, -1}}),
            "node 5 is in no tree");
}

}  // namespace
}  // namespace flitwise::cover_test
