// wave_files.h: the files of waves: whether one is whole, what GTKWave shows of it, and names of
// nodes.
#ifndef FLITWISE_SIM_REPORT_WAVE_FILES_H_
#define FLITWISE_SIM_REPORT_WAVE_FILES_H_

#include <cstddef>
#include <string>

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/figures/result.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// Whether an FST file ends where its last block does, and has a header, the geometry and the
/// hierarchy of its signals. Writers of FST do not notice a full disk.
bool is_whole_fst(const std::string& path);

/// GTKWave has 26 named markers; of more phases, some are left out, evenly.
inline constexpr std::size_t kMostMarkers = 26;

/// The text of a `.gtkw` file that shows the wave of `scenario`: markers where phases begin, the
/// step, then what its family adds.
///
/// `wave_name` is the name of the FST beside it, without folder, so that both can move together.
/// `last_step` is the last step with traffic: the view opens on the whole run when it is short.
std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window = {}, const Phases& phases = {});

/// The phases of a run, with its finish and the step after the last one with traffic, by step; each
/// step once.
Phases phases_of(const Scenario& scenario, const Result& result);

/// The file beside a wave by which GTKWave shows nodes by their names.
std::string node_file_name(const std::string& wave_name);
/// What it holds: a line per PE, "5 PE 5 (1, 1)", and one for links without a flit.
std::string node_file(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_WAVE_FILES_H_
