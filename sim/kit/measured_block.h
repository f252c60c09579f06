// measured_block.h: measured numbers in the description of a router.
#ifndef FLITWISE_SIM_KIT_MEASURED_BLOCK_H_
#define FLITWISE_SIM_KIT_MEASURED_BLOCK_H_

#include <string>

#include "tb/kit/measured.h"

namespace flitwise {

/// Why the numbers cannot stand in a description, as a sentence; empty if they can.
std::string refuse_measured(const kit::Measured& measured, own::Family family = own::Family::kMesh);

/// The text of a description with a line `measured: {...}` in place of the one that it has, or at
/// its end. All else stays as it is. `hash` is that of the router's files. Of
/// routers of trees it says r alone.
std::string with_measured(const std::string& text, const kit::Measured& measured,
                          const std::string& hash, own::Family family = own::Family::kMesh);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_MEASURED_BLOCK_H_
