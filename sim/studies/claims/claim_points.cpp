#include "sim/studies/claims/claim_points.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "sim/families/registry.h"
#include "sim/studies/claims/axis_values.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostPoints = 10'000;

std::optional<Figure> figure_of(const YamlNode& node) {
  if (node.kind == YamlKind::kList) {
    Figure::Items items;
    for (const YamlNode& item : node.items) items.push_back(figure_of(item).value_or(Figure()));
    return Figure(items);
  }
  std::int64_t number = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, number);
  if (node.kind != YamlKind::kScalar || error != std::errc() || stop != end) return std::nullopt;
  return Figure(number);
}

// What stands in parentheses: a value as it is, or a formula's number.
YamlNode filled_in(const YamlNode& node, const std::vector<Binding>& values) {
  const std::string inner = node.text.substr(1, node.text.size() - 2);
  for (const Binding& binding : values)
    if (binding.name == inner) return binding.value;
  return number_node(whole_number(inner, node.place, values), node.place);
}

bool is_template(const YamlNode& node) {
  return node.kind == YamlKind::kScalar && node.text.size() > 2 && node.text.front() == '(' &&
         node.text.back() == ')';
}

void fill_in(YamlNode& node, const std::vector<Binding>& values) {
  if (is_template(node)) node = filled_in(node, values);
  for (YamlNode& item : node.items) fill_in(item, values);
  for (YamlEntry& entry : node.entries) fill_in(entry.value, values);
}

ScenarioReading read_scenario_of(const Claim& claim, YamlNode node,
                                 const std::vector<Binding>& values) {
  if (node.kind == YamlKind::kScalar) {
    const std::filesystem::path folder = std::filesystem::path(node.place.text->file).parent_path();
    return read_scenario((folder / node.text).string());
  }
  fill_in(node, values);
  if (node.kind == YamlKind::kMap && node.find("name") == nullptr) {
    YamlNode name = number_node(0, node.place);
    name.text = claim.id;
    node.entries.push_back({"name", node.place, name});
  }
  return read_scenario_values(node);
}

// An axis of one word only fills in a scenario that is shared with other cases.
bool is_fixed(const Axis& axis) {
  const bool is_one = axis.values.kind == YamlKind::kList && axis.values.items.size() == 1;
  const YamlNode* value = is_one ? &axis.values.items.front() : nullptr;
  return value != nullptr && value->kind == YamlKind::kScalar && !figure_of(*value);
}

// Collects the points of a case axis by axis.
class Expansion {
 public:
  Expansion(const Claim& claim, const ClaimCase& one, ErrorList& errors)
      : claim_(claim), case_(one), errors_(errors) {}

  std::vector<ClaimPoint> points() {
    descend(0, {});
    if (points_.empty() && errors_.empty())
      throw ConfigError(case_.place, claim_.id, "", "has a case without any combination of values");
    return std::move(points_);
  }

 private:
  void descend(std::size_t axis, const std::vector<Binding>& values) {
    if (axis == case_.axes.size()) return add(values);
    for (const std::vector<Binding>& more : values_of(case_.axes[axis], values)) {
      std::vector<Binding> all = values;
      for (Binding binding : more) {
        fill_in(binding.value, values);
        if (is_fixed(case_.axes[axis])) binding.origin = Binding::kFixed;
        all.push_back(std::move(binding));
      }
      descend(axis + 1, all);
    }
  }

  void add(std::vector<Binding> values) {
    for (const auto& [name, formula] : case_.lets) {
      if (names_of(values)(name))
        throw ConfigError(formula.place, "let", name, "has a value already");
      values.push_back(
          {name, number_node(whole_number(formula.text, formula.place, values), formula.place),
           Binding::kComputed});
    }
    if (case_.where && whole_number(case_.where->text, case_.where->place, values) == 0) return;
    if (points_.size() == kMostPoints)
      throw ConfigError(case_.place, claim_.id, "", "has a case of more than 10,000 combinations");
    ClaimPoint point{&case_, std::move(values), std::nullopt};
    point.scenario = scenario_of(case_.scenario, point);
    point.against = scenario_of(case_.against, point);
    points_.push_back(std::move(point));
  }

  std::optional<Scenario> scenario_of(const std::optional<YamlNode>& node,
                                      const ClaimPoint& point) {
    if (!node) return std::nullopt;
    ScenarioReading reading = read_scenario_of(claim_, *node, point.values);
    for (const ConfigError& error : reading.errors) errors_.add(error);
    if (!reading.scenario) throw give_up(point);
    return std::move(reading.scenario);
  }

  // One bad combination is enough: the others are likely to be bad for the same reason.
  ConfigError give_up(const ClaimPoint& point) const {
    const std::string values = text_of(point.values);
    return {case_.place, claim_.id, "",
            values.empty() ? "has a case whose scenario cannot be run"
                           : "cannot be run with " + values};
  }

  const Claim& claim_;
  const ClaimCase& case_;
  ErrorList& errors_;
  std::vector<ClaimPoint> points_;
};

}  // namespace

std::vector<ClaimPoint> points_of(const Claim& claim, ErrorList& errors) {
  std::vector<ClaimPoint> all;
  for (const ClaimCase& one : claim.cases) {
    errors.attempt([&] {
      for (ClaimPoint& point : Expansion(claim, one, errors).points())
        all.push_back(std::move(point));
    });
  }
  return all;
}

Names names_of(const std::vector<Binding>& values) {
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

std::string text_of(const std::vector<Binding>& values) {
  std::string text;
  for (const Binding& binding : values) {
    if (binding.origin != Binding::kChosen) continue;
    text +=
        fmt::format("{}{} = {}", text.empty() ? "" : ", ", binding.name, value_text(binding.value));
  }
  return text;
}

}  // namespace flitwise
