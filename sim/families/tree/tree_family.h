// tree_family.h: trees of PE routers, and spanning trees of graphs.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Broadcast, scatter and gather on trees after Bhatt, Pucci, Ranade and Rosenberg;
/// the one object of the family.
const Family& tree_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_FAMILY_H_
