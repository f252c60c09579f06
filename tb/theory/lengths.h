// lengths.h: what all predictions do with the vector of message lengths.
#ifndef FLITWISE_TB_THEORY_LENGTHS_H_
#define FLITWISE_TB_THEORY_LENGTHS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/pace.h"

namespace flitwise::theory {

/// Refuses lengths that do not fit `pes` PEs.
/// Errors: throws std::invalid_argument unless there is one length per PE, none is negative and
///         that of PE 0 is 0.
void check_lengths(Node pes, const std::vector<Flits>& lengths);

/// M, the flits of all messages.
Flits total_flits(const std::vector<Flits>& lengths);

/// Flits of the messages of the PEs from `top` down.
Flits subtree_flits(const Tree& tree, const std::vector<Flits>& lengths, Node top);

/// Flits of the fullest subtree below a child of PE 0, 0 if PE 0 has no child.
Flits largest_root_load(const Tree& tree, const std::vector<Flits>& lengths);

/// Flits of the messages of PEs from `top` down that are at depth d or deeper.
/// Shape: one entry per depth, from 0 to the tree's height.
std::vector<Flits> flits_from_depth(const Tree& tree, const std::vector<Flits>& lengths,
                                    Node top = 0);

/// The largest of base(d) + (flits of depth d and deeper) over all depths that have a flit at or
/// below them, 0 when nothing is sent. Depths without a message of their own never decide, as long
/// as base grows with d.
template <typename Base>
Step max_over_depths(const std::vector<Flits>& flits_from, Base base) {
  Step most = 0;
  for (std::size_t d = 1; d < flits_from.size(); ++d) {
    if (flits_from[d] == 0) break;
    const Step bound = base(static_cast<Step>(d)) + flits_from[d];
    if (bound > most) most = bound;
  }
  return most;
}

/// No gather in which PEs wait for a call from PE 0 ends earlier.
///
/// The call takes delta steps down and a flit as many back, so message i ends in step
/// 2 delta_i + L_i - 1 or later. No flit arrives in step 1, and an input port of PE 0 takes one in
/// a step: all M flits share it when PE 0 has one, those of a root subtree when it has one per
/// link. Where a message costs beta + L tau, L tau stands in place of L and all of it is beta
/// later. 0 when nothing is sent.
Step gather_lower_bound(const Tree& tree, const std::vector<Flits>& lengths, Ports ports,
                        const Pace& pace = {});

/// The words for where that bound comes from.
std::string gather_lower_bound_source(Ports ports);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_LENGTHS_H_
