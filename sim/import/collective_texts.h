// collective_texts.h: what lists and help say of schedules from files.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_TEXTS_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_TEXTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

std::string collective_list_text();
FamilyHelp collective_help();
std::vector<Explanation> collective_explanations();
/// What `flitwise import --help` says below its options: formats, subset, rules.
std::string import_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_TEXTS_H_
