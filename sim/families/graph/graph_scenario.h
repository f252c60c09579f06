// graph_scenario.h: what a scenario on a graph with all its links consists of, beside what all
// have.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_SCENARIO_H_

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/topology/collective_words.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/graph/time_slots.h"
#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

enum class GraphOperation : std::uint8_t { kBroadcast, kReduce, kAllReduce, kScatter, kGather };

/// What is done over the trees; an algorithm of the same word is one for each operation.
enum class GraphAlgorithm : std::uint8_t {
  kBroadcastTrees,
  kReduceTrees,
  kAllReduceTrees,
  kAllReduceTwoPhase,
  kScatterTrees,
  kGatherTrees,
  kBroadcastSlots,
  kReduceSlots,
  kAllReduceSlots,
};

/// How trees are found.
enum class TreeMethod : std::uint8_t {
  kAuto,    ///< the lowest of what rules, growth and search give
  kRule,    ///< by a closed rule for the kind of graph
  kLovasz,  ///< as they grow, one arc after the other
  kFile,    ///< somebody else's
};

struct TreeSource {
  TreeMethod how = TreeMethod::kAuto;
  std::string file;  ///< as it can be opened
};

struct TreeCount {
  std::optional<Node> trees;  ///< none: as many as end first
};

/// Which trees are asked for.
struct TreeChoice {
  std::optional<Disjoint> family;
  TreeCount count;
  std::optional<Node> root;  ///< none: node 0, of an all-reduce in one go each tree's own centre
  TreeSource method;
  std::uint64_t seed = 1;  ///< of the search
};

/// Steps from 0 to `most` that each PE starts late.
struct GraphReady {
  Step most = 1;
  std::uint64_t seed = 1;
};

/// Links that carry nothing, either way.
struct GraphDeaths {
  std::vector<Edge> links;  ///< the lower end first
  bool known = true;        ///< trees with one are left out; else what is below it gets nothing
};

struct GraphOptions {
  WordOp fold = WordOp::kSum;
  Flits slots = 0;  ///< places for operands at an input; 0: all of a node meet in one step
  std::optional<GraphReady> ready;
  bool shows_split = true;
  PeFault fault;
  GraphDeaths deaths;
};

/// A graph, a PE at each node, and what runs over its trees.
struct GraphScenario {
  std::shared_ptr<const Graph> graph;
  std::string name;  ///< its kind, "polarfly:7", or its file's name
  GraphOperation operation = GraphOperation::kBroadcast;
  GraphAlgorithm algorithm = GraphAlgorithm::kBroadcastTrees;
  Flits length = 1;            ///< not of scatter and gather
  std::vector<Flits> lengths;  ///< by node, of these; 0 of the root
  TreeChoice choice;
  GraphOptions options;
  std::vector<Parents> trees;  ///< that the choice gives, without those left out
  Node left_out = 0;           ///< trees with a dead link
  TimeSlots slots;             ///< of the trees, where they take turns
};

/// Whether every node has a message of its own.
inline bool has_messages(const GraphScenario& scenario) {
  return scenario.operation == GraphOperation::kScatter ||
         scenario.operation == GraphOperation::kGather;
}

/// Whether trees may share links, and take turns.
inline bool has_slots(const GraphScenario& scenario) {
  return scenario.algorithm == GraphAlgorithm::kBroadcastSlots ||
         scenario.algorithm == GraphAlgorithm::kReduceSlots ||
         scenario.algorithm == GraphAlgorithm::kAllReduceSlots;
}

/// Whether flits are lost at dead links.
inline bool has_losses(const GraphScenario& scenario) {
  return !scenario.options.deaths.links.empty() && !scenario.options.deaths.known;
}

/// The graph's part of a scenario on one.
/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const GraphScenario& graph_of(const Scenario& scenario) {
  return std::any_cast<const GraphScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_SCENARIO_H_
