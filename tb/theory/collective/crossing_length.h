// crossing_length.h: from which length on one algorithm is faster than another.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_CROSSING_LENGTH_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_CROSSING_LENGTH_H_

#include <functional>
#include <optional>

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// When an algorithm is done with a vector, or blocks, of this length; none where it does not
/// exist. Shape: never falls with the length, and exists for lengths without gaps: so do all
/// figures of
///        this folder, those of the best packet too.
using DoneByLength = std::function<std::optional<Step>(Flits)>;

/// The longest vectors that are compared.
inline constexpr Flits kLongestCompared = Flits{1} << 20;

/// Least m from which on up to `longest` words the second algorithm is done before the first one at
/// every length; none if it is not at `longest`.
///
/// Exact: where second(high) < first(low) this holds between them as well, since neither ever
/// falls; intervals of which that does not tell enough are halved, the longer lengths first, down
/// to single ones. Time: a few dozen evaluations where the lines cross steeply, up to 4 `longest`
/// where they run side by side.
std::optional<Flits> crossing_length(const DoneByLength& first, const DoneByLength& second,
                                     Flits longest = kLongestCompared);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_CROSSING_LENGTH_H_
