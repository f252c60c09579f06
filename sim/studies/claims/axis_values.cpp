#include "sim/studies/claims/axis_values.h"

#include <algorithm>
#include <cmath>

#include "sim/language/scenario_values.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostValues = 10'000;

using Values = std::vector<YamlNode>;

Values range_of(const YamlNode& node, std::size_t dots, const std::vector<Binding>& before) {
  const std::int64_t first = whole_number(node.text.substr(0, dots), node.place, before);
  const std::int64_t last = whole_number(node.text.substr(dots + 2), node.place, before);
  if (last - first >= kMostValues)
    throw ConfigError(node.place, "over", node.text, "is a range of more than 10,000 values");
  Values values;
  for (std::int64_t number = first; number <= last; ++number)
    values.push_back(number_node(number, node.place));
  return values;
}

YamlNode list_node(Values items, const Place& place) {
  YamlNode list;
  list.kind = YamlKind::kList;
  list.items = std::move(items);
  list.place = place;
  return list;
}

Values permutations_of(const Value& list) {
  expect_list(list, "[1, 2, 3]");
  constexpr std::size_t kMostItems = 7;
  if (list.node.items.size() > kMostItems)
    throw bad_value(list, "must not be of more than 7 items");
  std::vector<std::size_t> order(list.node.items.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  Values values;
  do {
    Values items;
    for (const std::size_t i : order) items.push_back(list.node.items[i]);
    values.push_back(list_node(std::move(items), list.node.place));
  } while (std::next_permutation(order.begin(), order.end()));
  return values;
}

Values vectors_of(const Value& list, std::int64_t size) {
  expect_list(list, "[0, 1, 2]");
  Values values{list_node({}, list.node.place)};
  for (std::int64_t i = 0; i < size; ++i) {
    Values longer;
    for (const YamlNode& vector : values)
      for (const YamlNode& item : list.node.items) {
        longer.push_back(vector);
        longer.back().items.push_back(item);
      }
    if (longer.size() > static_cast<std::size_t>(kMostValues))
      throw bad_value(list, "gives more than 10,000 lists");
    values = std::move(longer);
  }
  return values;
}

Values generated(const Value& map, const std::vector<Binding>& before) {
  ErrorList errors;
  check_keys(map, {"permutations", "vectors", "size"}, errors);
  if (!errors.empty()) throw errors.sorted().front();
  if (const YamlNode* items = map.node.find("permutations"))
    return permutations_of({*items, map.key + ".permutations"});
  const Value items = required(map, "vectors", "or permutations: a list of items");
  const Value size = required(map, "size", "items of each list");
  return vectors_of(items, whole_number(to_text(size), size.node.place, before));
}

Values single_values(const Axis& axis, const std::vector<Binding>& before) {
  const YamlNode& node = axis.values;
  if (node.kind == YamlKind::kList) return node.items;
  if (node.kind == YamlKind::kMap) return generated({node, "over." + axis.names.front()}, before);
  const std::size_t dots = node.text.find("..");
  if (node.kind == YamlKind::kScalar && !node.quoted && dots != std::string::npos)
    return range_of(node, dots, before);
  return {node};
}

}  // namespace

YamlNode number_node(std::int64_t number, const Place& place) {
  YamlNode node;
  node.kind = YamlKind::kScalar;
  node.text = std::to_string(number);
  node.place = place;
  return node;
}

std::int64_t whole_number(const std::string& formula, const Place& place,
                          const std::vector<Binding>& values) {
  double number = 0;
  try {
    number = evaluate(formula, names_of(values));
  } catch (const ExpressionError& error) {
    throw ConfigError(place, "", formula, error.what());
  }
  constexpr double kLargest = 1e15;
  if (number != std::floor(number) || std::abs(number) > kLargest)
    throw ConfigError(place, "", formula, "gives " + number_text(number) + ", no whole number");
  return static_cast<std::int64_t>(number);
}

std::vector<std::vector<Binding>> values_of(const Axis& axis, const std::vector<Binding>& before) {
  std::vector<std::vector<Binding>> all;
  if (axis.names.size() != 1 ||
      (axis.values.kind == YamlKind::kList && !axis.values.items.empty() &&
       axis.values.items.front().kind == YamlKind::kMap)) {
    for (const YamlNode& row : axis.values.items) {
      all.emplace_back();
      for (const YamlEntry& entry : row.entries) all.back().push_back({entry.key, entry.value});
    }
    return all;
  }
  for (YamlNode& value : single_values(axis, before))
    all.push_back({{axis.names.front(), std::move(value)}});
  return all;
}

}  // namespace flitwise
