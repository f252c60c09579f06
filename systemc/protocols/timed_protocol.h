// timed_protocol.h: a PE that acts at times of its own, not only when a flit arrives.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TIMED_PROTOCOL_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TIMED_PROTOCOL_H_

#include <optional>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// A protocol that is called again when it asks for it.
///
/// Time:  whoever carries it through time calls `wake` in the step that `next_wake` has named after
///        the last call, of `receive` too, and perhaps in one that it had named earlier. Before or
///        after the step's clock edge is not said: what it sends must have `after` >= 2. One that
///        acts on arrivals is called when all flits of the step are received, and what it sends can
///        leave in the next step.
class TimedProtocol : public PeProtocol {
 public:
  /// Not before the step of the last call; none: not unless something is received.
  virtual std::optional<Step> next_wake() const = 0;
  virtual void wake(Step now, Outbox& outbox) = 0;
  virtual bool acts_on_arrivals() const { return false; }
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TIMED_PROTOCOL_H_
