// Plots of a sweep: which curves there are and what they are called.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "sim/language/scenario_yaml.h"
#include "sim/studies/sweep/sweep_report.h"

namespace flitwise {
namespace {

const std::string kPredicted = "predicted.";
const std::string kMeasured = "measured.";

bool begins_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

// The index of a varied key; the number of keys for anything else.
std::size_t index_of(const std::vector<std::string>& keys, const std::string& name) {
  return static_cast<std::size_t>(std::find(keys.begin(), keys.end(), name) - keys.begin());
}

std::optional<double> figure_of(const SweepRow& row, const std::string& name) {
  const std::optional<std::string> text = row.figure(name);
  if (row.broke_off || !text) return std::nullopt;
  return std::strtod(text->c_str(), nullptr);
}

std::string bare_name(const std::string& name) {
  for (const std::string& side : {kMeasured, kPredicted})
    if (begins_with(name, side)) return name.substr(side.size());
  return name;
}

// "finish, measured", "finish, formula", "lower bound steps".
std::string label_of(const std::string& name) {
  std::string words = name == "bound" ? "upper bound" : bare_name(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  if (words.find("bound") != std::string::npos) return words;
  return words + (begins_with(name, kPredicted) ? ", formula" : ", measured");
}

// Where a formula's line goes through the measured points, these need no line of their own.
PlotStyle style_of(const std::string& name, const std::vector<std::string>& all) {
  if (name.find("lower_bound") != std::string::npos) return PlotStyle::kLowerBound;
  if (name == "bound") return PlotStyle::kUpperBound;
  if (begins_with(name, kPredicted)) return PlotStyle::kLine;
  const bool has_formula = std::count(all.begin(), all.end(), kPredicted + bare_name(name)) > 0;
  return has_formula ? PlotStyle::kMarks : PlotStyle::kMarkedLine;
}

// Takes the x values of all points: numbers, or categories where one of them is none.
class XValues {
 public:
  XValues(const SweepPlot& plot, const SweepResults& results, std::vector<std::string>& categories)
      : values_(results.rows.size()) {
    const std::size_t key = index_of(results.sweep.keys(), plot.x);
    const bool is_key = key < results.sweep.keys().size();
    bool all_numbers = true;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_[i] = is_key ? yaml_number(results.points[i].values[key].value)
                          : figure_of(results.rows[i], plot.x);
      all_numbers = all_numbers && values_[i];
    }
    if (all_numbers || !is_key) return;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string text = yaml_text(results.points[i].values[key].value);
      const std::size_t category = index_of(categories, text);
      if (category == categories.size()) categories.push_back(text);
      values_[i] = static_cast<double>(category);
    }
  }

  std::optional<double> operator[](std::size_t i) const { return values_[i]; }

 private:
  std::vector<std::optional<double>> values_;
};

std::string series_of(const SweepPlot& plot, const SweepResults& results, std::size_t i) {
  const std::vector<std::string> keys = results.sweep.keys();
  std::vector<std::string> words;
  for (const std::string& key : plot.series) {
    const YamlNode& value = results.points[i].values[index_of(keys, key)].value;
    if (value.kind != YamlKind::kNull) words.push_back(yaml_text(value));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

bool is_bound(const PlotCurve& curve) {
  return curve.style == PlotStyle::kLowerBound || curve.style == PlotStyle::kUpperBound;
}

// Whether two curves say the same wherever both say something.
bool agree(const PlotCurve& a, const PlotCurve& b) {
  std::map<double, double> values(a.points.begin(), a.points.end());
  return std::all_of(b.points.begin(), b.points.end(), [&](const auto& point) {
    return values.emplace(point.first, point.second).first->second == point.second;
  });
}

// Bounds that are the same for several series are one curve, in black.
void merge_bounds(std::size_t first, Plot& picture) {
  std::vector<PlotCurve>& curves = picture.curves;
  for (std::size_t i = first; i < curves.size(); ++i) {
    for (std::size_t j = curves.size(); is_bound(curves[i]) && j-- > i + 1;) {
      if (!agree(curves[i], curves[j])) continue;
      std::map<double, double> points(curves[i].points.begin(), curves[i].points.end());
      points.insert(curves[j].points.begin(), curves[j].points.end());
      curves[i].points.assign(points.begin(), points.end());
      curves[i].series.clear();
      curves[i].colour.reset();
      curves.erase(curves.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

bool is_marked(const std::string& name, const std::vector<std::string>& all) {
  const PlotStyle style = style_of(name, all);
  return style == PlotStyle::kMarks || style == PlotStyle::kMarkedLine;
}

// Several measured figures are told apart by their marks, as series are by colours; with one alone
// its marks tell the series apart once more.
std::size_t mark_of(const SweepPlot& plot, std::size_t y, std::size_t series) {
  const auto count = [&](std::size_t end) {
    return static_cast<std::size_t>(
        std::count_if(plot.y.begin(), plot.y.begin() + static_cast<std::ptrdiff_t>(end),
                      [&](const std::string& name) { return is_marked(name, plot.y); }));
  };
  return count(plot.y.size()) > 1 || plot.series.empty() ? count(y) : series;
}

// The curves of one figure, one per series.
void add_curves(const SweepPlot& plot, std::size_t y, const SweepResults& results,
                const XValues& xs, Plot& picture) {
  const std::size_t first = picture.curves.size();
  std::map<std::string, std::size_t> curve_of_series;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    const std::optional<double> value = figure_of(results.rows[i], plot.y[y]);
    const std::string series = series_of(plot, results, i);
    const auto [place, is_new] = curve_of_series.emplace(series, picture.curves.size());
    if (is_new) {
      PlotCurve curve;
      curve.series = series;
      curve.figure = label_of(plot.y[y]);
      curve.style = style_of(plot.y[y], plot.y);
      const std::size_t number = plot.series.empty() ? y : curve_of_series.size() - 1;
      curve.colour = number;
      curve.mark = mark_of(plot, y, number);
      picture.curves.push_back(std::move(curve));
    }
    if (!value || !xs[i]) continue;
    picture.curves[place->second].points.emplace_back(*xs[i], *value);
  }
  merge_bounds(first, picture);
}

std::string y_label_of(const std::vector<std::string>& names) {
  std::vector<std::string> bare;
  for (const std::string& name : names) {
    const std::string one = bare_name(name);
    const bool is_bound = one.find("bound") != std::string::npos;
    if (!is_bound && std::count(bare.begin(), bare.end(), one) == 0) bare.push_back(one);
  }
  return fmt::format("{}", fmt::join(bare, ", "));
}

// Those whose series is not drawn go on in the colours after those of the measured curves.
void add_formulas(const SweepPlot& plot, Plot& picture) {
  std::size_t colour = 0;
  for (const PlotCurve& curve : picture.curves)
    if (curve.colour) colour = std::max(colour, *curve.colour + 1);
  for (const SweepCurve& formula : plot.curves) {
    PlotCurve curve;
    curve.figure = formula.label;
    curve.style = PlotStyle::kNotRun;
    const auto measured =
        std::find_if(picture.curves.begin(), picture.curves.end(), [&](const PlotCurve& other) {
          return !formula.series.empty() && other.series == formula.series;
        });
    const bool has_series = measured != picture.curves.end();
    curve.colour = has_series ? measured->colour : colour;
    curve.mark = has_series ? measured->mark : colour;
    if (!has_series) ++colour;
    curve.points = formula.points;
    curve.source = formula.source;
    picture.curves.push_back(std::move(curve));
  }
}

bool is_empty(const PlotCurve& curve) { return curve.points.empty(); }

}  // namespace

Plot make_plot(const SweepPlot& plot, const SweepResults& results) {
  Plot picture;
  picture.title = plot.title;
  picture.subtitle =
      fmt::format("{} points of {}{}", results.rows.size(), results.sweep.file,
                  plot.curves.empty() ? "" : "; broken lines with marks are formulas, not run");
  picture.x_label = plot.x_label;
  picture.y_label = y_label_of(plot.y);
  picture.log_x = plot.log_x;
  picture.log_y = plot.log_y;
  const XValues xs(plot, results, picture.categories);
  for (std::size_t y = 0; y < plot.y.size(); ++y) add_curves(plot, y, results, xs, picture);
  add_formulas(plot, picture);
  picture.curves.erase(std::remove_if(picture.curves.begin(), picture.curves.end(), is_empty),
                       picture.curves.end());
  for (PlotCurve& curve : picture.curves)
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  return picture;
}

}  // namespace flitwise
