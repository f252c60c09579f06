// torus_texts.h: what `flitwise list` and `--help` say about tori.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_TEXTS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_TEXTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

std::string torus_list_text();
FamilyHelp torus_help();
std::vector<Explanation> torus_explanations();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_TEXTS_H_
