// combine_work.h: a collective operation on vectors of words that routers combine.
#ifndef FLITWISE_SIM_COLLECTIVE_COMBINE_WORK_H_
#define FLITWISE_SIM_COLLECTIVE_COMBINE_WORK_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/protocols/combining/combine_pe.h"
#include "tb/check/collective/combine_monitor.h"
#include "tb/check/collective/operand_waits.h"
#include "tb/check/collective/result_tally.h"
#include "tb/theory/combining/combining_events.h"

namespace flitwise {

/// PEs that hand operands over and take results, and the monitors that hold what comes against
/// theory: every result's value, every flit with the word that it carries, and how long operands
/// wait for each other.
class CombineWork final : public Work {
 public:
  /// `scenario`, whose operation the routers combine, outlives the work.
  CombineWork(const Scenario& scenario, Events events);
  ~CombineWork() override;

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
  void add_times(Ledger& ledger) const;
  void add_crc(Ledger& ledger) const;
  check::ResultTally results() const;
  /// Of PEs that have not handed all of theirs over.
  std::vector<std::string> missing_operands() const;
  std::uint32_t due_value(Flits word) const;
  void visit_predicted_events(const theory::TakeEvent& take) const;

  const CollectiveScenario& collective_;
  const WordRun& run_;
  const std::unique_ptr<Machine> machine_;
  const theory::CombiningTimes times_;
  const theory::PacedFigures paced_;  // of operands that wait for each other
  check::CombineMonitor monitor_;
  check::OperandWaits waits_;
  EventCheck event_check_;
  std::vector<const protocols::CombinePe*> pes_;  // the caller's
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_COMBINE_WORK_H_
