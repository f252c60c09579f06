// kit_waves.h: the wires around a breach as a wave file.
#ifndef FLITWISE_SIM_KIT_KIT_WAVES_H_
#define FLITWISE_SIM_KIT_KIT_WAVES_H_

#include <string>

#include "systemc/network/own/router_description.h"
#include "tb/kit/kit.h"

namespace flitwise {

/// A value change dump: the wrapper's ports, port by port, and the fields of their flits.
///
/// Time: the wires of cycle t stand from time t to time t + 1, in ns.
std::string waves_text(const own::RouterDescription& router, const kit::BreachWaves& waves);

/// Writes one file a breach into the folder, and notes it in the report.
/// Errors: throws OutputError.
void write_waves(const own::RouterDescription& router, const std::string& folder,
                 kit::KitReport& report);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_KIT_WAVES_H_
