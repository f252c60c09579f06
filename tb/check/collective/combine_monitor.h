// combine_monitor.h: what comes out of routers that combine, counted and timed.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "systemc/network/network_observer.h"
#include "tb/check/fault_log.h"

namespace flitwise::check {

/// Counts the results of every PE, and keeps what routers report.
class CombineMonitor final : public NetworkObserver, public FaultLog {
 public:
  /// `due`: by PE, results that it must get. `delay`: steps from the edge that delivers a result to
  /// the step in which the PE has it, below 0 where that is before. `names` as
  /// NetworkModule::Config::node_names.
  CombineMonitor(std::vector<Flits> due, Step delay, std::vector<std::string> names);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about results that never came.
  void close();

  Flits delivered() const { return delivered_; }
  Flits expected() const { return expected_; }
  Step finish() const { return finish_; }    ///< last result at a PE
  Step quiesce() const { return quiesce_; }  ///< last flit on a link
  std::int64_t flit_hops() const { return flit_hops_; }

 private:
  std::string node_name(Node node) const;

  const std::vector<Flits> due_;
  const Step delay_;
  const std::vector<std::string> names_;
  std::vector<Flits> received_;
  Flits delivered_ = 0;
  Flits expected_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_
