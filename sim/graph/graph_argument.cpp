// graph_argument.cpp: graphs by name or by file.
#include "sim/graph/graph_argument.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "sim/text/report_text.h"
#include "systemc/formats/graph_file.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise {
namespace {

Graph graph_of(const std::string& text) {
  if (!is_graph_shape(text)) {
    // A mistyped kind is no file, and shall not be called one.
    const bool is_kind = text.find(':') != std::string::npos && !std::filesystem::exists(text);
    if (!is_kind) return read_graph(text);
  }
  try {
    return make_graph(text);
  } catch (const TopologyError& error) {
    throw std::invalid_argument(escaped(error.what()));
  }
}

}  // namespace

Graph read_graph_argument(const std::string& text) {
  Graph graph = graph_of(text);
  if (graph.size() < 2)
    throw std::invalid_argument(
        fmt::format("{}: has a graph of 1 node; it must have 2 or more", escaped(text)));
  return graph;
}

Node node_argument(const std::string& text, const Graph& graph) {
  for (Node v = 0; v < graph.size(); ++v)
    if (graph.name(v) == text) return v;
  const std::optional<std::int64_t> number = whole_number(text);
  if (number && *number >= 0 && *number < graph.size()) return static_cast<Node>(*number);
  throw std::invalid_argument(fmt::format("--root {}: is no node of the graph; nodes are {} to {}",
                                          escaped(text), escaped(graph.name(0)),
                                          escaped(graph.name(graph.size() - 1))));
}

std::string graph_kinds_text() {
  std::string text;
  for (const GraphShape& shape : graph_shapes())
    text += fmt::format(
        "  {:<22}{}\n",
        shape.arguments.empty() ? shape.word : fmt::format("{}:{}", shape.word, shape.arguments),
        shape.about);
  return text;
}

}  // namespace flitwise
