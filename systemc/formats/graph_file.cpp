#include <algorithm>
#include <filesystem>
#include <iterator>

#include "systemc/formats/graph_file.h"
#include "systemc/formats/graph_text.h"
#include "systemc/formats/readable.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostMebibytes = 64;

// Names reach terminals and reports: a file with control characters is no text.
void refuse_control_characters(const std::string& text, const std::string& path) {
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x7F || (byte < 0x20 && c != '\t' && c != '\n' && c != '\r');
  };
  const auto bad = std::find_if(text.begin(), text.end(), is_control);
  if (bad == text.end()) return;
  const auto line = 1 + std::count(text.begin(), bad, '\n');
  throw GraphFileError(path, 0, "",
                       "must be text: line " + std::to_string(line) + " holds a control character");
}

GraphText parse(const std::string& text, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  try {
    if (extension == ".json") return parse_node_link(text);
    return extension == ".dot" || extension == ".gv" ? parse_dot(text) : parse_edge_list(text);
  } catch (const GraphTextError& error) {
    throw GraphFileError(path, error.line.number, error.line.text, error.rule);
  }
}

// The number that a name is, or none if it is not one of 0, 1, ..., nodes-1.
std::optional<Node> number_in(const std::string& name, std::size_t nodes) {
  constexpr std::size_t kMostDigits = 9;
  const bool digits =
      !name.empty() && name.size() <= kMostDigits &&
      std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
      (name == "0" || name[0] != '0');
  if (!digits) return std::nullopt;
  const Node number = std::stoi(name);
  if (static_cast<std::size_t>(number) >= nodes) return std::nullopt;
  return number;
}

// Names are distinct, so n of them below n are all of 0, 1, ..., n-1.
Graph number_nodes(const GraphText& text) {
  std::vector<Node> number;
  for (const std::string& name : text.names) {
    const std::optional<Node> said = number_in(name, text.names.size());
    if (!said) return {static_cast<Node>(text.names.size()), text.edges, text.names};
    number.push_back(*said);
  }
  std::vector<Edge> edges;
  for (const auto& [u, v] : text.edges)
    edges.emplace_back(number[static_cast<std::size_t>(u)], number[static_cast<std::size_t>(v)]);
  return {static_cast<Node>(text.names.size()), edges};
}

}  // namespace

GraphFileError::GraphFileError(const std::string& file, int line, std::string source,
                               std::string rule)
    : TopologyError(file + (line == 0 ? "" : ":" + std::to_string(line)) + ": error: " + rule),
      line_(line),
      source_(std::move(source)),
      rule_(std::move(rule)) {}

GraphFileError GraphFileError::unreadable(const std::string& file, std::string rule) {
  GraphFileError error(file, 0, "", std::move(rule));
  error.readable_ = false;
  return error;
}

GraphText::Line line_of(const std::string& text, std::size_t byte) {
  const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  const auto before = std::find(std::make_reverse_iterator(at), text.rend(), '\n').base();
  return {static_cast<int>(std::count(text.begin(), at, '\n')) + 1,
          std::string(before, std::find(at, text.end(), '\n'))};
}

Node GraphText::node(const std::string& name) {
  const auto [entry, is_new] = number_of.emplace(name, static_cast<Node>(names.size()));
  if (is_new) names.push_back(name);
  return entry->second;
}

Graph read_graph(const std::string& path) {
  const std::string content =
      text_of_file(path, "graph file", kMostMebibytes,
                   [&](const std::string& rule) { throw GraphFileError::unreadable(path, rule); });
  refuse_control_characters(content, path);
  const GraphText text = parse(content, path);
  const auto fail = [&](const std::string& rule) { throw GraphFileError(path, 0, "", rule); };
  if (text.names.empty()) fail("the graph is empty");
  if (text.names.size() > static_cast<std::size_t>(Graph::kMostNodes))
    fail("the graph has " + std::to_string(text.names.size()) + " nodes; at most " +
         std::to_string(Graph::kMostNodes) + " are possible");
  Graph graph = number_nodes(text);
  if (const std::optional<Node> lost = graph.first_unreached(0))
    fail("the graph is not connected: no path leads from node " + graph.name(0) + " to node " +
         graph.name(*lost));
  return graph;
}

}  // namespace flitwise
