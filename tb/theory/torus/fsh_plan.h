// fsh_plan.h: the broadcast fsh, two dimensions: who sends what, around node (0, 0).
//
// Rows, the values y of x_1, are taken in units of three, 3u - 1 to 3u + 1 for u from
// -floor((U-1)/2) to floor(U/2), U = ceil(n_1/3); the last one may end early. A unit's centre is
// the row in its middle. The cut points of a row are the middles of the parts of split(ring(n_0),
// 2), in this order: the own one, those on the left, those on the right, near ones first.
//
//   1. As in a stage of peel with two ports a side, but over units: their centres get the text.
//   2. Every centre informs the other rows of its unit. Now every row has the text in one column.
//   3. Every row passes it up and down one row, and along itself to the cut points that it does
//      not get from these: now every row has it at all cut points.
//   4. Every row fills itself from its cut points, three parts a step.
//
// The columns of step 2 come from a search that no rule fixes. They are data to this derivation,
// which holds them against what makes step 3 possible: a cut point for every row, and any three
// rows that follow each other, round the ring, different ones. All else is derived.
//
// In a step a node sends at most two messages that turn: one goes right and one left, so that the
// longer path is as short as can be; where both ways are as long, the first, or the only one, goes
// right. Straight messages are sent before those that turn, down before up; in step 3 up, down, and
// then to the cut points in their order.
#ifndef FLITWISE_TB_THEORY_TORUS_FSH_PLAN_H_
#define FLITWISE_TB_THEORY_TORUS_FSH_PLAN_H_

#include <vector>

#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::theory {

/// All steps.
///
/// Shape:  two sides; columns[y] is the column of row y after step 2, 0 for row 0.
/// Errors: throws std::invalid_argument for other sides than those of broadcast_steps(), and for
///         columns that are not as above.
std::vector<TorusStep> fsh_plan(const Torus& torus, const std::vector<int>& columns);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_FSH_PLAN_H_
