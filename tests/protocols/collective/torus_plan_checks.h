// torus_plan_checks.h: what tests of plans on tori ask of every plan.
#ifndef FLITWISE_TESTS_PROTOCOLS_COLLECTIVE_TORUS_PLAN_CHECKS_H_
#define FLITWISE_TESTS_PROTOCOLS_COLLECTIVE_TORUS_PLAN_CHECKS_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "systemc/topology/collective_plan.h"
#include "tests/support/plan_contents.h"

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

using TorusAlgorithm =
    std::function<CollectivePlan(const CollectiveRequest& request, const Torus& torus)>;

/// Steps that PEs take.
struct Overheads {
  Step add = 0;
  Step send = 0;
  Step receive = 0;
};

inline CollectiveRequest request_for(CollectiveOperation operation, Flits words,
                                     const Overheads& overheads = {}) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = request.block = words;
  request.add = overheads.add;
  request.send_overhead = overheads.send;
  request.receive_overhead = overheads.receive;
  return request;
}

/// That memories end as they should and no worm waits; returns the times.
inline TorusPlanTimes checked(const CollectivePlan& plan, const Torus& torus) {
  EXPECT_THAT(flitwise::test::content_complaints_in_any_order(plan, 1), testing::IsEmpty());
  const TorusPlanTimes times = torus_plan_times(plan, torus);
  EXPECT_THAT(times.complaints, testing::IsEmpty());
  return times;
}

/// The same of a plan whose sends all have their steps.
inline TorusPlanTimes checked_timetable(const CollectivePlan& plan, const Torus& torus) {
  const TorusPlanTimes times = checked(plan, torus);
  EXPECT_EQ(times.late, 0U);
  return times;
}

/// "4 x 3, 5 words, a 1, os 2, orv 0", for messages.
inline std::string described(const CollectiveRequest& request, const Torus& torus) {
  return flitwise::text_of(torus.sides()) + ", " + std::to_string(request.length) + " words, a " +
         std::to_string(request.add) + ", os " + std::to_string(request.send_overhead) + ", orv " +
         std::to_string(request.receive_overhead);
}

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_COLLECTIVE_TORUS_PLAN_CHECKS_H_
