// wave_files.h: what goes with a wave: the phases to mark in it, and names of nodes.
#ifndef FLITWISE_SIM_RUN_WAVES_WAVE_FILES_H_
#define FLITWISE_SIM_RUN_WAVES_WAVE_FILES_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// The phases of a run, with its finish and the step after the last one with traffic, by step; each
/// step once.
Phases phases_of(const Scenario& scenario, const Result& result);

/// By node, what people call it: PEs, "PE 5 (1, 1)", and switches where the family has names for
/// them.
std::vector<std::string> node_names(const Scenario& scenario);

/// The file beside a wave by which GTKWave shows nodes by their names.
std::string node_file_name(const std::string& wave_name);
/// What it holds: a line per PE, "5 PE 5 (1, 1)", and one for links without a flit.
std::string node_file(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_WAVES_WAVE_FILES_H_
