// torus_latencies.h: routers and links of tori to go through in tests.
#ifndef FLITWISE_TESTS_THEORY_TORUS_TORUS_LATENCIES_H_
#define FLITWISE_TESTS_THEORY_TORUS_TORUS_LATENCIES_H_

#include <vector>

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::test {

/// The 12 routers that differ, each by the plainest of the stages that make it.
inline std::vector<TorusPipeline> pipelines() {
  std::vector<TorusPipeline> all;
  for (const Step st : {0, 1}) {
    for (const Step sa : {0, 1})
      for (const Step va : {0, 1})
        for (const Step rc : {0, 1}) {
          const bool is_new = rc <= va;  // rc alone waits as long as va alone
          if (is_new) all.push_back({rc, va, sa, st, false, false, 0});
        }
  }
  return all;
}

/// Routers of one cycle behind links of w.
inline TorusLatency slow_links(int dimensions, Step w) {
  TorusLatency latency;
  latency.link.assign(static_cast<std::size_t>(dimensions), w);
  return latency;
}

/// r from 1 to 5, by stages in the order of packets.
inline TorusPipeline router_of(Step r) {
  TorusPipeline pipeline;
  pipeline.rc = r > 1 ? 1 : 0;
  pipeline.st = r > 2 ? 1 : 0;
  pipeline.va = r > 3 ? 1 : 0;
  pipeline.sa = r > 4 ? 1 : 0;
  return pipeline;
}

inline theory::BroadcastTiming time_peel(const Torus& torus, Node source,
                                         const DimensionOrder& order,
                                         const theory::CycleModel& model, theory::SendPace pace) {
  const auto plan = theory::broadcast_plan(theory::BroadcastScheme::kPeel, torus, source, order);
  return theory::time_schedule(plan, model, pace);
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TORUS_TORUS_LATENCIES_H_
