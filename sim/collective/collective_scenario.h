// collective_scenario.h: what a scenario consists of in which every PE runs a program of its own:
// the programs, of a schedule from a file or of an operation on vectors of words, and their host,
// the network that carries the messages.
#ifndef FLITWISE_SIM_COLLECTIVE_COLLECTIVE_SCENARIO_H_
#define FLITWISE_SIM_COLLECTIVE_COLLECTIVE_SCENARIO_H_

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/protocols/collective/collective_carriage.h"
#include "systemc/protocols/combining/merge_plans.h"
#include "systemc/topology/collective.h"
#include "systemc/topology/collective_plan.h"
#include "systemc/topology/collective_words.h"
#include "systemc/topology/combine_tree.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise {

/// What a PE does in place of its plan's program.
struct BrokenProgram {
  Node pe = kNoNode;
  std::vector<RankOp> ops;
};

/// An operation on vectors of words, and what theory says of it.
struct WordRun {
  CollectiveRequest request;
  std::optional<bool> in_network;  ///< whether routers are to combine, where the scenario says so
  WordArithmetic arithmetic;
  std::shared_ptr<const CollectivePlan> plan;  ///< none where routers combine: then one of these
  std::shared_ptr<const CombinePlan> combine;
  std::shared_ptr<const protocols::MergePlan> merge;
  std::vector<Word> results;  ///< by PE, where operands go into a result more than once
  bool is_on_worms = false;   ///< the network is one of wormhole routers
  theory::CollectiveFigures predicted;
  std::string source;  ///< of what is predicted
  theory::CollectiveLowerBound bound;
  theory::LeastVolume least_volume;
  PeFault fault;
  /// Where routers combine: the PE whose first operands of two trees, or of one, change places.
  std::optional<Node> swapped;
  std::optional<Node> doubled;  ///< the PE whose first operand counts twice
  std::optional<BrokenProgram> broken;
};

/// Programs and the network that they run on.
struct CollectiveScenario {
  Scenario host;          ///< the network that carries the messages, and its routers' options
  std::string algorithm;  ///< its word; of a schedule from a file, that of the format
  std::shared_ptr<const Collective> schedule;
  std::vector<Node> pe_of;       ///< by rank, none twice
  std::optional<WordRun> words;  ///< none: a schedule from a file
};

/// The programs' part of a scenario that has some.
/// Errors: throws std::bad_any_cast for another scenario.
inline const CollectiveScenario& collective_of(const Scenario& scenario) {
  return std::any_cast<const CollectiveScenario&>(scenario.system);
}

/// Flits of all transfers.
Flits flits_of(const Collective& collective);
/// The messages of the schedule, between PEs.
protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_COLLECTIVE_SCENARIO_H_
