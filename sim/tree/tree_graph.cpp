#include "sim/tree/tree_graph.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "sim/report_text.h"
#include "sim/scenario_words.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/spanning.h"

namespace flitwise {
namespace {

// Also a path that comes from the command line is relative to the scenario: the same words mean
// the same file wherever they stand.
std::string beside_scenario(const Value& value) {
  const std::filesystem::path file = to_text(value);
  if (file.empty()) throw bad_value(value, "must not be empty");
  const std::filesystem::path scenario = value.node.place.text->file;
  return (scenario.parent_path() / file).string();  // keeps an absolute path as it is
}

ConfigError error_in_graph(const std::string& path, const GraphFileError& error) {
  InputText text{path, "", {}};
  const bool printable = first_bad_byte(error.source()) == std::string::npos;
  if (error.line() > 0 && printable) {
    text.lines.resize(static_cast<std::size_t>(error.line()));
    text.lines.back() = error.source();
  }
  const Place place{std::make_shared<const InputText>(std::move(text)), error.line(), 1};
  return {place, "", "", error.rule()};
}

Graph read_file(const Value& value) {
  const std::string path = beside_scenario(value);
  try {
    Graph graph = read_graph(path);
    if (graph.size() < 2)
      throw bad_value(value, fmt::format("has a graph of 1 node; 2 to {} are possible", kMostPes));
    return graph;
  } catch (const GraphFileError& error) {
    if (!error.is_readable()) throw bad_value(value, error.rule());
    throw error_in_graph(path, error);
  }
}

// Everything that reports a PE names it by its number in the tree, where the root has number 0.
void read_root(const Value& value) {
  if (to_integer(value, 0, kMostPes - 1) != 0)
    throw bad_value(value,
                    "must be 0: PEs have the numbers of their nodes, and PE 0 is the root; in the "
                    "graph file give the root the number 0, or with other names, name it first");
}

}  // namespace

const std::vector<Choice<Spanning>>& spanning_words() {
  static const std::vector<Choice<Spanning>> words{{"bfs", Spanning::kBfs},
                                                   {"broadcast", Spanning::kBroadcast}};
  return words;
}

NetworkSection read_graph_section(const Value& map, ErrorList& errors) {
  check_keys(map, {"kind", "file", "spanning", "root"}, errors);
  std::optional<Graph> graph;
  Spanning spanning = Spanning::kBfs;
  bool good = errors.attempt([&] {
    graph = read_file(required(map, "file", "the graph: DOT (.dot, .gv) or a list of edges"));
  });
  good &= errors.attempt([&] {
    spanning =
        to_choice(required(map, "spanning", "the tree to use, bfs or broadcast"), spanning_words());
  });
  good &= errors.attempt([&] {
    if (const YamlNode* root = map.node.find("root")) read_root({*root, map.key + ".root"});
  });
  if (!good) return {};
  NetworkSection section;
  section.parents =
      spanning == Spanning::kBfs ? bfs_parents(*graph, 0) : broadcast_parents(*graph, 0);
  const std::string file = std::filesystem::path(map.node.find("file")->text).filename().string();
  section.description =
      fmt::format("graph {} of {}, {}", file, graph->size(), word_for(spanning_words(), spanning));
  section.node_names = graph->names();
  return section;
}

}  // namespace flitwise
