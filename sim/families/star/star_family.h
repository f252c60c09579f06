// star_family.h: star graphs of store-and-forward routers.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Collectives that survive faults on edge-disjoint trees, after Fragopoulou and Akl; the one
/// object of the family.
const Family& star_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_FAMILY_H_
