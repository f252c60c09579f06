// star_scenario.h: what a scenario on a star graph consists of, beside what all scenarios have.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_SCENARIO_H_

#include <any>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_pace.h"
#include "tb/theory/star/star_timed_walk.h"

namespace flitwise {

/// What is to be done.
enum class StarOperation : std::uint8_t { kBroadcast, kMultinode, kScatter, kExchange };

/// How an operation is carried out; each belongs to one operation.
using theory::StarAlgorithm;
/// Nodes and links that are dead from a packet step on.
using StarDeaths = theory::StarFaults;
/// How long a PE of a walk waits for an acknowledgement, in packet steps.
using StarPatience = theory::StarWait;

/// A bit error in the flit number `flit`, from 1, of the packet that crosses the link from `from`
/// in packet step `step`.
struct StarBadBit {
  Node from = kNoNode;
  int dimension = 0;
  Step step = 0;
  Flits flit = 1;
  int bit = 0;
};

/// Bit errors that are drawn for every flit on every link.
struct StarNoise {
  double probability = 0;
  std::uint64_t seed = 0;
};

/// PEs start 0 to `most` cycles late, drawn by `seed`.
struct StarSkew {
  Step most = 0;
  std::uint64_t seed = 0;
};

struct StarOptions {
  StarRule rule = StarRule::kQ;
  Flits flits = 1;  ///< F: of a packet
  StarLatency latency{};
  std::int64_t slots = 0;   ///< packets that an input holds; 0: none ever waits
  bool has_tables = false;  ///< routers look next hops up instead of computing them
  StarDeaths deaths;
  std::vector<StarBadBit> bad_bits;
  std::optional<StarNoise> noise;
  std::vector<Node> liars;  ///< PEs that alter what they pass on
  bool votes = false;       ///< PEs believe the majority of the copies of a packet
  std::optional<StarSkew> skew;
  std::optional<StarPatience> timeout;  ///< of a walk; none: PEs wait for ever
  std::optional<bool> shows_nodes;      ///< list copies by node; none: in small graphs

  bool has_bit_errors() const { return !bad_bits.empty() || noise.has_value(); }
  bool loses_copies() const { return !deaths.is_empty() || has_bit_errors(); }
};

/// A star graph and the operation on it.
struct StarScenario {
  int order = StarGraph::kLeastOrder;  ///< n
  StarAlgorithm algorithm = StarAlgorithm::kTrees;
  Node root = kNoNode;  ///< of broadcast and scatter; kNoNode: every node is a source
  int packets = 1;      ///< m
  int copies = 1;       ///< x
  StarOptions options;

  /// Operations of more than one source count on PEs that start together.
  bool breaks_lockstep() const { return options.skew.has_value() && root == kNoNode; }
  /// Whether copies may get lost.
  bool loses_copies() const { return options.loses_copies() || breaks_lockstep(); }

  theory::StarTraffic traffic() const { return {packets, copies}; }
  theory::StarPace pace() const { return {options.flits, options.latency}; }
  /// Cycles before packet step 1, in which PEs fill routers that store packets.
  Step filling() const { return options.latency.stored(options.flits); }
  /// The first cycle of a packet step.
  Step cycle(Step packet_step) const { return filling() + pace().head(packet_step); }
};

/// The star graph's part of a scenario on one.
/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const StarScenario& star_of(const Scenario& scenario) {
  return std::any_cast<const StarScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_SCENARIO_H_
