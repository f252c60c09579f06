// tree_scenario.h: what a scenario on a tree consists of, beside what all scenarios have.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_SCENARIO_H_

#include <any>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/network/own/router_description.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise {

enum class TreeAlgorithm : std::uint8_t {
  kFdf,
  kOrder,
  kShoulderTap,
  kCertification,
  kLargestFirst,
  kIndex,
  kFlood,
  kTimetable  ///< over several trees at once only
};
enum class CertificationRule : std::uint8_t { kPaper, kTight, kSkip, kPosIdx, kPos, kPrinted };
/// What is to be done.
enum class TreeOperation : std::uint8_t { kBroadcast, kScatter, kGather };

/// What CertificationRule::kPrinted takes from the paper as it is printed.
struct Printed {
  bool limit = false;  ///< step 2 of the lag
  bool order = false;  ///< the value of an order
  bool root = false;   ///< the root's imagined order
};
enum class Sync : std::uint8_t { kSeq, kMirror, kSlot, kSlotIndex };
/// Extra steps that a PE with d children needs to sort certificates: 0, 1, d, d ceil(log2 d).
enum class SortCost : std::uint8_t { kZero, kOne, kDegree, kDegreeLog };
enum class Ports : std::uint8_t { kSingle, kMulti };

/// Steps that routers, links or PEs take: one number for all, and others for some of them.
struct LatencyOption {
  /// Of the link to the PE and of that from it; routers and PEs have the same number in both.
  struct Steps {
    Step down = 1;
    Step up = 1;
  };
  Steps all{};
  std::map<Node, Steps> own{};  ///< by PE, in the user's numbers; a link has its lower end's

  const Steps& of(Node pe) const {
    const auto found = own.find(pe);
    return found == own.end() ? all : found->second;
  }
};

struct TreeOptions {
  CertificationRule rule = CertificationRule::kPos;
  Sync sync = Sync::kSlot;
  SortCost sort_cost = SortCost::kZero;
  Ports ports = Ports::kSingle;
  bool end_mark = false;
  Printed printed{};   ///< something of it with CertificationRule::kPrinted, nothing else
  Flits packet = 0;    ///< of a single-port broadcast; 0: the whole message
  Step setup = 0;      ///< steps of its sender's port that a message takes before its first flit
  Step flit_time = 1;  ///< and then for each flit
  LatencyOption router_latency{};
  LatencyOption link_latency{};
  std::optional<LatencyOption> reaction;  ///< of PEs to control flits; empty: their routers' steps
  PeFault fault;
};

/// A tree and the messages on it.
/// Shape: `parents` and `lengths` have one entry per PE, `node_names` too unless it is empty: then
///        PEs have no names but their numbers; `order` is used by TreeAlgorithm::kOrder only.
///        PEs have the numbers that the user gives them, `root` and `order` too. In a broadcast
///        every PE but the root has a message of `length` flits: its copy.
struct TreeScenario {
  std::vector<Node> parents;  ///< kNoNode for the root
  Node root = 0;
  std::vector<std::string> node_names;  ///< what a graph's file calls the nodes
  TreeAlgorithm algorithm = TreeAlgorithm::kFdf;
  std::vector<Flits> lengths;
  Flits length = 0;  ///< of the one message of a broadcast
  std::vector<Node> order;
  TreeOptions options;
  /// The user's own router; then `options` have its latency.
  std::shared_ptr<const own::RouterDescription> router;
};

/// The tree's part of a scenario on a tree.
/// Errors: throw std::bad_any_cast for a scenario of another family.
inline const TreeScenario& tree_of(const Scenario& scenario) {
  return std::any_cast<const TreeScenario&>(scenario.system);
}
inline TreeScenario& tree_of(Scenario& scenario) {
  return std::any_cast<TreeScenario&>(scenario.system);
}

/// The tree in the user's numbers and in those of the formulas, whose root is PE 0.
inline PlacedTree placed_tree(const TreeScenario& scenario) {
  return {scenario.root, scenario.parents};
}

/// What routers, links and PEs take, in the numbers of the formulas.
/// Shape: `tree` is that of the scenario.
TreeLatency tree_latency(const TreeOptions& options, const PlacedTree& tree);

/// Whether the tree is the path 0-1-...-n in this numbering.
bool is_path(const std::vector<Node>& parents);

/// Limits of the hardware.
inline constexpr Node kMostChildren = kMaxRouterChildren;

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_SCENARIO_H_
