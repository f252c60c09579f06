// Where nodes stand in drawings.
#include "sim/run/family/node_places.h"

#include <gtest/gtest.h>

#include <set>

#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise {
namespace {

std::set<std::pair<double, double>> distinct(const std::vector<NodePlace>& places) {
  std::set<std::pair<double, double>> all;
  for (const NodePlace& place : places) all.emplace(place.x, place.y);
  return all;
}

TEST(TreePlaces, ParentsAreAboveTheMiddleOfTheirChildren) {
  const std::vector<NodePlace> places = tree_places({kNoNode, 0, 0, 1, 1});

  EXPECT_EQ(places[0].y, 0);
  EXPECT_EQ(places[1].y, 1);
  EXPECT_EQ(places[3].y, 2);
  EXPECT_EQ(places[1].x, (places[3].x + places[4].x) / 2);
  EXPECT_EQ(places[0].x, (places[1].x + places[2].x) / 2);
}

TEST(TreePlaces, NoTwoNodesShareAPlace) {
  EXPECT_EQ(distinct(tree_places(complete_parents(3, 4))).size(), 121U);
}

TEST(TreePlaces, PathsMayBeLong) {
  const std::vector<NodePlace> places = tree_places(path_parents(4096));

  EXPECT_EQ(places.back().y, 4095);
  EXPECT_EQ(places.back().x, places.front().x);
}

TEST(GridPlaces, TheFirstDimensionRunsRightAndTheSecondDown) {
  const std::vector<NodePlace> places = grid_places({3, 2});

  EXPECT_EQ(places[1].x, 1);
  EXPECT_EQ(places[1].y, 0);
  EXPECT_EQ(places[3].x, 0);
  EXPECT_EQ(places[3].y, 1);
}

TEST(GridPlaces, MoreDimensionsAreBlocksSideBySide) {
  const std::vector<NodePlace> places = grid_places({3, 2, 2, 2});

  EXPECT_EQ(places[6].x, 4);
  EXPECT_EQ(places[6].y, 0);
  EXPECT_EQ(places[12].y, 3);
  EXPECT_EQ(distinct(places).size(), 24U);
}

}  // namespace
}  // namespace flitwise
