// collective_play.h: plays a collective step by step on a network whose routers and links take a
// step and hold what comes. Knows nothing of ways, sums and maxima.
#ifndef FLITWISE_TESTS_THEORY_COLLECTIVE_COLLECTIVE_PLAY_H_
#define FLITWISE_TESTS_THEORY_COLLECTIVE_COLLECTIVE_PLAY_H_

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "systemc/topology/collective.h"
#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_timing.h"

namespace flitwise::test {

/// A collective's times, and the first step in which anything is wanted by more flits than pass.
struct Played {
  std::vector<std::vector<theory::OpTimes>> ops;
  std::vector<Step> arrivals;
  std::vector<theory::TransferEvent> events;  ///< sorted
  std::optional<Step> meeting;
};

/// Shape: star graphs have packets of `packet` flits.
/// Errors: throws std::runtime_error when nothing happens any more and operations are left.
Played play_collective(const NetworkShape& shape, const Collective& collective, Flits packet = 1);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COLLECTIVE_COLLECTIVE_PLAY_H_
