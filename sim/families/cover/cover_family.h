// cover_family.h: meshes and tori that several trees cover.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Scatter and gather over several trees at once, on the same routers;
/// the one object of the family.
const Family& cover_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_FAMILY_H_
