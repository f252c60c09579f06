// star_frame.h: packets of a star graph as flits, and flits as what its PEs receive.
#ifndef FLITWISE_SYSTEMC_PE_STAR_FRAME_H_
#define FLITWISE_SYSTEMC_PE_STAR_FRAME_H_

#include <vector>

#include "systemc/network/flit.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise {

/// The flits of a packet, head to tail, with their CRCs.
/// Errors: throws std::range_error when a header or, behind the head, a packet number or value does
///         not fit; std::logic_error for a packet that is neither data nor flood, or has an END
///         mark, or has more flits than the field of their places can count.
std::vector<RawFlit> star_flits_of(const protocols::Transmission& transmission);

/// A flit that has come from `from` in `step`: heads have a header, the others number and value.
protocols::Arrival star_arrival(Step step, Node from, Node to, RawFlit flit);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_STAR_FRAME_H_
