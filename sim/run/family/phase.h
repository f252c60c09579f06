// phase.h: where a run goes from one thing to the next.
#ifndef FLITWISE_SIM_RUN_FAMILY_PHASE_H_
#define FLITWISE_SIM_RUN_FAMILY_PHASE_H_

#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A part of a run that begins with step `first`: "orders", "measurement".
struct Phase {
  Step first = 0;
  std::string name;
};

using Phases = std::vector<Phase>;

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_PHASE_H_
