// merge_monitor.h: what comes to the leaves of a fat tree whose switches add what meets, counted
// and timed.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_MERGE_MONITOR_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_MERGE_MONITOR_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/types.h"
#include "tb/check/fault_log.h"

namespace flitwise::check {

/// Counts operands that leaves send, which is an error of a leaf that sends one twice, sums and
/// results that they get, and keeps what routers report.
class MergeMonitor final : public NetworkObserver, public FaultLog {
 public:
  /// Shape: nodes 0 to `leaves` - 1 are the leaves, each of which gets `results` results of others.
  /// A sum must have come to each; how many do, only figures say.
  MergeMonitor(Node leaves, Flits results);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  /// To be called when the run is over: complains about what never came.
  void close();

  /// Sums that have come to a leaf, whatever their number, count as one flit that is due to it.
  Flits delivered() const;
  Flits expected() const { return static_cast<Flits>(sums_.size()) * (1 + results_due_); }
  Step finish() const { return finish_; }  ///< last sum or result at a leaf
  Step quiesce() const { return quiesce_; }
  std::int64_t flit_hops() const { return flit_hops_; }
  const std::vector<Flits>& sums() const { return sums_; }  ///< by leaf
  Flits merges() const;  ///< operands that were sent less sums that came
  /// The first leaf that sent its operand for this one more than once; kNoNode: none.
  Node sent_twice(Node leaf) const { return twice_[index_of(leaf)]; }
  /// The first leaf that never sent its operand for this one; kNoNode: all did.
  Node never_sent(Node leaf) const;

 private:
  void count_operand(Step step, Node from, Node to);

  const Flits results_due_;
  std::vector<std::vector<bool>> has_sent_;  // by leaf, to each of them
  std::vector<Node> twice_;
  std::vector<Flits> sums_;
  std::vector<Flits> results_;
  Flits sent_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_MERGE_MONITOR_H_
