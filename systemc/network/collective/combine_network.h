// combine_network.h: the stages that combine operands beside a network's routers, in trees or by
// flooding, wired along its links.
#ifndef FLITWISE_SYSTEMC_NETWORK_COLLECTIVE_COMBINE_NETWORK_H_
#define FLITWISE_SYSTEMC_NETWORK_COLLECTIVE_COMBINE_NETWORK_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise {

/// How stages are built.
struct CombineNetworkConfig : NetworkConfig {
  int add = 0;    ///< steps to combine, 0 to 3
  int depth = 0;  ///< operands of a lane that can wait; 0: none, all of a node meet in one step
  int width = 31;
  Node pes = 0;                           ///< nodes from this one on are switches
  std::vector<std::string> node_names{};  ///< for reports; "PE 3" for nodes without an entry
  /// Which links are not there, though stages have lanes for them; empty: all are there.
  std::function<bool(Node from, Node to)> is_dead{};
};

/// The stage of a node, as waves call it: "pe3 stage", "switch3 stage".
std::string stage_name(Node node, Node pes);

/// A network whose routers have nothing to do but what their stages do, so that stages are all of
/// it. A PE's port t is its lane of tree t; what a stage hands to a PE comes by that lane.
///
/// Time: an operand captured at the edge that ends step e is in the flit on the link in step e + 1
/// +
///       add; what only one source has, and results, in step e + 1.
/// Errors: throws ModelError when a stage cannot be made.
std::unique_ptr<Network> assemble_combining(const CombinePlan& plan,
                                            const CombineNetworkConfig& config,
                                            ModelLibrary& models);

/// Largest number of nodes of a network that is verilated whole, and of lanes of all its stages,
/// each of which has one for every tree and link: more take minutes to compile.
inline constexpr std::size_t kMostElaboratedStages = 64;
inline constexpr std::size_t kMostElaboratedStageLanes = 256;

/// Why a plan breaks them, as a rule for `build: elaborated`; empty: it does not.
std::string why_no_top(const CombinePlan& plan);

/// The same network verilated whole (`combine_network.sv`).
/// Shape: without dead links; see why_no_top.
std::unique_ptr<Network> elaborate_combining(const CombinePlan& plan,
                                             const CombineNetworkConfig& config,
                                             ModelLibrary& models);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_COLLECTIVE_COMBINE_NETWORK_H_
