// edn_plan.h: the broadcast edn through dominating nodes: who sends what, around node 0.
//
// On n x n tori, n = 2^d, every node (x, y) says by its own coordinates in which step it gets the
// text and over which hops. A node belongs to level j, from 1 to d - 1, if with u = n/2^(j+1)
//
//   u divides x and y, and x/u + 2 y/u is a multiple of 4;
//
// level 0 is node 0 alone, level d has all nodes, and level j has 4^j. Step j gives the text to
// what is in level j and not in level j - 1. With a = x/u and b = y/u the message has come
//
//   step d          by (1, 0), (0, 1), (-1, 0) where x + 2 y is 1, 2, 3 modulo 4;
//   step 1 < j < d  by (0, 2u) where b is even, else by (2u, u) where a/2 + b is 2 modulo 4
//                   and by (-2u, u) where it is a multiple of 4;
//   step 1 < d      by (n/2, n/4), (-n/2, -n/4) and (0, n/2);
//   step 1 = d      by (1, 0), (-1, 1) and (0, 1).
//
// The nodes of level d - 1 dominate the torus: each other node is next to one of them.
//
// On n x n x z tori the line of node 0 along z comes first. A node that has a run of values of z to
// serve, L below and R above its own, keeps what is at most L - g below and R - g above, with
// g = ceil((L + R + 1)/3), and sends the text to the middles, rounded down, of what is left. Then
// every plane has its d steps.
//
// In a step a node sends down before up along z, and in a plane up, then down along x, then along
// y: messages are numbered so.
//
// A reconstruction of Y.-J. Tsai, P. K. McKinley, "A Broadcast Algorithm for All-Port
// Wormhole-Routed Torus Networks", IEEE Trans. Parallel and Distributed Systems 7(8), 1996: d steps
// that make four informed nodes of one are theirs as Wang and Tseng count them, the levels and the
// way along z are not.
#ifndef FLITWISE_TB_THEORY_TORUS_EDN_PLAN_H_
#define FLITWISE_TB_THEORY_TORUS_EDN_PLAN_H_

#include <optional>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::theory {

/// d + ceil(log_3 z), z = 1 where there are two sides; none unless `sides`, those above 1 in the
/// order of routing, are n x n or n x n x z with n a power of two.
std::optional<int> edn_steps(const std::vector<int>& sides);

/// All steps.
///
/// Errors: throws std::invalid_argument for sides without edn_steps().
std::vector<TorusStep> edn_plan(const Torus& torus);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_EDN_PLAN_H_
