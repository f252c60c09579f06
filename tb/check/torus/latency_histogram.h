// latency_histogram.h: mean and percentiles of many latencies, exactly.
#ifndef FLITWISE_TB_CHECK_TORUS_LATENCY_HISTOGRAM_H_
#define FLITWISE_TB_CHECK_TORUS_LATENCY_HISTOGRAM_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::check {

/// Counts per latency. Units: steps. Memory grows with the largest latency, not with their number.
class LatencyHistogram {
 public:
  /// Errors: throws std::invalid_argument for a negative latency.
  void add(Step latency);

  std::int64_t count() const { return count_; }
  /// 0 of none.
  double mean() const;
  /// The least latency that at least `percent` percent of all do not exceed; 0 of none.
  /// Shape: `percent` from 0 to 100.
  Step percentile(int percent) const;
  Step least() const { return percentile(0); }
  Step most() const { return percentile(100); }

 private:
  std::vector<std::int64_t> counts_;  // by latency
  std::int64_t count_ = 0;
  std::int64_t sum_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_LATENCY_HISTOGRAM_H_
