#include "sim/families/graph/graph_machine.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "sim/families/graph/graph_deaths.h"
#include "sim/run/family/addressed_carrier.h"
#include "sim/text/report_text.h"
#include "systemc/network/collective/combine_network.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/pe/codecs/address_codec.h"
#include "systemc/pe/codecs/combine_codec.h"
#include "systemc/pe/codecs/flit_ops.h"
#include "tb/theory/collective/collective_bound.h"
#include "tb/theory/collective/collective_ways.h"

namespace flitwise {
namespace {

class GraphCarrier final : public AddressedCarrier {
 public:
  GraphCarrier(const Graph& graph, const PlacedTree& tree, protocols::PlacedTransfers transfers)
      : AddressedCarrier(tree, protocols::make_graph_carriage(graph, tree, transfers)),
        graph_(graph),
        transfers_(std::move(transfers)) {}

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    const theory::TransferWay way = way_of(transfer);
    return theory::pipelined_latency(static_cast<int>(way.passages.size()), transfer.flits);
  }
  Flits ports(Node pe) const override { return static_cast<Flits>(graph_.neighbours(pe).size()); }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking hops + flits - 1 "
           "steps, and the load of the busiest PE over its links";
  }
  std::optional<theory::TransferWay> way(std::size_t transfer) const override {
    return way_of(transfers_[transfer]);
  }

 private:
  theory::TransferWay way_of(const protocols::PlacedTransfer& placed) const {
    return theory::graph_way(graph_, tree(), {placed.from, placed.to, placed.flits});
  }

  const Graph& graph_;
  const protocols::PlacedTransfers transfers_;
};

}  // namespace

std::vector<std::string> graph_node_names(const Graph& graph) {
  std::vector<std::string> names;
  for (Node v = 0; v < graph.size(); ++v) {
    const std::string number = std::to_string(v);
    const std::string name = graph.name(v);
    names.push_back(name == number ? "PE " + number
                                   : fmt::format("PE {} ({})", number, escaped(name)));
  }
  return names;
}

std::vector<NodePlace> graph_places(const Graph& graph) {
  constexpr double kTurn = 6.283185307179586;
  std::vector<NodePlace> places;
  const double radius = static_cast<double>(graph.size()) / kTurn;
  for (Node v = 0; v < graph.size(); ++v) {
    const double angle = kTurn * v / graph.size();
    places.push_back({radius * std::sin(angle), -radius * std::cos(angle)});
  }
  return places;
}

GraphMachine::GraphMachine(const GraphScenario& scenario, const CombinePlan& plan)
    : scenario_(scenario),
      plan_(plan),
      names_(graph_node_names(*scenario.graph)),
      addresses_(AddressBook::of_numbers(scenario.graph->size()).speak({})) {}

std::unique_ptr<FlitCodec> GraphMachine::codec(Node pe) const {
  return std::make_unique<CombineCodec>(pe, flit_op(scenario_.options.fold));
}

std::unique_ptr<Network> GraphMachine::build(const Options& options, WaveRecorder* waves) {
  CombineNetworkConfig config;
  set_common(options, waves, config);
  config.depth = static_cast<int>(scenario_.options.slots);
  config.pes = scenario_.graph->size();
  config.node_names = names_;
  config.is_dead = [this](Node from, Node to) {
    return is_dead_link(scenario_.options.deaths, from, to);
  };
  models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
  if (options.build == Build::kElaborated) return elaborate_combining(plan_, config, *models_);
  return assemble_combining(plan_, config, *models_);
}

std::vector<PlacedTree> placed_trees(const GraphScenario& scenario) {
  std::vector<PlacedTree> trees;
  for (const Parents& parents : scenario.trees) trees.emplace_back(root_of(parents), parents);
  return trees;
}

GraphScatterMachine::GraphScatterMachine(const GraphScenario& scenario)
    : graph_(*scenario.graph),
      deaths_(scenario.options.deaths),
      trees_(placed_trees(scenario)),
      names_(graph_node_names(graph_)),
      addresses_(tree_addresses(trees_)) {}

std::unique_ptr<FlitCodec> GraphScatterMachine::codec(Node pe) const {
  return std::make_unique<AddressCodec>(PeLinks(pe, graph_.neighbours(pe)), addresses_);
}

std::unique_ptr<Network> GraphScatterMachine::build(const Options& options, WaveRecorder* waves) {
  NetworkConfig config;
  set_common(options, waves, config);
  std::vector<MultiportSite> sites = multiport_sites(graph_, trees_);
  for (Node v = 0; v < graph_.size(); ++v)
    for (Node& to : sites[index_of(v)].neighbours)
      if (is_dead_link(deaths_, v, to)) to = kNoNode;  // there is no link
  return assemble_multiport(sites, first_addresses(trees_), config);
}

std::unique_ptr<TransferCarrier> GraphScatterMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<GraphCarrier>(graph_, trees_.front(), transfers);
}

}  // namespace flitwise
