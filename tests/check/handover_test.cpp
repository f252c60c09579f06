#include "tb/check/handover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace flitwise::check {
namespace {

using Named = std::tuple<Node, RawFlit, bool>;

std::vector<Named> named(const std::vector<Handover::Difference>& differences) {
  std::vector<Named> all;
  for (const Handover::Difference& one : differences)
    all.emplace_back(one.node, one.flit, one.is_delivered);
  return all;
}

Delivery delivery(Node node, RawFlit flit) {
  Delivery one;
  one.node = node;
  one.flit = flit;
  return one;
}

TEST(Handover, IsContentInAnyOrder) {
  Handover handover;
  handover.start_step(1);
  for (const Node node : {4, 1, 3, 1}) handover.arrives(node, 100U + static_cast<RawFlit>(node));
  EXPECT_THAT(named(handover.differences(
                  {delivery(1, 101), delivery(1, 101), delivery(3, 103), delivery(4, 104)})),
              testing::IsEmpty());
}

TEST(Handover, NamesEachFlitThatComesOnceAndIsHandedOverTwice) {
  Handover handover;
  handover.start_step(1);
  handover.arrives(1, 7);
  handover.arrives(2, 7);
  EXPECT_THAT(named(handover.differences({delivery(2, 7), delivery(2, 7)})),
              testing::ElementsAre(Named(2, 7, true), Named(1, 7, false)));
}

TEST(Handover, WaitsForAsManyStepsAsRoutersTake) {
  Handover handover;
  handover.start_step(1);
  handover.arrives(1, 7);
  EXPECT_THAT(named(handover.differences({}, 1)), testing::IsEmpty());
  handover.start_step(2);
  handover.arrives(1, 8);
  EXPECT_THAT(named(handover.differences({delivery(1, 8)}, 1)),
              testing::ElementsAre(Named(1, 8, true), Named(1, 7, false)));
}

// Names, nodes and flits that are few, so that many are alike; and what is left of both lists when
// each of the one has struck out one of the other.
TEST(Handover, NamesWhatDiffersBetweenRandomLists) {
  std::mt19937 random(20261128);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  for (int trial = 0; trial < 2000; ++trial) {
    Handover handover;
    handover.start_step(1);
    std::vector<std::pair<Node, RawFlit>> come;
    std::vector<Delivery> deliveries;
    for (int k = below(12); k > 0; --k) come.emplace_back(below(3), below(3));
    for (const auto& [node, flit] : come) {
      handover.arrives(node, flit);
      if (below(8) > 0) deliveries.push_back(delivery(node, flit));
    }
    for (int k = below(3); k > 0; --k) deliveries.push_back(delivery(below(3), below(3)));
    if (below(2) == 0) std::shuffle(deliveries.begin(), deliveries.end(), random);

    std::vector<Named> expected;
    for (const Delivery& one : deliveries) {
      const auto found = std::find(come.begin(), come.end(), std::make_pair(one.node, one.flit));
      if (found == come.end())
        expected.emplace_back(one.node, one.flit, true);
      else
        come.erase(found);
    }
    for (const auto& [node, flit] : come) expected.emplace_back(node, flit, false);
    ASSERT_EQ(named(handover.differences(deliveries)), expected) << "trial " << trial;
  }
}

}  // namespace
}  // namespace flitwise::check
