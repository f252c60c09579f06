// combine_monitor.h: what comes out of routers that combine, counted and timed.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tb/check/collective/result_monitor.h"

namespace flitwise::check {

/// Counts the results of every PE, and keeps what routers report.
class CombineMonitor final : public ResultMonitor {
 public:
  /// `due`: by PE, results that it must get. `delay`: steps from the edge that delivers a result to
  /// the step in which the PE has it, below 0 where that is before. `names` as
  /// NetworkModule::Config::node_names.
  CombineMonitor(std::vector<Flits> due, Step delay, std::vector<std::string> names);

  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about results that never came.
  void close();

 private:
  const std::vector<Flits> due_;
  const Step delay_;
  std::vector<Flits> received_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_
