// torus_arithmetic.h: what the formulas about tori share.
#ifndef FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_
#define FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_

#include <cstdint>
#include <vector>

namespace flitwise::theory {

/// Least t with base^t >= n, for base >= 2 and n >= 1.
inline int ceil_log(int base, std::int64_t n) {
  int t = 0;
  for (std::int64_t power = 1; power < n; power *= base) ++t;
  return t;
}

template <typename Number>
Number ceil_div(Number a, Number b) {
  return (a + b - 1) / b;
}

/// Product of the sides.
/// Errors: throws std::invalid_argument for no sides, a side that is not from 1 to 4096, and more
///         than 2^40 nodes: far beyond what can be built, since formulas need no network.
std::int64_t node_count(const std::vector<int>& sides);

/// The sides that have links, in their order.
/// Errors: as node_count().
std::vector<int> sides_above_one(const std::vector<int>& sides);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_
