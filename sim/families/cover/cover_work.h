// cover_work.h: an operation over several trees on one network of multiport routers.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_WORK_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_WORK_H_

#include <memory>
#include <vector>

#include "sim/families/cover/cover_machine.h"
#include "sim/families/cover/cover_methods.h"
#include "sim/families/cover/cover_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/apart.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "tb/check/cover/cover_meter.h"
#include "tb/check/message_scoreboard.h"
#include "tb/theory/cover/cover_theory.h"

namespace flitwise {

/// A scatter or gather over a cover of a mesh or torus: one router per node carries all trees.
class CoverWork final : public Work {
 public:
  /// `scenario`, which is over a cover, outlives the work.
  CoverWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  bool lives_apart() const override { return apart_.holds(); }
  void merge() override { apart_.merge(event_check_, meter_, scoreboard_); }
  Step expected_steps() const override { return prediction_.whole.quiesce; }
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const CoverScenario& over_;
  const Cover cover_;
  const Allocation allocation_;
  const CoverMethod& method_;
  const CoverCase case_;
  const Apart apart_;
  CoverMachine machine_;
  const theory::CoverPrediction prediction_;
  check::CoverMeter meter_;
  check::MessageScoreboard scoreboard_;
  EventCheck event_check_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_WORK_H_
