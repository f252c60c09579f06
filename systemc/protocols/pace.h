// pace.h: what it costs a port to send a message.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_PACE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_PACE_H_

#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// A message takes its sender's port `setup` steps, in which nothing leaves, and then `flit_time`
/// steps a flit, at the end of which the flit crosses its first link. Routers pass flits on in one
/// step as ever.
struct Pace {
  Step setup = 0;
  Step flit_time = 1;

  /// Steps from the first one of its flits' time to the one in which the first flit leaves.
  Step to_first_flit() const { return flit_time - 1; }
  /// Steps that the flits alone take the port.
  Step of_flits(Flits length) const { return length * flit_time; }
  bool is_plain() const { return setup == 0 && flit_time == 1; }
  /// Steps that the message takes the port; a null message takes none.
  Step of_message(Flits length) const { return length > 0 ? setup + of_flits(length) : 0; }
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_PACE_H_
