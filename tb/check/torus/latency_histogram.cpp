#include "tb/check/torus/latency_histogram.h"

#include <algorithm>
#include <stdexcept>

namespace flitwise::check {

void LatencyHistogram::add(Step latency) {
  if (latency < 0) throw std::invalid_argument("a packet that arrives before it is sent");
  const auto index = static_cast<std::size_t>(latency);
  if (counts_.size() <= index) counts_.resize(index + 1);
  ++counts_[index];
  ++count_;
  sum_ += latency;
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

Step LatencyHistogram::percentile(int percent) const {
  const std::int64_t rank = std::max<std::int64_t>(1, (count_ * percent + 99) / 100);
  std::int64_t seen = 0;
  for (std::size_t latency = 0; latency < counts_.size(); ++latency) {
    seen += counts_[latency];
    if (seen >= rank) return static_cast<Step>(latency);
  }
  return 0;
}

}  // namespace flitwise::check
