// hypercube_work.h: one operation on a hypercube: its PEs, its monitors and what they have to show.
#ifndef HYPERCUBE_WORK_H_
#define HYPERCUBE_WORK_H_

#include <flitwise/family.h>

#include <cstdint>
#include <vector>

#include "hypercube_machine.h"
#include "hypercube_methods.h"
#include "hypercube_theory.h"

namespace hypercube_flitwise {

class CubeWork final : public flitwise::Work {
 public:
  CubeWork(const CubeScenario& scenario, flitwise::Events events);

  flitwise::Machine& machine() override { return machine_; }
  flitwise::protocols::Protocols make_protocols() override;
  std::vector<flitwise::NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override { return prediction_.finish; }
  flitwise::Evidence evidence() const override;
  const std::vector<flitwise::LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const CubeScenario scenario_;
  const Cube cube_;
  const Prediction prediction_;
  const bool records_events_;
  CubeMachine machine_;
  flitwise::check::MessageMeter meter_;
  flitwise::check::MessageScoreboard scoreboard_;
  flitwise::check::Recorder recorder_;
};

/// The names of the figures, without values.
flitwise::Figure::Members blank_cube_figures();

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_WORK_H_
