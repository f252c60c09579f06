// collective_figures.h: what closed formulas say of a collective operation on vectors of words.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_FIGURES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_FIGURES_H_

#include <optional>
#include <string>

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Units: steps. Empty where no formula is known.
struct CollectiveFigures {
  /// At its end every PE that wants a result has it, combined.
  std::optional<Step> done;
  /// The last reception at a PE that wants one: less than `done` where it is an operand. Where
  /// receivers have an overhead, that is over.
  std::optional<Step> finish;
};

/// No way of carrying the operation out is done earlier.
struct CollectiveLowerBound {
  Step done = 0;
  std::string source;  ///< the argument, in a few words
};

/// No way of carrying the operation out takes fewer flits over links.
struct LeastVolume {
  Flits flits = 0;
  std::string source;
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_FIGURES_H_
