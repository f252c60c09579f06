// cover_bounds.h: how early a scatter or gather over a grid can end, whatever the trees.
//
// Only the links of the root and the distances from it count, not the trees of the cover.
// Errors: both functions throw std::invalid_argument for lengths that do not fit the cover.
#ifndef FLITWISE_TB_THEORY_COVER_COVER_BOUNDS_H_
#define FLITWISE_TB_THEORY_COVER_COVER_BOUNDS_H_

#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/types.h"
#include "tb/theory/pace.h"

namespace flitwise::theory {

/// No scatter over the grid in which each message takes one way, whichever, ends earlier.
///
/// Flits for nodes at distance d or more leave the root by its k links, so that the last of F_d
/// leaves in step ceil(F_d / k) or later and then has d - 1 hops before it: max over d of
/// (d - 1 + ceil(F_d / k)). A message on one way takes delta_i + L_i - 1. 0 when nothing is sent.
/// Where a message costs beta + L tau it keeps a link of the root so long, and that stands in place
/// of its flits in both.
/// Backwards it holds for a gather in which nobody waits for a call: the first of F_d comes to the
/// root in step d or later, k in a step.
Step cover_scatter_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                               const Pace& pace = {});

/// No gather over the grid in which nodes wait for a call from the root, and in which each message
/// takes one way, whichever, ends earlier.
///
/// A flit from distance d or more reaches the root in step 2d or later (d steps for the call, d
/// back), and k flits can do so in a step: max over d of (2d - 1 + ceil(F_d / k)). A message on
/// one way takes 2 delta_i + L_i - 1. 0 when nothing is sent. Where a message costs beta + L tau, a
/// link takes a flit in tau steps, L tau stands in place of L, and all of it is beta later.
Step cover_gather_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                              const Pace& pace = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COVER_COVER_BOUNDS_H_
