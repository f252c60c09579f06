// sweep_reader.h: a sweep file in, a Sweep or all its mistakes out.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_READER_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_READER_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/studies/sweep/sweep.h"

namespace flitwise {

/// Reads a sweep file and the scenario that it varies; the settings change that scenario first.
/// Errors: adds a ConfigError for each mistake; then there is no sweep. Whether scenarios can be
///         made of the points is not looked at.
std::optional<Sweep> read_sweep(const std::string& file, const std::vector<Setting>& settings,
                                ErrorList& errors);

/// The words of the keys `refused` and `log`.
std::vector<std::string> sweep_refused_words();
std::vector<std::string> sweep_axis_words();

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_READER_H_
