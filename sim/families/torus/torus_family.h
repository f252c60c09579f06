// torus_family.h: tori of wormhole routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// One-to-all broadcast on all-port tori after Wang and Tseng, and traffic of any pattern; the one
/// object of the family.
const Family& torus_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_FAMILY_H_
