// torus_compare.h: what could run on a torus instead, and what theory says of it before any run.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_COMPARE_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_COMPARE_H_

#include <string>
#include <vector>

#include "sim/run/family/scenario_reader.h"

namespace flitwise {

// In both, `own` has a scenario, on a torus.

/// Every scheme that has a schedule on the scenario's torus, and packet trees, each with a barrier
/// and at the nodes' own pace. A schedule in a file stays the scenario's own. Of traffic: the same
/// packets under both lane rules and in all orders of dimensions.
std::vector<Scenario> torus_alternatives(const ScenarioReading& own);

/// Two sentences on a broadcast, none on traffic and on tori of more than 1,024 nodes: when 2k
/// edge-disjoint trees, idealised, would be done, and from which length of text on, up to 65,536
/// flits, which of the schemes with an exact prediction is first, of equals the first in the list.
/// Lengths are found by bisection between powers of two: a lead that changes to and fro within one
/// may be missed.
std::vector<std::string> broadcast_notes(const ScenarioReading& own);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_COMPARE_H_
