#include "systemc/protocols/tree/certification/certification_variant.h"

namespace flitwise::protocols {
namespace {

// ceil(log2 d), d >= 1.
Step log2_rounded_up(Step d) {
  Step exponent = 0;
  while ((Step{1} << exponent) < d) ++exponent;
  return exponent;
}

}  // namespace

Step sort_steps(SortCost cost, std::size_t children) {
  const auto d = static_cast<Step>(children);
  if (d == 0) return 0;
  switch (cost) {
    case SortCost::kZero:
      return 0;
    case SortCost::kOne:
      return 1;
    case SortCost::kDegree:
      return d;
    case SortCost::kDegreeLog:
      break;
  }
  return d * log2_rounded_up(d);
}

}  // namespace flitwise::protocols
