// Tori and a mesh as hardware: every pair of nodes, timing by hops, and random traffic without
// loss.
#include <Vtorus_network_2x3_checked.h>
#include <Vtorus_network_3x3.h>
#include <Vtorus_network_4x4.h>
#include <Vtorus_network_mesh_3x4_checked.h>

#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/rtl/pe/random_traffic.h"
#include "tests/rtl/torus/torus_harness.h"

namespace flitwise::rtl_test {
namespace {

constexpr std::size_t kChannels = 4;
constexpr int kDepth = 2;

template <class Model>
inline constexpr std::pair<int, int> kSides{};
template <>
inline constexpr std::pair<int, int> kSides<Vtorus_network_2x3_checked>{2, 3};
template <>
inline constexpr std::pair<int, int> kSides<Vtorus_network_3x3>{3, 3};
template <>
inline constexpr std::pair<int, int> kSides<Vtorus_network_4x4>{4, 4};

template <>
inline constexpr std::pair<int, int> kSides<Vtorus_network_mesh_3x4_checked>{3, 4};

/// A mesh has no wrap links, and its PEs have one port each.
template <class Model>
inline constexpr bool kIsMesh = false;
template <>
inline constexpr bool kIsMesh<Vtorus_network_mesh_3x4_checked> = true;

/// The network out of reset, with a source queue a port that keeps to the credits.
template <class Model>
class TorusNetwork : public ::testing::Test {
 protected:
  static constexpr int kWidth = kSides<Model>.first;
  static constexpr int kHeight = kSides<Model>.second;
  static constexpr std::size_t kNodes = static_cast<std::size_t>(kWidth * kHeight);

  static constexpr std::size_t kPePorts = kIsMesh<Model> ? 1 : kChannels;
  static constexpr std::size_t kPorts = kPePorts + kChannels;

  struct Delivery {
    std::size_t node = 0;
    std::size_t port = 0;
    RawFlit flit = 0;
  };

  TorusNetwork() : room_(kNodes * kPePorts, kDepth), waiting_(kNodes * kPePorts) {
    count_assertion_failures(context_);
    clear_inputs(model_);
    model_.strict_i = 0;
    reset(model_);
  }
  ~TorusNetwork() override {
    EXPECT_EQ(context_.errorCount(), 0);
    Verilated::threadContextp(&context_);
  }

  static bool reaches(std::size_t node, const Hops& hops) {
    const int x = static_cast<int>(node) % kWidth + hops[0];
    const int y = static_cast<int>(node) / kWidth + hops[1];
    return !kIsMesh<Model> || (x >= 0 && x < kWidth && y >= 0 && y < kHeight);
  }
  static std::size_t target(std::size_t node, const Hops& hops) {
    const int x = (static_cast<int>(node) % kWidth + hops[0] + kWidth) % kWidth;
    const int y = (static_cast<int>(node) / kWidth + hops[1] + kHeight) % kHeight;
    return static_cast<std::size_t>(x + kWidth * y);
  }
  static std::size_t first_port(const Hops& hops) {
    if (kIsMesh<Model>) return 0;
    return hops[0] != 0 ? (hops[0] > 0 ? 0 : 1) : (hops[1] > 0 ? 2 : 3);
  }
  static std::size_t last_port(const Hops& hops) {
    if (kIsMesh<Model>) return 0;
    return hops[1] != 0 ? (hops[1] > 0 ? 2 : 3) : (hops[0] > 0 ? 0 : 1);
  }
  static int distance(const Hops& hops) { return std::abs(hops[0]) + std::abs(hops[1]); }

  void send(std::size_t node, const Hops& hops, std::uint32_t packet, std::uint32_t length) {
    auto& queue = waiting_[node * kPePorts + first_port(hops)];
    for (std::uint32_t k = 1; k <= length; ++k)
      queue.push_back(pack({FlitKind::kData, k == 1, k == length, packet,
                            static_cast<std::uint32_t>(node), k == 1 ? payload_of(hops) : k}));
  }

  std::vector<Delivery> clock() {
    auto* in = bytes_of(model_.inject_i);
    for (std::size_t port = 0; port < waiting_.size(); ++port) {
      RawFlit flit = 0;
      if (!waiting_[port].empty() && room_[port] > 0) {
        flit = waiting_[port].front();
        waiting_[port].pop_front();
        --room_[port];
      }
      std::memcpy(in + port * sizeof flit, &flit, sizeof flit);
    }
    auto* stall = bytes_of(model_.stall_i);
    std::memset(stall, 0, sizeof(model_.stall_i));
    for (const std::size_t port : stalled_)
      stall[port / 8] = static_cast<unsigned char>(stall[port / 8] | 1U << (port % 8));
    clock_cycle<Model>(&model_);
    std::vector<Delivery> deliveries;
    for (std::size_t node = 0; node < kNodes; ++node) {
      EXPECT_EQ(bits_of(model_.violation_o, 8 * node, 8), 0U) << "node " << node;
      for (std::size_t port = 0; port < kPePorts; ++port) {
        room_[node * kPePorts + port] +=
            static_cast<int>(bits_of(model_.inject_credit_o, node * kPePorts + port, 1));
        RawFlit flit = 0;
        std::memcpy(&flit, bytes_of(model_.out_lane_o) + (node * kPorts + port) * sizeof flit,
                    sizeof flit);
        if (flit == 0) continue;
        deliveries.push_back({node, port, flit});
        EXPECT_EQ(stalled_.count(node * kPePorts + port), 0U)
            << "node " << node << " port " << port;
      }
    }
    return deliveries;
  }

  /// From now on these ejection ports take nothing, numbered by node and port.
  void stall(std::set<std::size_t> ports) { stalled_ = std::move(ports); }
  void stall_some(Random& random, std::size_t one_in) {
    stalled_.clear();
    for (std::size_t port = 0; port < kNodes * kPePorts; ++port)
      if (random.one_in(one_in)) stalled_.insert(port);
  }

  std::uint64_t stalled() {
    std::uint64_t sum = 0;
    for (std::size_t node = 0; node < kNodes; ++node)
      sum += bits_of(model_.stalled_o, 32 * node, 32);
    return sum;
  }
  bool busy() { return model_.busy_o != 0; }

  Hops random_hops(Random& random, std::size_t node) {
    Hops hops{};
    while (distance(hops) == 0 || !reaches(node, hops)) {
      hops[0] =
          static_cast<int>(random.below(static_cast<std::size_t>(2 * kWidth - 1))) - (kWidth - 1);
      hops[1] =
          static_cast<int>(random.below(static_cast<std::size_t>(2 * kHeight - 1))) - (kHeight - 1);
    }
    return hops;
  }

  AnyStart context_;
  Model model_{&context_};
  std::vector<int> room_;
  std::vector<std::deque<RawFlit>> waiting_;
  std::set<std::size_t> stalled_;
};

using Tori = ::testing::Types<Vtorus_network_2x3_checked, Vtorus_network_3x3, Vtorus_network_4x4>;
using Networks = ::testing::Types<Vtorus_network_2x3_checked, Vtorus_network_3x3,
                                  Vtorus_network_4x4, Vtorus_network_mesh_3x4_checked>;
struct NetworkNames {
  template <class Model>
  static std::string GetName(int) {
    return (kIsMesh<Model> ? "Mesh" : "") + std::to_string(kSides<Model>.first) + "x" +
           std::to_string(kSides<Model>.second);
  }
};
TYPED_TEST_SUITE(TorusNetwork, Networks, NetworkNames);

// A head that is captured by the edge of step t is with its PE after the edge of step t + hops:
// hops + 1 routers, one edge each.
TYPED_TEST(TorusNetwork, ALoneMessageArrivesAfterAsManyStepsAsHopsAndThenFlitByFlit) {
  constexpr std::uint32_t kLength = 5;
  for (std::size_t node = 0; node < this->kNodes; ++node) {
    for (int x = 1 - this->kWidth; x < this->kWidth; ++x) {
      for (int y = 1 - this->kHeight; y < this->kHeight; ++y) {
        const Hops hops{x, y, 0, 0};
        if (this->distance(hops) == 0 || !this->reaches(node, hops)) continue;
        this->send(node, hops, 7, kLength);
        std::uint32_t next = 1;
        for (int t = 0; t < this->distance(hops) + static_cast<int>(kLength); ++t) {
          const auto deliveries = this->clock();
          ASSERT_EQ(deliveries.size(), t < this->distance(hops) ? 0U : 1U)
              << "node " << node << " hops " << x << "," << y << " edge " << t;
          for (const auto& delivery : deliveries) {
            EXPECT_EQ(delivery.node, this->target(node, hops));
            EXPECT_EQ(delivery.port, this->last_port(hops));
            const FlitFields fields = unpack(delivery.flit);
            EXPECT_EQ(fields.head, next == 1);
            EXPECT_EQ(fields.payload, next == 1 ? 0 : next);
            ++next;
          }
        }
        this->clock();
        this->clock();
        ASSERT_FALSE(this->busy());
      }
    }
  }
  EXPECT_EQ(this->stalled(), 0U);
}

template <class Model>
class TorusNetworkPorts : public TorusNetwork<Model> {};
TYPED_TEST_SUITE(TorusNetworkPorts, Tori, NetworkNames);

// Each port alone keeps back what comes to it and nothing else.
TYPED_TEST(TorusNetworkPorts, EveryStalledPortHoldsItsOwnPacketAlone) {
  for (std::size_t port = 0; port < this->kNodes * kChannels; ++port) {
    const int channel = static_cast<int>(port % kChannels);
    Hops back{};
    back[static_cast<std::size_t>(channel / 2)] = channel % 2 == 0 ? -1 : 1;
    Hops there{};
    for (std::size_t d = 0; d < 2; ++d) there[d] = -back[d];
    this->stall({port});
    for (std::size_t node = 0; node < this->kNodes; ++node) this->send(node, there, 5, 2);
    std::size_t flits = 0;
    for (int t = 0; t < 12; ++t) flits += this->clock().size();
    EXPECT_EQ(flits, 2 * (this->kNodes - 1)) << "port " << port;
    this->stall({});
    for (int t = 0; t < 2; ++t) {
      const auto deliveries = this->clock();
      ASSERT_EQ(deliveries.size(), 1U) << "port " << port;
      EXPECT_EQ(deliveries[0].node, port / kChannels);
      EXPECT_EQ(deliveries[0].port, port % kChannels);
      EXPECT_EQ(unpack(deliveries[0].flit).tag,
                static_cast<std::uint32_t>(this->target(port / kChannels, back)));
    }
    for (int t = 0; t < 3; ++t) this->clock();
    ASSERT_FALSE(this->busy());
  }
}

using MeshNetwork = TorusNetwork<Vtorus_network_mesh_3x4_checked>;

// Neighbours along x send to each other.
TEST_F(MeshNetwork, EveryStalledPeHoldsItsOwnPacketsAlone) {
  for (std::size_t stalled = 0; stalled < kNodes; ++stalled) {
    stall({stalled});
    std::size_t others = 0;
    std::size_t own = 0;
    for (std::size_t node = 0; node < kNodes; ++node) {
      for (const int step : {1, -1}) {
        const Hops hops{step, 0, 0, 0};
        if (!reaches(node, hops)) continue;
        send(node, hops, step > 0 ? 5 : 6, 2);
        (target(node, hops) == stalled ? own : others) += 2;
      }
    }
    std::size_t flits = 0;
    for (int t = 0; t < 12; ++t) flits += clock().size();
    EXPECT_EQ(flits, others) << "node " << stalled;
    stall({});
    for (std::size_t t = 0; t < own; ++t) {
      const auto deliveries = clock();
      ASSERT_EQ(deliveries.size(), 1U) << "node " << stalled;
      EXPECT_EQ(deliveries[0].node, stalled);
    }
    for (int t = 0; t < 3; ++t) clock();
    ASSERT_FALSE(busy());
  }
}

TYPED_TEST(TorusNetwork, EveryPacketOfHeavyTrafficIsDeliveredOnceInOneStream) {
  Random random;
  struct Packet {
    std::size_t target = 0;
    std::uint32_t length = 0;
    std::uint32_t seen = 0;
  };
  std::map<std::pair<std::size_t, std::uint32_t>, Packet> packets;
  std::size_t open = 0;
  int quiet = 0;
  for (int t = 0; t < 30'000 && quiet < 3; ++t) {
    for (std::size_t node = 0; t < 2000 && node < this->kNodes; ++node) {
      const auto number = static_cast<std::uint32_t>(t / 2);
      if (t % 2 != 0 || random.one_in(3)) continue;
      const Hops hops = this->random_hops(random, node);
      const std::uint32_t length = 1 + random.below(8);
      if (number >= 1000) continue;
      packets[{node, number}] = {this->target(node, hops), length, 0};
      this->send(node, hops, number, length);
      ++open;
    }
    if (t / 300 % 2 == 1)
      this->stall_some(random, 2);
    else
      this->stall({});
    for (const auto& delivery : this->clock()) {
      const FlitFields fields = unpack(delivery.flit);
      const auto packet = packets.find({fields.tag, fields.destination & 0x3FF});
      // Body flits of several lanes may alternate: their packet number tells them apart.
      ASSERT_NE(packet, packets.end()) << std::hex << delivery.flit;
      EXPECT_EQ(delivery.node, packet->second.target);
      ++packet->second.seen;
      EXPECT_EQ(fields.head, packet->second.seen == 1);
      EXPECT_EQ(fields.payload, fields.head ? 0 : packet->second.seen);
      EXPECT_EQ(fields.tail, packet->second.seen == packet->second.length);
      if (fields.tail) --open;
    }
    quiet = open == 0 && !this->busy() ? quiet + 1 : 0;
  }

  EXPECT_EQ(quiet, 3) << open << " packets have not arrived";
  EXPECT_GT(packets.size(), 3000U);
  EXPECT_GT(this->stalled(), 1000U);
}

}  // namespace
}  // namespace flitwise::rtl_test
