// fat_tree_schema.h: the JSON Schema of scenarios on fat trees.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCHEMA_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCHEMA_H_

#include <string>

namespace flitwise {

std::string fat_tree_schema();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCHEMA_H_
