// shoulder_tap.h: the closed forms of Shoulder-Tap, one by one.
#ifndef FLITWISE_TB_THEORY_TREE_SHOULDER_TAP_H_
#define FLITWISE_TB_THEORY_TREE_SHOULDER_TAP_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"
#include "tb/theory/pace.h"
#include "tb/theory/tree/certification_variant.h"

namespace flitwise::theory {

/// Lengths as they travel: with an END mark the last PE sends one flit more, null or not.
std::vector<Flits> lengths_on_the_path(std::vector<Flits> lengths, bool end_mark);

/// The values of the taps: s_i = max(1, max over j < i of (L_j + .. + L_{i-1} - 2 (i - 1 - j))),
/// multiport one less for each j: its data may leave one step earlier. Where a message costs
/// beta + L tau, L tau stands in place of L, and beta comes on top for each nonnull j.
///
/// Shape:  one entry per PE, 0 for PE 0, which nobody taps.
/// Units:  steps after the tap.
/// Source: Bhatt et al., section 3.1, s_{i+1} = max(1, L_i + max(0, s_i - 2)), unrolled; multiport
///         s_{i+1} = max(1, L_i + s_i - 2).
std::vector<std::int64_t> tap_values(const std::vector<Flits>& lengths, Ports ports,
                                     const Pace& pace = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_SHOULDER_TAP_H_
