// wave_layout.h: the GTKWave save file that goes with a wave: groups per PE, names, formats.
#ifndef FLITWISE_SIM_WAVE_LAYOUT_H_
#define FLITWISE_SIM_WAVE_LAYOUT_H_

#include <string>

#include "sim/scenario.h"

namespace flitwise {

/// The text of a `.gtkw` file that shows the wave of `scenario`.
///
/// `wave_name` is the name of the FST beside it, without folder, so that both can move together.
/// One group a PE with its protocol's state and what its router sends and delivers, in PE order;
/// the groups are open for networks of up to 16 PEs. Flit kinds and states show by name.
/// `last_step` is the last step with traffic: the view opens on the whole run when it is short.
std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step);

}  // namespace flitwise

#endif  // FLITWISE_SIM_WAVE_LAYOUT_H_
