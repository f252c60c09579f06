// collective_prediction.h: what theory says of a schedule on a machine, and of what it says
// nothing.
#ifndef FLITWISE_SIM_COLLECTIVE_COLLECTIVE_PREDICTION_H_
#define FLITWISE_SIM_COLLECTIVE_COLLECTIVE_PREDICTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/figures/evidence.h"
#include "sim/run/machine.h"
#include "tb/theory/collective/collective_timing.h"
#include "tb/theory/events.h"

namespace flitwise {

/// The times of programs whose messages nothing holds back; up to where two meet, if any do. Of
/// programs too large to look for that, the times of a run in which none has waited.
class CollectivePrediction {
 public:
  /// Shape: `scenario` and `carrier`, which carries its transfers, outlive the prediction; nodes
  ///        are called as in `names`.
  CollectivePrediction(const CollectiveScenario& scenario, const TransferCarrier& carrier,
                       const std::vector<std::string>& names);

  /// When the run is over: whether a message had to wait, or routers complained.
  void hear(bool some_met) { none_met_ = !some_met && carrier_.takes_a_step_a_hop(); }

  bool is_exact() const {
    return timing_ && !timing_->meeting && (!timing_->is_too_large || none_met_);
  }
  // Empty where it is not exact.
  std::optional<Step> finish() const;
  std::optional<Step> quiesce() const;
  std::optional<Step> done() const;
  /// By transfer.
  std::vector<Step> arrivals() const;
  /// Why formulas of the operation do not hold; empty: they do. They are of routers that take a
  /// step a hop and queues with room for all that comes. Other meetings are faults of the schedule,
  /// of which they are a check.
  std::string formula_gap() const;
  /// Conflicts, and steps of waits.
  std::optional<std::int64_t> none() const;
  std::string source() const;

  /// What is predicted of events: those before the first meeting, if there is one. Empty: nothing.
  EventCheck::Expected expected_events() const;
  /// Whether that holds, now that the run is over.
  bool says_events() const { return timing_ && (timing_->meeting || is_exact()); }

  /// Adds arrivals, or a note why there are none.
  void add_to(Evidence& evidence,
              const std::vector<std::optional<std::int64_t>>& measured_arrivals) const;

 private:
  theory::WayOf ways() const;
  bool has_short_queue() const;
  void add_arrivals(Evidence& evidence,
                    const std::vector<std::optional<std::int64_t>>& measured) const;
  void visit_events(const theory::TakeEvent& take) const;

  const CollectiveScenario& scenario_;
  const TransferCarrier& carrier_;
  const std::vector<std::string> names_;
  std::optional<theory::CollectiveTiming> timing_;  // none: the carrier says no ways
  bool none_met_ = false;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_COLLECTIVE_PREDICTION_H_
