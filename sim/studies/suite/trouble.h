// trouble.h: where a failed run went wrong, as far as its report says.
#ifndef FLITWISE_SIM_STUDIES_SUITE_TROUBLE_H_
#define FLITWISE_SIM_STUDIES_SUITE_TROUBLE_H_

#include <string>

#include "sim/run/figures/result.h"
#include "sim/run/runner.h"

namespace flitwise {

/// The part of a run that its waves should show: the steps and PEs that its problems and failed
/// checks name, with some around them. All steps of short runs, all PEs of small networks, and all
/// where nothing is named.
WaveWindow window_of(const Result& result);

/// "all steps and nodes", "steps 10 to 40, PEs 3, 7".
std::string window_text(const WaveWindow& window);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_TROUBLE_H_
