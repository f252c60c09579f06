#include "sim/report/plot/report_plot_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

std::string tick_text(double value) { return fmt::format("{:.6g}", value); }

}  // namespace flitwise
