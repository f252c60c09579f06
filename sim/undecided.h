// undecided.h: checks of a run that broke off before they could be decided.
#ifndef FLITWISE_SIM_UNDECIDED_H_
#define FLITWISE_SIM_UNDECIDED_H_

#include "tb/check/verdict.h"

namespace flitwise {

/// What such a check has for its measured value.
inline constexpr const char* kNotReached = "not reached";

/// Whether the check was decided: it is neither kept nor broken if not, though `ok` is false.
inline bool is_decided(const check::Check& check) { return check.measured != kNotReached; }

/// Whether the check was decided, and did not hold.
inline bool is_broken(const check::Check& check) { return !check.ok && is_decided(check); }

}  // namespace flitwise

#endif  // FLITWISE_SIM_UNDECIDED_H_
