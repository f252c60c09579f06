// Where dimension order leads, and what may come from where.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "tb/kit/kit.h"
#include "tb/kit/place.h"

namespace flitwise::kit::place_test {

TEST(KitPlace, AllowsSixteenPairsOfPortsInTheMidstOfAMesh) {
  const Mesh mesh;
  for (const bool y_first : {false, true}) {
    Mesh ordered = mesh;
    ordered.y_first = y_first;
    int pairs = 0;
    for (int in = 0; in < kPorts; ++in)
      for (int out = 0; out < kPorts; ++out)
        if (ordered.destination({3, 3}, in, out)) ++pairs;
    EXPECT_EQ(pairs, 16);
    EXPECT_EQ(ordered.destination({3, 3}, kPlusY, kPlusX).has_value(), y_first);
    EXPECT_EQ(ordered.destination({3, 3}, kPlusX, kPlusY).has_value(), !y_first);
  }
}

TEST(KitPlace, LetsFlitsComeOnlyAsEveryRouterOfTheirWaySendsThem) {
  Mesh mesh;
  mesh.side_x = 4;
  mesh.side_y = 3;
  for (const auto& [wraps, y_first] : {std::pair(false, false), std::pair(false, true),
                                       std::pair(true, false), std::pair(true, true)}) {
    mesh.wraps = wraps;
    mesh.y_first = y_first;
    std::set<std::tuple<Place, int, Place>> arrivals;
    for (std::uint32_t from = 0; from < 12; ++from)
      for (std::uint32_t to = 0; to < 12; ++to) {
        Place at{from % 4, from / 4};
        const Place end{to % 4, to / 4};
        int in = kPe;
        while (!(at == end)) {
          arrivals.insert({at, in, end});
          const int out = mesh.way(at, end);
          at = *mesh.neighbour(at, out);
          in = opposite(out);
        }
        if (from != to) arrivals.insert({at, in, end});
      }
    for (std::uint32_t x = 0; x < 4; ++x)
      for (std::uint32_t y = 0; y < 3; ++y)
        for (int in = 0; in < kPorts; ++in)
          for (std::uint32_t to = 0; to < 12; ++to) {
            const Place end{to % 4, to / 4};
            EXPECT_EQ(mesh.may_come({x, y}, in, end), arrivals.count({{x, y}, in, end}) != 0)
                << text_of(Place{x, y}) << " " << port_name(in) << " " << text_of(end);
          }
  }
}

TEST(KitPlace, HasNoNeighboursBeyondTheEdge) {
  const Mesh mesh;
  EXPECT_FALSE(mesh.has_port({0, 0}, kMinusX));
  EXPECT_FALSE(mesh.has_port({7, 7}, kPlusY));
  EXPECT_TRUE(mesh.destinations({7, 3}, kPlusX).empty());
  EXPECT_EQ(mesh.neighbour({7, 3}, kMinusX)->x, 6U);
}

TEST(KitPlace, GoesTheShorterWayRoundTheRingsOfATorus) {
  Mesh torus;
  torus.side_x = 5;
  torus.side_y = 6;
  torus.wraps = true;
  EXPECT_EQ(torus.way({4, 0}, {1, 0}), kPlusX);
  EXPECT_EQ(torus.hops_x({4, 0}, {1, 0}), 2);
  EXPECT_EQ(torus.way({0, 0}, {3, 0}), kMinusX);
  EXPECT_EQ(torus.hops_y({0, 4}, {0, 1}), 3) << "of two ways as long +";
  EXPECT_EQ(torus.way({2, 1}, {2, 0}), kMinusY);
  EXPECT_EQ(*torus.neighbour({0, 0}, kMinusX), (Place{4, 0}));
  EXPECT_EQ(*torus.neighbour({0, 5}, kPlusY), (Place{0, 0}));
  EXPECT_TRUE(torus.crosses_dateline({4, 2}, kPlusX));
  EXPECT_TRUE(torus.crosses_dateline({1, 0}, kMinusY));
  EXPECT_FALSE(torus.crosses_dateline({3, 2}, kPlusX));
  EXPECT_FALSE(Mesh().crosses_dateline({7, 2}, kPlusX));
  // All sixteen pairs at every place, for none is at an edge.
  for (std::uint32_t x = 0; x < 5; ++x)
    for (std::uint32_t y = 0; y < 6; ++y) {
      int pairs = 0;
      for (int in = 0; in < kPorts; ++in)
        for (int out = 0; out < kPorts; ++out)
          if (torus.destination({x, y}, in, out)) ++pairs;
      EXPECT_EQ(pairs, 16) << x << " " << y;
    }
}

TEST(KitPlace, TriesRoutersOfToriAtAllOfFiveBySix) {
  own::RouterDescription router;
  router.family = own::Family::kTorus;
  router.flit.x = {0, 3};
  router.flit.y = {3, 3};
  router.coordinates = own::CoordinatePins::kInputs;
  EXPECT_EQ(places_for(router, {kWay}).size(), 30U);
  EXPECT_EQ(places_for(router, {kNoCircle}).size(), 30U);
}

// Where one model serves all of them.
TEST(KitPlace, IsEveryOneOfAMeshWhereARouterLearnsItsPlaceByInputs) {
  own::RouterDescription router;
  router.flit.x = {0, 3};
  router.flit.y = {3, 2};
  router.coordinates = own::CoordinatePins::kInputs;
  const std::vector<Place> places = places_for(router, {kWay});
  EXPECT_EQ(std::set<Place>(places.begin(), places.end()).size(), 8U * 4U);
  EXPECT_EQ(places.size(), 8U * 4U);
  EXPECT_EQ(places.front(), (Place{1, 1}));
  EXPECT_EQ(places_for(router, {kRate}).size(), 1U);

  router.coordinates = own::CoordinatePins::kParameters;
  EXPECT_EQ(places_for(router, {kWay}).size(), 9U);
}

}  // namespace flitwise::kit::place_test
