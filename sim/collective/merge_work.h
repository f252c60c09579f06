// merge_work.h: a reduce-scatter or all-reduce whose words the switches of a fat tree add where
// they meet.
#ifndef FLITWISE_SIM_COLLECTIVE_MERGE_WORK_H_
#define FLITWISE_SIM_COLLECTIVE_MERGE_WORK_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/protocols/combining/merge_pe.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/check/collective/merge_monitor.h"
#include "tb/check/collective/result_tally.h"

namespace flitwise {

/// PEs that send operands by timetable and add the sums that come, and the monitors that hold every
/// flit, with the word that it carries, and every result against theory.
class MergeWork final : public Work {
 public:
  /// `scenario`, which has a plan of leaves whose switches add, outlives the work.
  MergeWork(const Scenario& scenario, Events events);
  ~MergeWork() override;

  Machine& machine() override { return *machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { monitor_.close(); }
  Step expected_steps() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return monitor_.flit_hops(); }

 private:
  Ledger ledger() const;
  bool is_all_reduce() const;
  bool is_due(Node pe, Flits word) const;
  std::uint32_t due_value(Flits word) const;
  check::ResultTally results() const;
  EventCheck::Expected expected_events() const;

  const CollectiveScenario& collective_;
  const WordRun& run_;
  const FatTree tree_;
  const protocols::MergePlan plan_;  // with the fault, if there is one
  const std::unique_ptr<Machine> machine_;
  check::MergeMonitor monitor_;
  EventCheck event_check_;
  std::vector<const protocols::MergePe*> pes_;  // the caller's
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_MERGE_WORK_H_
