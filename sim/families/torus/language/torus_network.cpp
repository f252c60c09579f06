#include "sim/families/torus/language/torus_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/language/scenario_words.h"

namespace flitwise {
namespace {

// One entry per dimension; any number that a torus may have where it is not known.
void expect_dimensions(const Value& list, const std::optional<Torus>& torus, const char* what) {
  const std::size_t entries = list.node.items.size();
  const auto most = static_cast<std::size_t>(Torus::kMostDimensions);
  if (torus && entries != torus->sides().size())
    throw bad_value(list, fmt::format("must have {} {}, one per side, not {}",
                                      torus->sides().size(), what, entries));
  if (entries < 1 || entries > most)
    throw bad_value(list, fmt::format("must have 1 to {} {}, not {}", most, what, entries));
}

}  // namespace

std::optional<Torus> read_torus_network(const Value& section, ErrorList& errors) {
  const std::size_t before = errors.size();
  expect_map(section, "{kind: torus, sides: [8, 8]}");
  check_keys(section, {"kind", "sides"}, errors);
  const Value list = required(section, "sides", "the nodes along each dimension");
  expect_list(list, "[8, 8]");
  expect_dimensions(list, std::nullopt, "sides");
  std::vector<int> sides;
  for (std::size_t d = 0; d < list.node.items.size(); ++d)
    errors.attempt([&] {
      sides.push_back(static_cast<int>(to_integer(item_of(list, d), 1, Torus::kLargestSide)));
    });
  if (errors.size() != before) return std::nullopt;
  Node nodes = 1;
  for (const int side : sides) nodes *= side;
  if (nodes > Torus::kMostNodes)
    throw bad_value(
        list, fmt::format("gives {} nodes; at most {} are possible", nodes, Torus::kMostNodes));
  return Torus(sides);
}

Node read_torus_node(const Value& list, const std::optional<Torus>& torus) {
  expect_list(list, "[0, 0]");
  expect_dimensions(list, torus, "coordinates");
  Coordinates x;
  for (std::size_t d = 0; d < list.node.items.size(); ++d) {
    const int last = (torus ? torus->side(static_cast<int>(d)) : Torus::kLargestSide) - 1;
    x.push_back(static_cast<int>(to_integer(item_of(list, d), 0, last)));
  }
  return torus ? torus->node(x) : 0;
}

DimensionOrder read_dimension_order(const Value& list, const std::optional<Torus>& torus) {
  expect_list(list, "[1, 0]");
  expect_dimensions(list, torus, "dimensions");
  DimensionOrder order;
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    const Value item = item_of(list, i);
    const auto last = static_cast<std::int64_t>(list.node.items.size()) - 1;
    const int dimension = static_cast<int>(to_integer(item, 0, last));
    if (std::count(order.begin(), order.end(), dimension) > 0)
      throw bad_value(item, "stands in the order twice");
    order.push_back(dimension);
  }
  return torus ? order : DimensionOrder();
}

}  // namespace flitwise
