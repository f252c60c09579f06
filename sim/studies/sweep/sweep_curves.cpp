#include "sim/studies/sweep/sweep_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sim/studies/expression.h"
#include "sim/studies/sweep/sweep_range.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

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

}  // namespace

std::string to_line(const Value& value) {
  const std::string text = to_text(value);
  if (is_blank(text) || text.find_first_of("\t\r\n") != std::string::npos)
    throw bad_value(value, "must be a single line that is not empty");
  return text;
}

std::vector<SweepCurve> read_curves(const Value& list, ErrorList& errors) {
  expect_list(list, "[" + kCurveExample + "]");
  std::vector<SweepCurve> curves;
  for (std::size_t i = 0; i < list.node.items.size(); ++i)
    errors.attempt([&] { curves.push_back(read_curve(item_of(list, i), errors)); });
  return curves;
}

std::string curves_text(const Sweep& sweep) {
  std::string text;
  for (const SweepPlot& plot : sweep.plots)
    for (const SweepCurve& curve : plot.curves)
      text += fmt::format("  {}: {} for x from {} to {}; {}\n", escaped(curve.label),
                          escaped(curve.formula), number_text(curve.points.front().first),
                          number_text(curve.points.back().first), escaped(curve.source));
  return text.empty() ? text : "\ndrawn from formulas, not run:\n" + text;
}

}  // namespace flitwise
