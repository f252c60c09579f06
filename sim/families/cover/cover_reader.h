// cover_reader.h: scenarios over meshes and tori that two edge-disjoint trees cover.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_READER_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_READER_H_

#include <string>

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads everything but the name; see Family::read.
void read_cover_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                         ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_READER_H_
