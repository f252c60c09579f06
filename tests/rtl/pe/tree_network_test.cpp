// The network top: every pair of PEs, timing by distance, and where violations show.
#include <Vtree_network_binary15.h>
#include <Vtree_network_binary15_checked.h>
#include <Vtree_network_binary15_late_checked.h>
#include <Vtree_network_mixed7.h>
#include <Vtree_network_path6.h>
#include <Vtree_network_path6_checked.h>
#ifdef FLITWISE_NETLISTS
#include <Vtree_network_mixed7_netlist.h>
#include <Vtree_network_path6_netlist.h>
#endif
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "systemc/network/flit.h"
#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {
namespace {

// Parents as the build sets them, written down again by hand.
template <class Model>
std::vector<int> parents_of() {
  const std::vector<int> mixed7{-1, 4, 0, 4, 0, 4, 2};
  if constexpr (std::is_same_v<Model, Vtree_network_mixed7>) return mixed7;
#ifdef FLITWISE_NETLISTS
  if constexpr (std::is_same_v<Model, Vtree_network_mixed7_netlist>) return mixed7;
#endif
  if constexpr (std::is_same_v<Model, Vtree_network_binary15> ||
                std::is_same_v<Model, Vtree_network_binary15_checked> ||
                std::is_same_v<Model, Vtree_network_binary15_late_checked>)
    return {-1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6};
  return {-1, 0, 1, 2, 3, 4};
}

template <class Model>
class TreeNetwork : public ::testing::Test {
 protected:
  TreeNetwork() : parents_(parents_of<Model>()), addresses_(parents_.size()) {
    count_assertion_failures(context_);
    clear_inputs(model_);
    reset(model_);
    number_from(0);
  }

  int pes() const { return static_cast<int>(parents_.size()); }
  std::size_t lanes() const {
    return sizeof(model_.out_lane_o) / sizeof(RawFlit) / parents_.size();
  }

  void number_from(int pe) {
    addresses_[static_cast<std::size_t>(pe)] = next_address_++;
    for (int child = 0; child < pes(); ++child)
      if (parents_[static_cast<std::size_t>(child)] == pe) number_from(child);
  }

  std::vector<int> way_to_root(int pe) const {
    std::vector<int> way{pe};
    while (way.back() != 0) way.push_back(parents_[static_cast<std::size_t>(way.back())]);
    return way;
  }

  int distance(int from, int to) const {
    std::vector<int> a = way_to_root(from);
    std::vector<int> b = way_to_root(to);
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
      a.pop_back();
      b.pop_back();
    }
    return static_cast<int>(a.size() + b.size());
  }

  // The lane of its parent's router that a PE is at.
  std::size_t lane_at_parent(int pe) const {
    std::size_t lane = 2;
    for (int sibling = 0; sibling < pe; ++sibling)
      if (parents_[index(sibling)] == parents_[index(pe)]) ++lane;
    return lane;
  }

  // The input of the root's router that a PE's flits to the root come over.
  std::size_t lane_at_root(int pe) const {
    const std::vector<int> way = way_to_root(pe);
    return way.size() == 1 ? 0 : lane_at_parent(way[way.size() - 2]);
  }

  RawFlit flit_to(int pe, bool head, bool tail, std::uint32_t payload) const {
    return pack(
        {FlitKind::kData, head, tail, addresses_[static_cast<std::size_t>(pe)], 3, payload});
  }

  void inject(int pe, RawFlit flit) {
    std::memcpy(bytes_of(model_.own_lane_i) + static_cast<std::size_t>(pe) * sizeof flit, &flit,
                sizeof flit);
  }

  void clock() {
    clock_cycle<Model>(&model_);
    std::memset(bytes_of(model_.own_lane_i), 0, sizeof(model_.own_lane_i));
  }

  RawFlit output(int pe, std::size_t lane) {
    RawFlit flit;
    const std::size_t index = static_cast<std::size_t>(pe) * lanes() + lane;
    std::memcpy(&flit, bytes_of(model_.out_lane_o) + index * sizeof flit, sizeof flit);
    return flit;
  }

  std::size_t flits_in_network() {
    std::size_t flits = 0;
    for (int pe = 0; pe < pes(); ++pe)
      for (std::size_t lane = 0; lane < lanes(); ++lane)
        if (output(pe, lane) != 0) ++flits;
    return flits;
  }

  std::uint64_t violation(int pe) { return bits_of(model_.violation_o, 8 * index(pe), 8); }
  std::uint64_t involved_in(int pe) {
    return bits_of(model_.violation_in_o, lanes() * index(pe), lanes());
  }
  std::uint64_t involved_out(int pe) {
    return bits_of(model_.violation_out_o, lanes() * index(pe), lanes());
  }
  static std::size_t index(int pe) { return static_cast<std::size_t>(pe); }

  std::vector<int> parents_;
  std::vector<std::uint32_t> addresses_;
  std::uint32_t next_address_ = 0;
  AnyStart context_;
  Model model_{&context_};
};

#ifdef FLITWISE_NETLISTS
using NetworkModels = ::testing::Types<Vtree_network_path6_netlist, Vtree_network_mixed7_netlist>;
#else
using NetworkModels =
    ::testing::Types<Vtree_network_path6, Vtree_network_path6_checked, Vtree_network_mixed7,
                     Vtree_network_binary15, Vtree_network_binary15_checked>;
#endif

struct NetworkModelNames {
  template <class Model>
  static std::string GetName(int) {
#ifdef FLITWISE_NETLISTS
    if constexpr (std::is_same_v<Model, Vtree_network_path6_netlist>) return "Path6Netlist";
    if constexpr (std::is_same_v<Model, Vtree_network_mixed7_netlist>) return "Mixed7Netlist";
#endif
    if constexpr (std::is_same_v<Model, Vtree_network_path6>) return "Path6Rtl";
    if constexpr (std::is_same_v<Model, Vtree_network_path6_checked>) return "Path6Checked";
    if constexpr (std::is_same_v<Model, Vtree_network_mixed7>) return "Mixed7Rtl";
    if constexpr (std::is_same_v<Model, Vtree_network_binary15>) return "Binary15Rtl";
    return "Binary15Checked";
  }
};

TYPED_TEST_SUITE(TreeNetwork, NetworkModels, NetworkModelNames);

TYPED_TEST(TreeNetwork, AFlitFromEveryPeReachesEveryPeInDistanceSteps) {
  for (int from = 0; from < this->pes(); ++from) {
    for (int to = 0; to < this->pes(); ++to) {
      const RawFlit flit = this->flit_to(to, true, true, 9);
      this->inject(from, flit);
      this->clock();  // into the sender's router
      for (int step = 0; step < this->distance(from, to); ++step) {
        ASSERT_EQ(this->output(to, 0), 0U) << from << " to " << to << " early, step " << step;
        ASSERT_EQ(this->flits_in_network(), 1U) << from << " to " << to;
        this->clock();
      }
      ASSERT_EQ(this->output(to, 0), flit) << from << " to " << to;
      ASSERT_EQ(this->flits_in_network(), 1U) << from << " to " << to;
      this->clock();
      ASSERT_EQ(this->flits_in_network(), 0U) << from << " to " << to;
      ASSERT_EQ(this->model_.busy_o, 0) << from << " to " << to;
    }
  }
  EXPECT_EQ(this->context_.errorCount(), 0);
}

#ifndef FLITWISE_NETLISTS
using LateTreeNetwork = TreeNetwork<Vtree_network_binary15_late_checked>;

TEST_F(LateTreeNetwork, AHopTakesAStepMoreForEveryStageAndEveryRegisterOfTheLink) {
  constexpr int kHop = 1 + 2 + 3;  // as in CMakeLists.txt
  for (int from = 0; from < pes(); ++from) {
    for (int to = 0; to < pes(); ++to) {
      const RawFlit flit = flit_to(to, true, true, 9);
      inject(from, flit);
      clock();  // into the sender's router
      for (int step = 0; step < kHop * distance(from, to); ++step) {
        // On every link of the way it lies once, behind the stages of the router before.
        ASSERT_EQ(flits_in_network(), step % kHop == 2 ? 1U : 0U) << from << " to " << to;
        ASSERT_EQ(model_.busy_o, 1) << from << " to " << to << ", step " << step;
        clock();
      }
      ASSERT_EQ(output(to, 0), flit) << from << " to " << to;
      ASSERT_EQ(flits_in_network(), 1U) << from << " to " << to;
      clock();
      ASSERT_EQ(flits_in_network(), 0U) << from << " to " << to;
      ASSERT_EQ(model_.busy_o, 0) << from << " to " << to;
    }
  }
  EXPECT_EQ(context_.errorCount(), 0);
}
#endif

TYPED_TEST(TreeNetwork, AMessageFromTheRootArrivesInOrderWithoutGaps) {
  const int to = this->pes() - 1;
  const int length = 20;
  const int distance = this->distance(0, to);

  for (int edge = 0; edge < length + distance; ++edge) {
    if (edge < length)
      this->inject(
          0, this->flit_to(to, edge == 0, edge == length - 1, static_cast<std::uint32_t>(edge)));
    this->clock();
    const int number = edge - distance;
    const RawFlit expected = number < 0 ? 0
                                        : this->flit_to(to, number == 0, number == length - 1,
                                                        static_cast<std::uint32_t>(number));
    ASSERT_EQ(this->output(to, 0), expected) << "edge " << edge;
  }
  EXPECT_EQ(this->context_.errorCount(), 0);
}

TYPED_TEST(TreeNetwork, ACollisionShowsAtItsRouterWithItsLanes) {
  this->context_.assertOn(false);
  // The last PE's message to the root meets, one router up, a message of that router's own PE.
  const int last = this->pes() - 1;
  const int above = this->parents_[static_cast<std::size_t>(last)];
  ASSERT_NE(above, 0);
  const std::size_t lane = this->lane_at_parent(last);

  this->inject(last, this->flit_to(0, true, true, 1));
  this->clock();
  this->inject(above, this->flit_to(0, true, true, 2));
  this->clock();

  for (int pe = 0; pe < this->pes(); ++pe)
    EXPECT_EQ(this->violation(pe), pe == above ? 1U : 0U) << "PE " << pe;
  EXPECT_EQ(this->involved_in(above), 1U | 1U << lane);
  EXPECT_EQ(this->involved_out(above), 2U);
  EXPECT_EQ(this->output(above, 1), this->flit_to(0, true, true, 2));
  EXPECT_EQ(this->flits_in_network(), 1U);
}

TYPED_TEST(TreeNetwork, ReportsASecondSendBecauseItsRoutersAreSinglePort) {
  this->context_.assertOn(false);
  const int last = this->pes() - 1;
  const int above = this->parents_[static_cast<std::size_t>(last)];
  ASSERT_NE(above, 0);

  this->inject(0, this->flit_to(last, true, true, 1));
  for (int step = 0; step < this->distance(0, above); ++step) this->clock();
  this->inject(above, this->flit_to(0, true, true, 2));
  this->clock();

  EXPECT_EQ(this->violation(above), 2U);
  EXPECT_EQ(this->flits_in_network(), 2U);
}

TYPED_TEST(TreeNetwork, AFlitForAnAddressOfNoPeIsReportedByTheRootAndLostThere) {
  this->context_.assertOn(false);
  const std::uint64_t no_route = 1U << 3;
  const std::uint64_t parent_lane = 1U << 1;
  for (const int address : {this->pes(), 8191}) {
    for (int from = 0; from < this->pes(); ++from) {
      this->inject(from,
                   pack({FlitKind::kData, true, true, static_cast<std::uint32_t>(address), 3, 9}));
      for (int step = 0; step < this->distance(from, 0); ++step) {
        this->clock();
        ASSERT_EQ(this->flits_in_network(), 1U) << "PE " << from << " to " << address;
        for (int pe = 0; pe < this->pes(); ++pe) {
          ASSERT_EQ(this->output(pe, 0), 0U) << "delivered to PE " << pe << ", from " << from;
          ASSERT_EQ(this->violation(pe), 0U) << "PE " << pe << ", from " << from;
        }
      }
      this->clock();  // into the root's router

      for (int pe = 0; pe < this->pes(); ++pe)
        ASSERT_EQ(this->violation(pe), pe == 0 ? no_route : 0U) << "PE " << pe << ", from " << from;
      ASSERT_EQ(this->involved_in(0), 1U << this->lane_at_root(from)) << "PE " << from;
      ASSERT_EQ(this->involved_out(0), parent_lane) << "PE " << from;
      ASSERT_EQ(this->flits_in_network(), 0U) << "PE " << from << " to " << address;
      this->clock();
      ASSERT_EQ(this->flits_in_network(), 0U) << "PE " << from << " to " << address;
      ASSERT_EQ(this->model_.busy_o, 0) << "PE " << from << " to " << address;
    }
  }
}

}  // namespace
}  // namespace flitwise::rtl_test
