#include "sim/studies/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>

#include "sim/language/scenario_values.h"
#include "sim/language/scenario_yaml.h"
#include "sim/studies/expression.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

bool is_within(const std::string& key, const std::string& outer) {
  return key.rfind(outer + ".", 0) == 0;
}

// Whether setting what stands at `path` within the value takes anything of it away.
bool has_at(const YamlNode& value, const std::string& path) {
  const YamlNode* node = &value;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    if (node->kind != YamlKind::kMap) break;
    node = node->find(part);
    if (node == nullptr) return false;
  }
  return node->kind != YamlKind::kNull;
}

// A key that is varied, and all its values.
struct VariedKey {
  std::string key;
  Place place;
  std::vector<YamlNode> values;
};

void check_pair(const VariedKey& varied, const VariedKey& before) {
  const std::string& key = varied.key;
  const auto refuse = [&](const std::string& rule) {
    throw ConfigError(varied.place, "vary", key, rule);
  };
  if (key == before.key) refuse("is varied twice");
  if (is_within(before.key, key))
    refuse("would overwrite " + before.key + ", which stands before it");
  if (!is_within(key, before.key)) return;
  const std::string rest = key.substr(before.key.size() + 1);
  const auto loses = [&](const YamlNode& value) { return has_at(value, rest); };
  if (std::any_of(before.values.begin(), before.values.end(), loses))
    refuse("would overwrite what a value of " + before.key + ", which stands before it, has there");
}

// Points take their values in the order of the keys, so a later key may add to the value of an
// earlier one (`network: [{shape: path}, {shape: random}]`, then `network.pes`), but must not
// replace any of it.
void check_varied_key(const VariedKey& varied, const std::vector<VariedKey>& earlier) {
  const std::string framed = "." + varied.key + ".";
  if (framed.find("..") != std::string::npos)
    throw ConfigError(varied.place, "vary", varied.key, "has an empty key");
  if (varied.key == "name")
    throw ConfigError(varied.place, "vary", varied.key,
                      "cannot be varied: points are named by what is varied");
  for (const VariedKey& before : earlier) check_pair(varied, before);
}

// A setting changes the scenario before its keys are varied, and has no effect on what they set.
void check_settings(const std::vector<Setting>& settings, const Sweep& sweep, ErrorList& errors) {
  for (const Setting& setting : settings) {
    const auto refuse = [&](const std::string& rule) {
      const std::string shown = "--set " + setting.path + "=" + setting.value;
      const InputText about{sweep.file, shown, {}};
      errors.add(ConfigError({std::make_shared<const InputText>(about), 0, 0}, setting.path,
                             setting.value, rule));
    };
    if (setting.path == "name")
      refuse("would have no effect: points are named after the sweep and by what is varied");
    for (const SweepAxis& axis : sweep.axes)
      for (std::size_t k = 0; k < axis.keys.size(); ++k)
        if (setting.path == axis.keys[k] || is_within(setting.path, axis.keys[k]))
          refuse(fmt::format("would have no effect: the sweep varies {} (line {})", axis.keys[k],
                             axis.places[k].line));
  }
}

const std::string kCurveExample =
    "{label: a bound, formula: 2 * x, at: [1, 8], source: where it stands}";

std::string read_formula(const Value& value) {
  const std::string text = to_line(value);
  std::vector<std::string> names;
  try {
    names = names_in(text);
  } catch (const ExpressionError& error) {
    throw bad_value(value, fmt::format("is no formula: {}", error.what()));
  }
  for (const std::string& name : names)
    if (name != "x") throw bad_value(value, fmt::format("must be over x alone, and has {}", name));
  return text;
}

double value_at(const Value& formula, std::int64_t x) {
  try {
    return evaluate(formula.node.text,
                    [x](const std::string&) { return std::optional<Figure>(x); });
  } catch (const ExpressionError& error) {
    throw bad_value(formula, fmt::format("has no value at x = {}: {}", x, error.what()));
  }
}

// Formulas are over whole numbers.
std::vector<std::int64_t> read_places(const Value& at) {
  constexpr std::int64_t kMost = 1'000'000'000;
  std::vector<std::int64_t> places;
  for (const YamlNode& node : read_sweep_values(at))
    places.push_back(to_integer({node, at.key}, 0, kMost));
  std::sort(places.begin(), places.end());
  return places;
}

SweepCurve read_curve(const Value& map, ErrorList& errors) {
  expect_map(map, kCurveExample);
  check_keys(map, {"label", "formula", "at", "source", "series"}, errors);
  SweepCurve curve;
  errors.attempt([&] {
    curve.label = to_line(required(map, "label", "what the curve is called in the legend"));
  });
  errors.attempt([&] {
    curve.source = to_line(required(map, "source", "where the formula stands, or who derived it"));
  });
  if_given(map, "series", errors, [&](const Value& value) { curve.series = to_line(value); });
  errors.attempt([&] {
    const Value at = required(map, "at", "the values of x that it is for");
    const Value formula = required(map, "formula", "what is drawn, over x");
    curve.formula = read_formula(formula);
    for (const std::int64_t x : read_places(at))
      curve.points.emplace_back(static_cast<double>(x), value_at(formula, x));
  });
  return curve;
}

// A list of maps with label, formula, at and source. A formula is evaluated here, at every value of
// `at`.
std::vector<SweepCurve> read_curves(const Value& list, ErrorList& errors) {
  expect_list(list, "[" + kCurveExample + "]");
  std::vector<SweepCurve> curves;
  for (std::size_t i = 0; i < list.node.items.size(); ++i)
    errors.attempt([&] { curves.push_back(read_curve(item_of(list, i), errors)); });
  return curves;
}

enum class Axis : std::uint8_t { kX, kY };

const std::vector<Choice<bool>>& refused_words() {
  static const std::vector<Choice<bool>> words{{"error", false}, {"skip", true}};
  return words;
}

const std::vector<Choice<Axis>>& axis_words() {
  static const std::vector<Choice<Axis>> words{{"x", Axis::kX}, {"y", Axis::kY}};
  return words;
}

// A text, or a list of texts.
std::vector<std::string> read_words(const Value& value, const char* example) {
  if (value.node.kind == YamlKind::kScalar) return {to_line(value)};
  expect_list(value, example);
  if (value.node.items.empty()) throw bad_value(value, "must not be empty");
  std::vector<std::string> words;
  for (std::size_t i = 0; i < value.node.items.size(); ++i)
    words.push_back(to_line(item_of(value, i)));
  return words;
}

void read_base(const Value& root, const std::vector<Setting>& settings, Sweep& sweep,
               ErrorList& errors) {
  const Value base = required(root, "base", "a scenario file, or a scenario");
  if (base.node.kind == YamlKind::kMap) {
    sweep.base = base.node;
  } else {
    const std::filesystem::path folder = std::filesystem::path(sweep.file).parent_path();
    sweep.base_file = (folder / to_line(base)).string();
    std::error_code error;
    if (!std::filesystem::exists(sweep.base_file, error))
      throw bad_value(base, "is not there, as seen from the folder of the sweep");
    const std::optional<YamlNode> values = parse_yaml_file(sweep.base_file, errors);
    if (!values) return;
    expect_map({*values, ""}, "name: ..., network: ..., operation: ...");
    sweep.base = *values;
  }
  for (const Setting& setting : settings) apply_setting(setting, sweep.file, sweep.base, errors);
}

SweepAxis read_axis(const Value& map, std::vector<VariedKey>& seen) {
  SweepAxis axis;
  for (const YamlEntry& entry : map.node.entries) {
    const VariedKey varied{entry.key, entry.place, {}};
    check_varied_key(varied, seen);
    seen.push_back(varied);
    const std::vector<YamlNode> values = read_sweep_values({entry.value, "vary." + entry.key});
    seen.back().values = values;
    if (axis.keys.empty()) axis.rows.resize(values.size());
    if (values.size() != axis.rows.size())
      throw ConfigError(entry.place, "vary", entry.key,
                        fmt::format("has {} values and {} has {}: keys that change together need "
                                    "equally many",
                                    values.size(), axis.keys.front(), axis.rows.size()));
    axis.keys.push_back(entry.key);
    axis.places.push_back(entry.place);
    for (std::size_t row = 0; row < values.size(); ++row)
      axis.rows[row].push_back({entry.key, values[row]});
  }
  return axis;
}

// A map varies each key by itself; a list has a map for each set of keys that change together.
void read_axes(const Value& vary, Sweep& sweep, ErrorList& errors) {
  std::vector<VariedKey> seen;
  const auto add = [&](const Value& map) {
    errors.attempt([&] { sweep.axes.push_back(read_axis(map, seen)); });
  };
  if (vary.node.kind == YamlKind::kMap) {
    for (const YamlEntry& entry : vary.node.entries) {
      YamlNode one = vary.node;
      one.entries = {entry};
      add({one, vary.key});
    }
  } else {
    expect_list(vary, "[{options.rule: [paper, tight]}], or a map of keys");
    for (std::size_t i = 0; i < vary.node.items.size(); ++i) {
      const Value item = item_of(vary, i);
      if (errors.attempt([&] { expect_map(item, "{options.rule: [paper, tight]}"); })) add(item);
    }
  }
  if (seen.empty() && errors.empty()) throw bad_value(vary, "must name a key to vary");
}

void check_size(const Value& vary, const Sweep& sweep) {
  std::size_t points = 1;
  for (const SweepAxis& axis : sweep.axes) {
    points *= axis.rows.size();
    if (points > kMostSweepPoints)
      throw bad_value(vary, fmt::format("makes more than {} points", kMostSweepPoints));
  }
}

void check_series(const Value& value, const std::vector<std::string>& words, const Sweep& sweep) {
  const std::vector<std::string> keys = sweep.keys();
  for (const std::string& word : words)
    if (std::count(keys.begin(), keys.end(), word) == 0)
      throw bad_value(value, fmt::format("must name varied keys, and '{}' is none{}", escaped(word),
                                         did_you_mean(word, keys)));
}

void read_log(const Value& value, SweepPlot& plot) {
  for (const std::string& word : read_words(value, "[x, y]")) {
    YamlNode node = value.node;
    node.kind = YamlKind::kScalar;
    node.text = word;
    (to_choice(Value{node, value.key}, axis_words()) == Axis::kX ? plot.log_x : plot.log_y) = true;
  }
}

// The first value of the varied key `key` that is no number, null where all are.
const YamlNode* first_word(const Sweep& sweep, const std::string& key) {
  for (const SweepAxis& axis : sweep.axes)
    for (const Bindings& row : axis.rows)
      for (const Binding& binding : row)
        if (binding.name == key && !yaml_number(binding.value)) return &binding.value;
  return nullptr;
}

// Every point of a curve has a place in the picture.
void check_curves(const Value& map, const SweepPlot& plot) {
  for (const SweepCurve& curve : plot.curves) {
    const auto mistake = [&](const std::string& rule) {
      return ConfigError(required(map, "curves", "").node.place, map.key + ".curves", curve.label,
                         rule);
    };
    if (plot.series.empty() && !curve.series.empty())
      throw mistake("goes on from a series, and the plot has none");
    for (const auto& [x, y] : curve.points)
      if ((plot.log_x && x <= 0) || (plot.log_y && y <= 0))
        throw mistake(fmt::format("has ({}, {}), which no logarithmic axis shows", number_text(x),
                                  number_text(y)));
  }
}

void check_x(const Value& map, const SweepPlot& plot, const Sweep& sweep) {
  if (!plot.log_x && plot.curves.empty()) return;
  if (const YamlNode* word = first_word(sweep, plot.x))
    throw bad_value(required(map, "x", ""),
                    fmt::format("must have numbers alone for {}, {} is none",
                                plot.log_x ? "a logarithmic axis" : "curves", yaml_text(*word)));
}

void read_plot(const Value& map, Sweep& sweep, ErrorList& errors) {
  expect_map(map, "{x: network.pes, y: [finish, predicted.finish]}");
  check_keys(map, {"title", "x", "x_label", "y", "series", "log", "curves"}, errors);
  SweepPlot plot;
  plot.place = map.node.place;
  plot.title = sweep.name;
  if_given(map, "title", errors, [&](const Value& value) { plot.title = to_line(value); });
  errors.attempt(
      [&] { plot.x = to_line(required(map, "x", "a varied key, or a figure of the results")); });
  plot.x_label = plot.x;
  if_given(map, "x_label", errors, [&](const Value& value) { plot.x_label = to_line(value); });
  errors.attempt([&] {
    plot.y = read_words(required(map, "y", "figures of the results"), "[finish, predicted.finish]");
  });
  if_given(map, "series", errors, [&](const Value& value) {
    plot.series = read_words(value, "[options.rule, options.sync]");
    check_series(value, plot.series, sweep);
  });
  if_given(map, "log", errors, [&](const Value& value) { read_log(value, plot); });
  if_given(map, "curves", errors,
           [&](const Value& value) { plot.curves = read_curves(value, errors); });
  errors.attempt([&] { check_x(map, plot, sweep); });
  errors.attempt([&] { check_curves(map, plot); });
  sweep.plots.push_back(std::move(plot));
}

void read_plots(const Value& value, Sweep& sweep, ErrorList& errors) {
  if (value.node.kind != YamlKind::kList) return read_plot(value, sweep, errors);
  for (std::size_t i = 0; i < value.node.items.size(); ++i)
    errors.attempt([&] { read_plot(item_of(value, i), sweep, errors); });
}

// Each key of a scenario would be an error here.
void refuse_scenarios(const Value& root) {
  const YamlNode* operation = root.node.find("operation");
  if (operation != nullptr && root.node.find("base") == nullptr)
    throw bad_value({*operation, "operation"},
                    "makes this file a scenario, no sweep: flitwise run runs it");
}

void read_sections(const Value& root, const std::vector<Setting>& settings, Sweep& sweep,
                   ErrorList& errors) {
  expect_map(root, "base: scenario.yaml, vary: {lengths.each: [1, 2]}");
  refuse_scenarios(root);
  check_keys(root, {"name", "base", "vary", "refused", "plot"}, errors);
  sweep.name = std::filesystem::path(sweep.file).stem().string();
  if (const YamlNode* name = root.node.find("name"))
    errors.attempt([&] { sweep.name = to_line({*name, "name"}); });
  errors.attempt([&] { read_base(root, settings, sweep, errors); });
  errors.attempt([&] {
    const Value vary = required(root, "vary", "the keys of the scenario to vary, and their values");
    read_axes(vary, sweep, errors);
    check_size(vary, sweep);
    check_settings(settings, sweep, errors);
  });
  if (const YamlNode* refused = root.node.find("refused"))
    errors.attempt([&] {
      sweep.skips_refused = to_choice({*refused, "refused"}, refused_words());
    });
  if (const YamlNode* plot = root.node.find("plot"))
    errors.attempt([&] { read_plots({*plot, "plot"}, sweep, errors); });
}

}  // namespace

std::vector<std::string> Sweep::keys() const {
  std::vector<std::string> all;
  for (const SweepAxis& axis : axes) all.insert(all.end(), axis.keys.begin(), axis.keys.end());
  return all;
}

std::vector<std::string> sweep_refused_words() { return words_of(refused_words()); }

std::vector<std::string> sweep_axis_words() { return words_of(axis_words()); }

std::optional<Sweep> read_sweep(const std::string& file, const std::vector<Setting>& settings,
                                ErrorList& errors) {
  const std::optional<YamlNode> root =
      parse_yaml_file(file, errors, {"sweep file", "a sweep needs at least base and vary"});
  if (!root) return std::nullopt;
  Sweep sweep;
  sweep.file = file;
  errors.attempt([&] { read_sections({*root, ""}, settings, sweep, errors); });
  if (!errors.empty()) return std::nullopt;
  return sweep;
}

}  // namespace flitwise
