// result_wire.h: a Result as bytes, to hand it from one process to another.
#ifndef FLITWISE_SIM_RUN_FIGURES_RESULT_WIRE_H_
#define FLITWISE_SIM_RUN_FIGURES_RESULT_WIRE_H_

#include <string>

#include "sim/run/figures/result.h"

namespace flitwise {

std::string to_wire(const Result& result);

/// Errors: throws std::runtime_error when `bytes` is cut off or not a Result.
Result from_wire(const std::string& bytes);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_RESULT_WIRE_H_
