// field_check.h: values that must fit a field of a flit, for the sources of this folder only.
#ifndef FLITWISE_SYSTEMC_PE_FIELD_CHECK_H_
#define FLITWISE_SYSTEMC_PE_FIELD_CHECK_H_

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

namespace flitwise {

/// A value that does not fit its field must never be cut off in silence.
/// Errors: throws std::range_error unless 0 <= value <= most.
inline void require_fits(const char* what, std::int64_t value, std::int64_t most) {
  if (value < 0 || value > most)
    throw std::range_error(
        fmt::format("{} must fit its field in the flit, 0 to {}, got {}", what, most, value));
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_FIELD_CHECK_H_
