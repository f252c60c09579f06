// flood_events.h: every flit of a barrier in which routers flood, with the word that it carries.
#ifndef FLITWISE_TB_THEORY_COMBINING_FLOOD_EVENTS_H_
#define FLITWISE_TB_THEORY_COMBINING_FLOOD_EVENTS_H_

#include <vector>

#include "systemc/topology/collective_words.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/combining/paced_combining.h"

namespace flitwise::theory {

/// Every link event of a barrier of plan.flood_rounds rounds, sorted. With r_0(v) the step in which
/// v's own word is on its links, 1 + overhead + start, what goes out in round i does so in step
///   r_i(v) = max over v and its neighbours u of r_(i-1)(u), + 1 + a,
/// and holds the words of all nodes up to i links away. `index` is the round plus 1, `message` 0.
/// Shape: times.depth means nothing.
/// Source: this project: a node waits for all its neighbours, and tells a round when it has told
///         the one before; by induction over the rounds.
std::vector<LinkEvent> flood_events(const CombinePlan& plan, const CombiningTimes& times,
                                    const WordArithmetic& arithmetic);
/// The same, where no list of them is to be kept.
void visit_flood_events(const CombinePlan& plan, const CombiningTimes& times,
                        const WordArithmetic& arithmetic, const TakeEvent& take);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_FLOOD_EVENTS_H_
