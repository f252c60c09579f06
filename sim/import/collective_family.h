// collective_family.h: schedules from files, on the networks of all families.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_FAMILY_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Chosen by `operation: collective`, not by a kind of network, of which it has none of its own.
const Family& collective_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_FAMILY_H_
