// tree_routers.h: the bufferless routers of a tree, assembled or elaborated, as a Network; and the
// sites of multiport routers in a tree, and in a grid that several trees cover.
#ifndef FLITWISE_SYSTEMC_NETWORK_TREE_TREE_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_TREE_TREE_ROUTERS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/multiport_routers.h"
#include "systemc/network/network.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"

namespace flitwise {

/// Largest number of children for which the build has a router model.
inline constexpr Node kMaxRouterChildren = 64;

/// Lane of a router that leads to its first child; before it are its own and that to the parent.
inline constexpr std::size_t kFirstChildLane = 2;

/// One verilated router per PE, each the smallest model that has room for the PE's children. PEs
/// and routers have the numbers of their nodes. Routers and links take the steps that `latency`
/// says; reactions are the PEs' own business.
/// Shape:  the tree holds every node of the network; `latency` is in the tree's numbers, not in
///         those of the nodes.
/// Errors: throws TopologyError beyond kMaxTreePes, kMaxRouterChildren, kMostRouterLatency or
///         kMostLinkLatency.
std::unique_ptr<Network> assemble_tree(const PlacedTree& tree, const NetworkConfig& config,
                                       const TreeLatency& latency = {});

/// Largest number of PEs of a network that is verilated whole, and of lanes of all its routers,
/// each of which has two and as many as the most children: more take minutes to compile.
inline constexpr Node kMostElaboratedPes = 64;
inline constexpr std::int64_t kMostElaboratedLanes = 256;

/// Whether both limits hold. Shape: `parents` in the tree's numbers, kNoNode for the root.
bool can_be_elaborated(const std::vector<Node>& parents);

/// Whether all routers take the same steps, and all links: a network that is verilated whole has
/// no others.
bool is_uniform(const TreeLatency& latency);

/// The same network verilated whole, with one port a PE. Inside, routers have the numbers of
/// the tree's PEs.
/// Errors: as assemble_tree, and throws TopologyError unless can_be_elaborated and is_uniform.
std::unique_ptr<Network> elaborate_tree(const PlacedTree& tree, const NetworkConfig& config,
                                        const TreeLatency& latency = {});

/// Errors: throws TopologyError beyond kMaxTreePes, kMaxRouterChildren, kMostRouterLatency or
///         kMostLinkLatency, and for a latency that does not fit the tree.
void check_router_limits(const Tree& tree, const TreeLatency& latency = {});

/// Names of a router's lanes for reports: "own", "parent (PE 0)", "child 1 (PE 4)", ...
std::vector<std::string> lane_names(const PlacedTree& tree, Node node);

/// The nodes of one tree: link 0 leads to the parent, link 1 + k to child k.
/// Shape:  the tree holds every node of the network.
/// Errors: throws TopologyError for a latency that does not fit the tree.
std::vector<MultiportSite> multiport_sites(const PlacedTree& tree, const TreeLatency& latency = {});

/// First address of each tree: those of one tree follow those of the one before.
std::vector<std::uint32_t> first_addresses(const std::vector<PlacedTree>& trees);
std::vector<std::uint32_t> first_addresses(const Cover& cover);

/// Addresses that all trees take together.
std::int64_t address_count(const Cover& cover);

/// Addresses of all nodes in all trees: within a tree in depth-first order.
AddressBook tree_addresses(const std::vector<PlacedTree>& trees);
AddressBook cover_addresses(const Cover& cover);

/// The nodes of a graph, whose links lead to their neighbours in order.
/// Shape: the trees hold all nodes and share no arc away from their root.
std::vector<MultiportSite> multiport_sites(const Graph& graph,
                                           const std::vector<PlacedTree>& trees);

/// One node per node of the grid, whose links 0 to 3 lead north, south, west and east; at the
/// border of a mesh some are not there. A link takes the steps of the tree that goes over it, a
/// router those that all trees say of its node.
/// Shape:  `latencies` are those of each tree, in its numbers, or none where all are one step.
/// Errors: throws TopologyError for latencies that do not fit the trees, where trees differ on a
///         router, and beyond kMostRouterLatency or kMostLinkLatency.
std::vector<MultiportSite> multiport_sites(const Cover& cover,
                                           const std::vector<TreeLatency>& latencies = {});

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TREE_TREE_ROUTERS_H_
