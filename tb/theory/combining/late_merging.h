// late_merging.h: a reduce-scatter in which switches add what meets, of which one leaf is late.
//
// With T the steps of the timetable and `by` those by which every operand of leaf x is late:
//
// * done >= T + by. The leaf after x below its first switch has in the queue-free broadcast a copy
//   for x alone that leaves it in step 1; backwards x's operand for it arrives in step T, and in
//   step T + by when it leaves `by` steps later and never waits.
// * done = T + by for by >= T - 1. Without x's operands all others keep their steps, since one
//   flit less brings no two to one link; they have arrived by step T. The first of x's is on its
//   second link in step T + 1 or later, and x's own are in each other's way no more than in time.
// * Below that there is no formula in T and `by`, nor in them and the leaf. A late flit that takes
//   the place of another on a link makes that one late, which misses others in its turn. On 16
//   leaves with one link a branch (T = 17) leaf 0 that is late by 1, 2, .. 7 ends in steps 40, 39,
//   .. 34: the later the earlier; leaf 1 one step before it; with capacities 1, 2, 4, 8 in step 21
//   for 1 to 4. So the run is told switch by switch and step by step, from what leaves send.
// * With arity 2 no leaf gets fewer sums than by the timetable, as far as was tried; with more
//   children some do: a late operand may meet another one that would come alone. On 4 leaves of
//   one switch one late by 1 step does. Who counts on as many sums as before waits for ever then.
//
// Units: steps. Source: this project. Range: leaves with one link, any capacities, queues without
// limit, a = 0.
#ifndef FLITWISE_TB_THEORY_COMBINING_LATE_MERGING_H_
#define FLITWISE_TB_THEORY_COMBINING_LATE_MERGING_H_

#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/collective_words.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Every link event, sorted, as merging_events of a reduce-scatter has them; with by = 0 the
/// same.
///
/// Of each branch a switch has a queue, whose c first flits leave over its c links in the step
/// after. What comes in a step is looked at from the link up on, then child by child: of the flits
/// for one leaf on first links the first goes on with the words of all.
std::vector<LinkEvent> late_merging_events(const CollectiveRequest& request, const FatTree& tree,
                                           const WordArithmetic& arithmetic, Node leaf, Step by);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_LATE_MERGING_H_
