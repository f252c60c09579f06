// broadcast_notes.h: what theory says, before any run, of which broadcast is best for which texts.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_BROADCAST_NOTES_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_BROADCAST_NOTES_H_

#include <string>
#include <vector>

#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Two sentences on a broadcast, none on traffic and on tori of more than 1,024 nodes: when 2k
/// edge-disjoint trees, idealised, would be done, and from which length of text on, up to 65,536
/// flits, which of the schemes with an exact prediction is first, of equals the first in the list.
/// Lengths are found by bisection between powers of two: a lead that changes to and fro within one
/// may be missed.
/// Shape: `own` has a scenario, on a torus.
std::vector<std::string> broadcast_notes(const ScenarioReading& own);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_BROADCAST_NOTES_H_
