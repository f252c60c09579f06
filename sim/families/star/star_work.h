// star_work.h: an operation on a star graph of store-and-forward routers.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_WORK_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_WORK_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/star/star_ledger.h"
#include "sim/families/star/star_machine.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/protocols/star/star_protocols.h"
#include "tb/check/star/star_meter.h"
#include "tb/check/star/star_scoreboard.h"

namespace flitwise {

class StarWork final : public Work {
 public:
  /// `scenario`, which is on a star graph, outlives the work.
  StarWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  StarFindings findings() const;
  std::optional<std::int64_t> max_buffer() const;
  std::optional<theory::StarVotes> votes() const;
  std::optional<std::int64_t> time_outs() const;
  EventCheck::Expected expected_events() const;

  const StarScenario& star_;
  const std::shared_ptr<const StarTrees> trees_;
  const StarForecast forecast_;
  const bool shows_nodes_;
  StarMachine machine_;
  check::StarMeter meter_;
  check::StarScoreboard scoreboard_;
  EventCheck event_check_;
  std::optional<check::StarStorage> storage_;
  std::optional<check::StarWindow> window_;
  std::vector<const protocols::StarPe*> honest_;  // the caller's
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_WORK_H_
