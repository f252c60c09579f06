// collective_terms.h: what the formulas of all networks say in the same way.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_TERMS_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_TERMS_H_

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/types.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// What a PE receives last is a result: it has nothing to add.
CollectiveFigures ends_with_result(Step done);
/// What a PE receives last is an operand, which it adds in `add` steps. Nothing is received if
/// `done` is 0: then `finish` is 0 as well.
CollectiveFigures ends_with_operand(Step done, Step add);

/// Whether all PEs come in step 0.
bool nobody_is_late(const CollectiveRequest& request);
/// The largest of the steps by which PEs come late; 0 if nobody does.
Step latest_start(const CollectiveRequest& request);

/// Words of a vector: 1 of a barrier.
Flits vector_length(const CollectiveRequest& request);
/// Words of a PE's block: of a vector that is spread, ceil(length / pes); else P.
Flits block_length(const CollectiveRequest& request, Node pes);
/// Words that all PEs together have of one copy of everything: the vector of an all-reduce as it
/// is, that of a reduce-scatter padded to a whole block a PE, all blocks of an all-gather.
Flits spread_length(const CollectiveRequest& request, Node pes);

/// An all-gather in rounds: a PE sends in a round what it has had since the one before.
struct GatherRounds {
  Step steps = 0;   ///< of all rounds
  Step rounds = 0;  ///< a PE that combines takes a steps more in each
};

/// The all-gather itself, steps; backwards a reduce-scatter, steps + a rounds; and one after the
/// other an all-reduce, 2 steps + a rounds, of one word a barrier that nobody is late to. Empty for
/// other operations.
/// Source: with time and links reversed copies become sums (this project); a round of additions
///         delays the next one by a.
CollectiveFigures figures_of_rounds(const CollectiveRequest& request, const GatherRounds& gather);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_TERMS_H_
