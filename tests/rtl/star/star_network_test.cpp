// The star graphs as hardware: a broadcast reaches every node, in every tree, in the step that its
// depth says, and nothing else happens.
#include <Vstar_network_3_2_1_1_checked.h>
#include <Vstar_network_3_2_1_1_late_checked.h>
#include <Vstar_network_4_1_1_0.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <string>
#include <tuple>

#include "tests/rtl/star/star_packets.h"
#include "tests/rtl/star/star_permutations.h"
#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {
namespace {

template <class TheModel, int kTheOrder, std::size_t kTheFlits, std::size_t kTheRouter = 1,
          std::size_t kTheLink = 1>
struct NetworkCase {
  using Model = TheModel;
  static constexpr int kOrder = kTheOrder;
  static constexpr std::size_t kFlits = kTheFlits;
  static constexpr std::size_t kRouter = kTheRouter;  // cycles that they take
  static constexpr std::size_t kLink = kTheLink;
};

using NetworkCases = ::testing::Types<NetworkCase<Vstar_network_3_2_1_1_checked, 3, 2>,
                                      NetworkCase<Vstar_network_3_2_1_1_late_checked, 3, 2, 3, 4>,
                                      NetworkCase<Vstar_network_4_1_1_0, 4, 1>>;

struct NetworkCaseNames {
  template <class Case>
  static std::string GetName(int) {
    return "Order" + std::to_string(Case::kOrder) + "With" + std::to_string(Case::kFlits) +
           "Flits" + (Case::kRouter > 1 ? "AndLatencies" : "");
  }
};

template <class Case>
class StarNetwork : public ::testing::Test {
 protected:
  static constexpr std::size_t kPorts = Case::kOrder - 1;
  static constexpr std::size_t kFlits = Case::kFlits;
  // From a packet's sending to the next, and what the router of its end delivers sooner than that.
  static constexpr std::size_t kHop = kFlits + Case::kRouter + Case::kLink - 2;
  static constexpr std::size_t kStages = Case::kRouter - 1;
  // A delivered packet: {node, port that it came in by}.
  using Place = std::pair<std::size_t, std::size_t>;

  StarNetwork() {
    count_assertion_failures(context_);
    clear_inputs(model_);
    model_.scheduled_i = 1;
    reset(model_);
  }
  void TearDown() override { EXPECT_EQ(context_.errorCount(), 0); }

  void put(std::size_t node, std::size_t port, RawFlit flit) {
    std::memcpy(bytes_of(model_.own_lane_i) + (node * kPorts + port) * sizeof flit, &flit,
                sizeof flit);
  }
  RawFlit delivered(std::size_t node, std::size_t port) {
    RawFlit flit = 0;
    std::memcpy(&flit, bytes_of(model_.out_lane_o) + (node * 2 * kPorts + port) * sizeof flit,
                sizeof flit);
    return flit;
  }
  void clock() {
    clock_cycle<typename Case::Model>(&model_);
    std::memset(bytes_of(model_.own_lane_i), 0, sizeof(model_.own_lane_i));
  }
  bool is_quiet() {
    for (std::size_t node = 0; node < nodes_.size(); ++node)
      if (bits_of(model_.violation_o, 8 * node, 8) != 0) return false;
    return model_.busy_o == 0;
  }

  /// Whether a packet from the node beyond a port comes over it.
  bool arrives(std::size_t node, std::size_t port) {
    Permutation beside = nodes_[node];
    std::swap(beside[0], beside[port + 1]);
    const auto from =
        static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), beside) - nodes_.begin());
    const Packet packet = routed_packet(kFlits, {static_cast<unsigned>(port)}, 1);
    bool is_seen = false;
    for (std::size_t edge = 0; edge < 3 * kFlits + kHop + 2; ++edge) {
      if (edge < kFlits) put(from, port, packet[edge]);
      clock();
      is_seen = is_seen || delivered(node, port) != 0;
    }
    return is_seen;
  }
  template <class Port>
  static void set_bit(Port& port, std::size_t bit, bool value) {
    const auto mask = static_cast<unsigned char>(1U << bit % 8);
    unsigned char& byte = bytes_of(port)[bit / 8];
    byte = static_cast<unsigned char>(value ? byte | mask : byte & ~mask);
  }

  AnyStart context_;
  typename Case::Model model_{&context_};
  const std::vector<Permutation> nodes_ = all_permutations(Case::kOrder);
};
TYPED_TEST_SUITE(StarNetwork, NetworkCases, NetworkCaseNames);

TYPED_TEST(StarNetwork, ABroadcastReachesEveryNodeInEachTreeInTheStepThatItsDepthSays) {
  constexpr int kOrder = static_cast<int>(TestFixture::kPorts) + 1;
  const std::uint32_t home = address_bits(this->nodes_.front());
  std::size_t deliveries = 0;
  for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ}) {
    this->model_.rule_i = static_cast<CData>(rule);
    for (std::size_t source = 0; source < this->nodes_.size(); ++source) {
      std::map<typename TestFixture::Place, std::size_t> expected;  // edge of the head
      std::size_t last = 0;
      for (std::size_t node = 0; node < this->nodes_.size(); ++node) {
        if (node == source) continue;
        const Permutation u = relative_address(this->nodes_[node], this->nodes_[source]);
        for (int tree = 2; tree <= kOrder; ++tree) {
          const auto port = static_cast<std::size_t>(parent_dimension(rule, u, tree)) - 2;
          const auto depth = static_cast<std::size_t>(tree_depth(rule, u, tree));
          expected[{node, port}] = this->kFlits + this->kHop * depth;
          last = std::max(last, 2 * this->kFlits + this->kHop * depth);
        }
      }
      ASSERT_EQ(expected.size(), (this->nodes_.size() - 1) * this->kPorts);

      std::map<typename TestFixture::Place, std::size_t> measured;
      for (std::size_t edge = 1; edge <= last; ++edge) {
        for (unsigned tree = 0; edge <= this->kFlits && tree < this->kPorts; ++tree)
          this->put(source, tree,
                    broadcast_packet(this->kFlits, home, tree, tree + 1,
                                     static_cast<std::uint32_t>(source))[edge - 1]);
        this->clock();
        for (std::size_t node = 0; node < this->nodes_.size(); ++node)
          for (std::size_t port = 0; port < this->kPorts; ++port)
            if (const RawFlit flit = this->delivered(node, port); (flit >> 58 & 1) != 0) {
              const bool is_first =
                  measured.emplace(typename TestFixture::Place{node, port}, edge).second;
              ASSERT_TRUE(is_first) << "node " << node << " port " << port;
              const Permutation u = relative_address(this->nodes_[node], this->nodes_[source]);
              ASSERT_EQ(star_content(flit) & 07777777, address_bits(u));
              const int tree = static_cast<int>(star_content(flit) >> 21 & 7) + 2;
              ASSERT_EQ(parent_dimension(rule, u, tree), static_cast<int>(port) + 2);
            }
      }
      ASSERT_EQ(measured, expected) << "source " << source;
      ASSERT_TRUE(this->is_quiet());
      deliveries += measured.size();
    }
  }
  EXPECT_EQ(deliveries, 2 * this->nodes_.size() * (this->nodes_.size() - 1) * this->kPorts);
  EXPECT_EQ(bits_of(this->model_.max_stored_o, 0, 16), 1U);
}

TYPED_TEST(StarNetwork, ADeadNodeTakesNothingFromAnyPort) {
  for (std::size_t dead = 0; dead < this->nodes_.size(); ++dead) {
    this->set_bit(this->model_.dead_i, dead, true);
    for (std::size_t port = 0; port < this->kPorts; ++port)
      EXPECT_FALSE(this->arrives(dead, port)) << dead << " port " << port;
    this->set_bit(this->model_.dead_i, dead, false);
  }
}

TYPED_TEST(StarNetwork, ADeadLinkPassesNothingAndTheOthersOfItsNodeDo) {
  for (std::size_t node = 0; node < this->nodes_.size(); ++node) {
    for (std::size_t dead = 0; dead < this->kPorts; ++dead) {
      this->set_bit(this->model_.dead_link_i, node * this->kPorts + dead, true);
      for (std::size_t port = 0; port < this->kPorts; ++port)
        EXPECT_EQ(this->arrives(node, port), port != dead) << node << " port " << port;
      this->set_bit(this->model_.dead_link_i, node * this->kPorts + dead, false);
    }
  }
}

}  // namespace
}  // namespace flitwise::rtl_test
