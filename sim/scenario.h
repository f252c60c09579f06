// scenario.h: one run as the user asks for it, read from YAML and validated.
#ifndef FLITWISE_SIM_SCENARIO_H_
#define FLITWISE_SIM_SCENARIO_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

enum class Operation : std::uint8_t { kScatter, kGather };
enum class Algorithm : std::uint8_t { kFdf, kOrder, kShoulderTap, kCertification };
enum class CertificationRule : std::uint8_t { kPaper, kTight, kSkip, kPosIdx, kPos };
enum class Sync : std::uint8_t { kSeq, kMirror, kSlot, kSlotIndex };
/// Extra steps that a PE with d children needs to sort certificates: 0, 1, d, d ceil(log2 d).
enum class SortCost : std::uint8_t { kZero, kOne, kDegree, kDegreeLog };
enum class Ports : std::uint8_t { kSingle, kMulti };
enum class Build : std::uint8_t { kAssembled, kElaborated };

/// A fault that the scenario asks for, to see the run fail: `options: {break: ...}`.
struct Break {
  std::optional<Node> early;  ///< this PE sends its message `by` steps before it may
  Step by = 1;
  std::optional<Node> mute;  ///< this PE takes everything in and never sends
};

struct Options {
  CertificationRule rule = CertificationRule::kPos;
  Sync sync = Sync::kSlot;
  SortCost sort_cost = SortCost::kZero;
  Ports ports = Ports::kSingle;
  Build build = Build::kAssembled;
  bool end_mark = false;
  bool checkers = true;           ///< bind the checkers of tb/sva to every router
  bool skip_idle = true;          ///< evaluate only routers that can change
  std::optional<Step> max_steps;  ///< watchdog; the default is far above every bound
  Break fault;
};

/// A validated scenario: every combination in it can be built and run.
/// Shape: `parents` and `lengths` have one entry per PE, `node_names` too unless it is empty: then
///        PEs have no names but their numbers; `order` is used by Algorithm::kOrder only.
struct Scenario {
  std::string file;
  std::string name;
  std::string shape;  ///< the network's kind or shape as the user wrote it, for reports
  std::vector<Node> parents;
  std::vector<std::string> node_names;  ///< what a graph's file calls the nodes
  Operation operation = Operation::kScatter;
  Algorithm algorithm = Algorithm::kFdf;
  std::vector<Flits> lengths;
  std::vector<Node> order;
  Options options;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_SCENARIO_H_
