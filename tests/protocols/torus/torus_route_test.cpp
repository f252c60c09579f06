#include "systemc/protocols/torus/torus_route.h"
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace flitwise::protocols::test::torus_route_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename Call>
std::string refusal(const Call& call) {
  return flitwise::test::refusal_of<TopologyError>([&] { call(); });
}

TEST(TorusRoute, HoldsSevenBitsOfSignedHopsPerDimension) {
  EXPECT_EQ(route_of({3}, {0}), 3U);
  EXPECT_EQ(route_of({-1}, {0}), 0x7FU);
  EXPECT_EQ(route_of({1, -2, 3, -63}, {0, 1, 2, 3}), 1U | 0x7EU << 7 | 3U << 14 | 0x41U << 21);
}

TEST(TorusRoute, PutsTheDimensionThatIsRoutedFirstLowest) {
  EXPECT_EQ(route_of({5, -2}, {1, 0}), 0x7EU | 5U << 7);
  EXPECT_EQ(port_of({5, -2}, {1, 0}), 1U);
  EXPECT_EQ(port_of({5, 0}, {1, 0}), 2U);
}

TEST(TorusRoute, GivesAllHopsBack) {
  for (int x = -63; x <= 63; ++x)
    for (int y = -63; y <= 63; y += 7) {
      EXPECT_THAT(hops_of_route(route_of({x, y}, {0, 1}), {0, 1}), ElementsAre(x, y));
      EXPECT_THAT(hops_of_route(route_of({y, x, -x}, {2, 0, 1}), {2, 0, 1}), ElementsAre(y, x, -x));
    }
}

TEST(TorusRoute, LeavesByTheFirstDimensionWithHops) {
  EXPECT_EQ(port_of({2, -1, 0}, {0, 1, 2}), 0U);
  EXPECT_EQ(port_of({-2, 1, 0}, {0, 1, 2}), 1U);
  EXPECT_EQ(port_of({0, -1, 4}, {0, 1, 2}), 3U);
  EXPECT_EQ(port_of({0, 0, 4}, {0, 1, 2}), 4U);
}

TEST(TorusRoute, RefusesWhatAHeadCannotSay) {
  EXPECT_THAT(refusal([] { route_of({64}, {0}); }), HasSubstr("from -63 to 63"));
  EXPECT_THAT(refusal([] { route_of({-64}, {0}); }), HasSubstr("from -63 to 63"));
  EXPECT_THAT(refusal([] { route_of({1, 1}, {0}); }), HasSubstr("order of routing (0)"));
  EXPECT_THAT(refusal([] { route_of({1, 1}, {0, 0}); }), HasSubstr("got (1, 1)"));
  EXPECT_THAT(refusal([] { route_of({1, 1, 1, 1, 1}, {0, 1, 2, 3, 4}); }), HasSubstr("got (1, 1"));
  EXPECT_THAT(refusal([] { port_of({0, 0}, {0, 1}); }), HasSubstr("hops in some dimension"));
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_route_test
