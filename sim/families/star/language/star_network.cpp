#include "sim/families/star/language/star_network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/language/scenario_words.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

Node read_permutation(const Value& list, const std::optional<StarGraph>& graph) {
  const auto most = static_cast<std::size_t>(graph ? graph->order() : kMostStarOrder);
  const std::size_t size = list.node.items.size();
  if (graph ? size != most : size < StarGraph::kLeastOrder || size > most)
    throw bad_value(list, fmt::format("must have {} symbols, not {}",
                                      graph ? std::to_string(most)
                                            : fmt::format("{} to {}", StarGraph::kLeastOrder, most),
                                      size));
  Permutation permutation;
  for (std::size_t i = 0; i < size; ++i) {
    const Value item = item_of(list, i);
    const int symbol = static_cast<int>(to_integer(item, 1, static_cast<std::int64_t>(size)));
    if (std::count(permutation.begin(), permutation.end(), symbol) > 0)
      throw bad_value(item, "stands in the permutation twice");
    permutation.push_back(symbol);
  }
  return graph ? graph->node(permutation) : 0;
}

}  // namespace

StarGraph read_star_network(const Value& section, ErrorList& errors) {
  expect_map(section, "{kind: star-graph, n: 5}");
  check_keys(section, {"kind", "n"}, errors);
  const Value order =
      required(section, "n", "the symbols of a permutation; the graph has n! nodes");
  return StarGraph(static_cast<int>(to_integer(order, StarGraph::kLeastOrder, kMostStarOrder)));
}

Node read_star_node(const Value& value, const std::optional<StarGraph>& graph) {
  if (value.node.kind == YamlKind::kList) return read_permutation(value, graph);
  constexpr std::int64_t kMostNodes = 5040;
  const std::int64_t last = (graph ? graph->size() : kMostNodes) - 1;
  ErrorList no_number;
  std::int64_t node = 0;
  if (no_number.attempt([&] { node = to_integer(value, 0, last); })) return static_cast<Node>(node);
  const std::string example =
      graph ? fmt::format(" like [{}]", fmt::join(graph->permutation(0), ", ")) : "";
  throw bad_value(
      value, fmt::format("must be a PE's number from 0 to {} or a permutation{}", last, example));
}

int read_star_dimension(const Value& value, const std::optional<StarGraph>& graph) {
  return static_cast<int>(to_integer(value, 2, graph ? graph->order() : kMostStarOrder));
}

std::vector<Node> read_star_nodes(const Value& list, const std::optional<StarGraph>& graph) {
  expect_list(list, "[[2, 1, 3, 4], 17]");
  if (list.node.items.empty()) throw bad_value(list, "must name a node");
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    const Value item = item_of(list, i);
    const Node node = read_star_node(item, graph);
    if (graph && std::count(nodes.begin(), nodes.end(), node) > 0)
      throw bad_value(item, "stands in the list twice");
    nodes.push_back(node);
  }
  return nodes;
}

}  // namespace flitwise
