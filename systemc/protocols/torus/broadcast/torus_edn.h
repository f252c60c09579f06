// torus_edn.h: broadcast on n x n and n x n x z tori, n a power of two, through dominating nodes.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_EDN_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_EDN_H_

#include "systemc/protocols/torus/torus_frame.h"

namespace flitwise::protocols {

/// Adds the steps of edn to an empty draft. n = 2^d is the side of dimensions 0 and 1 of the frame,
/// z that of dimension 2, if there is one.
///
/// 1. With three sides the text goes along the source's line of dimension 2, radix 3:
///    ceil(log_3 z) steps.
/// 2. In each plane every node that has the text sends three messages a step, so that four times as
///    many have it after it: d steps. Those that have it before the last one dominate the plane:
///    every other node is next to one of them. The levels before are the same pattern with twice
///    the distances each.
///
/// A reconstruction: Y.-J. Tsai, P. K. McKinley, "A Broadcast Algorithm for All-Port
/// Wormhole-Routed Torus Networks", IEEE Trans. Parallel and Distributed Systems 7(8), 1996, is not
/// at hand. Steps and growth of the planes are theirs, the patterns and step 1 are not.
///
/// Errors: throws TopologyError unless the frame has two or three dimensions, of which the first
///         two have the same side, a power of two.
void send_through_dominating_nodes(const TorusFrame& frame, ScheduleDraft& draft);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_EDN_H_
