// tree_texts.h: what `flitwise list` and `--help` say about trees.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_TEXTS_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_TEXTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

std::string tree_list_text();
FamilyHelp tree_help();
std::vector<Explanation> tree_explanations();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_TEXTS_H_
