// star_texts.h: what `flitwise explain` and `--help` say about star graphs.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_TEXTS_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_TEXTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

FamilyHelp star_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_TEXTS_H_
