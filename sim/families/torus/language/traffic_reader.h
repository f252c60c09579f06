// traffic_reader.h: a scenario of traffic on a torus in, a validated one or its mistakes out.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TRAFFIC_READER_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TRAFFIC_READER_H_

#include "sim/families/torus/language/torus_draft.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads `algorithm` and `options` of a scenario whose operation is traffic, into `common` and
/// `torus`, whose network is read.
/// Errors: adds a ConfigError for each rule that is broken, keys of a broadcast included.
void read_traffic(const Value& root, const TorusDraft& draft, Options& common, TorusScenario& torus,
                  ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TRAFFIC_READER_H_
