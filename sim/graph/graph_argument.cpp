// graph_argument.cpp: graphs by name or by file.
#include "sim/graph/graph_argument.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <stdexcept>

#include "sim/language/scenario_error.h"
#include "sim/text/report_text.h"
#include "systemc/formats/graph_file.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise {
namespace {

constexpr std::ptrdiff_t kNamesShown = 3;  // so that one sees what names are like

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
  const std::vector<std::string>& names = graph.names();
  std::string hint = did_you_mean(text, names);
  if (names.empty()) hint = fmt::format("; nodes are 0 to {}", graph.size() - 1);
  if (hint.empty()) {
    const bool are_all = names.size() <= static_cast<std::size_t>(kNamesShown);
    const auto end = are_all ? names.end() : names.begin() + kNamesShown;
    hint = fmt::format("; nodes are {}{}",
                       escaped(fmt::format("{}", fmt::join(names.begin(), end, ", "))),
                       are_all ? "" : ", ...");
  }
  throw std::invalid_argument(
      fmt::format("--root {}: is no node of the graph{}", escaped(text), hint));
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
