#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/protocols/tree/tree_protocols.h"
#include "tests/protocols/tree/variants.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test {
namespace {

using flitwise::test::refusal_of;

const Tree kFork({-1, 0, 1, 1});
const std::vector<Flits> kLengths{0, 1, 0, 2};  // of the fork
// Nodes 3, 0 and 2 of a network of 4.
const PlacedTree kPlaced(3, {3, -1, 0, -1});

std::string refused_certification(const std::vector<Flits>& lengths,
                                  const CertificationVariant& variant) {
  return refusal_of([&] { make_certification(kFork, lengths, variant); });
}
std::string refused_tap(const std::vector<Flits>& lengths, Ports ports = Ports::kSingle) {
  return refusal_of([&] { make_shoulder_tap(lengths, EndMark::kAbsent, ports); });
}
std::string refused_placed(const std::vector<Flits>& lengths) {
  return refusal_of([&] { make_scatter_multiport(kPlaced, lengths); });
}
std::string refused_order(const std::vector<Node>& order) {
  return refusal_of([&] { make_scatter(kFork, kLengths, order); });
}

TEST(Factories, MakeOneProtocolPerPe) {
  EXPECT_EQ(make_scatter(kFork, kLengths, {3, 1}).size(), 4U);
  EXPECT_EQ(make_shoulder_tap({0, 1, 2}, EndMark::kSent).size(), 3U);
  EXPECT_EQ(make_certification(kFork, kLengths, sequential(LagRule::kPaper)).size(), 4U);
}

TEST(Factories, RefuseLengthsOfAnotherTree) {
  const std::string rule = "lengths must have one entry per PE: 4, got 2";
  EXPECT_EQ(refusal_of([] { make_scatter(kFork, {0, 1}, {1}); }), rule);
  EXPECT_EQ(refused_certification({0, 1}, sequential(LagRule::kTight)), rule);
  EXPECT_EQ(refusal_of([] { farthest_first_order(kFork, {0, 1}); }), rule);
}

TEST(Factories, RefuseAPathOfNoPe) {
  EXPECT_EQ(refused_tap({}), "lengths must have one entry per PE: at least 1, got 0");
}

TEST(Factories, RefuseAMessageOfPe0) {
  EXPECT_EQ(refused_tap({3, 1}),
            "lengths[0] must be 0, because PE 0 has no message of its own, got 3");
}

TEST(Factories, RefuseNegativeLengths) {
  EXPECT_EQ(refused_certification({0, 1, -2, 1}, sequential(LagRule::kTight)),
            "lengths[2] must be at least 0, got -2");
}

TEST(Factories, OfMultiportPesRefuseTheSameLengths) {
  const std::string rule = "lengths[2] must be at least 0, got -2";
  EXPECT_EQ(refusal_of([] { make_scatter_multiport(kFork, {0, 1, -2, 1}); }), rule);
  EXPECT_EQ(refused_tap({0, 1, -2}, Ports::kMulti), rule);
  EXPECT_EQ(refused_certification({0, 1, -2, 1}, multiport(LagRule::kPos)), rule);
}

TEST(Factories, MakeProtocolsForTheNodesOfTheTreeOnly) {
  const Protocols protocols = make_scatter_multiport(kPlaced, {1, 0, 1, 0});

  ASSERT_EQ(protocols.size(), 4U);
  EXPECT_NE(protocols[0], nullptr);
  EXPECT_EQ(protocols[1], nullptr);
  EXPECT_NE(protocols[3], nullptr);
}

TEST(Factories, RefuseAMessageOfTheRootOrOfANodeOutsideTheTree) {
  EXPECT_EQ(refused_placed({1, 0, 1, 2}),
            "lengths[3] must be 0, because PE 3 has no message of its own, got 2");
  EXPECT_EQ(refused_placed({1, 2, 1, 0}),
            "lengths[1] must be 0, because PE 1 is not in the tree, got 2");
}

TEST(ScatterFactory, RefusesAnOrderWithTheRootOrANodeOutsideTheTree) {
  for (const Node v : {3, 1})
    EXPECT_EQ(refusal_of([v] {
                make_scatter(kPlaced, {1, 0, 1, 0}, {0, 2, v});
              }),
              "order must name PEs below the root, got " + std::to_string(v));
}

TEST(CertificationFactory, RefusesAMirrorWithAnySortCost) {
  for (const SortCost cost : {SortCost::kOne, SortCost::kDegree, SortCost::kDegreeLog})
    EXPECT_EQ(refused_certification(kLengths, {LagRule::kPos, Sync::kMirror, cost, Ports::kSingle}),
              "mirror synchronisation must have sort cost 0: it leaves no step to compute in");
}

TEST(CertificationFactory, RefusesTheRulePrintedAtASlowerPace) {
  CertificationVariant variant{LagRule::kPrinted};
  EXPECT_EQ(refused_certification(kLengths, variant), "accepted");
  variant.pace = {0, 2};
  EXPECT_EQ(refused_certification(kLengths, variant),
            "rule printed must have a step a flit and no setup: the paper prints no others");
}

TEST(CertificationFactory, IgnoresTheSynchronisationOfMultiportPes) {
  EXPECT_EQ(make_certification(kFork, kLengths,
                               {LagRule::kPos, Sync::kMirror, SortCost::kOne, Ports::kMulti})
                .size(),
            4U);
}

TEST(CertificationFactory, MakesTheRecommendedVariantByDefault) {
  const CertificationVariant variant;
  EXPECT_EQ(variant.rule, LagRule::kPos);
  EXPECT_EQ(variant.sync, Sync::kSlot);
  EXPECT_EQ(variant.sort_cost, SortCost::kZero);
  EXPECT_EQ(variant.ports, Ports::kSingle);
}

TEST(ScatterFactory, RefusesAnOrderThatNamesAPeTwice) {
  EXPECT_EQ(refused_order({3, 1, 3}), "order must name PE 3 only once");
}

TEST(ScatterFactory, RefusesAnOrderThatLeavesAPeOut) {
  EXPECT_EQ(refused_order({3}), "order must name PE 1");
}

TEST(ScatterFactory, RefusesAnOrderThatNamesAPeWithoutMessage) {
  EXPECT_EQ(refused_order({3, 1, 2}), "order must not name PE 2: it has no message");
}

TEST(ScatterFactory, RefusesAnOrderThatNamesNoPeOfTheTree) {
  for (const Node v : {-1, 0, 4})
    EXPECT_EQ(refused_order({3, 1, v}),
              "order must name PEs below the root, got " + std::to_string(v));
}

}  // namespace
}  // namespace flitwise::protocols::test
