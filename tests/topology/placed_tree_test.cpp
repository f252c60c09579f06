#include "systemc/topology/placed_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise {
namespace {

using testing::ElementsAre;

// Nodes 0, 2, 4 and 5 of a network of 6; node 4 is the root.
PlacedTree placed() { return {4, {2, -1, 4, -1, -1, 2}}; }

std::string refusal(Node root, const std::vector<Node>& parents) {
  try {
    const PlacedTree tree(root, parents);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "";
}

TEST(PlacedTree, NumbersTheRootFirstThenNodesByTheirNumber) {
  EXPECT_THAT(placed().node_of, ElementsAre(4, 0, 2, 5));
  EXPECT_THAT(placed().pe_of, ElementsAre(1, -1, 2, -1, 0, 3));
  EXPECT_THAT(placed().tree.parents(), ElementsAre(-1, 2, 0, 2));
}

TEST(PlacedTree, AnswersInNodeNumbers) {
  const PlacedTree tree = placed();

  EXPECT_EQ(tree.nodes(), 6);
  EXPECT_EQ(tree.root(), 4);
  EXPECT_EQ(tree.parent(4), kNoNode);
  EXPECT_EQ(tree.parent(5), 2);
  EXPECT_THAT(tree.children(2), ElementsAre(0, 5));
  EXPECT_EQ(tree.depth(5), 2);
  EXPECT_EQ(tree.root_link(5), 2);
  EXPECT_TRUE(tree.holds(2));
  EXPECT_FALSE(tree.holds(3));
}

TEST(PlacedTree, TakesNumbersAndValuesThereAndBack) {
  const PlacedTree tree = placed();

  EXPECT_THAT(tree.nodes_of({0, 3}), ElementsAre(4, 5));
  EXPECT_THAT(tree.pes_of({4, 5}), ElementsAre(0, 3));
  EXPECT_THAT(tree.by_pe(std::vector<Flits>{10, 11, 12, 13, 14, 15}), ElementsAre(14, 10, 12, 15));
  EXPECT_THAT(tree.by_node(std::vector<Flits>{14, 10, 12, 15}), ElementsAre(10, 0, 12, 0, 14, 15));
  EXPECT_THAT(tree.by_node(std::vector<Flits>{}), ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(PlacedTree, ShowsEventsInNodeNumbersSorted) {
  const std::vector<LinkEvent> events{{3, 0, 2, FlitKind::kData, 3, 1, 0, 0},
                                      {3, 2, 1, FlitKind::kData, 1, 1, 0, 0}};

  EXPECT_THAT(placed().in_nodes(events),
              ElementsAre(LinkEvent{3, 2, 0, FlitKind::kData, 0, 1, 0, 0},
                          LinkEvent{3, 4, 2, FlitKind::kData, 5, 1, 0, 0}));
}

TEST(PlacedTree, OfATreeKeepsItsNumbers) {
  const PlacedTree tree = Tree({-1, 0, 0});

  EXPECT_THAT(tree.node_of, ElementsAre(0, 1, 2));
  EXPECT_THAT(tree.pe_of, ElementsAre(0, 1, 2));
  EXPECT_EQ(tree.root(), 0);
}

TEST(PlacedTree, RefusesWhatIsNoTree) {
  EXPECT_EQ(refusal(3, {-1, 0, 0}), "the root must be a node from 0 to 2, got 3");
  EXPECT_EQ(refusal(1, {-1, 0, 0}), "the root 1 must have no parent, got 0");
  EXPECT_EQ(refusal(0, {-1, 2, -1}), "node 1 has the parent 2, which is not in the tree");
  EXPECT_EQ(refusal(0, {-1, 7, -1}), "node 1 has the parent 7, which is not in the tree");
  EXPECT_NE(refusal(0, {-1, 2, 1}), "");
}

}  // namespace
}  // namespace flitwise
