// report_plot_axis.h: one axis of a plot: where values lie and which are written at it.
#ifndef FLITWISE_SIM_REPORT_PLOT_REPORT_PLOT_AXIS_H_
#define FLITWISE_SIM_REPORT_PLOT_REPORT_PLOT_AXIS_H_

#include <string>
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

/// "1000", "0.25", "1e+08".
std::string tick_text(double value);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PLOT_REPORT_PLOT_AXIS_H_
