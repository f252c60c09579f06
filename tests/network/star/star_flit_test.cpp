// Flits of star graphs, and which of them PEs take.
#include "systemc/network/star/star_flit.h"

#include <gtest/gtest.h>

#include <random>

#include "systemc/network/star/star_routers.h"
#include "tests/network/star/star_runs.h"

namespace flitwise {
namespace {

// Long division, bit by bit.
unsigned slow_crc(RawFlit flit) {
  unsigned crc = 0;
  for (int bit = 63; bit >= 0; --bit) {
    if (bit >= 49 && bit < 57) continue;
    const unsigned top = (crc >> 7 & 1U) ^ (flit >> bit & 1U);
    crc = (crc << 1 & 0xFFU) ^ (top != 0 ? 0x07U : 0U);
  }
  return crc;
}

TEST(StarFlit, TheCrcIsTheRemainderOfAllOtherBits) {
  constexpr unsigned kSeed = 5;
  std::mt19937_64 random(kSeed);
  for (int draw = 0; draw < 10'000; ++draw) {
    const RawFlit flit = random();
    ASSERT_EQ(star_crc(flit), slow_crc(flit)) << flit << ", seed " << kSeed;
  }
  for (int bit = 0; bit < 64; ++bit)
    EXPECT_EQ(star_crc(RawFlit{1} << bit), slow_crc(RawFlit{1} << bit)) << "bit " << bit;
}

TEST(StarFlit, NoErrorOfUpToThreeBitsPasses) {
  const RawFlit flit = star_flit({FlitKind::kFlood, true, true, 0, 4711, 0}, 0x912345678);
  ASSERT_TRUE(is_intact(flit));
  for (int a = 0; a < 64; ++a) {
    for (int b = a; b < 64; ++b) {
      for (int c = b; c < 64; ++c) {
        const RawFlit error = (RawFlit{1} << a) ^ (RawFlit{1} << b) ^ (RawFlit{1} << c);
        ASSERT_FALSE(is_intact(flit ^ error)) << a << " " << b << " " << c;
      }
    }
  }
}

TEST(StarFlit, KeepsAllBitsOfItsContent) {
  for (int bit = 0; bit < kStarContentBits; ++bit) {
    const std::uint64_t content = std::uint64_t{1} << bit;
    EXPECT_EQ(star_content(star_flit({FlitKind::kData, true, true, 0, 8191, 0}, content)), content);
  }
}

TEST(StarFlit, EventsTellNumberPlaceAndValueWhereFlitsCarryThem) {
  const StarGraph graph(5);
  const FlitFields flood{FlitKind::kFlood, true, false, 0, 99, 0};
  LinkEvent event = to_star_event(7, 3, 4, star_flit(flood, test::star_flood_head(graph, 4, 4095)));
  EXPECT_EQ(event, (LinkEvent{7, 3, 4, FlitKind::kFlood, 99, 1, 0, 4095}));
  const FlitFields head{FlitKind::kData, true, false, 0, 99, 0};
  event = to_star_event(7, 3, 4, star_flit(head, test::star_route_head(2, {2, 3})));
  EXPECT_EQ(event, (LinkEvent{7, 3, 4, FlitKind::kData, 99, 1, 0, kStarNoNumberInFlit}));
  const FlitFields body{FlitKind::kData, false, true, 0, 99, 0};
  event = to_star_event(8, 3, 4, star_flit(body, star_body(4094, 15, 16383)));
  EXPECT_EQ(event, (LinkEvent{8, 3, 4, FlitKind::kData, 99, 16, 16383, 4094}));
}

// Lane 3 of a router of S_4 is the link of dimension 2.
LinkTransfer over_dimension_2(const StarGraph& graph, Node to, RawFlit flit) {
  return {graph.neighbour(to, 2), to, flit, 3};
}

RawFlit routed_head(const std::vector<int>& way) {
  return star_flit({FlitKind::kData, true, false, 0, 1, 0}, test::star_route_head(2, way));
}

RawFlit body(bool is_tail) {
  return star_flit({FlitKind::kData, false, is_tail, 0, 1, 0}, star_body(1, 1, 1));
}

TEST(StarTaps, ARoutedPacketIsTakenWhereItsRouteEnds) {
  const StarGraph graph(4);
  StarTaps taps(graph, StarRule::kQ, 2);
  EXPECT_TRUE(taps.takes(over_dimension_2(graph, 5, routed_head({}))));
  EXPECT_TRUE(taps.takes(over_dimension_2(graph, 5, body(true))));
  EXPECT_FALSE(taps.takes(over_dimension_2(graph, 5, routed_head({3}))));
  EXPECT_FALSE(taps.takes(over_dimension_2(graph, 5, body(true))));
}

TEST(StarTaps, APacketWhoseFirstFlitIsDamagedIsNotTaken) {
  const StarGraph graph(4);
  StarTaps taps(graph, StarRule::kQ, 2);
  EXPECT_FALSE(taps.takes(over_dimension_2(graph, 5, routed_head({}) ^ 1)));
  EXPECT_FALSE(taps.takes(over_dimension_2(graph, 5, body(true))));
  EXPECT_TRUE(taps.takes(over_dimension_2(graph, 5, routed_head({}))));
  EXPECT_TRUE(taps.takes(over_dimension_2(graph, 5, body(true) ^ 1)));
  EXPECT_FALSE(taps.takes(over_dimension_2(graph, 5, body(true))));  // of no packet
}

TEST(StarTaps, ABroadcastIsTakenFromTheParentOnly) {
  const StarGraph graph(5);
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarTrees trees(graph, rule);
    StarTaps taps(graph, rule, 1);
    for (Node u = 0; u < graph.size(); ++u) {
      std::uint64_t address = 0;
      for (int q = 1; q <= 5; ++q)
        address |= static_cast<std::uint64_t>(graph.symbol(u, q) - 1) << (3 * (q - 1));
      for (std::uint64_t tree = 2; tree <= 9; ++tree) {
        const RawFlit flit =
            star_flit({FlitKind::kFlood, true, true, 0, 0, 0}, (tree - 2) << 21 | address);
        for (int d = 2; d <= 5; ++d) {
          const bool is_parent =
              u != 0 && tree <= 5 && trees.parent_dimension(u, static_cast<int>(tree)) == d;
          const auto lane = static_cast<std::uint32_t>(d + 2);
          EXPECT_EQ(taps.takes({graph.neighbour(u, d), u, flit, lane}), is_parent)
              << "node " << u << " tree " << tree << " dimension " << d;
        }
      }
    }
  }
}

TEST(StarTaps, NoPacketWithoutAnAddressIsTaken) {
  const StarGraph graph(4);
  StarTaps taps(graph, StarRule::kQ, 1);
  const RawFlit twice = star_flit({FlitKind::kFlood, true, true, 0, 0, 0}, 01123);
  const RawFlit beyond = star_flit({FlitKind::kFlood, true, true, 0, 0, 0}, 04210);
  const RawFlit token = star_flit({FlitKind::kToken, true, true, 0, 0, 0}, 0);
  for (const RawFlit flit : {twice, beyond, token})
    EXPECT_FALSE(taps.takes(over_dimension_2(graph, 1, flit)));
}

}  // namespace
}  // namespace flitwise
