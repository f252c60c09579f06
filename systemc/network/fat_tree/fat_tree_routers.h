// fat_tree_routers.h: the leaves and switches of a fat tree, assembled or elaborated, as a Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_ROUTERS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/fat_tree/fat_tree_occupancy.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {

/// Order in which a switch takes the packets of a step. Values are those of `policy_i`.
enum class InputPolicy : std::uint8_t {
  kUpFirst = 0,
  kLocalFirst = 1,
  kRoundRobin = 2,
  kRandom = 3
};

/// Largest number of packets that an output can hold.
inline constexpr std::uint32_t kMaxFatTreeDepth = 32767;
/// Largest number of lanes of a switch.
inline constexpr std::uint32_t kMaxSwitchLanes = 512;

/// How a fat tree's network is made.
struct FatTreeNetworkConfig {
  /// Packets that one output of a node of level i may hold, entries 0 (leaves) to L. Exact; the
  /// model may have room for more.
  std::vector<std::uint32_t> depth;
  InputPolicy policy = InputPolicy::kUpFirst;
  std::uint64_t seed = 1;      ///< of random order; every switch draws from it for itself
  bool scheduled = false;      ///< nothing may wait: reported and asserted
  bool backpressure = false;   ///< a full output holds back; otherwise it loses packets
  bool store_forward = false;  ///< a message leaves a switch's output only as a whole
  /// Links carry one direction a step: up in odd steps, down in even ones. Assembled networks with
  /// back pressure only.
  bool half_duplex = false;
  IdleRouters idle = IdleRouters::kSkip;
  RouterForm form = RouterForm::kRtl;
  Checkers checkers = Checkers::kBound;  ///< always bound with waves
  WaveRecorder* waves = nullptr;         ///< take the traced models and register them here
};

/// A network and its counters, which must not be used after it.
struct FatTreeNetwork {
  std::unique_ptr<Network> network;
  std::unique_ptr<const FatTreeOccupancy> occupancy;
};

/// The same depth for all levels.
std::vector<std::uint32_t> uniform_depth(const FatTree& tree, std::uint32_t packets);

/// Packets that a model of its outputs must have room for: enough for `packets` and for a register
/// per link, rounded up to one of a few sizes, so that few models are compiled.
std::uint32_t model_depth(std::uint32_t packets, std::uint32_t links);

/// One verilated model per leaf and switch. Nodes are numbered as in FatTree; PEs are the leaves,
/// with a port for each of their links.
/// Errors: throws TopologyError for a depth that is not 1 to kMaxFatTreeDepth, a missing one, one
///         of leaves below their links, a switch of more than kMaxSwitchLanes lanes, or half-duplex
///         links without back pressure or elaborated; ModelError when a model cannot be made.
FatTreeNetwork assemble_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                 ModelLibrary& models);

/// The SystemVerilog network top of this tree; all its outputs have room for the largest depth.
/// Evaluates all nodes at every edge whatever `idle` says.
/// Errors: as assemble_fat_tree.
FatTreeNetwork elaborate_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                  ModelLibrary& models);

/// Names of the nodes for reports: "leaf 3", "switch 2.1".
std::vector<std::string> fat_tree_node_names(const FatTree& tree);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_ROUTERS_H_
