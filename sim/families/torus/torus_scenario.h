// torus_scenario.h: what a scenario on a torus consists of, beside what all scenarios have, and
// what those on all networks of its routers have in common.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_SCENARIO_H_

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/network/own/router_description.h"
#include "systemc/protocols/torus/torus_traffic.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "systemc/topology/types.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise {

/// How a text is broadcast.
enum class TorusAlgorithm : std::uint8_t {
  kPeel,
  kPaper,
  kBest,
  kFsh,
  kEdn,
  kImported,  ///< a schedule out of a file
  kDoubling,
  kFlood,
  kRadix3,
  kPacketTree,  ///< no schedule: packets, hop by hop
  kSeparate,
};

inline constexpr Node kMostNodesShown = 64;

/// Units: steps, unless said otherwise.
struct TorusOptions {
  bool barrier = true;        ///< steps begin for all nodes together; else each at its own pace
  std::uint32_t lanes = 2;    ///< of a channel
  std::uint32_t depth = 8;    ///< flits in an input queue
  bool strict_lanes = false;  ///< worms that cross no dateline keep to the lower half of the lanes
  TorusLatency latency;
  Step send_overhead = 0;        ///< os, before each head
  Step receive_overhead = 0;     ///< orv, after each tail
  std::optional<Flits> packet;   ///< of a packet tree; none: the best
  std::optional<bool> arrivals;  ///< show them by node; none: up to kMostNodesShown nodes
  /// Faults on purpose: this node never sends; the first message of this one that can leave earlier
  /// does, by so many steps.
  std::optional<Node> mute;
  std::optional<Node> early;
  Step early_by = 1;
};

/// Traffic that is no collective, with the phases of its measurement. Units: steps.
struct TorusTrafficScenario {
  protocols::TrafficPlan plan;
  Step warmup = 1'000;        ///< packets born in it are not measured
  Step measure = 10'000;      ///< the window after it; then sources stop
  std::optional<Step> drain;  ///< most for the packets that are left; none: by the load
  /// Probability that a PE's port takes no flit in a step; drawn from the plan's seed.
  double receiver_stall = 0;
};

/// A network of wormhole routers, and what they carry if that is traffic.
struct WormScenario {
  std::vector<int> sides;
  bool is_mesh = false;  ///< two sides, no wrap links, one port a PE; else a torus
  /// Of routing, never empty; on a mesh, of the project's routers, ascending.
  DimensionOrder order;
  /// Then nothing of other operations counts: root, lengths, algorithm and options but the
  /// network's.
  std::optional<TorusTrafficScenario> traffic;
  /// The user's own router; then `options` have its lanes, its queue and its latency.
  std::shared_ptr<const own::RouterDescription> router;
  TorusOptions options;

  /// Whether a PE has one port into its router and one out of it; else one a channel.
  bool has_one_port() const {
    return is_mesh || (router && router->pe_ports == own::PePorts::kOne);
  }
  /// Whether its routers find the ways by coordinates of destinations: the shorter one round a
  /// ring, of two as long +.
  bool finds_own_ways() const { return router && !router->flit.is_relative; }
};

/// The mesh of a scenario on one.
inline XyMesh mesh_of(const WormScenario& scenario) {
  const bool is_y_first = scenario.router && scenario.router->routing == own::Routing::kYx;
  return XyMesh(scenario.sides, is_y_first ? XyMesh::kY : XyMesh::kX);
}

/// A torus and the broadcast or the traffic on it.
struct TorusScenario : WormScenario {
  TorusAlgorithm algorithm = TorusAlgorithm::kPeel;
  Node root = 0;
  Flits length = 1;        ///< L, flits of the text
  TorusSchedule imported;  ///< of kImported, from `root`, every step with messages
};

/// The torus's part of a scenario on a torus.
/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const TorusScenario& torus_of(const Scenario& scenario) {
  return std::any_cast<const TorusScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_SCENARIO_H_
