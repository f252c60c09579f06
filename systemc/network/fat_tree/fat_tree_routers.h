// fat_tree_routers.h: the leaves and switches of a fat tree, assembled or elaborated, as a Network;
// how they are wired, named and configured, and how full their queues have been.
#ifndef FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_ROUTERS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"

namespace flitwise {

/// Largest numbers of packets that one output has held at a clock edge.
struct Occupancy {
  std::uint32_t stored = 0;  ///< after what the edge wrote
  std::uint32_t wait = 0;    ///< of those held before the edge, left over after its departures

  friend bool operator==(const Occupancy& a, const Occupancy& b) {
    return a.stored == b.stored && a.wait == b.wait;
  }
};

/// Of a node's outputs: the one up (none at the root) and the fullest one down (none at a leaf; the
/// maxima of `stored` and `wait` may be of different children).
struct NodeOccupancy {
  std::optional<Occupancy> up;
  std::optional<Occupancy> down;
};

/// Where the counters of one node lie: 16-bit entries, up first, then one per child.
struct OccupancyCounters {
  const unsigned char* stored = nullptr;
  const unsigned char* wait = nullptr;
};

/// Reads the counters of a network; must not be used after it.
class FatTreeOccupancy {
 public:
  /// Shape: one entry per node.
  FatTreeOccupancy(FatTree tree, std::vector<OccupancyCounters> counters)
      : tree_(std::move(tree)), counters_(std::move(counters)) {}

  NodeOccupancy of(Node node) const;
  /// The maxima over all nodes of a level, 0 (leaves) to L.
  NodeOccupancy of_level(int level) const;

 private:
  Occupancy entry(Node node, int branch) const;

  FatTree tree_;
  std::vector<OccupancyCounters> counters_;
};

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
struct FatTreeNetworkConfig : NetworkConfig {
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
  /// With back pressure, ready wires reach from a switch to the one before it and no further: where
  /// any hop or credit takes more than a step, links have credits in their place, as many as
  /// `depth`, which must then be the same on all levels.
  FatTreeLatency latency{};
  /// Bits of words that switches add where flits for one leaf meet; none: they do not. Assembled
  /// networks only, of switches and links of one step.
  std::optional<int> merge_width;
};

/// Whether links have credits in place of ready wires.
bool has_credits(bool backpressure, const FatTreeLatency& latency);

/// A network and its counters, which must not be used after it.
struct FatTreeNetwork {
  std::unique_ptr<Network> network;
  std::unique_ptr<const FatTreeOccupancy> occupancy;
};

/// Packets that a model of its outputs must have room for: enough for `packets` and for a register
/// per link, rounded up to one of a few sizes, so that few models are compiled.
std::uint32_t model_depth(std::uint32_t packets, std::uint32_t links);

/// One verilated model per leaf and switch. Nodes are numbered as in FatTree; PEs are the leaves,
/// with a port for each of their links.
/// Errors: throws TopologyError for a depth that is not 1 to kMaxFatTreeDepth, a missing one, one
///         of leaves below their links, a switch of more than kMaxSwitchLanes lanes, half-duplex
///         links without back pressure or elaborated, switches that add elaborated with several
///         links a branch or without a timetable, more leaves with switches that add than
///         kMergeNumbers, latencies that the routers do not have, with half-duplex links or with
///         switches that add, or credits that are not as many on all levels; ModelError when a
///         model cannot be made.
FatTreeNetwork assemble_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                 ModelLibrary& models);

/// The SystemVerilog network top of this tree; all its outputs have room for the largest depth.
/// Evaluates all nodes at every edge whatever `idle` says.
/// Errors: as assemble_fat_tree.
FatTreeNetwork elaborate_fat_tree(const FatTree& tree, const FatTreeNetworkConfig& config,
                                  ModelLibrary& models);

/// Names of the nodes for reports: "leaf 3", "switch 2.1".
std::vector<std::string> fat_tree_node_names(const FatTree& tree);

/// A lane of a node: where it leads, and its name in reports.
struct FatTreeLane {
  Node peer = kNoNode;  ///< kNoNode for the lane to a leaf's own PE
  std::uint32_t peer_lane = 0;
  std::string name;  ///< "own", "own port 1", "up link 0", "child 1 link 2 (node 9)"
};

/// A node. Lanes of a leaf: a port of its own PE for each link up, then those links; of a switch:
/// its links up, then those of child 0, of child 1, ...
struct FatTreeSite {
  std::string name;  ///< "leaf 3", "switch 2.1": level, then number from the left
  std::vector<FatTreeLane> lanes;
};

/// Shape: one entry per node.
std::vector<FatTreeSite> fat_tree_sites(const FatTree& tree);

/// Links up of a node of a level; none of the root's.
std::uint32_t up_links(const FatTree& tree, int level);

/// Errors: throws TopologyError as assemble_fat_tree.
void check_config(const FatTree& tree, const FatTreeNetworkConfig& config);

/// Seed of the random order of one switch.
std::uint16_t switch_seed(std::uint64_t seed, Node node);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_ROUTERS_H_
