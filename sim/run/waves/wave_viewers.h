// wave_viewers.h: files by which viewers show a wave: a save file of GTKWave and a command file of
// Surfer, both of the family's layout.
#ifndef FLITWISE_SIM_RUN_WAVES_WAVE_VIEWERS_H_
#define FLITWISE_SIM_RUN_WAVES_WAVE_VIEWERS_H_

#include <cstddef>
#include <string>

#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// GTKWave has 26 named markers; of more phases, some are left out, evenly. Surfer's are as many.
inline constexpr std::size_t kMostMarkers = 26;

/// The text of a `.gtkw` file that shows the wave of `scenario`: markers where phases begin, the
/// step, then what its family adds.
///
/// `wave_name` is the name of the FST beside it, without folder, so that both can move together.
/// `last_step` is the last step with traffic: the view opens on the whole run when it is short.
std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window = {}, const Phases& phases = {});

/// The text of a `.sucl` file that shows the same in Surfer, to which the wave is given beside it:
/// the same signals in the same order, groups and lanes below dividers, whose names have the groups
/// around them, markers, and decimal numbers where Surfer would show others. Names of enums are
/// Surfer's own matter; nodes are numbers.
std::string surfer_commands(const Scenario& scenario, const std::string& wave_name,
                            const WaveWindow& window = {}, const Phases& phases = {});

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_WAVES_WAVE_VIEWERS_H_
