// Faults of a star graph's links alone, shown flits that no router has sent.
#include "systemc/network/star/star_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace flitwise {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

const StarGraph kGraph(3);  // two ports a node
constexpr std::uint32_t kPorts = 2;

struct Wires final : StarWires {
  std::vector<Node> nodes;
  std::set<std::pair<Node, std::uint32_t>> links;
  std::vector<std::tuple<Node, std::uint32_t, RawFlit>> inverted;

  void kill_node(Node node) override { nodes.push_back(node); }
  void kill_link(Node node, std::uint32_t port) override { links.emplace(node, port); }
  void invert(Node node, std::uint32_t port, RawFlit bits) override {
    inverted.emplace_back(node, port, bits);
  }
};

// A flit over every link, both ways, after the edge that ends `step`; those that are left.
std::vector<LinkTransfer> shown(StarLinks& links, Step step, Wires& wires) {
  std::vector<LinkTransfer> transfers;
  for (Node v = 0; v < kGraph.size(); ++v)
    for (std::uint32_t port = 0; port < kPorts; ++port)
      transfers.push_back(
          {v, kGraph.neighbour(v, static_cast<int>(port) + 2), kValidBit, kPorts + port});
  links.after_edge(step, transfers, wires);
  return transfers;
}

TEST(StarLinks, WithoutFaultsAreLeftAlone) {
  StarLinks links(kGraph, {});
  Wires wires;
  for (Step step = 0; step < 10; ++step) {
    links.before_edge(step, wires);
    EXPECT_EQ(shown(links, step, wires).size(), 12U);
  }
  EXPECT_THAT(wires.nodes, IsEmpty());
  EXPECT_THAT(wires.links, IsEmpty());
  EXPECT_THAT(wires.inverted, IsEmpty());
  EXPECT_EQ(*links.bit_errors(), 0);
}

// Of a link that dies in step 5, both ways: what crosses in step 4 does so, and its ends' pins are
// set before the edge that ends step 5.
TEST(StarLinks, DieAtBothEndsInTheirStep) {
  for (Node v = 0; v < kGraph.size(); ++v)
    for (int d = 2; d <= 3; ++d) {
      StarFaults faults;
      faults.links = {{v, d, 5}};
      StarLinks links(kGraph, faults);
      Wires wires;
      const Node other = kGraph.neighbour(v, d);
      const auto port = static_cast<std::uint32_t>(d - 2);
      for (Step step = 0; step <= 6; ++step) {
        links.before_edge(step, wires);
        EXPECT_EQ(wires.links.empty(), step < 5) << step;
        const std::vector<LinkTransfer> left = shown(links, step, wires);
        ASSERT_EQ(left.size(), step < 4 ? 12U : 10U) << step;
        for (const LinkTransfer& t : left)
          EXPECT_FALSE(step >= 4 && (t.from == v || t.from == other) && t.lane == kPorts + port);
      }
      EXPECT_THAT(wires.links, UnorderedElementsAre(Pair(v, port), Pair(other, port)));
      EXPECT_THAT(wires.nodes, IsEmpty());
    }
}

TEST(StarLinks, OfANodeDieWithItAndTheEarlierDeathCounts) {
  StarFaults faults;
  faults.nodes = {{4, 7}};
  faults.links = {{4, 2, 3}, {0, 3, 9}};
  StarLinks links(kGraph, faults);
  Wires wires;
  const std::array<std::size_t, 10> left{12, 12, 10, 10, 10, 10, 8, 8, 6, 6};
  for (Step step = 0; step < 10; ++step) {
    links.before_edge(step, wires);
    EXPECT_EQ(wires.nodes.size(), step < 7 ? 0U : 1U);
    EXPECT_EQ(shown(links, step, wires).size(), left[static_cast<std::size_t>(step)]) << step;
  }
  EXPECT_THAT(wires.nodes, ElementsAre(4));
  EXPECT_EQ(wires.links.size(), 6U);
}

TEST(StarLinks, InvertTheBitsThatAreChosenWhereTheFlitArrives) {
  StarFaults faults;
  faults.bits = {{1, 3, 5, 17}, {1, 3, 5, 62}, {2, 2, 6, 0}};
  StarLinks links(kGraph, faults);
  Wires wires;
  for (Step step = 0; step < 10; ++step)
    for (const LinkTransfer& t : shown(links, step, wires)) {
      RawFlit error = 0;
      if (step == 4 && t.from == 1 && t.lane == kPorts + 1)
        error = RawFlit{1} << 17 | RawFlit{1} << 62;
      if (step == 5 && t.from == 2 && t.lane == kPorts) error = 1;
      EXPECT_EQ(t.flit ^ kValidBit, error) << step << ' ' << t.from;
    }
  EXPECT_EQ(*links.bit_errors(), 2);
  EXPECT_THAT(wires.inverted, ElementsAre(std::tuple(kGraph.neighbour(1, 3), 1U,
                                                     RawFlit{1} << 17 | RawFlit{1} << 62),
                                          std::tuple(kGraph.neighbour(2, 2), 0U, RawFlit{1})));
}

// Of a link of three steps: monitors see the error when the flit is sent, the far end when it
// comes.
TEST(StarLinks, InvertTheBitsOfSlowLinksWhereTheFlitIsReceived) {
  StarFaults faults;
  faults.bits = {{1, 3, 5, 17}};
  StarLinks links(kGraph, faults, 3);
  Wires wires;
  for (Step step = 0; step < 10; ++step) {
    std::vector<LinkTransfer> sent = shown(links, step, wires);
    const auto is_bad = [](const LinkTransfer& t) { return t.flit != kValidBit; };
    EXPECT_EQ(std::count_if(sent.begin(), sent.end(), is_bad), step == 4 ? 1 : 0) << step;
    std::vector<LinkTransfer> arrivals{{1, kGraph.neighbour(1, 3), kValidBit, kPorts + 1}};
    links.before_arrival(step, arrivals, wires);
    EXPECT_EQ(is_bad(arrivals.front()), step == 6) << step;
    EXPECT_EQ(wires.inverted.size(), step < 6 ? 0U : 1U) << step;
  }
  EXPECT_EQ(*links.bit_errors(), 1);
}

// What was sent before the link died does not arrive either.
TEST(StarLinks, LoseWhatIsOnThemWhenTheyDie) {
  StarFaults faults;
  faults.links = {{1, 3, 5}};
  StarLinks links(kGraph, faults, 3);
  Wires wires;
  for (Step step = 0; step < 10; ++step) {
    std::vector<LinkTransfer> arrivals{{1, kGraph.neighbour(1, 3), kValidBit, kPorts + 1}};
    links.before_arrival(step, arrivals, wires);
    EXPECT_EQ(arrivals.size(), step < 4 ? 1U : 0U) << step;
  }
}

// 12,000 flits: five standard deviations are below 0.025.
TEST(StarLinks, MakeNoiseAsOftenAsAskedForInAnyBitButValid) {
  for (const double probability : {0.02, 0.3, 0.5, 0.9, 1.0}) {
    StarFaults faults;
    faults.noise = {probability, 7};
    StarLinks links(kGraph, faults);
    Wires wires;
    for (Step step = 0; step < 1000; ++step) shown(links, step, wires);
    EXPECT_NEAR(static_cast<double>(*links.bit_errors()) / 12'000, probability, 0.025);
    RawFlit bits = 0;
    for (const auto& [node, port, error] : wires.inverted) {
      EXPECT_EQ(__builtin_popcountll(error), 1);
      bits |= error;
    }
    if (probability < 0.1) continue;  // too few for all bits
    EXPECT_EQ(bits, kValidBit - 1) << "of " << wires.inverted.size() << " errors";
  }
}

TEST(StarLinks, MakeTheSameNoiseForTheSameSeedOnly) {
  const auto noise = [](std::uint64_t seed) {
    StarFaults faults;
    faults.noise = {0.1, seed};
    StarLinks links(kGraph, faults);
    Wires wires;
    for (Step step = 0; step < 50; ++step) shown(links, step, wires);
    return wires.inverted;
  };
  EXPECT_EQ(noise(1), noise(1));
  EXPECT_NE(noise(1), noise(2));
}

TEST(StarFaults, AreRefusedJustOutsideTheirRangesAndTakenWithin) {
  const auto refused = [](const StarFaults& faults) {
    try {
      check_faults(kGraph, faults);
    } catch (const std::exception&) {
      return true;
    }
    return false;
  };
  const auto bit = [](BitError error) {
    StarFaults faults;
    faults.bits = {error};
    return faults;
  };
  const auto link = [](DeadLink dead) {
    StarFaults faults;
    faults.links = {dead};
    return faults;
  };
  const auto node = [](DeadNode dead) {
    StarFaults faults;
    faults.nodes = {dead};
    return faults;
  };
  const auto noise = [](double probability) {
    StarFaults faults;
    faults.noise = {probability, 1};
    return faults;
  };
  for (const StarFaults& good :
       {StarFaults(), bit({0, 2, 1, 0}), bit({5, 3, 1, 62}), link({0, 2, 1}), link({5, 3, 9}),
        node({0, 1}), node({5, 1}), noise(0), noise(1)})
    EXPECT_FALSE(refused(good));
  for (const StarFaults& bad :
       {bit({-1, 2, 1, 0}), bit({6, 2, 1, 0}), bit({0, 1, 1, 0}), bit({0, 4, 1, 0}),
        bit({0, 2, 0, 0}), bit({0, 2, 1, -1}), bit({0, 2, 1, 63}), link({-1, 2, 1}),
        link({6, 2, 1}), link({0, 1, 1}), link({0, 4, 1}), link({0, 2, 0}), node({-1, 1}),
        node({6, 1}), node({0, 0}), noise(-0.1), noise(1.1), noise(std::nan(""))})
    EXPECT_TRUE(refused(bad));
}

}  // namespace
}  // namespace flitwise
