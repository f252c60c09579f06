// torus_runs.h: broadcasts on ideal wormhole routers, and the cycles that they should take.
#ifndef FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_RUNS_H_
#define FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_RUNS_H_

#include <vector>

#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "tests/protocols/torus/worm_network.h"

namespace flitwise::protocols::test {

WormRecord run_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                         const BroadcastTiming& timing);

/// Cycles until the last PE can use the text.
Step cycles_of(const WormRecord& record, const BroadcastTiming& timing);

/// Sum over the steps of os + r H_s + L + orv.
Step barrier_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing);

/// By node: cycles until it can use the text if nothing is ever blocked: R(source) = 0, R(child) =
/// R(parent) + q (os + L) + os + r h + L + orv with q the active steps of the parent before that
/// one.
std::vector<Step> free_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_RUNS_H_
