// combine_monitor.h: what comes out of routers that combine, counted and timed.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/handover.h"
#include "tb/check/collective/result_monitor.h"

namespace flitwise::check {

/// Counts the results of every PE, and keeps what routers report; an operand that a PE hands over
/// once more is an error, whatever becomes of it.
class CombineMonitor final : public ResultMonitor {
 public:
  /// `due`: by PE, results that it must get. `names` as NetworkModule::Config::node_names.
  /// The plan outlives the monitor.
  CombineMonitor(const CombinePlan& plan, std::vector<Flits> due, Handover handover,
                 std::vector<std::string> names);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// Flits that the PE has handed to its router.
  Flits injected(Node pe) const { return injected_[index_of(pe)]; }
  /// To be called when the run is over: complains about results that never came.
  void close();

 private:
  void take(Step step, const Delivery& delivery);
  void count_operand(Step step, const Injection& injection);

  const CombinePlan& plan_;
  const std::vector<Flits> due_;
  const Handover handover_;
  std::vector<Flits> received_;
  std::vector<Flits> injected_;
  std::vector<std::vector<std::uint16_t>> handed_;  // by PE, how often a number of each tree was
  std::vector<std::size_t> first_number_;           // by tree, the place of its first word's there
  std::vector<Delivery> in_ports_;                  // which come to their PEs in the next step
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_COMBINE_MONITOR_H_
