#include "sim/report/report_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// 1, 2 or 5 times a power of ten: the least that makes at most `most` parts of the span.
double nice_step(double span, std::size_t most) {
  const double least = span / static_cast<double>(most);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10.0 * power;
}

// Okabe and Ito's palette without yellow, too pale for thin lines, and two more.
constexpr std::array<const char*, 8> kCurveColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#e69f00", "#56b4e9", "#8c6d1f", "#7a5195"};
constexpr double kWidth = 680;
constexpr double kHeight = 420;
constexpr double kLeft = 84;
constexpr double kTop = 76;
constexpr double kBelow = 64;
constexpr double kLegendRow = 20;
constexpr double kMarkSpace = 11;  // of marks in a row of the legend
constexpr std::size_t kMarkShapes = 4;
constexpr std::size_t kLongestLabel = 60;

using Out = std::back_insert_iterator<std::string>;

bool is_shown(const Plot& plot, const std::pair<double, double>& point) {
  return (!plot.log_x || point.first > 0) && (!plot.log_y || point.second > 0);
}

bool has_marks(PlotStyle style) {
  return style == PlotStyle::kMarks || style == PlotStyle::kMarkedLine ||
         style == PlotStyle::kNotRun;
}

const char* colour_of(const PlotCurve& curve) {
  return curve.colour ? kCurveColours[*curve.colour % kCurveColours.size()] : "#000000";
}

std::string label_of(const PlotCurve& curve) {
  return curve.series.empty() ? curve.figure : curve.series + ": " + curve.figure;
}

// Where things are. Axes are empty where there is nothing to show.
struct Frame {
  std::optional<PlotAxis> x;
  std::optional<PlotAxis> y;

  double px(double value) const { return kLeft + kWidth * x->position(value); }
  double py(double value) const { return kTop + kHeight * (1 - y->position(value)); }
};

Frame frame_of(const Plot& plot) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const PlotCurve& curve : plot.curves)
    for (const auto& point : curve.points)
      if (is_shown(plot, point)) {
        xs.push_back(point.first);
        ys.push_back(point.second);
      }
  Frame frame;
  if (xs.empty()) return frame;
  if (!plot.categories.empty()) xs = {-0.5, static_cast<double>(plot.categories.size()) - 0.5};
  const auto scale = [](bool log) {
    return log ? PlotAxis::Scale::kLogarithmic : PlotAxis::Scale::kLinear;
  };
  frame.x = PlotAxis(scale(plot.log_x), xs, 12);
  frame.y = PlotAxis(scale(plot.log_y), ys, 10);
  return frame;
}

// Where colours come again, marks are filled.
std::string mark(const PlotCurve& curve, double x, double y) {
  const bool is_filled = curve.colour.value_or(0) / kCurveColours.size() % 2 == 1;
  const std::string paint =
      fmt::format("stroke=\"{}\"{}", colour_of(curve),
                  is_filled ? fmt::format(" style=\"fill:{}\"", colour_of(curve)) : "");
  switch (curve.mark % kMarkShapes) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" {}/>", x, y, paint);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" {}/>", x - 3.5,
                         y - 3.5, paint);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l5 8h-10z\" {}/>", x, y - 5, paint);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l5 5l-5 5l-5 -5z\" {}/>", x, y - 5, paint);
  }
}

const char* dashes_of(PlotStyle style) {
  if (style == PlotStyle::kNotRun) return " stroke-dasharray=\"8 3 2 3\"";
  if (style == PlotStyle::kLowerBound) return " stroke-dasharray=\"6 4\"";
  return style == PlotStyle::kUpperBound ? " stroke-dasharray=\"2 3\"" : "";
}

std::string line_path(const PlotCurve& curve, const std::string& d) {
  return fmt::format("<path class=\"curve\" d=\"{}\" stroke=\"{}\"{}/>\n", d, colour_of(curve),
                     dashes_of(curve.style));
}

// "1000", "0.25", "1e+08".
std::string tick_text(double value) { return fmt::format("{:.6g}", value); }

void draw_curve(const Plot& plot, const PlotCurve& curve, const Frame& frame, Out out) {
  std::string d;
  std::string marks;
  for (const auto& point : curve.points) {
    if (!is_shown(plot, point)) continue;
    const double x = frame.px(point.first);
    const double y = frame.py(point.second);
    d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? 'M' : 'L', x, y);
    const std::string place = plot.categories.empty()
                                  ? tick_text(point.first)
                                  : plot.categories[static_cast<std::size_t>(point.first)];
    const std::string source = curve.source.empty() ? "" : "; " + curve.source;
    marks += fmt::format("<g class=\"mark\"><title>{}: {} at {}{}</title>{}</g>\n",
                         xml_escaped(label_of(curve)), tick_text(point.second), xml_escaped(place),
                         xml_escaped(source), mark(curve, x, y));
  }
  if (curve.style != PlotStyle::kMarks && !d.empty())
    fmt::format_to(out, "{}", line_path(curve, d));
  if (has_marks(curve.style)) fmt::format_to(out, "{}", marks);
}

void draw_x_axis(const Plot& plot, const Frame& frame, Out out) {
  const double bottom = kTop + kHeight;
  const auto tick = [&](double value, const std::string& text) {
    const double x = frame.px(value);
    fmt::format_to(out,
                   "<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/><text class=\"x\" x=\"{0:.1f}\" "
                   "y=\"{3}\">{4}</text>\n",
                   x, kTop, bottom, bottom + 18, xml_escaped(text));
  };
  if (frame.x && plot.categories.empty())
    for (const double value : frame.x->ticks()) tick(value, tick_text(value));
  if (frame.x)
    for (std::size_t i = 0; i < plot.categories.size(); ++i)
      tick(static_cast<double>(i), plot.categories[i]);
  fmt::format_to(out, "<text class=\"x label\" x=\"{}\" y=\"{}\">{}</text>\n", kLeft + kWidth / 2,
                 bottom + 44, xml_escaped(plot.x_label));
}

void draw_y_axis(const Plot& plot, const Frame& frame, Out out) {
  if (frame.y)
    for (const double value : frame.y->ticks()) {
      const double y = frame.py(value);
      fmt::format_to(out,
                     "<path class=\"grid\" d=\"M{} {:.1f}H{}\"/><text class=\"y\" x=\"{}\" "
                     "y=\"{:.1f}\">{}</text>\n",
                     kLeft, y, kLeft + kWidth, kLeft - 8, y + 4, tick_text(value));
    }
  const double middle = kTop + kHeight / 2;
  fmt::format_to(
      out,
      "<text class=\"x label\" transform=\"rotate(-90 22 {0})\" x=\"22\" y=\"{0}\">{1}</text>\n",
      middle, xml_escaped(plot.y_label));
}

// One row of the legend: a line, every mark of the curves that the row stands for, or both.
struct LegendRow {
  std::string text;
  std::optional<PlotCurve> line;
  std::vector<PlotCurve> marks;

  void add(const PlotCurve& curve) {
    const auto is_same = [&](const PlotCurve& other) {
      return other.mark % kMarkShapes == curve.mark % kMarkShapes;
    };
    if (has_marks(curve.style) && std::none_of(marks.begin(), marks.end(), is_same))
      marks.push_back(curve);
    if (curve.style != PlotStyle::kMarks && (!line || line->style != PlotStyle::kLine))
      line = curve;
  }
};

LegendRow& row_for(const std::string& text, std::vector<LegendRow>& rows) {
  for (LegendRow& row : rows)
    if (row.text == text) return row;
  rows.push_back({text, std::nullopt, {}});
  return rows.back();
}

std::vector<LegendRow> legend_of(const Plot& plot) {
  std::vector<LegendRow> rows;
  for (const PlotCurve& curve : plot.curves)
    if (!curve.series.empty()) row_for(curve.series, rows).add(curve);
  const bool has_series = !rows.empty();
  for (PlotCurve curve : plot.curves) {
    if (has_series && curve.style != PlotStyle::kNotRun)
      curve.colour.reset();  // stands for all series
    row_for(curve.figure, rows).add(curve);
  }
  return rows;
}

void draw_legend(const std::vector<LegendRow>& rows, Out out) {
  double y = kTop + 12;
  const double x = kLeft + kWidth + 20;
  for (const LegendRow& row : rows) {
    if (row.line)
      fmt::format_to(out, "{}", line_path(*row.line, fmt::format("M{} {}h28", x, y - 4)));
    double middle =
        x + 14 -
        kMarkSpace / 2 * static_cast<double>(std::max<std::size_t>(row.marks.size(), 1) - 1);
    for (const PlotCurve& curve : row.marks) {
      fmt::format_to(out, "<g class=\"mark\">{}</g>\n", mark(curve, middle, y - 4));
      middle += kMarkSpace;
    }
    fmt::format_to(out, "<text x=\"{}\" y=\"{}\">{}</text>\n", std::max(x + 36, middle + 3), y,
                   xml_escaped(cut_to_width(row.text, kLongestLabel)));
    y += kLegendRow;
  }
}

std::string plot_subtitle(const Plot& plot) {
  std::size_t hidden = 0;
  for (const PlotCurve& curve : plot.curves)
    hidden += static_cast<std::size_t>(
        std::count_if(curve.points.begin(), curve.points.end(),
                      [&](const auto& point) { return !is_shown(plot, point); }));
  if (hidden == 0) return plot.subtitle;
  const std::string missing = fmt::format("{} point{} at 0 cannot be shown on a logarithmic axis",
                                          hidden, hidden == 1 ? "" : "s");
  return plot.subtitle.empty() ? missing : plot.subtitle + "; " + missing;
}

constexpr const char* kPlotRules =
    ".x{text-anchor:middle}"
    ".y{text-anchor:end}.label{font-size:13px;fill:#000}.grid{stroke:#dcdcdc;stroke-width:0.8}"
    ".curve{fill:none;stroke-width:1.8}.mark{fill:#ffffff;stroke-width:1.6}"
    ".frame{fill:none;stroke:#555}";

double width_of(const Plot& plot, const std::vector<LegendRow>& rows) {
  std::size_t longest = 0;
  for (const LegendRow& row : rows)
    longest = std::max(longest, std::min(display_width(row.text), kLongestLabel));
  const double legend = kLeft + kWidth + 72 + 7.6 * static_cast<double>(longest);
  const double texts = 40 + std::max(11.5 * static_cast<double>(display_width(plot.title)),
                                     7.6 * static_cast<double>(display_width(plot_subtitle(plot))));
  return std::ceil(std::max(legend, texts));
}

}  // namespace

PlotAxis::PlotAxis(Scale scale, std::vector<double> values, std::size_t most_ticks)
    : scale_(scale) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (scale == Scale::kLinear)
    choose_linear(values.front(), values.back(), most_ticks);
  else
    choose_logarithmic(std::move(values), most_ticks);
}

double PlotAxis::scaled(double value) const {
  return scale_ == Scale::kLinear ? value : std::log10(value);
}

double PlotAxis::position(double value) const {
  return (scaled(value) - first_) / (last_ - first_);
}

// From 0 on where that costs little room: heights can be compared then.
void PlotAxis::choose_linear(double least, double most, std::size_t most_ticks) {
  if (least > 0 && least < 0.5 * most) least = 0;
  if (least == most) most = least + 1;
  const double step = nice_step(most - least, most_ticks);
  const auto first = std::floor(least / step + 1e-9);
  const auto last = std::ceil(most / step - 1e-9);
  for (double i = first; i <= last; ++i) ticks_.push_back(i * step);
  first_ = ticks_.front();
  last_ = ticks_.back();
}

void PlotAxis::choose_logarithmic(std::vector<double> values, std::size_t most_ticks) {
  const double margin = 0.02 * std::max(std::log10(values.back() / values.front()), 0.3);
  first_ = std::log10(values.front()) - margin;
  last_ = std::log10(values.back()) + margin;
  // The values themselves if they are few: powers of two, say, are better known than of ten.
  if (values.size() <= most_ticks) {
    ticks_ = std::move(values);
    const double least_distance = 0.75 * (last_ - first_) / static_cast<double>(most_ticks);
    std::vector<double> apart;
    for (const double tick : ticks_)
      if (apart.empty() || std::log10(tick / apart.back()) >= least_distance) apart.push_back(tick);
    ticks_ = std::move(apart);
    return;
  }
  for (double power = std::floor(first_); power <= last_; ++power)
    for (const double factor :
         last_ - first_ < 2.5 ? std::vector<double>{1, 2, 5} : std::vector<double>{1}) {
      const double tick = factor * std::pow(10.0, power);
      if (std::log10(tick) >= first_ && std::log10(tick) <= last_) ticks_.push_back(tick);
    }
}

std::string svg_head(const std::string& title, const std::string& subtitle, int subtitle_y,
                     const std::string& rules, double width, double height) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\">\n<title>{2}</title>\n"
      "<style>text{{font-family:'DejaVu Sans',Helvetica,Arial,sans-serif;font-size:12px;fill:#222}}"
      ".title{{font-size:18px;font-weight:bold}}.subtitle{{fill:#555}}{3}</style>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<text class=\"title\" x=\"20\" y=\"30\">{2}</text>\n"
      "<text class=\"subtitle\" x=\"20\" y=\"{4}\">{5}</text>\n",
      width, height, xml_escaped(title), rules, subtitle_y, xml_escaped(subtitle));
}

std::string plot_to_svg(const Plot& plot) {
  const Frame frame = frame_of(plot);
  const std::vector<LegendRow> rows = legend_of(plot);
  const double width = width_of(plot, rows);
  const double legend = kTop + 24 + kLegendRow * static_cast<double>(rows.size());
  const double height = std::max(kTop + kHeight + kBelow, legend);
  std::string svg = svg_head(plot.title, plot_subtitle(plot), 52, kPlotRules, width, height);
  Out out = std::back_inserter(svg);
  draw_x_axis(plot, frame, out);
  draw_y_axis(plot, frame, out);
  fmt::format_to(out, "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                 kLeft, kTop, kWidth, kHeight);
  for (const PlotCurve& curve : plot.curves)
    if (!has_marks(curve.style)) draw_curve(plot, curve, frame, out);
  for (const PlotCurve& curve : plot.curves)
    if (has_marks(curve.style)) draw_curve(plot, curve, frame, out);
  draw_legend(rows, out);
  return svg + "</svg>\n";
}

}  // namespace flitwise
