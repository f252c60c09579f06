// cover_texts.h: what `flitwise list` and `--help` say about covers.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_TEXTS_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_TEXTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

std::string cover_list_text();
FamilyHelp cover_help();
std::vector<Explanation> cover_explanations();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_TEXTS_H_
