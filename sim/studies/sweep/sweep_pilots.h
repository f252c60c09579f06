// sweep_pilots.h: pilots: points of a sweep that run first, to see whether its plots name figures
// that the results have.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_PILOTS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_PILOTS_H_

#include <cstddef>
#include <vector>

#include "sim/studies/sweep/sweep_row.h"

namespace flitwise {

/// The first and the last point of every operation with its algorithm, in their order: together
/// they have the figures of all points, as a rule.
std::vector<std::size_t> pilot_points(const std::vector<SweepPoint>& points);

/// Whether each plot's names are varied keys or figures of one of the rows. A figure without a
/// value, such as one that only some variants have, is one.
bool has_plotted_figures(const Sweep& sweep, const std::vector<const SweepRow*>& rows);

/// The first name that has_plotted_figures misses, with a hint. Shape: there is a row.
ConfigError missing_figure(const Sweep& sweep, const std::vector<const SweepRow*>& rows);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_PILOTS_H_
