// graph_methods.h: every algorithm over several trees of a graph, in one row each.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_METHODS_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_METHODS_H_

#include <string>
#include <vector>

#include "sim/families/graph/graph_scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/explanation.h"
#include "systemc/protocols/combining/graph_plans.h"

namespace flitwise {

/// A way to do an operation.
struct GraphMethod {
  GraphAlgorithm algorithm;
  GraphOperation operation;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  // Not of scatter and gather.
  /// What the PEs do.
  protocols::OverTrees over_trees = protocols::OverTrees::kBroadcast;
  /// What theory says where trees take no turns, of m flits over trees of these heights: the last
  /// step, and the flits of each tree.
  Step (*timing)(Flits, const std::vector<Node>& heights) = nullptr;
  std::vector<Flits> (*split)(Flits, const std::vector<Node>& heights) = nullptr;

  std::string operation_word() const;
};

/// What goes along trees that take turns.
SlotUse slot_use_of(GraphOperation operation);
/// By theory, of a scenario that has its trees and is no scatter or gather: the last step without
/// buffers, and the flits of each tree.
Step finish_of(const GraphScenario& scenario);
std::vector<Flits> split_of(const GraphScenario& scenario);

const std::vector<Choice<GraphOperation>>& graph_operation_words();
const std::vector<GraphMethod>& graph_methods();
const GraphMethod& method_of(const GraphScenario& scenario);
const GraphMethod& first_method_of(GraphOperation operation);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_METHODS_H_
