// torus_plan_times.h: when everything of a plan on a torus happens if no worm ever waits, and
// whether none has to.
#ifndef FLITWISE_TESTS_PROTOCOLS_COLLECTIVE_TORUS_PLAN_TIMES_H_
#define FLITWISE_TESTS_PROTOCOLS_COLLECTIVE_TORUS_PLAN_TIMES_H_

#include <string>
#include <vector>

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::test {

struct TorusPlanTimes {
  Step done = 0;    ///< at its end the last operation is over
  Step finish = 0;  ///< last flit into a PE
  std::size_t worms = 0;
  std::size_t late = 0;        ///< worms that start after `not_before`
  std::int64_t crossings = 0;  ///< of flits over channels
  /// As PlanTimes::complaints.
  std::vector<std::string> complaints;
};

/// As plan_times, each send as soon as its PE may and its port is free: flit i and hop j, both from
/// 0, cross a channel in step start + os + 1 + i + j.
TorusPlanTimes torus_plan_times(const CollectivePlan& plan, const Torus& torus);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_COLLECTIVE_TORUS_PLAN_TIMES_H_
