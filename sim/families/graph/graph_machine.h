// graph_machine.h: the routers of a graph: at every node a stage that copies down trees and
// combines up them.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_MACHINE_H_

#include <memory>
#include <string>
#include <vector>

#include "sim/families/graph/graph_scenario.h"
#include "sim/run/family/node_places.h"
#include "sim/run/machine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {

/// By node, what reports call it: "PE 3", with its name if it has one.
std::vector<std::string> graph_node_names(const Graph& graph);
/// All nodes on a circle, by number.
std::vector<NodePlace> graph_places(const Graph& graph);

class GraphMachine final : public Machine {
 public:
  /// Shape: the scenario and the plan outlive this.
  GraphMachine(const GraphScenario& scenario, const CombinePlan& plan);

  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return names_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  Handover handover() const override { return Handover::kFromStages; }
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;

 private:
  const GraphScenario& scenario_;
  const CombinePlan& plan_;
  const std::vector<std::string> names_;
  const AddressBook addresses_;
  std::unique_ptr<ModelLibrary> models_;  // once it is built
};

/// The trees that a scenario has.
std::vector<PlacedTree> placed_trees(const GraphScenario& scenario);

/// The routers of a graph that send each message on its way: one a node, which knows all trees.
///
/// Of other work than its own, a message to a neighbour goes over the link between them, whichever
/// tree has it: PEs choose the link by which a message leaves, and a router keeps what is for its
/// own PE. Other messages go along the first tree.
class GraphScatterMachine final : public Machine {
 public:
  /// Shape: the scenario has its trees and outlives this.
  explicit GraphScatterMachine(const GraphScenario& scenario);

  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return names_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;
  std::unique_ptr<TransferCarrier> carry(
      const protocols::PlacedTransfers& transfers) const override;

  const std::vector<PlacedTree>& trees() const { return trees_; }

 private:
  const Graph& graph_;
  const GraphDeaths& deaths_;
  const std::vector<PlacedTree> trees_;
  const std::vector<std::string> names_;
  const AddressBook addresses_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_MACHINE_H_
