// A third reading of the RTL: Icarus Verilog runs a small network of each family on the inputs that
// its verilated twin had, and every output must be the same after every clock edge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>

#include "systemc/network/collective/combine_flit.h"
#include "tests/rtl/pe/random_traffic.h"
#include "tests/rtl/replay.h"
#include "tests/rtl/star/star_packets.h"
#include "tests/rtl/star/star_permutations.h"
#include "tests/rtl/torus/reference_torus_router.h"

extern "C" {
extern const flitwise::ModelTable Vtree_network_mixed7_table;
extern const flitwise::ModelTable Vfat_tree_network_2_3_table;
extern const flitwise::ModelTable Vtorus_network_3x3_table;
extern const flitwise::ModelTable Vstar_network_4_1_1_0_table;
extern const flitwise::ModelTable Vcombine_network_tree_table;
extern const flitwise::ModelTable Vcombine_network_centre_table;
extern const flitwise::ModelTable Vcombine_network_flood_table;
}

namespace flitwise::rtl_test {
namespace {

/// Flits that wait for one lane of an input pin.
using Lane = std::deque<RawFlit>;

void put(const Pin& pin, std::size_t lane, RawFlit flit) {
  std::memcpy(pin.bytes() + lane * sizeof flit, &flit, sizeof flit);
}

RawFlit take(Lane& lane) {
  if (lane.empty()) return 0;
  const RawFlit flit = lane.front();
  lane.pop_front();
  return flit;
}

/// A message of one to four flits behind a head, or now and then any flit whatever.
void append_message(Random& random, const FlitFields& head, Lane& lane) {
  FlitFields flit = head;
  flit.head = true;
  for (std::uint32_t left = 1 + random.below(4); left > 0; --left) {
    flit.tail = left == 1;
    lane.push_back(random.one_in(50) ? kValidBit | RawFlit{random.below(1U << 31)} << 32
                                     : pack(flit));
    flit.head = false;
    ++flit.payload;
  }
}

class Icarus : public ::testing::Test {
 protected:
  std::string replay(const Recording& recording, const char* module,
                     const std::vector<std::string>& parameters) {
    return recording.replay(module, parameters, folder_);
  }
  void TearDown() override {
    if (!HasFailure()) std::filesystem::remove_all(folder_);
  }
  static bool reports(const Recording& recording) {
    const Pin pin = recording.model().pin("violation_o");
    return std::any_of(pin.bytes(), pin.bytes() + pin.bits() / 8,
                       [](unsigned char byte) { return byte != 0; });
  }

  const std::string folder_ = ::testing::TempDir() + "icarus_" + std::to_string(::getpid());
  Random random_;
  int violations_ = 0;
};

const std::vector<std::string> kMixed7{"NumPes=7", "MaxChildren=3",
                                       "Parents=112'h000200040000000400000004ffff"};

class IcarusTree : public Icarus {
 protected:
  void run(Recording& recording, int cycles) {
    std::vector<Lane> lanes(7);
    const Pin own = recording.model().pin("own_lane_i");
    for (int cycle = 0; cycle < cycles; ++cycle) {
      for (std::size_t pe = 0; pe < lanes.size(); ++pe) {
        if (lanes[pe].empty() && random_.one_in(20))
          append_message(random_, {FlitKind::kData, true, true, random_.below(8), 3, 40},
                         lanes[pe]);
        put(own, pe, take(lanes[pe]));
      }
      recording.clock();
      violations_ += reports(recording) ? 1 : 0;
    }
  }
};

TEST_F(IcarusTree, ATreeOfSevenPesDoesTheSameInEveryCycle) {
  Recording recording(Vtree_network_mixed7_table);
  run(recording, 3000);

  EXPECT_GT(violations_, 100);
  EXPECT_LT(violations_, 2000);
  EXPECT_EQ(replay(recording, "tree_network", kMixed7), "the same in 3001 cycles");
}

TEST_F(IcarusTree, ADifferenceIsNamedByCyclePortAndValues) {
  Recording recording(Vtree_network_mixed7_table);
  run(recording, 20);
  recording.falsify();

  EXPECT_THAT(replay(recording, "tree_network", kMixed7),
              ::testing::MatchesRegex("cycle 20: out_lane_o is [0-9a-f]+ in Icarus Verilog, "
                                      "[0-9a-f]+ in Verilator"));
}

TEST_F(Icarus, AFatTreeOfEightLeavesDoesTheSameInEveryCycle) {
  std::string said;
  for (const unsigned backpressure : {0U, 1U}) {
    Recording recording(Vfat_tree_network_2_3_table);
    const ModelInstance& model = recording.model();
    for (std::size_t level = 0; level < 4; ++level) model.pin("limit_i").drive_entry16(level, 4);
    for (std::size_t k = 0; k < 7; ++k)
      model.pin("seed_i").drive_entry16(k, static_cast<std::uint16_t>(1 + random_.below(65535)));
    model.drive("policy_i", backpressure);
    model.drive("backpressure_i", backpressure);
    std::vector<Lane> lanes(8);
    const Pin own = model.pin("own_lane_i");
    int refused = 0;
    for (int cycle = 0; cycle < 200; ++cycle) {
      for (std::size_t leaf = 0; leaf < lanes.size(); ++leaf) {
        const bool taken = backpressure == 0 || model.pin("own_ready_o").read(leaf, 1) != 0;
        refused += taken ? 0 : 1;
        if (taken) take(lanes[leaf]);
        if (lanes[leaf].empty() && random_.one_in(6)) {
          const FlitKind kinds[] = {FlitKind::kData, FlitKind::kData, FlitKind::kFlood,
                                    FlitKind::kCopies};
          append_message(random_, {kinds[random_.below(4)], true, true, random_.below(8), 3, 40},
                         lanes[leaf]);
        }
        put(own, leaf, lanes[leaf].empty() ? 0 : lanes[leaf].front());
      }
      recording.clock();
      violations_ += reports(recording) ? 1 : 0;
    }
    EXPECT_EQ(refused > 20, backpressure == 1) << refused;
    said = replay(recording, "fat_tree_network",
                  {"Arity=2", "Levels=3", "Capacities=48'h0004_0002_0001", "Depth=4"});
    ASSERT_EQ(said, "the same in 201 cycles");
  }
  EXPECT_GT(violations_, 100);
}

TEST_F(Icarus, ATorusOfNineNodesDoesTheSameInEveryCycle) {
  constexpr std::size_t kPorts = 4;
  Recording recording(Vtorus_network_3x3_table);
  const ModelInstance& model = recording.model();
  std::vector<Lane> lanes(9 * kPorts);
  std::vector<int> credits(lanes.size(), 2);
  const Pin own = model.pin("inject_i");
  const Pin stall = model.pin("stall_i");
  int waited = 0;
  for (int cycle = 0; cycle < 300; ++cycle) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      const std::size_t channel = lane % kPorts;
      if (lanes[lane].empty() && random_.one_in(10)) {
        Hops hops{};
        hops[channel / 2] = channel % 2 == 0 ? 1 : -1;
        if (channel < 2) hops[1] = static_cast<int>(random_.below(3)) - 1;
        append_message(random_, {FlitKind::kData, true, true, 3, 9, payload_of(hops)}, lanes[lane]);
      }
      waited += !lanes[lane].empty() && credits[lane] == 0 ? 1 : 0;
      const RawFlit flit = credits[lane] > 0 ? take(lanes[lane]) : 0;
      credits[lane] -= flit != 0 ? 1 : 0;
      put(own, lane, flit);
    }
    const std::uint64_t any =
        std::uint64_t{random_.below(1U << 31)} << 31 | random_.below(1U << 31);
    stall.drive(cycle % 60 < 30 ? 0 : any & ((std::uint64_t{1} << stall.bits()) - 1));
    recording.clock();
    violations_ += reports(recording) ? 1 : 0;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      credits[lane] += static_cast<int>(model.pin("inject_credit_o").read(lane, 1));
  }
  EXPECT_GT(waited, 20);
  EXPECT_GT(violations_, 10);
  EXPECT_EQ(replay(recording, "torus_network",
                   {"Dimensions=2", "Sides=16'h0303", "NumNodes=9", "Lanes=2", "Depth=2"}),
            "the same in 301 cycles");
}

TEST_F(Icarus, AStarGraphOf24NodesWithFaultsDoesTheSameInEveryCycle) {
  constexpr std::size_t kNodes = 24;
  constexpr std::size_t kPorts = 3;
  Recording recording(Vstar_network_4_1_1_0_table);
  const ModelInstance& model = recording.model();
  const std::uint32_t home = address_bits(all_permutations(4).front());
  const Pin own = model.pin("own_lane_i");
  const Pin error = model.pin("error_i");
  for (int cycle = 0; cycle < 60; ++cycle) {
    model.drive("rule_i", cycle < 30 ? 0 : 1);
    model.drive("dead_i", cycle < 50 ? 0 : 1U << 8);
    for (std::size_t lane = 0; lane < kNodes * kPorts; ++lane) {
      const auto port = static_cast<unsigned>(lane % kPorts);
      const std::uint32_t number = random_.below(4096);
      RawFlit flit = 0;
      if (random_.one_in(40))
        flit = random_.one_in(2) ? broadcast_packet(1, home, port, number).front()
                                 : routed_packet(1, {port, (port + 1) % 3, port}, number).front();
      put(own, lane, flit);
      put(error, lane, random_.one_in(100) ? RawFlit{1} << random_.below(64) : 0);
    }
    recording.clock();
    violations_ += reports(recording) ? 1 : 0;
  }
  std::uint64_t dropped = 0;
  for (std::size_t node = 0; node < kNodes; ++node)
    dropped += model.pin("crc_errors_o").read(32 * node, 32);
  EXPECT_GT(dropped, 5U);
  EXPECT_GT(violations_, 5);
  EXPECT_EQ(replay(recording, "star_network", {"Order=4", "Flits=1", "Slots=1", "Tables=0"}),
            "the same in 61 cycles");
}

// At first operands that meet, of all operations; then any at any time, and any flit whatever.
TEST_F(Icarus, NetworksOfStagesDoTheSameInEveryCycle) {
  const std::vector<std::string> five{
      "NumNodes=5", "Links=3", "Operands=5'h1f", "OwnResults=5'h1f",
      "Neighbours=240'hffffffff0001ffffffff0001ffffffff0000000400030000ffff00020001"};
  auto tree = five, centre = five;
  for (const char* more : {"Parents=40'h00000000ff", "Children=15'h0033", "Results=15'h0033"})
    tree.emplace_back(more);
  for (const char* more : {"Parents=40'h0", "EdgeRoots=5'h03", "Children=15'h0032",
                           "Results=15'h0032", "Depth=2", "Adder=1"})
    centre.emplace_back(more);
  const std::vector<std::string> flood{"NumNodes=4",
                                       "Links=2",
                                       "Rounds=2",
                                       "Adder=1",
                                       "Parents=32'hffffffff",
                                       "Operands=4'hf",
                                       "OwnResults=4'hf",
                                       "Children=8'h0",
                                       "Results=8'h0",
                                       "Neighbours=128'h00020000000300010002000000030001"};
  struct Network {
    const ModelTable& table;
    const std::vector<std::string>& parameters;
    std::vector<std::uint32_t> delays;  // by PE, from a word's first edge
  };
  for (const Network& network : {Network{Vcombine_network_tree_table, tree, {2, 1, 1, 0, 0}},
                                 Network{Vcombine_network_centre_table, centre, {0, 3, 0, 1, 0}},
                                 Network{Vcombine_network_flood_table, flood, {0, 2, 0, 1}}}) {
    Recording recording(network.table);
    const Pin own = recording.model().pin("own_lane_i");
    int results = 0;
    violations_ = 0;
    for (std::uint32_t cycle = 0; cycle < 400; ++cycle) {
      const bool is_wild = cycle >= 160;
      for (std::uint32_t v = 0; v < network.delays.size(); ++v) {
        const CombineFlit operand{FlitKind::kCombine, static_cast<CombineOp>(1 + cycle / 40 % 4), 0,
                                  cycle / 20, random_.below(1U << 31)};
        const bool sends = is_wild ? random_.one_in(9) : cycle % 20 == network.delays[v];
        put(own, v,
            is_wild && random_.one_in(99) ? kValidBit | RawFlit{random_.below(1U << 31)} << 32
            : sends                       ? to_raw(operand)
                                          : 0);
      }
      recording.clock();
      EXPECT_TRUE(is_wild || !reports(recording)) << cycle;
      violations_ += reports(recording) ? 1 : 0;
      results += recording.model().pin("out_lane_o").read(0, 64) != 0 ? 1 : 0;  // of node 0
    }
    EXPECT_GT(results, 7);
    EXPECT_GT(violations_, 10);
    EXPECT_LT(violations_, 240);
    EXPECT_EQ(replay(recording, "combine_network", network.parameters), "the same in 401 cycles");
  }
}

}  // namespace
}  // namespace flitwise::rtl_test
