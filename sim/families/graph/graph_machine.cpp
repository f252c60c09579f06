#include "sim/families/graph/graph_machine.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/families/graph/graph_deaths.h"
#include "sim/text/report_text.h"
#include "systemc/network/collective/combine_network.h"
#include "systemc/pe/codecs/combine_codec.h"
#include "systemc/pe/codecs/flit_ops.h"

namespace flitwise {

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
      addresses_(AddressBook::of_numbers(scenario.graph->size())) {}

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

}  // namespace flitwise
