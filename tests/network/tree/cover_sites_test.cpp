#include "systemc/network/tree/tree_routers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/topology/cover/cover_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise {
namespace {

using testing::ElementsAre;

TEST(AddressBook, KnowsAPeByAnyOfItsAddresses) {
  const AddressBook book = AddressBook::of_trees({{0, 1}, {AddressBook::kNoAddress, 2}});

  EXPECT_EQ(book.pes(), 2U);
  EXPECT_EQ(book.of(1), 1U);
  EXPECT_EQ(book.of(1, 1), 2U);
  EXPECT_EQ(book.tree_of(1, 1), 0);
  EXPECT_EQ(book.tree_of(1, 2), 1);
  EXPECT_EQ(book.tree_of(1, 0), std::nullopt);
  EXPECT_TRUE(book.has(1));
  EXPECT_FALSE(book.has(2));
  EXPECT_FALSE(book.has(kNoNode));
}

TEST(AddressBook, OfNobodyHasNoPes) { EXPECT_EQ(AddressBook().pes(), 0U); }

TEST(CoverAddresses, OfTheTreesFollowEachOther) {
  const Cover cover = mesh_cover(2, 2);  // 0-1-3 and 0-2-3

  EXPECT_THAT(first_addresses(cover), ElementsAre(0, 3));
  const AddressBook book = cover_addresses(cover);
  EXPECT_EQ(book.of(0, 0), 0U);
  EXPECT_EQ(book.of(3, 0), 2U);
  EXPECT_EQ(book.of(0, 1), 3U);
  EXPECT_EQ(book.of(2, 1), 4U);
  EXPECT_EQ(book.of(2, 0), AddressBook::kNoAddress);
}

TEST(CoverAddresses, OfTheLargestCoverFillTheDestinationField) {
  const Cover cover = torus_cover_spanning(64, 64);
  const AddressBook book = cover_addresses(cover);
  std::set<std::uint32_t> used;
  for (Node v = 0; v < cover.size(); ++v)
    for (TreeIndex t = 0; t < 2; ++t) used.insert(book.of(v, t));

  EXPECT_EQ(used.size(), 8192U);
  EXPECT_EQ(*used.rbegin(), (1U << kAddressBits) - 1);
}

TEST(CoverSites, HaveALinkToEachNeighbour) {
  const std::vector<MultiportSite> sites = multiport_sites(mesh_cover(2, 3, 1, 1));

  EXPECT_THAT(sites[0].neighbours, ElementsAre(-1, 3, -1, 1));
  EXPECT_THAT(sites[4].neighbours, ElementsAre(1, -1, 3, 5));
}

TEST(CoverSites, LeadDownAndUpInBothTrees) {
  // Root 4; tree 0: 4-3-0 and 4-5-2; tree 1: 4-1-0 and 4-1-2.
  const Cover cover = mesh_cover(2, 3, 1, 1);
  const AddressBook book = cover_addresses(cover);
  const MultiportSite corner = multiport_sites(cover)[0];
  const MultiportSite root = multiport_sites(cover)[4];

  EXPECT_EQ(corner.seats[0].address, book.of(0, 0));
  EXPECT_EQ(corner.seats[0].up_link, 1U);  // south
  EXPECT_EQ(corner.seats[1].up_link, 3U);  // east
  EXPECT_EQ(root.seats[0].up_link, TreeSeat::kNoLink);
  ASSERT_EQ(root.down[2].size(), 1U);
  EXPECT_EQ(root.down[2][0].low, book.of(3, 0));  // west, to 3 and 0
  EXPECT_EQ(root.down[2][0].high, book.of(3, 0) + 2);
  EXPECT_EQ(root.down[0][0].low, book.of(1, 1));  // north, to 1, 0 and 2
  EXPECT_EQ(root.down[0][0].high, book.of(1, 1) + 3);
  EXPECT_EQ(root.down[1][0].low, root.down[1][0].high);  // no link
}

TEST(CoverSites, HaveAnIntervalForEveryTreeWhereTreesShareLinks) {
  // Root 0: tree 0 is 0-2-3-1, tree 1 is 0-1-3-2.
  const Cover cover = mesh_cover_shared(2, 2);
  const AddressBook book = cover_addresses(cover);
  const MultiportSite corner = multiport_sites(cover)[3];

  ASSERT_EQ(corner.down[0].size(), 2U);
  EXPECT_EQ(corner.down[0][0].low, book.of(1, 0));  // north in tree 0, up in tree 1
  EXPECT_EQ(corner.down[0][0].high, book.of(1, 0) + 1);
  EXPECT_EQ(corner.down[0][1].low, corner.down[0][1].high);
  EXPECT_EQ(corner.seats[1].up_link, 0U);
  EXPECT_EQ(corner.down[2][1].low, book.of(2, 1));  // west in tree 1, up in tree 0
  EXPECT_EQ(corner.seats[0].up_link, 2U);
}

// Root 4; tree 0: 4-3-0 and 4-5-2; tree 1: 4-1-0 and 4-1-2.
TEST(CoverSites, TakeTheStepsOfTheTreeThatGoesOverALink) {
  const Cover cover = mesh_cover(2, 3, 1, 1);
  std::vector<TreeLatency> latencies;
  for (const PlacedTree& placed : cover.trees()) {
    TreeLatency latency = TreeLatency::uniform(placed.tree.size(), 3, 1, 3);
    for (Node pe = 1; pe < placed.tree.size(); ++pe) {
      latency.down[index_of(pe)] = 2 + placed.node(pe);
      latency.up[index_of(pe)] = 10 + placed.node(pe);
    }
    latencies.push_back(latency);
  }
  const std::vector<MultiportSite> sites = multiport_sites(cover, latencies);

  EXPECT_EQ(sites[4].latency, 3);
  EXPECT_THAT(sites[4].link_latency, ElementsAre(3, 1, 5, 7));    // to 1, none, 3, 5
  EXPECT_THAT(sites[0].link_latency, ElementsAre(1, 10, 1, 10));  // to 3 in tree 0, 1 in tree 1
  EXPECT_THAT(sites[1].link_latency, ElementsAre(1, 11, 2, 4));   // to the root, 0 and 2
}

TEST(CoverSites, HaveOneRouterANode) {
  const Cover cover = mesh_cover(2, 2);
  const auto of = [&](TreeIndex t, Step router) {
    return TreeLatency::uniform(cover.tree(t).tree.size(), router, 1, router);
  };
  EXPECT_EQ(test::refusal_of<TopologyError>([&] { multiport_sites(cover, {of(0, 2)}); }),
            "latencies must be those of each tree: 2, got 1");
  EXPECT_EQ(test::refusal_of<TopologyError>([&] {
              multiport_sites(cover, {of(0, 2), of(1, 3)});
            }),
            "node 0 has one router, of 2 steps in one tree and 3 in another");
}

TEST(CoverAddresses, OfFourTreesFillTheDestinationFieldToo) {
  EXPECT_EQ(address_count(torus_cover_shared(64, 32)), 8192);
  EXPECT_EQ(address_count(mesh_cover_shared(1, 9, 0, 3)), 10);  // the root is in both trees
}

}  // namespace
}  // namespace flitwise
