// timed_protocol.h: a PE that acts at times of its own, not only when a flit arrives.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TIMED_PROTOCOL_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TIMED_PROTOCOL_H_

#include <optional>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// A protocol that is called again when it asks for it.
///
/// Time: whoever carries it through time calls `wake` in the step that `next_wake` has named after
///       the last call of `start` or `wake`. Before or after the step's clock edge is not said:
///       what it sends must have `after` >= 2.
class TimedProtocol : public PeProtocol {
 public:
  /// A step after the last call of `start` or `wake`; none: never again.
  virtual std::optional<Step> next_wake() const = 0;
  virtual void wake(Step now, Outbox& outbox) = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TIMED_PROTOCOL_H_
