#include "sim/studies/claims/claim_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "sim/families/registry.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::int64_t kMostValues = 10'000;
constexpr std::size_t kMostPoints = 10'000;
constexpr std::size_t kLeastRange = 3;

using Values = std::vector<YamlNode>;

// The whole number that a formula gives.
std::int64_t formula_number(const std::string& formula, const Place& place,
                            const Bindings& values) {
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

YamlNode number_node(std::int64_t number, const Place& place) {
  return number_node(std::to_string(number), place);
}

Values range_of(const YamlNode& node, std::size_t dots, const Bindings& before) {
  const std::int64_t first = formula_number(node.text.substr(0, dots), node.place, before);
  const std::int64_t last = formula_number(node.text.substr(dots + 2), node.place, before);
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

Values generated(const Value& map, const Bindings& before) {
  ErrorList errors;
  check_keys(map, {"permutations", "vectors", "size"}, errors);
  if (!errors.empty()) throw errors.sorted().front();
  if (const YamlNode* items = map.node.find("permutations"))
    return permutations_of({*items, map.key + ".permutations"});
  const Value items = required(map, "vectors", "or permutations: a list of items");
  const Value size = required(map, "size", "items of each list");
  return vectors_of(items, formula_number(to_text(size), size.node.place, before));
}

Values single_values(const Axis& axis, const Bindings& before) {
  const YamlNode& node = axis.values;
  if (node.kind == YamlKind::kList) return node.items;
  if (node.kind == YamlKind::kMap) return generated({node, "over." + axis.names.front()}, before);
  const std::size_t dots = node.text.find("..");
  if (node.kind == YamlKind::kScalar && !node.quoted && dots != std::string::npos)
    return range_of(node, dots, before);
  return {node};
}

// The rows of an axis: a list as it is; `a..b`, the whole numbers from a to b, which are formulas
// over `before`; `{permutations: [1, 2, 3]}`; `{vectors: [0, 1], size: 3}`, all lists of that size;
// anything else is a single value. Of rows of several names, each binds all of them.
std::vector<Bindings> values_of(const Axis& axis, const Bindings& before) {
  std::vector<Bindings> all;
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

std::optional<Figure> figure_of(const YamlNode& node) {
  if (node.kind == YamlKind::kList) {
    Figure::Items items;
    for (const YamlNode& item : node.items) items.push_back(figure_of(item).value_or(Figure()));
    return Figure(items);
  }
  const std::optional<std::int64_t> number = whole_number(node.text);
  if (node.kind != YamlKind::kScalar || !number) return std::nullopt;
  return Figure(*number);
}

// What stands in parentheses: a value as it is, or a formula's number.
YamlNode filled_in(const YamlNode& node, const Bindings& values) {
  const std::string inner = node.text.substr(1, node.text.size() - 2);
  for (const Binding& binding : values)
    if (binding.name == inner) return binding.value;
  return number_node(formula_number(inner, node.place, values), node.place);
}

bool is_template(const YamlNode& node) {
  return node.kind == YamlKind::kScalar && node.text.size() > 2 && node.text.front() == '(' &&
         node.text.back() == ')';
}

void fill_in(YamlNode& node, const Bindings& values) {
  if (is_template(node)) node = filled_in(node, values);
  for (YamlNode& item : node.items) fill_in(item, values);
  for (YamlEntry& entry : node.entries) fill_in(entry.value, values);
}

ScenarioReading read_scenario_of(const Claim& claim, YamlNode node, const Bindings& values) {
  if (node.kind == YamlKind::kScalar) {
    const std::filesystem::path folder = std::filesystem::path(node.place.text->file).parent_path();
    return read_scenario((folder / node.text).string());
  }
  fill_in(node, values);
  if (node.kind == YamlKind::kMap && node.find("name") == nullptr)
    node.entries.push_back({"name", node.place, number_node(claim.id, node.place)});
  return read_scenario_values(node);
}

// An axis of one word only fills in a scenario that is shared with other cases.
bool is_fixed(const Axis& axis) {
  const bool is_one = axis.values.kind == YamlKind::kList && axis.values.items.size() == 1;
  const YamlNode* value = is_one ? &axis.values.items.front() : nullptr;
  return value != nullptr && value->kind == YamlKind::kScalar && !figure_of(*value);
}

// Collects the points of a case axis by axis.
struct Expansion {
  const Claim& claim;
  const ClaimCase& one;
  ErrorList& errors;
  std::vector<ClaimPoint> all{};

  std::vector<ClaimPoint> points() {
    const auto rows_of = [&](std::size_t axis, const Bindings& before) {
      std::vector<Bindings> rows = values_of(one.axes[axis], before);
      for (Bindings& row : rows)
        for (Binding& binding : row) {
          fill_in(binding.value, before);
          if (is_fixed(one.axes[axis])) binding.origin = Binding::kFixed;
        }
      return rows;
    };
    combine(one.axes.size(), rows_of, [&](const Bindings& values) { add(values); });
    if (all.empty() && errors.empty())
      throw ConfigError(one.place, claim.id, "", "has a case without any combination of values");
    return std::move(all);
  }

  void add(Bindings values) {
    for (const auto& [name, formula] : one.lets) {
      if (names_of(values)(name))
        throw ConfigError(formula.place, "let", name, "has a value already");
      values.push_back(
          {name, number_node(formula_number(formula.text, formula.place, values), formula.place),
           Binding::kComputed});
    }
    if (one.where && formula_number(one.where->text, one.where->place, values) == 0) return;
    if (all.size() == kMostPoints)
      throw ConfigError(one.place, claim.id, "", "has a case of more than 10,000 combinations");
    ClaimPoint point{&one, std::move(values), std::nullopt};
    point.scenario = scenario_of(one.scenario, point);
    point.against = scenario_of(one.against, point);
    all.push_back(std::move(point));
  }

  std::optional<Scenario> scenario_of(const std::optional<YamlNode>& node,
                                      const ClaimPoint& point) {
    if (!node) return std::nullopt;
    ScenarioReading reading = read_scenario_of(claim, *node, point.values);
    for (const ConfigError& error : reading.errors) errors.add(error);
    if (!reading.scenario) throw give_up(point);
    return std::move(reading.scenario);
  }

  // One bad combination is enough: the others are likely to be bad for the same reason.
  ConfigError give_up(const ClaimPoint& point) const {
    const std::string values = text_of(point.values);
    return {one.place, claim.id, "",
            values.empty() ? "has a case whose scenario cannot be run"
                           : "cannot be run with " + values};
  }
};

std::optional<std::int64_t> number_of(const YamlNode& value) {
  const std::optional<Figure> figure = names_of({{"value", value}})("value");
  return figure ? figure->number() : std::nullopt;
}

std::string placeholder_text(const std::string& inner, const Formula& range,
                             const std::vector<ClaimPoint>& points) {
  if (inner == "runs") return std::to_string(count_runs(points));
  if (inner == "checks") return std::to_string(points.size() - count_runs(points));
  const bool is_count = !inner.empty() && inner.front() == '#';
  const std::vector<YamlNode> values = values_of_name(inner.substr(is_count ? 1 : 0), points);
  if (values.empty())
    throw ConfigError(range.place, "range", "{" + inner + "}",
                      "names nothing that the cases have; it may be a name of `over` or `let`, "
                      "#name for the number of its values, runs or checks");
  return is_count ? std::to_string(values.size()) : list_text(values);
}

}  // namespace

std::vector<ClaimPoint> points_of(const Claim& claim, ErrorList& errors) {
  std::vector<ClaimPoint> all;
  for (const ClaimCase& one : claim.cases) {
    errors.attempt([&] {
      for (ClaimPoint& point : Expansion{claim, one, errors}.points())
        all.push_back(std::move(point));
    });
  }
  return all;
}

Names names_of(const Bindings& values) {
  return [&values](const std::string& name) -> std::optional<Figure> {
    for (const Binding& binding : values)
      if (binding.name == name) return figure_of(binding.value);
    return std::nullopt;
  };
}

std::string value_text(const YamlNode& value) {
  if (value.kind != YamlKind::kList) return value.text;
  std::string text;
  for (const YamlNode& item : value.items) text += (text.empty() ? "" : ", ") + value_text(item);
  return "[" + text + "]";
}

std::string text_of(const Bindings& values) {
  std::string text;
  for (const Binding& binding : values) {
    if (binding.origin != Binding::kChosen) continue;
    text +=
        fmt::format("{}{} = {}", text.empty() ? "" : ", ", binding.name, value_text(binding.value));
  }
  return text;
}

std::vector<YamlNode> values_of_name(const std::string& name, const std::vector<ClaimPoint>& points,
                                     const ClaimCase* one) {
  std::vector<YamlNode> values;
  std::set<std::string> seen;
  for (const ClaimPoint& point : points)
    for (const Binding& binding : point.values)
      if ((one == nullptr || point.of == one) && binding.name == name &&
          seen.insert(value_text(binding.value)).second)
        values.push_back(binding.value);
  const auto words = std::stable_partition(values.begin(), values.end(), [](const YamlNode& node) {
    return number_of(node).has_value();
  });
  std::sort(values.begin(), words,
            [](const YamlNode& a, const YamlNode& b) { return *number_of(a) < *number_of(b); });
  return values;
}

std::string list_text(const std::vector<YamlNode>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && number_of(values[end]) && number_of(values[end - 1]) &&
           *number_of(values[end]) == *number_of(values[end - 1]) + 1)
      ++end;
    if (end - i < kLeastRange) end = i + 1;
    if (i > 0) text += ", ";
    text += value_text(values[i]);
    if (end > i + 1) text += " to " + value_text(values[end - 1]);
    i = end;
  }
  return text;
}

std::size_t count_runs(const std::vector<ClaimPoint>& points) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(),
                    [](const ClaimPoint& point) { return point.scenario.has_value(); }));
}

std::string fill_range(const Formula& range, const std::vector<ClaimPoint>& points) {
  std::string text;
  std::size_t at = 0;
  while (at < range.text.size()) {
    const std::size_t brace = range.text.find_first_of("{}", at);
    text += range.text.substr(at, brace - at);
    if (brace == std::string::npos) break;
    const std::size_t end = range.text.find_first_of("{}", brace + 1);
    if (range.text[brace] == '}' || end == std::string::npos || range.text[end] == '{')
      throw ConfigError(range.place, "range", range.text, "has a brace without the other one");
    text += placeholder_text(range.text.substr(brace + 1, end - brace - 1), range, points);
    at = end + 1;
  }
  return text;
}

std::string basis_name(ClaimBasis basis) {
  if (basis == ClaimBasis::kBoth) return "both";
  return basis == ClaimBasis::kRuns ? "runs" : "computation";
}

bool measures_a_run(const ClaimCase& one) {
  if (!one.scenario) return false;
  // What theory and the scenario say; everything else that is not bound is measured.
  std::set<std::string> known = bound_names(one);
  known.insert({"lower_bound", "bound", "predicted", "pes", "flits"});
  std::vector<const Formula*> formulas{&one.measure};
  for (const auto& [key, statement] : statements_of(one)) formulas.push_back(&statement->formula);
  return std::any_of(formulas.begin(), formulas.end(), [&](const Formula* formula) {
    const std::vector<std::string> names = names_in(formula->text);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return known.count(name) == 0; });
  });
}

ClaimBasis basis_of(const Claim& claim) {
  bool runs = false;
  bool computes = false;
  for (const ClaimCase& one : claim.cases) {
    const bool measures = measures_a_run(one);
    runs = runs || measures;
    computes = computes || !measures || !one.check.empty();
  }
  if (!runs) return ClaimBasis::kComputation;
  return computes ? ClaimBasis::kBoth : ClaimBasis::kRuns;
}

}  // namespace flitwise
