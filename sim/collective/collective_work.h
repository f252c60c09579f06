// collective_work.h: a program a PE, on any machine.
#ifndef FLITWISE_SIM_COLLECTIVE_COLLECTIVE_WORK_H_
#define FLITWISE_SIM_COLLECTIVE_COLLECTIVE_WORK_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_prediction.h"
#include "sim/collective/collective_scenario.h"
#include "sim/collective/run_contents.h"
#include "sim/language/scenario.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/protocols/collective/collective_pe.h"
#include "tb/check/collective/transfer_scoreboard.h"
#include "tb/check/collective/wait_watch.h"
#include "tb/theory/collective/collective_bound.h"

namespace flitwise {

/// Waits of one transfer's packets at one link behind one other transfer.
struct WaitGroup {
  check::Wait first;
  Step last_step = 0;
  Step steps = 0;  ///< summed up
  std::size_t waits = 0;
};

/// Programs: a CollectivePe for every PE of the scenario's machine, and the monitors that hold
/// transfers, contents and waits against them.
class CollectiveWork final : public Work {
 public:
  /// `scenario`, whose operation is collective, outlives the work.
  CollectiveWork(const Scenario& scenario, Events events);

  Machine& machine() override { return *machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override;
  Step expected_steps() const override { return lower_bound_; }
  /// The steps that all operations take one after the other.
  Step step_limit() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return scoreboard_.flit_hops(); }

 private:
  std::optional<check::TransferFlit> read(RawFlit flit) const;
  check::Recorder::Decode decode() const;
  std::optional<Collective> schedule_with_fault() const;
  Ledger ledger() const;
  void add_times(Ledger& ledger) const;
  Step done() const;
  std::vector<Figure> conflict_figures() const;
  check::Check delivered_transfers() const;
  std::vector<std::string> conflicts() const;
  std::string sentence_of(const WaitGroup& group) const;
  std::vector<std::string> port_hint() const;
  EventCheck::Expected expected_events() const;
  std::string node_name(Node node) const;

  const CollectiveScenario& collective_;
  const std::unique_ptr<Machine> machine_;
  const std::unique_ptr<TransferCarrier> carrier_;
  const std::unique_ptr<RunContents> contents_;
  const std::vector<std::string> names_;
  const theory::CollectiveNetworkFacts facts_;
  const Step lower_bound_;
  CollectivePrediction predicted_;
  check::TransferScoreboard scoreboard_;
  std::optional<check::WaitWatch> waits_;
  EventCheck event_check_;
  std::vector<const protocols::CollectivePe*> pes_;  // the caller's
};

/// The names of its figures alone: what a run has that broke off.
Figure::Members blank_collective_figures();

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_COLLECTIVE_WORK_H_
