// timed_peel.h: the cycles of a peel broadcast.
#ifndef FLITWISE_TESTS_THEORY_SUPPORT_TIMED_PEEL_H_
#define FLITWISE_TESTS_THEORY_SUPPORT_TIMED_PEEL_H_

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"

namespace flitwise::test {

inline theory::BroadcastTiming time_peel(const Torus& torus, Node source,
                                         const DimensionOrder& order,
                                         const theory::CycleModel& model, theory::SendPace pace) {
  const auto plan = theory::broadcast_plan(theory::BroadcastScheme::kPeel, torus, source, order);
  return theory::time_schedule(plan, model, pace);
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_SUPPORT_TIMED_PEEL_H_
