// result_monitor.h: what monitors of routers that combine have in common: results that come to PEs,
// counted and timed.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_RESULT_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_RESULT_MONITOR_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/combine_tree.h"
#include "tb/check/fault_log.h"

namespace flitwise::check {

/// Counts results and flits on links; whose results they are is up to those that derive from it.
class ResultMonitor : public NetworkObserver, public FaultLog {
 public:
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;

  Flits delivered() const { return delivered_; }
  Flits expected() const { return expected_; }
  Step finish() const { return finish_; }    ///< last result at a PE
  Step quiesce() const { return quiesce_; }  ///< last flit on a link
  std::int64_t flit_hops() const { return flit_hops_; }

 protected:
  /// `names` as NetworkModule::Config::node_names.
  ResultMonitor(Flits expected, std::vector<std::string> names)
      : expected_(expected), names_(std::move(names)) {}

  void count_results(Step step, Flits results);
  /// As FaultLog's book, of what is counted here.
  void write_counts(std::string& bytes) const;
  void add_counts(bytes::Reader& reader);
  std::string name(Node node) const;
  const std::vector<std::string>& names() const { return names_; }
  /// As FaultLog::report_ports, but operands that did not fit are told by tree. Shape: a plan of
  /// trees.
  void report_routers(const Network& network, const Injector& injector, const CombinePlan& plan);

 private:
  /// Whether a report is of a fault that the scenario has, and is not told: counts it.
  virtual bool is_known(const Violation& violation) {
    static_cast<void>(violation);
    return false;
  }

  const Flits expected_;
  const std::vector<std::string> names_;
  Flits delivered_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_RESULT_MONITOR_H_
