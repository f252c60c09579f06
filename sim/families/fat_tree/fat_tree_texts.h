// fat_tree_texts.h: what `flitwise list` and `--help` say about fat trees.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_TEXTS_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_TEXTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

std::string fat_tree_list_text();
FamilyHelp fat_tree_help();
std::vector<Explanation> fat_tree_explanations();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_TEXTS_H_
