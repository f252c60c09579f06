// word_family.h: collective operations on vectors of words, on any network that hosts them.
#ifndef FLITWISE_SIM_COLLECTIVE_WORD_FAMILY_H_
#define FLITWISE_SIM_COLLECTIVE_WORD_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

const Family& word_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_WORD_FAMILY_H_
