// network_export.cpp: networks as JSON of several tools, lists of edges and DOT.
#include "systemc/formats/network_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace flitwise {
namespace {

using Ordered = nlohmann::ordered_json;
using Link = PlainNetwork::Link;

std::string name_in(const PlainNetwork& network, Node v) {
  return network.names.empty() ? std::to_string(v) : network.names[index_of(v)];
}

Ordered id_in(const PlainNetwork& network, Node v) {
  if (network.names.empty()) return v;
  return network.names[index_of(v)];
}

std::string dumped(const Ordered& json) {
  return json.dump(-1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

std::string node_link(const PlainNetwork& network) {
  Ordered json{{"directed", false},
               {"multigraph", false},
               {"graph", {{"name", network.name}}},
               {"nodes", Ordered::array()},
               {"links", Ordered::array()}};
  for (std::size_t v = 0; v < network.is_switch.size(); ++v)
    json["nodes"].push_back({{"id", id_in(network, static_cast<Node>(v))},
                             {"kind", network.is_switch[v] ? "switch" : "pe"}});
  for (const Link& link : network.links)
    json["links"].push_back({{"source", id_in(network, link.u)},
                             {"target", id_in(network, link.v)},
                             {"capacity", link.capacity},
                             {"latency", link.latency}});
  return dumped(json);
}

std::string edges(const PlainNetwork& network) {
  for (const std::string& name : network.names)
    if (name.find_first_of(" \t#") != std::string::npos)
      throw TopologyError("a list of edges has no names with blanks or '#', got '" + name +
                          "'; use dot");
  std::string text = "# " + network.name + "\n";
  for (const Link& link : network.links)
    text += name_in(network, link.u) + " " + name_in(network, link.v) + "\n";
  return text;
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\\\"") : std::string(1, c);
  return text + "\"";
}

std::string dot(const PlainNetwork& network) {
  std::string text = "graph {\n";
  for (std::size_t v = 0; v < network.is_switch.size(); ++v)
    text += "  " + quoted(name_in(network, static_cast<Node>(v))) +
            (network.is_switch[v] ? " [shape=box];\n" : ";\n");
  for (const Link& link : network.links)
    text +=
        "  " + quoted(name_in(network, link.u)) + " -- " + quoted(name_in(network, link.v)) + ";\n";
  return text + "}\n";
}

// `there` where there is a link, the same both ways.
template <typename Value>
Ordered matrix(const PlainNetwork& network, const Ordered& nothing, const Value& there) {
  const std::size_t nodes = network.is_switch.size();
  std::vector<std::vector<Ordered>> rows(nodes, std::vector<Ordered>(nodes, nothing));
  for (const Link& link : network.links) {
    rows[index_of(link.u)][index_of(link.v)] = there(link);
    rows[index_of(link.v)][index_of(link.u)] = there(link);
  }
  return rows;
}

std::string teccl(const PlainNetwork& network) {
  Ordered switches = Ordered::array();
  for (std::size_t v = 0; v < network.is_switch.size(); ++v)
    if (network.is_switch[v]) switches.push_back(v);
  return dumped(
      {{"name", network.name},
       {"capacity", matrix(network, 0, [](const Link& l) { return Ordered(l.capacity); })},
       {"alpha", matrix(network, -1, [](const Link& l) { return Ordered(l.latency - 1); })},
       {"switch_indices", switches}});
}

std::string taccl(const PlainNetwork& network) {
  if (std::count(network.is_switch.begin(), network.is_switch.end(), true) > 0)
    throw TopologyError("a file of TACCL has no switches, and this network has some; use teccl");
  const std::int64_t latency = network.links.empty() ? 1 : network.links.front().latency;
  for (const Link& link : network.links)
    if (link.latency != latency)
      throw TopologyError("a file of TACCL has one latency for all links, and this network has " +
                          std::to_string(latency) + " and " + std::to_string(link.latency));
  const auto time = [](const Link& link) {
    return link.capacity == 1 ? Ordered(1) : Ordered(1.0 / static_cast<double>(link.capacity));
  };
  return dumped({{"name", network.name},
                 {"gpus_per_node", network.is_switch.size()},
                 {"alpha", latency - 1},
                 {"links", matrix(network, 0, [](const Link& l) { return Ordered(l.capacity); })},
                 {"betas", matrix(network, 0, time)},
                 {"invbws", matrix(network, 0, time)},
                 {"nics_per_node", -1},
                 {"remote_invbw", -1},
                 {"remote_alpha", -1},
                 {"remote_beta", -1}});
}

}  // namespace

PlainNetwork plain_network(const Graph& graph, const std::string& name) {
  PlainNetwork network;
  network.name = name;
  network.names = graph.names();
  network.is_switch.assign(index_of(graph.size()), false);
  for (Node u = 0; u < graph.size(); ++u)
    for (const Node v : graph.neighbours(u))
      if (u < v) network.links.push_back({u, v});
  return network;
}

std::string write_network(const PlainNetwork& network, NetworkFormat format) {
  switch (format) {
    case NetworkFormat::kNodeLink:
      return node_link(network);
    case NetworkFormat::kEdges:
      return edges(network);
    case NetworkFormat::kDot:
      return dot(network);
    case NetworkFormat::kTeccl:
      return teccl(network);
    case NetworkFormat::kTaccl:
      break;
  }
  return taccl(network);
}

}  // namespace flitwise
