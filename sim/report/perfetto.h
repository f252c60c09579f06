// perfetto.h: a run as a trace of Perfetto, the viewer of ui.perfetto.dev.
#ifndef FLITWISE_SIM_REPORT_PERFETTO_H_
#define FLITWISE_SIM_REPORT_PERFETTO_H_

#include <string>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// The bytes of a `.pftrace` file, a protocol buffer: a track for every PE, switch and link that
/// was used, with a slice for every message, which a flow links from track to track, and three
/// counters. Step t lasts from t ns to t + 1 ns, as in waves. Pre: the result has its events.
std::string perfetto_trace(const Scenario& scenario, const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PERFETTO_H_
