// tree_phases.h: reductions over several trees that a broadcast follows.
#ifndef FLITWISE_TB_THEORY_COMBINING_TREE_PHASES_H_
#define FLITWISE_TB_THEORY_COMBINING_TREE_PHASES_H_

#include <vector>

#include "systemc/topology/collective_words.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Events of reductions, and of broadcasts of their results that begin in the step behind
/// `first_phase`: as of combining_events. A reduction whose results are passed on has them turned
/// round at its root.
///
/// Shape:  trees of operands before those of texts, which have the same words; without buffers.
/// Source: this project.
std::vector<LinkEvent> two_phase_events(const CombinePlan& plan, Step first_phase,
                                        const WordArithmetic& arithmetic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_TREE_PHASES_H_
