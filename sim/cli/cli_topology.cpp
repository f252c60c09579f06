// cli_topology.cpp: `flitwise topology export`: networks as files of other tools.
#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <map>
#include <memory>
#include <stdexcept>
#include <variant>

#include "sim/cli/commands.h"
#include "sim/collective/collective_scenario.h"
#include "sim/console/outputs.h"
#include "sim/families/cover/cover_language.h"
#include "sim/families/graph/graph_scenario.h"
#include "sim/graph/graph_argument.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/family.h"
#include "sim/run/machine.h"
#include "sim/text/report_text.h"
#include "systemc/formats/network_export.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise {
namespace {

struct ExportArguments {
  std::string network;
  std::string format = "nodelink";
  std::string output = "-";
};

const std::vector<Choice<NetworkFormat>>& network_format_words() {
  static const std::vector<Choice<NetworkFormat>> words{{"nodelink", NetworkFormat::kNodeLink},
                                                        {"edges", NetworkFormat::kEdges},
                                                        {"dot", NetworkFormat::kDot},
                                                        {"teccl", NetworkFormat::kTeccl},
                                                        {"taccl", NetworkFormat::kTaccl}};
  return words;
}

}  // namespace

std::vector<std::string> network_formats() { return words_of(network_format_words()); }

namespace {

// Of what nodes have for neighbours, each as often as links lead to it; kNoNode and itself are
// none.
template <typename Neighbours>
PlainNetwork network_of_nodes(Node nodes, Neighbours&& neighbours) {
  std::map<Edge, std::int64_t> links;
  for (Node v = 0; v < nodes; ++v)
    for (const Node u : neighbours(v))
      if (u > v) ++links[{v, u}];
  PlainNetwork network;
  network.is_switch.assign(index_of(nodes), false);
  for (const auto& [ends, capacity] : links)
    network.links.push_back({ends.first, ends.second, capacity});
  return network;
}

// Nodes have the numbers that runs give them.
struct PlainNetworkOf {
  PlainNetwork operator()(const TreeShape& shape) const {
    const PlacedTree& tree = shape.tree;
    return network_of_nodes(tree.nodes(), [&](Node v) {
      if (!tree.holds(v)) return std::vector<Node>();
      std::vector<Node> all = tree.children(v);
      all.push_back(tree.parent(v));
      return all;
    });
  }
  PlainNetwork operator()(const FatTree& tree) const {
    PlainNetwork network;
    for (Node v = 0; v < tree.size(); ++v) {
      network.is_switch.push_back(!tree.is_leaf(v));
      if (tree.parent(v) != kNoNode)
        network.links.push_back({v, tree.parent(v), tree.capacity(tree.level(v) + 1)});
    }
    return network;
  }
  PlainNetwork operator()(const Torus& torus) const {
    return network_of_nodes(torus.size(), [&](Node v) {
      std::vector<Node> all;
      for (Channel channel = 0; channel < torus.channels(); ++channel)
        all.push_back(torus.neighbour(v, channel));
      return all;
    });
  }
  PlainNetwork operator()(const XyMesh& mesh) const {
    return network_of_nodes(mesh.size(), [&](Node v) {
      std::vector<Node> all;
      for (Channel channel = 0; channel < XyMesh::channels(); ++channel)
        all.push_back(mesh.neighbour(v, channel));
      return all;
    });
  }
  PlainNetwork operator()(const StarGraph& graph) const {
    return network_of_nodes(graph.size(), [&](Node v) {
      std::vector<Node> all;
      for (int dimension = 2; dimension <= graph.order(); ++dimension)
        all.push_back(graph.neighbour(v, dimension));
      return all;
    });
  }
};

// The network of a scenario; none of a family that has no plain one.
std::optional<PlainNetwork> network_of(const Scenario& scenario) {
  if (const auto* programs = std::any_cast<CollectiveScenario>(&scenario.system))
    return network_of(programs->host);
  if (const auto* cover = std::any_cast<CoverScenario>(&scenario.system))
    return plain_network(
        make_graph(fmt::format("{}:{},{}", is_mesh(cover->shape) ? "mesh" : "torus", cover->rows,
                               cover->columns)),
        "");
  if (const auto* on_graph = std::any_cast<GraphScenario>(&scenario.system))
    return plain_network(*on_graph->graph, "");
  const std::unique_ptr<Machine> machine = scenario.family->make_host(scenario);
  const std::optional<NetworkShape> shape = machine ? machine->shape() : std::nullopt;
  if (!shape) return std::nullopt;
  PlainNetwork network = std::visit(PlainNetworkOf(), *shape);
  network.names = scenario.family->pe_names(scenario);
  return network;
}

// Errors: throws std::invalid_argument for what the format cannot say.
std::string text_of(const PlainNetwork& network, NetworkFormat format) {
  try {
    return write_network(network, format);
  } catch (const TopologyError& error) {
    throw std::invalid_argument(escaped(error.what()));
  }
}

bool is_scenario(const std::string& name) {
  const auto ends_with = [&](const std::string& end) {
    return name.size() >= end.size() &&
           name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  return ends_with(".yaml") || ends_with(".yml");
}

int export_network(const ExportArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const char* command = "flitwise topology export";
  FileOwners owners;
  PlainNetwork network;
  try {
    if (is_scenario(arguments.network)) {
      const ScenarioReading reading =
          read_scenario(session.families, arguments.network, session.settings);
      if (!reading.scenario) return refuse_input(reading.errors, arguments.network, console);
      owners.add_input(arguments.network, "scenario itself");
      for (const std::string& file : reading.scenario->inputs)
        owners.add_input(file, "scenario's input");
      std::optional<PlainNetwork> found = network_of(*reading.scenario);
      if (!found)
        return refuse(command,
                      fmt::format("'{}' has no network that can be written: its family has none "
                                  "that is known",
                                  reading.scenario->name),
                      console);
      network = std::move(*found);
      network.name = reading.scenario->shape;
    } else {
      if (!session.settings.empty())
        return refuse(command, "--set changes scenarios, and this is none", console);
      network = plain_network(read_graph_argument(arguments.network), arguments.network);
      if (!is_graph_shape(arguments.network)) owners.add_input(arguments.network, "graph itself");
    }
    const std::string clash = owners.refuse_output(arguments.output, "network");
    if (!clash.empty()) return refuse(command, clash, console);
    const auto format = std::find_if(
        network_format_words().begin(), network_format_words().end(),
        [&](const Choice<NetworkFormat>& choice) { return choice.word == arguments.format; });
    const std::string text = text_of(network, format->meaning);
    TextSink sink(arguments.output, console.out);
    sink.write(text);
    sink.commit();
  } catch (const std::invalid_argument& error) {
    return refuse(command, error.what(), console);
  }
  return kExitPassed;
}

}  // namespace

void add_topology(CLI::App& app, Commands& commands) {
  CLI::App& topology = *app.add_subcommand("topology", "Write networks for other tools");
  topology.require_subcommand(1);
  auto [command, arguments] = add_command(
      topology, commands, "export", "Write a network as a file of another tool", export_network);
  command
      .add_option("NETWORK", arguments.network,
                  "Scenario (.yaml), graph file, or a kind of graph as torus:4,6")
      ->type_name("")
      ->required()
      ->check(not_empty("a network"));
  add_settings(command, commands);
  command.add_option("--format", arguments.format, "Default nodelink")
      ->type_name("WORD")
      ->check(CLI::IsMember(network_formats()));
  add_file(command, "-o,--output", arguments.output, "File to write (default standard output)");
  command.footer(
      R"(Formats: nodelink, the JSON of networkx; edges, a list of edges; dot; teccl, the members of TE-CCL's
class Topology; taccl, a file for TACCL's topology custom. What nodelink and dot write is read back
as the same graph.

)" + graph_help());
}

}  // namespace flitwise
