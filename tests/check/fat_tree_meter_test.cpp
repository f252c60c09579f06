#include "tb/check/fat_tree/fat_tree_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::data_flit;
using testing_support::ScriptedNetwork;

// Leaves 0 to 3, switches 4 and 5 with two links each to the root 6.
class FatTreeMeterTest : public testing::Test {
 protected:
  FatTreeMeter meter{FatTree(4, 2, {1, 2})};
  ScriptedNetwork network;
  const RawFlit flit = data_flit(3, 0, 1, 1);
};

TEST_F(FatTreeMeterTest, TakesArrivalsAndFinishFromWhatLeavesDeliver) {
  network.show(meter, 2, {{4, 1, flit}}, {{1, flit}});
  network.show(meter, 4, {{5, 3, flit}, {4, 1, flit}}, {{3, flit}, {1, flit}});
  network.show(meter, 6, {{0, 4, flit}});

  EXPECT_EQ(meter.finish(), 4);
  EXPECT_EQ(meter.quiesce(), 6);
  EXPECT_EQ(meter.flit_hops(), 4);
  EXPECT_THAT(meter.arrivals(),
              ElementsAre(IsEmpty(), ElementsAre(2, 4), IsEmpty(), ElementsAre(4)));
}

TEST_F(FatTreeMeterTest, IsQuietWhenTheLastFlitIsReceived) {
  meter.on_transfers(3, {{0, 4, flit}});
  meter.on_arrivals(3, {});
  EXPECT_EQ(meter.quiesce(), 0);
  meter.on_transfers(5, {});
  meter.on_arrivals(5, {{0, 4, flit}});
  EXPECT_EQ(meter.quiesce(), 5);
}

TEST_F(FatTreeMeterTest, AllowsEveryBranchItsLinksInEveryStepAndDirection) {
  network.show(meter, 2, {{4, 6, flit}, {4, 6, flit}, {6, 4, flit}, {6, 4, flit}});
  network.show(meter, 3, {{4, 6, flit}, {4, 6, flit}, {0, 4, flit}, {4, 0, flit}});

  EXPECT_EQ(meter.overfull_branches(), 0);
  EXPECT_THAT(meter.problems(), IsEmpty());
}

TEST_F(FatTreeMeterTest, NamesABranchThatCarriesMoreThanItsLinks) {
  network.show(meter, 2, {{4, 6, flit}, {4, 6, flit}, {4, 6, flit}, {4, 6, flit}});
  network.show(meter, 3, {{5, 2, flit}, {5, 2, flit}});

  EXPECT_EQ(meter.overfull_branches(), 2);
  EXPECT_THAT(meter.problems(),
              ElementsAre("step 2: more than 2 packets go up between nodes 4 and 6",
                          "step 3: more than 1 packets go down between nodes 2 and 5"));
}

// Lanes: a leaf's 1 is its link up; of the switches 4 and 5 two up, then one per child; of the root
// two per child.
TEST_F(FatTreeMeterTest, NamesAHalfDuplexLinkThatCarriesBothWays) {
  FatTreeMeter half{FatTree(4, 2, {1, 2}), true};
  network.show(half, 1, {{0, 4, flit, 1}, {4, 6, flit, 0}});
  network.show(half, 2, {{4, 0, flit, 2}, {6, 4, flit, 0}, {6, 5, flit, 3}});
  network.show(half, 3, {{4, 6, flit, 0}, {6, 4, flit, 1}});
  EXPECT_EQ(half.two_way_links(), 0);

  network.show(half, 4, {{5, 6, flit, 1}, {6, 5, flit, 3}, {1, 4, flit, 1}, {4, 1, flit, 3}});
  EXPECT_EQ(half.two_way_links(), 2);
  EXPECT_THAT(half.problems(),
              ElementsAre("step 4: link 1 between nodes 5 and 6 carries both ways",
                          "step 4: link 0 between nodes 1 and 4 carries both ways"));

  network.show(meter, 4, {{1, 4, flit, 1}, {4, 1, flit, 3}});
  EXPECT_EQ(meter.two_way_links(), 0);
}

// Switch 12 of level 2 has three lanes up, then two for each of the switches 8 and 9.
TEST_F(FatTreeMeterTest, TellsTheLinksOfABranchApartBehindLinksUp) {
  FatTreeMeter half{FatTree(8, 2, {1, 2, 3}), true};
  network.show(half, 1, {{8, 12, flit, 1}, {12, 8, flit, 3}, {9, 12, flit, 0}, {12, 9, flit, 6}});
  EXPECT_EQ(half.two_way_links(), 0);

  network.show(half, 2, {{8, 12, flit, 0}, {12, 8, flit, 3}, {9, 12, flit, 1}, {12, 9, flit, 6}});
  EXPECT_THAT(half.problems(),
              ElementsAre("step 2: link 0 between nodes 8 and 12 carries both ways",
                          "step 2: link 1 between nodes 9 and 12 carries both ways"));
}

}  // namespace
}  // namespace flitwise::check
