// crossing_length.cpp: halves intervals of lengths until what their ends say is enough.
#include "tb/theory/collective/crossing_length.h"

namespace flitwise::theory {
namespace {

class Comparison {
 public:
  Comparison(const DoneByLength& first, const DoneByLength& second)
      : first_(first), second_(second) {}

  /// The largest length of `low` to `high` at which the second one is not earlier; low - 1 if it
  /// always is.
  Flits last_not_earlier(Flits low, Flits high) const {
    const std::optional<Step> second = second_(high);
    if (!is_earlier(second, first_(high))) return high;
    if (low == high || is_earlier(second, first_(low), second_(low))) return low - 1;
    const Flits middle = low + (high - 1 - low) / 2;
    const Flits above = last_not_earlier(middle + 1, high);
    return above > middle ? above : last_not_earlier(low, middle);
  }

 private:
  static bool is_earlier(const std::optional<Step>& second, const std::optional<Step>& first) {
    return second && first && *second < *first;
  }
  /// All three are there, and the first two are in this order.
  static bool is_earlier(const std::optional<Step>& second, const std::optional<Step>& first,
                         const std::optional<Step>& also_there) {
    return also_there && is_earlier(second, first);
  }

  const DoneByLength& first_;
  const DoneByLength& second_;
};

}  // namespace

std::optional<Flits> crossing_length(const DoneByLength& first, const DoneByLength& second,
                                     Flits longest) {
  const Flits last = Comparison(first, second).last_not_earlier(1, longest);
  return last == longest ? std::nullopt : std::optional(last + 1);
}

}  // namespace flitwise::theory
