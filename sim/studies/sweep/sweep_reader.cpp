#include "sim/studies/sweep/sweep_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/language/scenario_values.h"
#include "sim/language/yaml_json.h"
#include "sim/studies/expression.h"
#include "sim/studies/sweep/sweep_curves.h"
#include "sim/studies/sweep/sweep_keys.h"
#include "sim/studies/sweep/sweep_range.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

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
    words.push_back(to_line({value.node.items[i], fmt::format("{}[{}]", value.key, i)}));
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
    VariedKey varied{entry.key, entry.place, {}};
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
    for (std::size_t row = 0; row < values.size(); ++row) axis.rows[row].push_back(values[row]);
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
      const Value item{vary.node.items[i], fmt::format("vary[{}]", i)};
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
  for (const SweepAxis& axis : sweep.axes) {
    const auto found = std::find(axis.keys.begin(), axis.keys.end(), key);
    if (found == axis.keys.end()) continue;
    for (const std::vector<YamlNode>& row : axis.rows) {
      const YamlNode& value = row[static_cast<std::size_t>(found - axis.keys.begin())];
      if (!yaml_number(value)) return &value;
    }
  }
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
  for (std::size_t i = 0; i < value.node.items.size(); ++i) {
    const Value item{value.node.items[i], fmt::format("plot[{}]", i)};
    errors.attempt([&] { read_plot(item, sweep, errors); });
  }
}

void read_sections(const Value& root, const std::vector<Setting>& settings, Sweep& sweep,
                   ErrorList& errors) {
  expect_map(root, "base: scenario.yaml, vary: {lengths.each: [1, 2]}");
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
