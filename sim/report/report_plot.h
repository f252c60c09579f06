// report_plot.h: curves as a picture.
#ifndef FLITWISE_SIM_REPORT_REPORT_PLOT_H_
#define FLITWISE_SIM_REPORT_REPORT_PLOT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flitwise {

/// A linear or logarithmic scale that shows all of its values.
class PlotAxis {
 public:
  enum class Scale : bool { kLinear, kLogarithmic };

  /// Shape: `values` has at least one; on a logarithmic scale all are above 0. `most_ticks` fit.
  PlotAxis(Scale scale, std::vector<double> values, std::size_t most_ticks);

  /// Where a value lies, from 0 at the beginning of the axis to 1 at its end.
  double position(double value) const;
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  double scaled(double value) const;
  void choose_linear(double least, double most, std::size_t most_ticks);
  void choose_logarithmic(std::vector<double> values, std::size_t most_ticks);

  Scale scale_;
  double first_ = 0;  // scaled
  double last_ = 1;
  std::vector<double> ticks_;
};

/// How a curve is drawn: measured points, with or without a line through them, a formula as a line,
/// bounds as broken lines, formulas that nothing is run for as broken lines with marks.
enum class PlotStyle : std::uint8_t {
  kMarks,
  kMarkedLine,
  kLine,
  kLowerBound,
  kUpperBound,
  kNotRun
};

/// Shape: `points` are (x, y) by increasing x; x is an index of `Plot::categories` if there are
/// any.
struct PlotCurve {
  std::string series;  ///< empty where there is only one
  std::string figure;
  PlotStyle style = PlotStyle::kMarkedLine;
  std::optional<std::size_t> colour = 0;  ///< counts from 0; black if empty
  std::size_t mark = 0;                   ///< likewise: the shape of the points
  std::vector<std::pair<double, double>> points;
  std::string source{};  ///< of a formula that nothing is run for, shown at its points
};

struct Plot {
  std::string title;
  std::string subtitle;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::vector<std::string> categories;  ///< of an x that is no number
  std::vector<PlotCurve> curves;
};

/// The head of a picture: its size, the rules of its style beside those of texts, and its titles.
std::string svg_head(const std::string& title, const std::string& subtitle, int subtitle_y,
                     const std::string& rules, double width, double height);

/// A self-contained SVG. Where there are several series, the legend has a row for each of them and
/// one for each figure, with all the marks of its curves, but for curves that nothing is run for,
/// which have a row of their own. Points that a logarithmic axis cannot
/// show are left out, and the subtitle says how many.
std::string plot_to_svg(const Plot& plot);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_PLOT_H_
