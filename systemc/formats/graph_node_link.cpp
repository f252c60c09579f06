// graph_node_link.cpp: reads graphs from node-link JSON, as networkx writes it.
#include <nlohmann/json.hpp>

#include "systemc/formats/graph_text.h"
#include "systemc/formats/json_place.h"
#include "systemc/formats/torus_schedule_file.h"

namespace flitwise {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse_graph(const std::string& rule) { throw GraphTextError{{}, rule}; }

std::string place_of(const std::string& list, std::size_t number, const char* key) {
  return list + "[" + std::to_string(number) + "]." + key;
}

// What a node is called: a text, or a whole number.
std::string id_at(const Json& object, const std::string& list, std::size_t number,
                  const char* key) {
  const auto id = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || id == object.end())
    refuse_graph(list + "[" + std::to_string(number) + "] must be an object with the key " + key);
  if (id->is_string() && !id->get<std::string>().empty()) return id->get<std::string>();
  if (id->is_number_integer()) return id->dump();
  refuse_graph(place_of(list, number, key) + " must be a text or a whole number");
}

const Json& list_at(const Json& whole, const char* key) {
  const auto list = whole.find(key);
  if (list == whole.end() || !list->is_array())
    refuse_graph(std::string("must have a list ") + key);
  return *list;
}

}  // namespace

GraphText parse_node_link(const std::string& text) {
  Json whole;
  try {
    whole = parse_json(text, "");
  } catch (const ScheduleFileError& error) {
    refuse_graph(std::string(error.what()).substr(2));  // after ": ", which follows the file's name
  }
  if (!whole.is_object()) refuse_graph("must be an object with the lists nodes and links");
  if (whole.value("directed", Json(false)) != Json(false))
    refuse_graph("the graph is directed; links go both ways: directed must be false");
  GraphText graph;
  const Json& nodes = list_at(whole, "nodes");
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const std::string name = id_at(nodes[k], "nodes", k, "id");
    if (graph.number_of.count(name) != 0)
      refuse_graph(place_of("nodes", k, "id") + " '" + name + "' is there twice");
    graph.node(name);
  }
  // networkx calls links edges from version 3.4 on.
  const char* key = whole.contains("links") || !whole.contains("edges") ? "links" : "edges";
  const Json& links = list_at(whole, key);
  for (std::size_t k = 0; k < links.size(); ++k) {
    std::vector<Node> ends;
    for (const char* end : {"source", "target"}) {
      const std::string name = id_at(links[k], key, k, end);
      const auto found = graph.number_of.find(name);
      if (found == graph.number_of.end())
        refuse_graph(place_of(key, k, end) + " '" + name + "' is no id in nodes");
      ends.push_back(found->second);
    }
    if (ends[0] == ends[1])
      refuse_graph(std::string(key) + "[" + std::to_string(k) + "]: node '" +
                   graph.names[index_of(ends[0])] + "' must not be its own neighbour");
    graph.edges.emplace_back(ends[0], ends[1]);
  }
  return graph;
}

}  // namespace flitwise
