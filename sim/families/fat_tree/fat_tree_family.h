// fat_tree_family.h: fat trees of leaves and switches.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Five collectives on fat trees after Dimakopoulos and Dimopoulos; the one object of the family.
const Family& fat_tree_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_FAMILY_H_
