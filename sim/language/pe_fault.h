// pe_fault.h: a fault of a PE that a scenario asks for, to see the run fail: `options: {break:
// ...}`.
#ifndef FLITWISE_SIM_LANGUAGE_PE_FAULT_H_
#define FLITWISE_SIM_LANGUAGE_PE_FAULT_H_

#include <optional>

#include "systemc/topology/types.h"

namespace flitwise {

struct PeFault {
  std::optional<Node> early;  ///< one transmission of this PE leaves `by` steps too early
  Step by = 1;
  std::optional<Node> mute;  ///< this PE takes everything in and never sends
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_PE_FAULT_H_
