#include "tb/check/cover/cover_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/topology/cover/cover_shapes.h"
#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing_support::data_flit;
using testing_support::ScriptedNetwork;

RawFlit certificate(std::uint32_t destination, std::uint32_t message, std::uint32_t stream,
                    FlitFormat format = {}) {
  FlitFields fields;
  fields.kind = FlitKind::kCertificate;
  fields.head = fields.tail = true;
  fields.destination = destination;
  fields.tag = message;
  certify(fields, 1, stream, format);
  return pack(fields, format);
}

// Root 0 of a 2 x 2 mesh: tree 0 is 0-1-3 with addresses 0 to 2, tree 1 is 0-2-3 with 3 to 5.
class CoverMeterTest : public testing::Test {
 protected:
  CoverMeter meter{mesh_cover(2, 2), {0, 3}};
  ScriptedNetwork network;
};

TEST_F(CoverMeterTest, TellsTheTreesApartByTheDestination) {
  network.show(meter, 4, {{1, 0, data_flit(0, 1, 1, 1)}, {2, 0, data_flit(3, 2, 1, 2)}},
               {{0, data_flit(0, 1, 1, 1), 3}, {0, data_flit(3, 2, 1, 2), 1}});
  network.show(meter, 5, {{2, 0, data_flit(3, 2, 2, 2)}}, {{0, data_flit(3, 2, 2, 2), 1}});

  EXPECT_EQ(meter.tree(0).finish(), 4);
  EXPECT_EQ(meter.tree(1).finish(), 5);
  EXPECT_EQ(meter.tree(1).delivered(), 2);
  EXPECT_EQ(meter.finish(), 5);
  EXPECT_EQ(meter.quiesce(), 5);
  EXPECT_EQ(meter.flit_hops(), 3);
  EXPECT_THAT(meter.dispatch(), ElementsAre(std::nullopt, 4, 4, std::nullopt));
}

TEST_F(CoverMeterTest, CountsMessageFlitsOverEachLinkOfTheRoot) {
  network.show(meter, 4, {{1, 0, data_flit(0, 3, 1, 1)}, {2, 0, certificate(3, 2, 0)}});
  network.show(meter, 5, {{0, 2, data_flit(4, 2, 1, 1)}, {3, 1, data_flit(0, 3, 1, 1)}});

  EXPECT_THAT(meter.root_loads(0), ElementsAre(Pair(1, 1)));
  EXPECT_THAT(meter.root_loads(1), ElementsAre(Pair(2, 1)));
}

TEST_F(CoverMeterTest, SynchronisesWithTheLastTree) {
  EXPECT_EQ(meter.t_sync(), std::nullopt);
  network.show(meter, 3, {{2, 0, certificate(3, 2, 7)}});
  EXPECT_EQ(meter.t_sync(), 3);
  network.show(meter, 4, {{1, 0, certificate(0, 1, 2)}});

  EXPECT_EQ(meter.t_sync(), 4);
  EXPECT_EQ(meter.tree(1).t_sync(), 3);
  EXPECT_EQ(meter.tree(1).stream()[2], 7);
  EXPECT_EQ(meter.tree(0).stream()[1], 2);
  EXPECT_EQ(meter.tree(0).stream()[2], std::nullopt);
}

// A mesh of 100 x 90 in two trees, 18,000 addresses of 15 bits.
TEST(CoverMeterOfManyPes, TellsTreesApartByWideDestinationsAndReadsTheirCertificates) {
  const Cover cover = mesh_cover(100, 90);
  std::vector<std::uint32_t> first{0};
  for (const PlacedTree& placed : cover.trees())
    first.push_back(first.back() + static_cast<std::uint32_t>(placed.tree.size()));
  const FlitFormat format = format_of_addresses(first.back());
  ASSERT_EQ(format.address, 15);
  first.pop_back();
  ASSERT_EQ(first.size(), 2U);
  CoverMeter meter(cover, first);
  ScriptedNetwork network;
  const Node root = cover.root();
  const Node a = cover.trees()[0].children(root).front();
  const Node b = cover.trees()[1].children(root).front();
  const auto one = [&](TreeIndex tree, std::uint32_t message) {
    return data_flit(first[index_of(tree)], message, 1, 1, FlitKind::kData, format);
  };
  network.show(meter, 3, {{a, root, certificate(first[0], 1, 2, format)}});
  network.show(meter, 4, {{b, root, certificate(first[1], 1, 260'000, format)}});
  network.show(meter, 5, {{a, root, one(0, 8999)}, {b, root, one(1, 8998)}},
               {{root, one(0, 8999)}, {root, one(1, 8998)}});
  network.show(meter, 6, {{b, root, one(1, 8997)}}, {{root, one(1, 8997)}});

  EXPECT_EQ(meter.tree(0).t_sync(), 3);
  EXPECT_EQ(meter.tree(1).t_sync(), 4);
  EXPECT_EQ(meter.tree(0).stream()[index_of(a)], 2);
  EXPECT_EQ(meter.tree(1).stream()[index_of(b)], 260'000);
  EXPECT_EQ(meter.tree(1).lag()[index_of(b)], 1);
  EXPECT_EQ(meter.tree(0).delivered(), 1);
  EXPECT_EQ(meter.tree(1).delivered(), 2);
  EXPECT_EQ(meter.dispatch()[8999], 5);
  EXPECT_EQ(meter.dispatch()[8997], 6);
  EXPECT_THAT(meter.root_loads(0), testing::Contains(Pair(a, 1)));
  EXPECT_THAT(meter.root_loads(1), testing::Contains(Pair(b, 2)));
}

}  // namespace
}  // namespace flitwise::check
