// Heads of star graphs' packets, bit by bit, and what the builders refuse.
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/protocols/star/star_multinode.h"
#include "systemc/protocols/star/star_packet.h"
#include "systemc/protocols/star/star_protocols.h"
#include "systemc/protocols/star/star_settings.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {
namespace {

/// What `call` throws as std::invalid_argument; "" if it does not.
template <typename Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(StarPacket, FloodHeadHoldsNumberTreeAndAddress) {
  const StarGraph graph(4);
  const Node u = graph.node({3, 1, 4, 2});
  EXPECT_EQ(flood_header(graph, 0xABC, 4, u),
            0xABC000000U | 2U << 21 | (2U | 0U << 3 | 3U << 6 | 1U << 9));
  EXPECT_EQ(flood_number(flood_header(graph, 0xABC, 4, u)), 0xABC);
  EXPECT_EQ(header_tree(FlitKind::kFlood, flood_header(graph, 0xABC, 4, u)), 4);
}

TEST(StarPacket, RoutedHeadHoldsTreeAndPortsPlusOne) {
  EXPECT_EQ(route_header(3, {2, 4, 3}), std::uint64_t{1} << 33 | (1U | 3U << 3 | 2U << 6));
  EXPECT_EQ(header_tree(FlitKind::kData, route_header(3, {2, 4, 3})), 3);
}

TEST(StarPacket, LongestRoutesOfAnS7FillTheHead) {
  const StarTrees trees(StarGraph(7), StarRule::kP);
  ASSERT_EQ(trees.height(), kStarMostHops);
  EXPECT_EQ(refusal([] { route_header(2, std::vector<int>(11, 7)); }), "");
  EXPECT_EQ(refusal([] { route_header(2, std::vector<int>(12, 7)); }),
            "a packet's route has room for 11 links, got 12");
}

TEST(StarPacket, HopCarriesNumberAndValueBehindTheEndOfItsRoute) {
  for (const bool acknowledges : {false, true}) {
    const StarHop hop{5, acknowledges, 4095, kStarValues - 1};
    const std::uint64_t sent = hop_header(hop, 3);
    EXPECT_EQ(sent >> 36, 0U);
    EXPECT_EQ(sent & 077U, 2U);  // port 1 + 1, then the end
    EXPECT_EQ(is_acknowledgement(sent), acknowledges);

    const std::uint64_t route = (std::uint64_t{1} << 33) - 1;
    const StarHop read = delivered_hop((sent & ~route) | (sent & route) >> 3);

    EXPECT_EQ(read.tree, 5);
    EXPECT_EQ(read.is_acknowledgement, acknowledges);
    EXPECT_EQ(read.number, 4095);
    EXPECT_EQ(read.value, kStarValues - 1);
  }
}

TEST(StarSelection, SmallNecklacesGiveEveryTreeToTheirNodes) {
  const StarTrees trees(StarGraph(4), StarRule::kQ);
  EXPECT_EQ(StarSelection(trees, 1).trees_of(trees.graph().node({1, 3, 4, 2})), 7U);
}

TEST(StarSelection, EveryNodeHasAtLeastAsManyTreesAsCopies) {
  for (int n = 3; n <= 6; ++n)
    for (int x = 1; x < n; ++x) {
      const StarTrees trees(StarGraph(n), StarRule::kQ);
      const StarSelection selection(trees, x);
      for (const auto& necklace : trees.graph().necklaces())
        for (const Node u : necklace) {
          const int used = count_trees(selection.trees_of(u));
          EXPECT_GE(used, x);
          if (necklace.size() == static_cast<std::size_t>(n - 1)) {
            EXPECT_EQ(used, x);
          }
        }
    }
}

TEST(StarSettings, PacketsGoRoundTheTrees) {
  const StarSettings settings = star_settings(5, StarRule::kQ, 3, 3);
  EXPECT_EQ(trees_of_packet(settings, 0), 0b0111U);
  EXPECT_EQ(trees_of_packet(settings, 1), 0b1011U);
  EXPECT_EQ(trees_of_packet(settings, 2), 0b1101U);
  EXPECT_EQ(packets_of_tree(settings, 3), (std::vector<int>{0, 1}));
  EXPECT_EQ(largest_share(settings), 3);
}

TEST(StarSettings, RefusesWhatPacketsCannotSay) {
  const auto refused = [](int n, int m, int x, int flits) {
    return refusal(
        [&] { make_star_pes(StarScheme::kStatic, star_settings(n, StarRule::kQ, m, x, flits)); });
  };
  EXPECT_EQ(refused(8, 1, 1, 1), "n of a star graph with routers must be 3 to 7, got 8");
  EXPECT_EQ(refused(4, 0, 1, 1), "packets must be 1 to 4096, got 0");
  EXPECT_EQ(refused(4, 4097, 1, 1), "packets must be 1 to 4096, got 4097");
  EXPECT_EQ(refused(4, 1, 0, 1), "copies of a packet must be 1 to 3, got 0");
  EXPECT_EQ(refused(4, 1, 4, 1), "copies of a packet must be 1 to 3, got 4");
  EXPECT_EQ(refused(4, 1, 1, 0), "flits of a packet must be 1 to 16, got 0");
  EXPECT_EQ(refused(4, 1, 1, 17), "flits of a packet must be 1 to 16, got 17");
  EXPECT_EQ(refusal([] { check_settings({}); }), "PEs of a star graph need its trees");
}

TEST(StarProtocols, RefuseSourcesAndSkewsThatCannotBe) {
  const StarSettings settings = star_settings(3, StarRule::kQ, 1, 1);
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kBroadcast, settings, 6); }),
            "the source must be 0 to 5, got 6");
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kScatter, settings, -1); }),
            "the source must be 0 to 5, got -1");
  EXPECT_EQ(
      refusal([&] { make_star_pes(StarScheme::kExchange, settings, kNoNode, StarSkews(5, 0)); }),
      "there must be one skew for each of 6 nodes, got 5");
  EXPECT_EQ(
      refusal([&] { make_star_pes(StarScheme::kStatic, settings, kNoNode, StarSkews(6, -2)); }),
      "a skew must be at least 0 cycles, got -2");
}

TEST(StarProtocols, RefuseToVoteOnPacketsWithoutContent) {
  StarSettings settings = star_settings(3, StarRule::kQ, 1, 2);
  settings.belief = StarBelief::kMajority;
  const std::string refused = "packets of 1 flit carry nothing to vote on";
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kBroadcast, settings, 0); }), refused);
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kScatter, settings, 0); }), refused);
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kExchange, settings); }), refused);
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kStatic, settings); }), "");
}

TEST(StarProtocols, RefuseStepsThatRoutersDoNotKeep) {
  StarSettings settings = star_settings(3, StarRule::kQ, 1, 2, 4);
  settings.latency.router = 3;
  settings.latency.cut_through = true;  // packets of 4 flits go on after 3 cycles
  const std::string refused =
      "routers pass packets on at once: a hop must take whole steps, and in an exchange whole "
      "slots";
  for (const StarSlots slots : {StarSlots::kLockstep, StarSlots::kSpaced}) {
    settings.latency.slots = slots;
    const std::string in_lockstep = settings.is_spaced() ? "" : refused;
    EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kBroadcast, settings, 0); }), in_lockstep);
    EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kScatter, settings, 0); }), in_lockstep);
    EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kExchange, settings); }), refused);
    EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kStatic, settings); }), "");
  }
  settings.latency.router = 4;
  EXPECT_EQ(refusal([&] { make_star_pes(StarScheme::kExchange, settings); }), "");
}

TEST(StarLiar, RefusesToBreakNothingOrToSayTheTruth) {
  const StarSettings settings = star_settings(3, StarRule::kQ, 1, 2);
  const auto lie = [&](std::int64_t by) {
    return refusal([&] {
      LyingProtocol(std::move(make_star_pes(StarScheme::kBroadcast, settings, 0).front()), by);
    });
  };
  EXPECT_EQ(refusal([] { LyingProtocol(nullptr, 1); }), "a lying PE needs a protocol to break");
  EXPECT_EQ(lie(0), "a lie must be 1 to 16383, got 0");
  EXPECT_EQ(lie(16384), "a lie must be 1 to 16383, got 16384");
  EXPECT_EQ(lie(16383), "");
}

}  // namespace
}  // namespace flitwise::protocols::test
