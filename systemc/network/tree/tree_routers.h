// tree_routers.h: the bufferless routers of a tree, assembled or elaborated, as a Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_TREE_TREE_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_TREE_TREE_ROUTERS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/tree/placed_tree.h"

namespace flitwise {

/// Largest number of children for which the build has a router model.
inline constexpr Node kMaxRouterChildren = 64;
/// Largest number of PEs that a flit's destination can name.
inline constexpr Node kMaxTreePes = 4096;

/// Lane of a router that leads to its first child; before it are its own and that to the parent.
inline constexpr std::size_t kFirstChildLane = 2;

/// How a tree's network is made.
struct TreeNetworkConfig {
  IdleRouters idle = IdleRouters::kSkip;
  RouterForm form = RouterForm::kRtl;
  Checkers checkers = Checkers::kBound;  ///< always bound with waves
  WaveRecorder* waves = nullptr;         ///< take the traced models and register them here
};

/// One verilated router per PE, each the smallest model that has room for the PE's children. PEs
/// and routers have the numbers of their nodes.
/// Shape: the tree holds every node of the network.
/// Errors: throws TopologyError beyond kMaxTreePes or kMaxRouterChildren.
std::unique_ptr<Network> assemble_tree(const PlacedTree& tree, const TreeNetworkConfig& config);

/// Largest number of PEs of a network that is verilated whole, and of lanes of all its routers,
/// each of which has two and as many as the most children: more take minutes to compile.
inline constexpr Node kMostElaboratedPes = 64;
inline constexpr std::int64_t kMostElaboratedLanes = 256;

/// Whether both limits hold. Shape: `parents` in the tree's numbers, kNoNode for the root.
bool can_be_elaborated(const std::vector<Node>& parents);

/// The same network verilated whole, with one port a PE. Inside, routers have the numbers of
/// the tree's PEs.
/// Errors: throws TopologyError unless can_be_elaborated.
std::unique_ptr<Network> elaborate_tree(const PlacedTree& tree, const TreeNetworkConfig& config);

/// Errors: throws TopologyError beyond kMaxTreePes or kMaxRouterChildren.
void check_router_limits(const Tree& tree);

/// Names of a router's lanes for reports: "own", "parent (PE 0)", "child 1 (PE 4)", ...
std::vector<std::string> lane_names(const PlacedTree& tree, Node node);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TREE_TREE_ROUTERS_H_
