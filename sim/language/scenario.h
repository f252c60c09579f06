// scenario.h: one run as the user asks for it, read from YAML and validated.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_H_

#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

class Families;
class Family;
class Ranks;

/// PEs that a schedule can be for.
inline constexpr Node kMostPes = 4096;
/// PEs of any network.
inline constexpr Node kMostNodes = Node{1} << 20;
/// Every flit of a scenario lies in memory, as a PE's message, until it is sent.
inline constexpr Flits kMostFlits = Flits{1} << 26;

/// How the network is made: routers wired at run time, the verilated SystemVerilog top, or the
/// netlists that Yosys makes of the routers, wired at run time.
enum class Build : std::uint8_t { kAssembled, kElaborated, kNetlist };

/// Options that mean the same on every network.
struct Options {
  Build build = Build::kAssembled;
  bool checkers = true;           ///< bind the checkers of tb/sva to every router; not to netlists
  bool skip_idle = true;          ///< evaluate only routers that can change
  std::optional<Step> max_steps;  ///< watchdog; the default is far above every bound
  /// Go through the routers of an assembled network, as of Stepping; nothing that is measured
  /// depends on it.
  std::size_t threads = 1;
  std::size_t parts = 0;   ///< likewise; not of the language
  Ranks* ranks = nullptr;  ///< processes that share the routers; likewise
};

/// A fault of a PE that a scenario asks for, to see the run fail: `options: {break: ...}`.
struct PeFault {
  std::optional<Node> early;  ///< one transmission of this PE leaves `by` steps too early
  Step by = 1;
  std::optional<Node> mute;  ///< this PE takes everything in and never sends
  std::optional<Node> late;  ///< all that this PE sends leaves `by` steps too late
};

/// A validated scenario: every combination in it can be built and run.
struct Scenario {
  std::string file;
  std::string name;
  std::string text;   ///< what it was read from, with all settings: YAML on one line
  std::string shape;  ///< the network's kind or shape as the user wrote it, for reports
  std::vector<std::string> inputs;  ///< other files that were read for it, a graph's for example
  std::string operation;            ///< what is to be done, in a word of the family's
  Options options;
  const Families* families = nullptr;  ///< by which it was read
  const Family* family = nullptr;      ///< whose network it is; not of a scenario without `system`
  /// The network and what runs on it: the family's own struct, TreeScenario for example, which the
  /// family's `tree_of` and the like look into.
  std::any system;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_H_
