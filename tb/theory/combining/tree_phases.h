// tree_phases.h: reductions over several trees with buffers, and reductions that a broadcast
// follows.
#ifndef FLITWISE_TB_THEORY_COMBINING_TREE_PHASES_H_
#define FLITWISE_TB_THEORY_COMBINING_TREE_PHASES_H_

#include <vector>

#include "systemc/topology/collective_words.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/combining/paced_combining.h"

namespace flitwise::theory {

/// Steps from a flit to the use of the credit that it gives back.
inline constexpr Step kCreditLoop = 2;

/// The step in which the last result is there, of operands that wait for each other: `slots` places
/// an input, B, and an operand a step of PE v from step sigma(v) = 1 + start(v) on. A tree of m
/// words has its last result at the root in step
///   max over v of (sigma(v) + depth(v)) + m - 2 + max(0, c - B) floor((m - 1) / B), c =
///   kCreditLoop,
/// and everywhere a height later. Over several trees without a common arc the latest counts.
///
/// Shape:  trees of operands whose roots are no edges; `start` has an entry a PE, or none.
/// Source: this project: the longest path in the graph of events; a way down a link and up again
///         costs c and gains B words.
Step elastic_finish(const std::vector<CombineTree>& trees, const std::vector<Step>& start,
                    Flits slots);

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
