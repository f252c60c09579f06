// combining_events.h: every flit of a collective operation that routers combine, with the word that
// it carries.
#ifndef FLITWISE_TB_THEORY_COMBINING_COMBINING_EVENTS_H_
#define FLITWISE_TB_THEORY_COMBINING_COMBINING_EVENTS_H_

#include <vector>

#include "systemc/topology/collective_words.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/combining/paced_combining.h"
#include "tb/theory/events.h"

namespace flitwise::theory {

/// Every link event, sorted: operands on their way up (kind kCombine, value the operands below
/// combined), and results on their way down (kResult). `message` is the tree, `index` the word's
/// number plus 1, both as flits say them.
///
/// By timetable, with c = 1 + a, height H, depth d, word q = 0, 1, ..: a node's operand goes up in
/// step 1 + q + (H - d) c; of an edge root the ends exchange their sums in step 1 + q + H c and
/// send results down c steps later, a node does so in step 1 + q + H c; what goes to a node of
/// depth d is d - 1 steps later. A text has no way up: 1 + q + d - 1. In time slots offset +
/// period q stands for q. At own pace, which
/// times.depth says: as of PacedTree. Source: this project; the times of the formulas, unrolled.
std::vector<LinkEvent> combining_events(const CombinePlan& plan, const CombiningTimes& times,
                                        const WordArithmetic& arithmetic);
/// The same, where no list of them is to be kept.
void visit_combining_events(const CombinePlan& plan, const CombiningTimes& times,
                            const WordArithmetic& arithmetic, const TakeEvent& take);

/// Events of reductions, and of broadcasts of their results that begin in the step behind
/// `first_phase`: as of combining_events. A reduction whose results are passed on has them turned
/// round at its root.
///
/// Shape:  trees of operands before those of texts, which have the same words; without buffers.
/// Source: this project.
void visit_two_phase_events(const CombinePlan& plan, Step first_phase,
                            const WordArithmetic& arithmetic, const TakeEvent& take);
/// The same as a list, sorted.
std::vector<LinkEvent> two_phase_events(const CombinePlan& plan, Step first_phase,
                                        const WordArithmetic& arithmetic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_COMBINING_EVENTS_H_
