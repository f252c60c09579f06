// lengths.h: what all predictions do with the vector of message lengths.
#ifndef FLITWISE_TB_THEORY_LENGTHS_H_
#define FLITWISE_TB_THEORY_LENGTHS_H_

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
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

/// Flits of the messages of PEs from `top` down whose way takes lam steps or more, by lam.
/// Shape: `lam` one entry per PE (TreeLatency::lam_down, lam_up); an entry of the map for each way
///        of a message.
std::map<Step, Flits> flits_from_way(const Tree& tree, const std::vector<Flits>& lengths,
                                     const std::vector<Step>& lam, Node top = 0);

/// The largest of base(lam) + (flits whose way takes lam or more) over the ways of all messages, 0
/// when nothing is sent.
template <typename Base>
Step max_over_ways(const std::map<Step, Flits>& flits_from, Base base) {
  Step most = 0;
  for (const auto& [lam, flits] : flits_from) most = std::max(most, base(lam) + flits);
  return most;
}

/// No gather in which PEs wait for a call from PE 0 ends earlier.
///
/// The call takes delta steps down and a flit as many back, so message i ends in step
/// 2 delta_i + L_i - 1 or later; with latencies the call goes on as a PE or its router does,
/// whichever is faster, and the flit leaves g_i later. No flit arrives before one of a child of PE
/// 0 can, and an input port of PE 0 takes one in a step: all M flits share it when PE 0 has one,
/// those of a root subtree when it has one per link. Where a message costs beta + L tau, L tau
/// stands in place of L and all of it is beta later. 0 when nothing is sent.
Step gather_lower_bound(const Tree& tree, const std::vector<Flits>& lengths, Ports ports,
                        const Pace& pace = {}, const TreeLatency& latency = {});

/// The words for where that bound comes from.
std::string gather_lower_bound_source(Ports ports, const TreeLatency& latency = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_LENGTHS_H_
